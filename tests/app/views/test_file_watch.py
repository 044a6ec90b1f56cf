"""A file that is saved is noticed when it is whole, and not before."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.views import file_watch
from app.views.file_watch import FileWatch

WHOLE = "ISO-10303-21;\nDATA;\n#1=A();\nENDSEC;\nEND-ISO-10303-21;\n"


@pytest.fixture
def part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(file_watch, "PERIOD_MS", 15)
    made = tmp_path / "part.step"
    made.write_text(WHOLE)
    return made


def watched(path: Path) -> tuple[FileWatch, list[Path]]:
    watch, saved = FileWatch(), list[Path]()
    watch.saved.connect(saved.append)
    watch.follow(path)
    return watch, saved


def test_a_half_written_file_is_waited_for(qtbot: QtBot, part: Path) -> None:
    watch, saved = watched(part)
    part.write_text("ISO-10303-21;\nDATA;\n#1=B();")
    qtbot.wait(150)
    assert saved == []
    part.write_text(WHOLE.replace("A()", "B()"))
    qtbot.waitUntil(lambda: saved == [part])
    qtbot.wait(100)
    assert saved == [part]  # once
    watch.follow(None)


def test_one_that_takes_the_place_of_the_old_is_noticed_too(qtbot: QtBot, part: Path) -> None:
    watch, saved = watched(part)
    part.unlink()
    qtbot.wait(60)
    beside = part.with_suffix(".tmp")
    beside.write_text(WHOLE.replace("A()", "LONGER()"))
    beside.replace(part)
    qtbot.waitUntil(lambda: saved == [part])
    watch.follow(None)


def test_a_file_that_is_saved_as_it_was_changed_nothing(qtbot: QtBot, part: Path) -> None:
    watch, saved = watched(part)
    part.write_text(WHOLE)
    part.touch()
    qtbot.wait(150)
    assert saved == []
    watch.follow(None)
    part.write_text(WHOLE.replace("A()", "C()"))
    qtbot.wait(150)
    assert saved == []  # nobody watches any more
