"""What can wait does, while a part is on its way; and what another file begins with."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.state.session import Progress, Session, Stage
from app.state.settings import Settings
from app.views.window_context import WindowContext


@pytest.fixture
def context(qapp: object, tmp_path: Path) -> Iterator[WindowContext]:
    made = WindowContext(Settings(tmp_path / "settings.json"))
    yield made
    made.close()


@pytest.fixture
def part(context: WindowContext, tmp_path: Path) -> Session:
    return Session(context.client, tmp_path / "part.step")  # type: ignore[arg-type]


def test_with_nothing_open_it_is_done_soon(context: WindowContext, qtbot: QtBot) -> None:
    done: list[int] = []
    context.at_leisure(lambda: done.append(1))
    assert done == []
    qtbot.waitUntil(lambda: done == [1])


@pytest.mark.parametrize("ending", [Stage.DONE, Stage.FAILED, Stage.CANCELLED])
def test_it_waits_for_a_part_that_is_on_its_way_however_that_ends(
    context: WindowContext, part: Session, qtbot: QtBot, ending: Stage
) -> None:
    done: list[int] = []
    context.at_leisure(lambda: done.append(1))
    context.show_part(part)  # at once, as when the program is started with a part
    qtbot.wait(50)
    part._become(stage=Stage.RUNNING)
    qtbot.wait(50)
    assert done == []
    part._become(stage=ending)
    qtbot.waitUntil(lambda: done == [1])
    assert part.now.stage is ending


def test_closing_the_part_lets_it_be_done_and_closing_the_window_does_not(
    context: WindowContext, part: Session, qtbot: QtBot
) -> None:
    part._now = Progress(stage=Stage.RUNNING)
    context.show_part(part)
    done: list[int] = []
    context.at_leisure(lambda: done.append(1))
    qtbot.wait(50)
    assert done == []
    context.close_part()
    qtbot.waitUntil(lambda: done == [1])
    context.at_leisure(lambda: done.append(2))
    context.close()
    qtbot.wait(50)
    assert done == [1]


def test_another_file_begins_with_what_suits_it_best_and_the_same_is_looked_at_as_before(
    context: WindowContext, part: Session, tmp_path: Path
) -> None:
    context.show_part(part)
    context.choose_verdict("casting", "sand")
    context.show_part(Session(context.client, part.path))  # type: ignore[arg-type]
    assert context.verdict == ("casting", "sand")
    revision = Session(context.client, tmp_path / "part_v2.step")  # type: ignore[arg-type]
    context.show_part(revision, is_revision=True)
    assert context.verdict == ("casting", "sand")
    context.show_part(Session(context.client, tmp_path / "other.step"))  # type: ignore[arg-type]
    assert context.verdict is None
