"""The Compare workspace without a display: which parts are compared, and how that begins and ends."""

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QFileDialog, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from app.views.compare.earlier import State
from app.views.compare.earlier_pane import EarlierPane
from app.views.compare.workspace import CompareWorkspace
from app.views.window_context import WindowContext
from tests.app.views.compare.conftest import WAIT_MS
from tests.app.views.compare.server import Server

PROCESS = ("cnc", "3-axis")


def shown(workspace: CompareWorkspace) -> QWidget:
    return workspace._pages.currentWidget()


def test_before_anything_is_chosen_likely_revisions_are_offered(workspace: CompareWorkspace) -> None:
    assert shown(workspace) is workspace.chooser
    offered = [workspace.chooser.list.item(row).text().splitlines()[0] for row in range(1)]
    assert offered == ["sound_v1.step"]
    assert workspace.pair.view is None
    assert not workspace.swap_button.isEnabled()


def test_without_an_open_part_there_is_nothing_to_compare_with(
    qtbot: QtBot, workspace: CompareWorkspace, context: WindowContext
) -> None:
    context.close_part()
    assert not workspace.chooser.isEnabled()
    assert not workspace.other_button.isEnabled()


def test_comparing_can_be_stopped(compared: CompareWorkspace) -> None:
    compared.close_button.click()
    assert compared.earlier.state is State.NONE
    assert shown(compared) is compared.chooser
    assert compared.comparing.comparison is None
    assert not compared.close_button.isEnabled()


def test_the_same_file_twice_has_nothing_changed(
    qtbot: QtBot, workspace: CompareWorkspace, parts: Path
) -> None:
    workspace.compare_with(parts / "sound_v1.step")
    qtbot.waitUntil(lambda: workspace.comparing.comparison is not None, timeout=WAIT_MS)
    assert workspace.panel.head.summary.text() == "Nothing changed: both files are the same."
    assert "Nothing changed here." in workspace.panel.details.toPlainText()
    workspace.go_to_next()  # there is nowhere to go


def test_a_part_that_cannot_be_read_says_why_and_can_be_tried_again(
    qtbot: QtBot, workspace: CompareWorkspace, parts: Path, context: WindowContext
) -> None:
    workspace.compare_with(parts / "broken_v1.step")
    qtbot.waitUntil(lambda: workspace.earlier.state is State.FAILED, timeout=WAIT_MS)
    assert workspace.waiting.words.text().startswith("broken.step holds no solid. Export ")
    assert not workspace.waiting.again_button.isHidden()
    assert context.result is not None
    workspace.waiting.other_button.click()
    assert shown(workspace) is workspace.chooser


def test_a_file_of_another_kind_is_refused_at_once_and_sent_nowhere(
    qtbot: QtBot, workspace: CompareWorkspace, parts: Path, server: Server
) -> None:
    drawing = parts / "drawing.dwg"
    drawing.write_text("no part")
    n_sent = len(server.sent)
    workspace.compare_with(drawing)
    qtbot.waitUntil(lambda: workspace.earlier.state is State.FAILED, timeout=WAIT_MS)
    assert "drawing.dwg ends in .dwg" in workspace.waiting.words.text()
    assert len(server.sent) == n_sent


def test_waiting_can_be_cancelled(
    qtbot: QtBot, workspace: CompareWorkspace, parts: Path, server: Server
) -> None:
    server.gate.clear()
    workspace.compare_with(parts / "thin_v1.step")
    qtbot.waitUntil(lambda: len(server.sent) == 2, timeout=WAIT_MS)
    assert shown(workspace) is workspace.waiting
    assert "thin_v1.step" in workspace.waiting.words.text()
    workspace.waiting.cancel_button.click()
    qtbot.waitUntil(lambda: workspace.earlier.state is State.NONE, timeout=WAIT_MS)
    assert shown(workspace) is workspace.chooser
    server.gate.set()


def test_a_file_that_is_dropped_on_the_place_of_the_earlier_becomes_it(
    qtbot: QtBot, workspace: CompareWorkspace, parts: Path
) -> None:
    pane = workspace._pages.parentWidget()
    assert isinstance(pane, EarlierPane)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(parts / "thin_v1.step"))])
    buttons, keys, copy = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, Qt.DropAction.CopyAction
    enter = QDropEvent(QPointF(5, 5), copy, data, buttons, keys, QEvent.Type.DragEnter)
    enter.ignore()
    pane.dragEnterEvent(enter)
    assert enter.isAccepted()
    pane.dropEvent(QDropEvent(QPointF(5, 5), copy, data, buttons, keys))
    assert workspace.earlier.path == parts / "thin_v1.step"
    two = QMimeData()
    two.setUrls([QUrl.fromLocalFile(str(parts / name)) for name in ("thin_v1.step", "sound_v1.step")])
    enter = QDropEvent(QPointF(5, 5), copy, two, buttons, keys, QEvent.Type.DragEnter)
    enter.ignore()
    pane.dragEnterEvent(enter)
    assert not enter.isAccepted()  # several are the window's


def test_the_dialog_chooses_the_earlier_part(
    qtbot: QtBot, workspace: CompareWorkspace, parts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = str(parts / "thin_v1.step")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (chosen, ""))
    workspace.other_button.click()
    assert workspace.earlier.path == Path(chosen)


def test_swapping_makes_the_earlier_part_the_open_one_without_sending_either_again(
    qtbot: QtBot, compared: CompareWorkspace, context: WindowContext, server: Server
) -> None:
    n_sent = len(server.sent)
    compared.swap_button.click()
    qtbot.waitUntil(lambda: compared.pair.alike is not None, timeout=WAIT_MS)
    assert [one.name.text() for one in compared.captions] == ["sound_v2.step", "thin_v1.step"]
    assert compared.panel.head.summary.text() == "1 new."
    assert len(server.sent) == n_sent


def test_another_part_ends_the_comparison_and_frees_the_second_view(
    qtbot: QtBot, compared: CompareWorkspace, context: WindowContext, parts: Path
) -> None:
    view = compared.pair.view
    assert view is not None
    context.open_part(parts / "sound_v1.step")
    qtbot.waitUntil(lambda: not isValid(view), timeout=WAIT_MS)
    assert compared.pair.view is None
    assert compared.earlier.state is State.NONE
    assert compared.comparing.comparison is None


def test_the_part_that_is_analyzed_again_is_compared_again(
    qtbot: QtBot, compared: CompareWorkspace, context: WindowContext, parts: Path
) -> None:
    before = compared.comparing.comparison
    context.open_part(parts / "sound_v2.step")
    qtbot.waitUntil(
        lambda: compared.comparing.comparison not in (None, before) and compared.pair.alike is not None,
        timeout=WAIT_MS,
    )
    assert compared.earlier.path == parts / "thin_v1.step"
    assert compared.panel.head.summary.text() == "1 fixed."


def test_another_pull_of_the_open_part_is_taken_over(
    qtbot: QtBot, compared: CompareWorkspace, context: WindowContext, server: Server
) -> None:
    server.pull = [1.0, 0.0, 0.0]
    context.recompute({"pull": "1,0,0"})
    qtbot.waitUntil(lambda: len(server.recomputed) == 2, timeout=WAIT_MS)
    assert server.recomputed[1]["pull"] == "1,0,0"
