"""The same solid spelled another way is meshed to the same solid; faces that fail are closed and named."""

import numpy as np
import pytest

from engine.kernel.mesh import mesh
from engine.kernel.topology import measure
from engine.meshing.triangulate import Flat, Known, triangulate
from engine.model.arrays import Bools, Ints
from engine.model.mesh import MeshOptions
from engine.progress import Progress
from tests.support import draw
from tests.support.mesh_checks import open_edges, volume
from tests.support.parts import brep_of, face_at, part_of, read
from tests.support.parts_mesh import rounded_block

COARSE = MeshOptions(max_edge_mm=1.5, curvature=24)


def bored() -> draw.TopoDS_Shape:
    return draw.cut(draw.box((20, 20, 10)), draw.cylinder(4, 10, (10, 10, 0)))


def bored_in_halves() -> draw.TopoDS_Shape:
    """Draw the same bore as two faces, one from each half cylinder."""
    first = draw.cylinder(4, 10, (10, 10, 0), turn=180)
    second = draw.turned(first, 180, draw.Z, (10, 10, 0))
    return draw.cut(draw.box((20, 20, 10)), first, second)


SPELLINGS = {
    "B-spline": lambda: draw.as_nurbs(bored()),
    "halves": bored_in_halves,
    "mirrored": lambda: draw.moved(draw.mirrored(bored()), (20, 0, 0)),
    "turned": lambda: draw.turned(bored(), 90, draw.Z, (10, 10, 0)),
    "moved": lambda: draw.moved(bored(), (100, 0, 0)),
}


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_another_spelling_encloses_the_same_volume(spelling: str) -> None:
    _, plain = read(bored(), COARSE)
    _, other = read(SPELLINGS[spelling](), COARSE)
    assert open_edges(other) == 0
    wall = 2 * np.pi * 4 * 10
    assert volume(other) == pytest.approx(volume(plain), abs=wall * plain.chord_mm)
    assert other.chord_mm == pytest.approx(plain.chord_mm, rel=0.3)


def test_halves_of_a_bore_are_two_faces_and_share_their_borders() -> None:
    part, found = read(bored_in_halves(), COARSE)
    first, second = face_at(part, (10, 14, 5)), face_at(part, (10, 6, 5))
    assert first.id != second.id
    welds = [set(found.weld[found.face_of_vertex == face.id].tolist()) for face in (first, second)]
    assert len(welds[0] & welds[1]) >= 2 * 7


def test_a_file_in_inches_is_meshed_in_millimeters() -> None:
    brep = brep_of(bored(), "INCH")
    found = mesh(brep, measure(brep), COARSE, Progress())
    assert volume(found) == pytest.approx(volume(read(bored(), COARSE)[1]), rel=1e-6)


def failing(monkeypatch: pytest.MonkeyPatch, chosen: int) -> None:
    """Let one face look as if its border crossed itself."""

    def fail(flat: Flat, wanted: Bools, progress: Progress, known: Known | None = None) -> tuple[Ints, Bools]:
        triangles, failed = triangulate(flat, wanted, progress)
        face = np.concatenate([flat.node_face, flat.inner_face])[triangles[:, 0]]
        failed[chosen] = True
        return triangles[face != chosen], failed

    monkeypatch.setattr("engine.meshing.mesh.triangulate", fail)


def test_a_face_whose_border_crosses_itself_is_closed_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    brep, part = brep_of(rounded_block()), part_of(rounded_block())
    face = face_at(part, (15, 10, 10))
    failing(monkeypatch, face.id)
    lines: list[str] = []
    found = mesh(brep, part, COARSE, Progress(on_line=lines.append))
    assert open_edges(found) == 0
    assert volume(found) == pytest.approx(part.volume_mm3, rel=1e-2)
    assert [line for line in lines if f"face {face.id} " in line]


def test_a_face_that_cannot_be_closed_is_left_out_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The top of the block has two borders, outside and round the bore."""
    brep, part = brep_of(bored()), part_of(bored())
    face = face_at(part, (1, 1, 10))
    failing(monkeypatch, face.id)
    lines: list[str] = []
    found = mesh(brep, part, COARSE, Progress(on_line=lines.append))
    assert face.id not in found.face_of_triangle
    assert open_edges(found) > 0
    assert any(f"face {face.id} " in line and "left out" in line for line in lines)
