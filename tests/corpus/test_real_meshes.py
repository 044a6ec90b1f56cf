"""Real parts: closed, of moderate size, and as large as the exact part."""

import pytest

from engine.kernel.mesh import mesh
from engine.model.mesh import MeshOptions
from engine.progress import Progress
from tests.support import corpus
from tests.support.mesh_checks import area, edge_lengths, open_edges, uprightness, volume

HARDEST = ("plastic_bottle", "Barrel_Body", "sheet-metal", "Handle_SO101")
"""Of those that are meshed within seconds: `bench robustness` meshes all, and holds each mesh to its part."""


@corpus.needs_corpus
@pytest.mark.corpus
@pytest.mark.parametrize("name", HARDEST)
def test_a_real_part_is_meshed_closed_and_true_to_size(name: str) -> None:
    (path,) = [path for path in corpus.files("real/*/*.st*p") if path.stem == name]
    file = path.relative_to(corpus.CORPUS).as_posix()
    part = corpus.part(file)
    found = mesh(corpus.brep(file), part, MeshOptions(), Progress())
    assert open_edges(found) == 0
    assert 45_000 < len(found.triangles) < 200_000
    assert edge_lengths(found).max() <= 1.0001 * found.max_edge_mm
    assert uprightness(found).min() > 0.5
    assert area(found) == pytest.approx(part.area_mm2, rel=4e-3)
    # a thin wall loses more of its volume than of its area
    assert volume(found) == pytest.approx(part.volume_mm3, rel=1.5e-2)
    assert len(set(found.face_of_triangle.tolist())) == sum(face.body is not None for face in part.faces)
