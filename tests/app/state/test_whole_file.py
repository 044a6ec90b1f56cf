"""A file is written whole or not at all."""

import os
from pathlib import Path

import pytest

from app.state import whole_file


@pytest.mark.parametrize("is_synced", [False, True])
@pytest.mark.parametrize(
    ("content", "found"), [("Ø 6 mm\n", "Ø 6 mm\n".encode()), (b"\x00\xff", b"\x00\xff")]
)
def test_words_and_bytes_are_written_as_they_are_in_a_folder_that_is_made(
    tmp_path: Path, content: str | bytes, found: bytes, is_synced: bool
) -> None:
    place = tmp_path / "new" / "file"
    whole_file.write(place, content, is_synced=is_synced)
    assert place.read_bytes() == found
    whole_file.write(place, "less")
    assert place.read_bytes() == b"less"
    assert [one.name for one in place.parent.iterdir()] == ["file"]


def test_where_it_fails_half_way_the_old_one_stays_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "file"
    place.write_text("before")

    def fail(*_: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="no space left"):
        whole_file.write(place, "after")
    assert place.read_text() == "before"
    assert [one.name for one in tmp_path.iterdir()] == ["file"]


def test_a_folder_that_cannot_be_made_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(OSError, match=r"exists|directory"):
        whole_file.write(tmp_path / "file" / "below", "words")
