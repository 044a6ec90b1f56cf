"""glTF files are read as parts: units, frames, names, repairs, and refusals in one sentence."""

from pathlib import Path

import numpy as np
import pytest

from engine import formats
from engine.errors import NoSolid, UnreadableFile
from engine.model.mesh import MeshOptions
from engine.model.part import Source
from engine.model.surface import Plane
from engine.progress import Progress
from tests.support import gltf_by_hand as glb
from tests.support import mesh_checks, programs


def read(path: Path, options: MeshOptions = MeshOptions(max_edge_mm=5.0)):  # noqa: B008
    return formats.read(path, options, Progress())


def bent(tmp_path: Path, bend, vertices=None, triangles=None) -> Path:
    places = glb.CUBE_VERTICES * glb.SIDE_M if vertices is None else vertices
    tree, binary = glb.document(places, glb.CUBE_TRIANGLES if triangles is None else triangles)
    bend(tree)
    return glb.write(tmp_path / "cube.glb", tree, binary)


def as_is(tree) -> None:
    pass


@pytest.mark.parametrize("name", ["a.glb", "a.GLB", "a.gltf", "деталь.glb"])
def test_gltf_suffixes_are_gltf(name: str) -> None:
    assert formats.pick(Path(name)).FORMAT.label == "glTF"


def test_a_cube_in_meters_is_a_part_in_millimeters(tmp_path: Path) -> None:
    part, mesh = read(bent(tmp_path, as_is))
    assert part.source is Source.TRIANGLES
    assert part.unit == "metre"
    assert part.volume_mm3 == pytest.approx(8000, rel=1e-6)
    assert part.area_mm2 == pytest.approx(2400, rel=1e-6)
    assert len(part.faces) == 6
    assert all(isinstance(face.surface, Plane) for face in part.faces)
    assert part.notes == ()
    assert mesh_checks.open_edges(mesh) == 0
    assert mesh_checks.edge_lengths(mesh).max() <= 5.0


def test_what_stands_up_in_gltf_stands_up_along_z(tmp_path: Path) -> None:
    part, _ = read(bent(tmp_path, as_is, glb.CUBE_VERTICES * np.float32([0.01, 0.03, 0.02])))
    assert part.size_mm == pytest.approx([10, 20, 30], rel=1e-6)


def test_the_part_is_named_for_its_mesh_or_else_for_its_file(tmp_path: Path) -> None:
    assert read(bent(tmp_path, as_is))[0].name == "cube"
    part, _ = read(bent(tmp_path, lambda tree: tree["nodes"][0].update(name="Gear\nbox")))
    assert part.name == "Gear box"


def test_a_preview_is_coarse_and_measures_the_same(tmp_path: Path) -> None:
    path = bent(tmp_path, as_is)
    part, mesh = formats.describe(path, Progress())
    assert len(mesh.triangles) < 10_000
    assert part.volume_mm3 == pytest.approx(8000, rel=1e-6)


@pytest.mark.parametrize(("factor", "words"), [(1000.0, "were millimeters written"), (2e-3, "meters")])
def test_a_size_beyond_belief_is_doubted_aloud(tmp_path: Path, factor: float, words: str) -> None:
    path = bent(tmp_path, as_is, glb.CUBE_VERTICES * np.float32(glb.SIDE_M * factor))
    part, _ = read(path, MeshOptions(max_edge_mm=250.0 * glb.SIDE_M * factor))
    assert len(part.notes) == 1
    assert words in part.notes[0]


def test_a_size_that_no_part_has_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match="too large for any part"):
        read(bent(tmp_path, as_is, glb.CUBE_VERTICES * np.float32(2e6)), MeshOptions())


def test_doubled_and_turned_triangles_are_repaired_and_reported(tmp_path: Path) -> None:
    triangles = glb.CUBE_TRIANGLES.copy()
    triangles[3] = triangles[3, ::-1]
    part, _ = read(bent(tmp_path, as_is, triangles=np.concatenate([triangles, triangles[:2]])))
    assert part.volume_mm3 == pytest.approx(8000, rel=1e-6)
    assert part.notes == (
        "Repaired: 2 triangles that stood there twice left out, 1 triangle turned to face out.",
    )


def test_an_open_cube_is_read_without_a_volume_and_with_a_note(tmp_path: Path) -> None:
    part, mesh = read(bent(tmp_path, as_is, triangles=glb.CUBE_TRIANGLES[:-2]))
    assert part.volume_mm3 == 0.0
    assert "1 open border" in part.notes[0]
    assert len(mesh.triangles)


def test_a_cube_pressed_flat_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NoSolid):
        read(bent(tmp_path, as_is, glb.CUBE_VERTICES * np.float32([0.02, 0.0, 0.02])))


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.glb", b"ISO-10303-21;", "STEP file"),
        ("a.glb", b"{}", "JSON"),
        ("a.gltf", b"<html>", "web page"),
        ("a.gltf", b"\x89PNG\r\n", "PNG"),
    ],
)
def test_what_is_something_else_is_known_by_its_first_bytes(
    tmp_path: Path, name: str, content: bytes, words: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(UnreadableFile, match=words):
        formats.check(path)


def test_a_json_file_with_spaces_or_a_mark_before_it_is_looked_into(tmp_path: Path) -> None:
    path = tmp_path / "a.gltf"
    path.write_bytes(b"\xef\xbb\xbf  \n{}")
    formats.check(path)


def test_the_order_in_the_file_changes_nothing(tmp_path: Path) -> None:
    first, _ = read(bent(tmp_path, as_is))
    order = np.random.default_rng(0).permutation(12)
    second, _ = read(bent(tmp_path, as_is, triangles=glb.CUBE_TRIANGLES[order]))
    for a, b in zip(first.faces, second.faces, strict=True):
        assert (a.inner_normal == b.inner_normal).all()
        assert a.area_mm2 == b.area_mm2
    for a, b in zip(first.edges, second.edges, strict=True):
        assert (a.points == b.points).all()


def test_reading_a_glb_loads_no_kernel(tmp_path: Path) -> None:
    path = bent(tmp_path, as_is)
    script = tmp_path / "describe.py"
    script.write_text(
        "import sys; from pathlib import Path; from engine import formats\n"
        "from engine.progress import Progress\n"
        f"formats.describe(Path({str(path)!r}), Progress())\n"
        "print('OCP' in sys.modules)"
    )
    assert programs.run_script(script) == "False\n"
