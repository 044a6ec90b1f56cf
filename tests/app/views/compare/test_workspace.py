"""The Compare workspace without a display."""

import csv
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from msgspec import structs
from PySide6.QtCore import QEvent, QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QFileDialog, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from app.client.models import FailedStage
from app.state.revisions import Change
from app.state.selection import Source
from app.views.compare.diff_head import NO_BREAK
from app.views.compare.earlier import State
from app.views.compare.earlier_pane import EarlierPane
from app.views.compare.workspace import CompareWorkspace
from app.views.theme.tokens import DARK
from app.views.viewport import camera
from app.views.viewport.section import Section
from app.views.viewport.viewport import Viewport
from app.views.window_context import WindowContext
from tests.app.views.compare.conftest import WAIT_MS
from tests.app.views.compare.server import Server

PROCESS = ("cnc", "3-axis")


def shown(workspace: CompareWorkspace) -> QWidget:
    return workspace._pages.currentWidget()


def cameras(workspace: CompareWorkspace) -> list[np.ndarray]:
    views = workspace.pair.view, workspace.pair._later
    return [np.concatenate([one.scene.view.position, one.scene.view.up]) for one in views if one is not None]


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


def test_both_revisions_are_shown_and_what_became_of_the_findings_is_listed(
    compared: CompareWorkspace,
) -> None:
    assert [one.name.text() for one in compared.captions] == ["thin_v1.step", "sound_v2.step"]
    assert compared.panel.head.summary.text() == "1 fixed."
    assert compared.panel.head.verdicts.text() == "Before: fails 1 rule  →  now: passes"
    assert "10.00 → 25.00 cm³ (+150 %)" in compared.panel.head.facts.text().replace(NO_BREAK, " ")
    assert [compared.panel.tabs.tabText(at) for at in (0, 1)] == ["Issues  1", "Features  1"]
    (node,) = compared.panel.issues.changes.changed()
    assert node.texts == ("Hole 1", "1.00 mm", "≥ 2.00 mm", "−1.00 mm")


def test_a_revision_that_was_not_analyzed_in_full_is_named(
    compared: CompareWorkspace, context: WindowContext
) -> None:
    head = compared.panel.head
    assert head.missing.isHidden()
    failed = FailedStage(stage="features.hole", message="Holes were not recognized: the engine failed.")
    found = head._comparing.comparison
    assert found is not None
    both = replace(found.alignment, before=structs.replace(found.alignment.before, failed_stages=(failed,)))
    head._comparing.comparison = replace(found, alignment=both)
    head.refresh()
    assert head.missing.text().splitlines() == ["Before is incomplete:", failed.message]
    assert not head.missing.isHidden()


def test_the_price_is_shown_before_and_after(qtbot: QtBot, compared: CompareWorkspace) -> None:
    words = "One casting in Aluminum A356: €10.00 → €25.00 (+150 %)"
    qtbot.waitUntil(lambda: words in compared.panel.head.facts.text(), timeout=WAIT_MS)


def test_the_earlier_part_is_analyzed_as_the_open_one_was(compared: CompareWorkspace, server: Server) -> None:
    name, options = server.sent[-1]
    assert name == "thin_v1.step"
    assert (options["pull"], options["alpha_min"]) == ("0,0,1", 0.5)


def test_moving_one_view_moves_the_other_unless_they_are_let_go(
    compared: CompareWorkspace, viewport: Viewport
) -> None:
    earlier = compared.pair.view
    assert earlier is not None
    viewport.look("top")
    assert np.allclose(*cameras(compared))
    earlier.scene.look(camera.moved(earlier.scene.view, (40.0, 10.0), earlier.scene.pixels))
    assert np.allclose(*cameras(compared))
    compared.link_box.setChecked(False)
    viewport.look("front")
    assert not np.allclose(*cameras(compared))
    compared.link_box.setChecked(True)
    assert np.allclose(*cameras(compared))


def test_layer_limits_and_range_are_the_same_in_both(
    compared: CompareWorkspace, viewport: Viewport, context: WindowContext
) -> None:
    earlier = compared.pair.view
    assert earlier is not None
    parts = earlier.part, viewport.part
    assert parts[0] is not None
    assert parts[1] is not None
    assert parts[0].limits.fail == parts[1].limits.fail == 2.0
    assert parts[0].scale == parts[1].scale
    viewport.coloring.set_range((0.5, 4.0))
    assert parts[0].range == (0.5, 4.0)
    earlier.coloring.set_band("fail")
    assert parts[1].only_band == "fail"
    context.choose_layer("draft")
    assert (parts[0].layer, parts[1].layer) == ("draft", "draft")
    viewport.only_problems(True)
    assert earlier.coloring.is_only_problems


def test_scales_reach_as_far_as_either_part_needs_and_are_let_go_after(
    compared: CompareWorkspace, viewport: Viewport
) -> None:
    earlier = compared.pair.view
    assert earlier is not None
    assert earlier.part is not None
    assert viewport.part is not None
    viewport.coloring.set_range((0.0, 3.0))
    viewport.coloring.set_range(None)
    assert earlier.part.scale == viewport.part.scale
    compared.hide()
    assert viewport.part.range is None


def test_a_section_of_one_cuts_the_other(compared: CompareWorkspace, viewport: Viewport) -> None:
    earlier = compared.pair.view
    assert earlier is not None
    assert earlier.part is not None
    assert viewport.part is not None
    viewport.set_section("x", 30.0)
    assert earlier.part.section == viewport.part.section
    earlier.overlays.section.changed.emit(Section("y", 5.0), False)
    assert viewport.part.section == Section("y", 5.0)
    viewport.set_section(None)
    assert earlier.part.section is None


