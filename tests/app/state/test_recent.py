"""The parts opened last."""

import os
from pathlib import Path

import pytest

from app.state.recent import Recent
from app.state.settings import Settings
from tests.app.state.answers import feature, result

FOUND = result(feature("1", "HOLE"), strict=[{"fid": "1", "severity": "fail"}], lenient=[])


@pytest.fixture
def recent(tmp_path: Path) -> Recent:
    return Recent(Settings(tmp_path / "settings"), tmp_path / "cache")


def part(tmp_path: Path, name: str) -> Path:
    path = tmp_path / name
    path.write_text("solid")
    return path


def test_the_part_opened_last_comes_first_with_its_picture_and_what_was_found(
    recent: Recent, tmp_path: Path
) -> None:
    lever, cover = part(tmp_path, "lever.step"), part(tmp_path, "cover.step")
    recent.remember(lever, FOUND, b"a picture")
    recent.remember(cover)
    first, second = recent.entries()
    assert (first.path, first.thumbnail, first.summary) == (cover, None, "")
    assert second.thumbnail is not None
    assert second.thumbnail.read_bytes() == b"a picture"
    assert second.summary == "lenient: passes"


def test_what_was_found_in_a_file_that_was_changed_since_is_not_shown(recent: Recent, tmp_path: Path) -> None:
    lever = part(tmp_path, "lever.step")
    recent.remember(lever, FOUND)
    assert recent.entries()[0].summary
    os.utime(lever, ns=(1, 1))
    assert recent.entries()[0].summary == ""
    lever.unlink()
    assert not recent.entries()[0].is_there


def test_a_part_that_is_forgotten_leaves_nothing(recent: Recent, tmp_path: Path) -> None:
    lever = part(tmp_path, "lever.step")
    recent.remember(lever, FOUND, b"a picture")
    recent.forget(lever)
    assert recent.entries() == ()
    assert list((tmp_path / "cache").iterdir()) == []


def test_a_cache_that_cannot_be_written_costs_the_picture_alone(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file is in the way")
    blocked = Recent(Settings(tmp_path / "settings"), tmp_path / "cache")
    blocked.remember(part(tmp_path, "lever.step"), FOUND, b"a picture")
    assert [one.thumbnail for one in blocked.entries()] == [None]


def test_settings_that_cannot_be_written_keep_no_part_from_being_opened(tmp_path: Path) -> None:
    (tmp_path / "settings").write_text("in the way")
    recent = Recent(Settings(tmp_path / "settings" / "sprue"), tmp_path / "cache")
    recent.remember(part(tmp_path, "lever.step"))
    assert [one.path.name for one in recent.entries()] == ["lever.step"]
