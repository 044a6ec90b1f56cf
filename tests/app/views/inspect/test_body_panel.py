"""The bodies of an assembly in the window: seen, hidden, isolated, and one of them judged alone."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTreeWidgetItem
from pytestqt.qtbot import QtBot

from app.state.selection import Source
from app.views.inspect.body_panel import BODY, COUNT, BodyPanel
from app.views.inspect.workspace import InspectWorkspace
from app.views.theme.tokens import LIGHT
from app.views.viewport.viewport import Viewport
from app.views.window_context import WindowContext
from tests.app.views.viewport import served

LID, BASE = frozenset(range(6)), frozenset(range(6, 12))
CHECKED, UNCHECKED = Qt.CheckState.Checked, Qt.CheckState.Unchecked


class Server(served.Server):
    def modules(self) -> tuple[dict[str, object], ...]:
        return ()

    def saved_modules(self) -> tuple[dict[str, object], ...]:
        return ()


@pytest.fixture
def context(qapp: object, tmp_path: Path) -> Iterator[WindowContext]:
    made = served.context(tmp_path, Server(served.plates()))
    yield made
    made.close()


@pytest.fixture
def inspect(qtbot: QtBot, context: WindowContext) -> Iterator[InspectWorkspace]:
    """Return the workspace with a part of two plates, a thin lid and a base."""
    shown = InspectWorkspace(context, LIGHT)
    qtbot.addWidget(shown)
    viewport = Viewport(context, LIGHT)
    shown.show_viewport(viewport)
    with qtbot.waitSignal(viewport.shown, timeout=10_000):
        context._become(served.two_bodies())
    yield shown
    viewport.stop()


def items(panel: BodyPanel) -> list[QTreeWidgetItem]:
    return list(panel._items())


def hidden(inspect: InspectWorkspace) -> frozenset[int]:
    assert inspect._viewport is not None
    assert inspect._viewport.part is not None
    return inspect._viewport.part.hidden


def act(inspect: InspectWorkspace, item: QTreeWidgetItem, words: str) -> None:
    next(one for one in inspect.bodies.menu(item).actions() if one.text() == words).trigger()


def test_each_body_has_a_row_with_its_verdict(inspect: InspectWorkspace) -> None:
    found = items(inspect.bodies)
    assert [one.text(BODY) for one in found] == ["Lid", "Base"]
    assert [one.toolTip(BODY) for one in found] == ["Lid · fails · 1 fail", "Base · passes"]
    assert not inspect.bodies.isHidden()


def test_a_part_of_one_body_has_no_list_of_bodies(inspect: InspectWorkspace, context: WindowContext) -> None:
    context._become(served.result())
    assert inspect.bodies.isHidden()


def test_a_body_is_hidden_by_its_tick_and_seen_again(inspect: InspectWorkspace) -> None:
    lid, base = items(inspect.bodies)
    lid.setCheckState(BODY, UNCHECKED)
    assert hidden(inspect) == LID
    base.setCheckState(BODY, UNCHECKED)
    assert hidden(inspect) == LID | BASE
    lid.setCheckState(BODY, CHECKED)
    assert hidden(inspect) == BASE


def test_ticks_follow_what_is_hidden_elsewhere(inspect: InspectWorkspace) -> None:
    lid, base = items(inspect.bodies)
    act(inspect, base, "Isolate")
    assert hidden(inspect) == LID
    assert (lid.checkState(BODY), base.checkState(BODY)) == (UNCHECKED, CHECKED)
    act(inspect, base, "Show all")
    assert hidden(inspect) == frozenset()
    assert (lid.checkState(BODY), base.checkState(BODY)) == (CHECKED, CHECKED)
    act(inspect, lid, "Hide")
    assert hidden(inspect) == LID


def test_one_body_is_judged_alone_and_then_all_of_it_again(
    inspect: InspectWorkspace, context: WindowContext
) -> None:
    lid, base = items(inspect.bodies)
    assert "Fails" in inspect.findings.header.headline.text()
    act(inspect, base, "Judge alone")
    assert "Passes" in inspect.findings.header.headline.text()
    assert hidden(inspect) == LID
    assert base.font(BODY).bold()
    assert not lid.font(BODY).bold()
    assert not inspect.bodies.whole_button.isHidden()
    inspect.bodies.whole_button.click()
    assert "Fails" in inspect.findings.header.headline.text()
    assert context.body is None


def test_a_body_is_selected_with_its_faces_and_marked_when_a_face_of_it_is(
    inspect: InspectWorkspace, context: WindowContext
) -> None:
    lid, base = items(inspect.bodies)
    lid.setSelected(True)
    assert context.selection.now.fids == {str(face) for face in LID}
    context.selection.select(["7"], Source.PART)
    assert (lid.isSelected(), base.isSelected()) == (False, True)
    assert context.selection.now.fids == {"7"}


def test_equal_bodies_have_one_row_with_their_count_and_each_its_own_below(
    inspect: InspectWorkspace, context: WindowContext, qtbot: QtBot
) -> None:
    whole = served.two_bodies()
    lid, base = whole.bodies
    both = msgspec.structs.replace(lid, solids=(0, 1), fids=(*lid.fids, *base.fids))
    assert inspect._viewport is not None
    with qtbot.waitSignal(inspect._viewport.shown, timeout=10_000):
        context._become(msgspec.structs.replace(whole, bodies=(both,)))
    above, first, second = items(inspect.bodies)
    assert (above.text(BODY), above.text(COUNT)) == ("Lid", "× 2")
    assert [first.text(BODY), second.text(BODY)] == ["No. 1", "No. 2"]
    second.setCheckState(BODY, UNCHECKED)
    assert hidden(inspect) == BASE
    assert above.checkState(BODY) is Qt.CheckState.PartiallyChecked
    above.setCheckState(BODY, CHECKED)
    assert hidden(inspect) == frozenset()