def test_what_is_hidden_or_stands_alone_in_one_does_so_in_the_other(
    compared: CompareWorkspace, viewport: Viewport
) -> None:
    earlier = compared.pair.view
    assert earlier is not None
    assert earlier.part is not None
    assert viewport.part is not None
    viewport.hide({"7"})
    assert earlier.part.hidden == viewport.part.hidden == {7}
    earlier.hide({"8"})
    assert viewport.part.hidden == {7, 8}
    viewport.isolate({"1"})  # the hole, deeper now: another face, and the same feature
    assert earlier.part.hidden == earlier.part.all_faces - {1}
    viewport.show_all()
    assert earlier.part.hidden == frozenset()


def test_both_take_the_ends_of_a_measurement(compared: CompareWorkspace, viewport: Viewport) -> None:
    earlier = compared.pair.view
    assert earlier is not None
    viewport.measure(True)
    assert earlier.is_measuring
    earlier.measure(False)
    assert not viewport.is_measuring


def test_comparing_can_be_stopped(compared: CompareWorkspace) -> None:
    compared.close_button.click()
    assert compared.earlier.state is State.NONE
    assert shown(compared) is compared.chooser
    assert compared.comparing.comparison is None
    assert not compared.close_button.isEnabled()


def test_what_is_selected_in_one_is_outlined_in_the_other(
    compared: CompareWorkspace, context: WindowContext
) -> None:
    context.selection.select({"6", "7"}, Source.PART)
    assert compared.earlier.context.selection.now.fids == {"6", "7"}
    compared.earlier.context.selection.select({"1"}, Source.PART)
    assert context.selection.now.fids == {"1"}
    item = compared.panel._at[0]
    assert item is not None
    assert item.change is Change.FIXED
    context.selection.clear()
    assert compared.earlier.context.selection.now.fids == frozenset()


def test_a_change_that_is_chosen_is_flown_to_in_both(
    compared: CompareWorkspace, viewport: Viewport, context: WindowContext
) -> None:
    before = cameras(compared)[1]
    context.choose_layer("draft")
    compared.go_to_next()
    assert context.layer == "thickness", "which the rule measures"
    assert not np.allclose(cameras(compared)[1], before)
    assert np.allclose(*cameras(compared))
    assert compared.earlier.context.selection.now.fids == {"1"}
    assert context.selection.now.fids == {"1"}  # the same hole, now deep enough
    assert "The rule finds nothing here any more." in compared.panel.details.toPlainText()
    compared.panel.tabs.setCurrentIndex(1)
    compared.go_to_previous()
    assert "depth 1.00 → 2.50 mm" in compared.panel.details.toPlainText()


def test_the_pointer_reads_both_revisions_at_one_place(
    compared: CompareWorkspace, viewport: Viewport
) -> None:
    viewport.look("top")
    ((x, y),) = camera.project(viewport.scene.view, np.array([(10.0, 10.0, 2.5)]), viewport.scene.pixels)
    viewport.scene.hovered.emit(QPointF(x, y))
    readings = [one.reading.text() for one in compared.captions]
    assert readings == ["1.00 mm", "2.50 mm  (+1.50 mm)"]
    viewport.scene.hovered.emit(None)
    assert [one.reading.text() for one in compared.captions] == ["", ""]


def test_only_what_changed_keeps_its_color(compared: CompareWorkspace, viewport: Viewport) -> None:
    assert viewport.part is not None
    compared.changes_box.setChecked(True)
    assert viewport.part.dim == frozenset(range(6, 12)) | {0}  # the sound plate, and the ground of the other
    compared.changes_box.setChecked(False)
    assert viewport.part.dim == frozenset()


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


def test_the_changes_are_written_and_a_folder_that_is_gone_reported(
    qtbot: QtBot, compared: CompareWorkspace, context: WindowContext, tmp_path: Path
) -> None:
    compared.panel.write(tmp_path / "changes.csv")
    rows = list(csv.DictReader((tmp_path / "changes.csv").read_text("utf-8").splitlines()))
    assert [(row["what"], row["change"]) for row in rows] == [
        ("issue", "fixed"),
        ("finding", "fixed"),
        ("feature", "changed"),
        ("feature", "same"),
    ]
    with qtbot.waitSignal(context.failure_reported) as reported:
        compared.panel.write(tmp_path / "gone" / "changes.csv")
    assert "could not be written" in reported.args[0].sentence


def test_every_control_has_a_name_and_the_dark_colors_are_taken(compared: CompareWorkspace) -> None:
    compared.set_tokens(DARK)
    for kind in (QPushButton, QToolButton):
        for one in compared.findChildren(kind):
            assert one.text() or one.accessibleName(), one
    model = compared.panel.issues.changes
    (node,) = model.changed()
    spoken = model.data(model.place(node.item), Qt.ItemDataRole.AccessibleTextRole)  # type: ignore[arg-type]
    assert spoken == "Hole 1, fails, Fixed, The wall is 1.0 mm."


def test_while_nobody_looks_the_views_go_their_own_ways(
    qtbot: QtBot, compared: CompareWorkspace, viewport: Viewport
) -> None:
    compared.hide()
    assert compared.pair.linked is None
    viewport.look("front")
    assert not np.allclose(*cameras(compared))
    compared.show()
    assert np.allclose(*cameras(compared))
