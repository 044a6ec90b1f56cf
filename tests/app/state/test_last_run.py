"""What was open is known to the start after a bad end, and forgotten after a good one."""

from pathlib import Path

import pytest

from app.state.last_run import NAME, LastRun


@pytest.fixture
def part(tmp_path: Path) -> Path:
    made = tmp_path / "part.step"
    made.write_text("solid")
    return made


def test_a_run_that_ended_well_leaves_nothing(tmp_path: Path, part: Path) -> None:
    run = LastRun(tmp_path / "settings")
    assert run.bad_end is None
    run.open_part(part)
    run.end()
    assert LastRun(tmp_path / "settings").bad_end is None


def test_one_that_did_not_leaves_what_was_open(tmp_path: Path, part: Path) -> None:
    run = LastRun(tmp_path / "settings")
    run.open_batch([part, tmp_path / "gone.step"])
    found = LastRun(tmp_path / "settings").bad_end
    assert found is not None
    assert found.files == (part,)  # what is gone is not offered
    run.open_part(part)
    run.open_part(None)
    found = LastRun(tmp_path / "settings").bad_end
    assert found is not None
    assert found.part is None


def test_a_part_comes_before_the_batch(tmp_path: Path, part: Path) -> None:
    other = tmp_path / "other.step"
    other.write_text("solid")
    run = LastRun(tmp_path / "settings")
    run.open_batch([part, other])
    run.open_part(other)
    found = LastRun(tmp_path / "settings").bad_end
    assert found is not None
    assert found.files == (other,)


@pytest.mark.parametrize("text", ["", "[]", '{"part": 7, "batch": "no"}'])
def test_a_damaged_file_is_a_bad_end_without_anything_to_open(tmp_path: Path, text: str) -> None:
    (tmp_path / NAME).write_text(text)
    found = LastRun(tmp_path).bad_end
    assert found is not None
    assert found.files == ()


def test_a_folder_that_cannot_be_written_is_done_without(tmp_path: Path, part: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    run = LastRun(tmp_path / "file" / "settings")
    run.open_part(part)
    run.end()
    assert run.bad_end is None
