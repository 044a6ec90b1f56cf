"""The STEP format: what it refuses at first sight, and how it tells of its progress."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine import formats
from engine.errors import Cancelled, KernelError, UnreadableFile
from engine.formats import step
from engine.model.mesh import MeshOptions
from engine.progress import Progress
from tests.support import draw
from tests.support.step_text import text_of


def bracket(folder: Path) -> Path:
    path = folder / "bracket.step"
    path.write_text(text_of(draw.cut(draw.box((30, 20, 5)), draw.cylinder(4, 5, (15, 10, 0))), folder))
    return path


def test_a_part_comes_with_its_mesh_and_its_stages_in_order(tmp_path: Path) -> None:
    lines: list[str] = []
    progress = Progress(on_line=lines.append)
    part, mesh = formats.read(bracket(tmp_path), MeshOptions(max_edge_mm=4.0, curvature=48.0), progress)
    assert list(progress.seconds_of_stage) == ["reading STEP", "measuring faces", "meshing"]
    assert [line.split()[0] for line in lines] == ["reading", "measuring", "meshing"]
    corners = mesh.vertices[mesh.triangles]
    volume = np.einsum("ij,ij->i", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])).sum() / 6
    assert volume == pytest.approx(part.volume_mm3, rel=1e-3)
    assert set(mesh.face_of_triangle.tolist()) == {face.id for face in part.faces}


def test_a_preview_has_the_same_measures_and_fewer_triangles(tmp_path: Path) -> None:
    path = bracket(tmp_path)
    part, _ = formats.read(path, MeshOptions(max_edge_mm=4.0, curvature=48.0), Progress())
    seen, preview = formats.describe(path, Progress())
    assert seen.volume_mm3 == part.volume_mm3
    np.testing.assert_array_equal(seen.box_mm, part.box_mm)
    # an analysis has 45 000 at least: `tests/engine/kernel/test_mesh_options.py`
    assert len(preview.triangles) < 45_000 / 4


def test_quick_info_has_the_same_measures_and_counts(tmp_path: Path) -> None:
    path = bracket(tmp_path)
    part, _ = formats.describe(path, Progress())
    lines: list[str] = []
    progress = Progress(on_line=lines.append)
    seen, mesh = formats.quick_info(path, progress)
    assert seen.volume_mm3 == pytest.approx(part.volume_mm3, rel=1e-12)
    np.testing.assert_allclose(seen.box_mm, part.box_mm, atol=1e-9)
    assert (seen.n_faces, seen.n_bodies) == (len(part.faces), 1)
    assert list(progress.seconds_of_stage) == ["reading STEP", "measuring faces", "meshing"]
    assert 100 < len(mesh.triangles) < 2500


@pytest.mark.parametrize("is_careful", [True, False])
def test_what_fast_reading_gets_wrong_is_read_again_with_repairs(
    is_careful: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from engine.kernel.quick_info import measure

    asked: list[int] = []
    look = measure.measure_quickly

    def unsure(*arguments: Any) -> Any:
        asked.append(1)
        if is_careful and len(asked) == 2:
            return look(*arguments)
        raise KernelError("its surface has gaps")

    monkeypatch.setattr(measure, "measure_quickly", unsure)
    seen, _ = formats.quick_info(bracket(tmp_path), Progress())
    assert seen.volume_mm3 == pytest.approx(30 * 20 * 5 - 16 * 5 * np.pi)
    assert len(asked) == 2


def test_notes_reach_whoever_listens(tmp_path: Path) -> None:
    path = tmp_path / "two.step"
    boxes = draw.compound(draw.box((10, 10, 10)), draw.box((10, 10, 10), (5, 5, 5)))
    path.write_text(text_of(boxes, tmp_path))
    lines: list[str] = []
    part, _ = formats.read(path, MeshOptions(max_edge_mm=5.0), Progress(on_line=lines.append))
    assert part.notes
    assert set(part.notes) <= set(lines)


def test_a_caller_who_wants_out_gets_out(tmp_path: Path) -> None:
    asked: list[int] = []

    def is_cancelled() -> bool:
        asked.append(1)
        return len(asked) > 1

    with pytest.raises(Cancelled):
        formats.read(bracket(tmp_path), MeshOptions(), Progress(is_cancelled=is_cancelled))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"PK\x03\x04rest", "ZIP archive"),
        (b"solid ascii\n", "STL"),
        (b"<html></html>", "web page"),
        (b"glTF....", "glTF"),
        (b"\x01\x02\x03", "is not a STEP file"),
    ],
)
def test_other_kinds_under_a_step_name_are_named(content: bytes, words: str, tmp_path: Path) -> None:
    path = tmp_path / "part.step"
    path.write_bytes(content)
    with pytest.raises(UnreadableFile, match=words):
        step.check(path)


def test_a_mark_of_byte_order_and_comments_do_not_hide_a_step_file(tmp_path: Path) -> None:
    path = tmp_path / "part.stp"
    path.write_bytes(b"\xef\xbb\xbf/* from the shop */\n" + bracket(tmp_path).read_bytes())
    step.check(path)
    part, _ = formats.describe(path, Progress())
    np.testing.assert_allclose(part.size_mm, (30, 20, 5), atol=1e-9)
