"""A folder of results appears whole or not at all."""

from pathlib import Path

import pytest

from engine.delivery import delivered_to


def test_the_folder_appears_with_everything_at_the_end(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "out"
    with delivered_to(folder) as draft:
        (draft / "result.json").write_text("{}")
        (draft / "pictures").mkdir()
        (draft / "pictures" / "top.png").write_bytes(b"png")
        assert not folder.exists()
    assert {path.name for path in folder.rglob("*")} == {"result.json", "pictures", "top.png"}
    assert list(folder.parent.iterdir()) == [folder]


def write_half(folder: Path) -> None:
    with delivered_to(folder) as draft:
        (draft / "result.json").write_text("{")
        raise RuntimeError


def test_a_failure_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError):
        write_half(tmp_path / "new" / "out")
    assert list(tmp_path.iterdir()) == []


def test_a_failure_leaves_an_older_result_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "result.json").write_text("old")
    with pytest.raises(RuntimeError):
        write_half(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["result.json"]
    assert (tmp_path / "result.json").read_text() == "old"


def test_files_that_are_not_ours_stay(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    (tmp_path / "result.json").write_text("old")
    with delivered_to(tmp_path) as draft:
        (draft / "result.json").write_text("new")
    assert (tmp_path / "thesis.txt").read_text() == "years of work"
    assert (tmp_path / "result.json").read_text() == "new"
    assert len(list(tmp_path.iterdir())) == 2
