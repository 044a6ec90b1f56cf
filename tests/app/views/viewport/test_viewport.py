"""The viewport without a display: what it asks, emits, selects and shows."""

import os
from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.state.findings import of_result
from app.state.selection import Source
from app.views.theme.tokens import DARK, LIGHT
from app.views.viewport import camera
from app.views.viewport.viewport import Viewport
from app.views.window_context import WindowContext
from tests.app.sent_limits import sent
from tests.app.views.viewport import served
from tests.app.views.viewport.served import Server

NONE, CTRL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
THIN, THICK, NOWHERE = (10.0, 10.0, 1.0), (50.0, 10.0, 2.5), (30.0, 10.0, 0.0)


def seen(viewport: Viewport, point: tuple[float, float, float]) -> QPointF:
    ((x, y),) = camera.project(viewport.scene.view, np.array([point]), viewport.scene.pixels)
    return QPointF(x, y)


def press(viewport: Viewport, key: Qt.Key) -> QKeyEvent:
    event = QKeyEvent(QKeyEvent.Type.KeyPress, key, NONE)
    viewport.keyPressEvent(event)
    return event


def test_one_file_is_fetched_for_all_four_layers(
    viewport: Viewport, server: Server, context: WindowContext
) -> None:
    for layer in ("features", "clearance", "draft", "thickness"):
        context.choose_layer(layer)
    assert server.asked == ["/draft"]


def test_a_server_that_sends_colors_alone_is_asked_for_every_layer_and_shown_saying_so(
    qtbot: QtBot, context: WindowContext, server: Server
) -> None:
    foreign = Server(served.plates(), with_attributes=False)
    context.client = foreign  # type: ignore[assignment]
    viewport = Viewport(context, LIGHT)
    with qtbot.waitSignal(viewport.shown, timeout=10_000):
        context._become(served.result())
    assert sorted(foreign.asked) == ["/clearance", "/draft", "/features", "/thickness"]
    assert viewport._part is not None
    assert viewport._part.loaded.is_foreign
    assert viewport._part.scale is None
    viewport.stop()


def test_a_broken_file_is_reported_as_a_sentence_and_the_view_stays(
    qtbot: QtBot, context: WindowContext
) -> None:
    class Broken:
        def download(self, link: str) -> bytes:
            return b"<html>"

    context.client = Broken()  # type: ignore[assignment]
    viewport = Viewport(context, LIGHT)
    with qtbot.waitSignal(context.failure_reported, timeout=10_000) as reported:
        context._become(served.result())
    assert "GLB" in reported.args[0].sentence
    viewport.stop()


def test_the_limits_are_those_of_the_verdict_until_a_rule_moves_them(viewport: Viewport) -> None:
    assert viewport._part is not None
    assert viewport._part.limits.fail == 2.0
    edited, unlimited = sent(1.5, 3.0), sent()
    viewport.set_limits(edited)
    assert viewport._part.limits is edited
    viewport.set_limits(unlimited)
    assert viewport._part.limits is unlimited  # the pack that is edited sets none
    viewport.set_limits(None)
    assert viewport._part.limits.fail == 2.0


def test_the_pointer_reads_value_face_and_place(viewport: Viewport, qtbot: QtBot) -> None:
    with qtbot.waitSignal(viewport.probed) as probed:
        viewport.pointer.hover(seen(viewport, THICK))
    (probe,) = probed.args
    assert (probe.value, probe.unit, probe.fid) == (pytest.approx(2.5), "mm", "7")
    assert (probe.x, probe.y, probe.z) == pytest.approx(THICK, abs=0.1)
    with qtbot.waitSignal(viewport.probed) as probed:
        viewport.pointer.hover(seen(viewport, NOWHERE))
    assert probed.args == [None]


def test_what_was_not_measured_has_no_value(viewport: Viewport, qtbot: QtBot, context: WindowContext) -> None:
    context.choose_layer("clearance")
    with qtbot.waitSignal(viewport.probed) as probed:
        viewport.pointer.hover(seen(viewport, THICK))
    assert probed.args[0].value is None
    assert probed.args[0].fid == "7"


def test_hovering_says_the_tree_and_leaving_takes_it_back(viewport: Viewport, context: WindowContext) -> None:
    viewport.pointer.hover(seen(viewport, THICK))
    assert context.selection.now.hovered_fid == "7"
    viewport.scene.leaveEvent(None)
    assert context.selection.now.hovered_fid is None


def test_a_click_selects_the_smallest_feature_and_the_next_click_the_one_around_it(
    viewport: Viewport, context: WindowContext
) -> None:
    for expected in ({"1"}, {"0", "1", "2"}, {"1"}):
        viewport.pointer.click(seen(viewport, THIN), NONE)
        assert context.selection.now.fids == expected
        assert context.selection.now.source is Source.PART


def test_a_click_on_no_feature_selects_the_face_and_beside_the_part_nothing(
    viewport: Viewport, context: WindowContext
) -> None:
    viewport.pointer.click(seen(viewport, THICK), NONE)
    assert context.selection.now.fids == {"7"}
    viewport.pointer.click(seen(viewport, THIN), CTRL)
    assert context.selection.now.fids == {"1", "7"}
    viewport.pointer.click(seen(viewport, NOWHERE), NONE)
    assert context.selection.now.fids == frozenset()


def test_escape_clears_the_selection_and_other_keys_are_left_to_the_window(
    viewport: Viewport, context: WindowContext
) -> None:
    context.selection.select({"7"}, Source.TREE)
    assert not press(viewport, Qt.Key.Key_W).isAccepted()
    assert context.selection.now.fids == {"7"}
    press(viewport, Qt.Key.Key_Escape)
    assert context.selection.now.fids == frozenset()


def test_isolated_faces_alone_are_seen_and_pickable_until_all_are_shown(viewport: Viewport) -> None:
    viewport.isolate(["7"])
    assert viewport.pointer.hit_at(seen(viewport, THICK)) is not None
    assert viewport.pointer.hit_at(seen(viewport, THIN)) is None
    viewport.show_all()
    assert viewport.pointer.hit_at(seen(viewport, THIN)) is not None


def test_hidden_faces_let_the_pointer_through(viewport: Viewport) -> None:
    viewport.hide(["7"])
    hit = viewport.pointer.hit_at(seen(viewport, THICK))
    assert hit is not None
    assert hit.face == 6  # the bottom, from inside
    viewport.hide(["6"])
    assert viewport.pointer.hit_at(seen(viewport, THICK)) is None


def test_where_all_of_it_is_hidden_the_picture_says_how_to_get_it_back(viewport: Viewport) -> None:
    viewport.hide([f"{fid}" for fid in range(11)])
    assert viewport.overlays.annotations._badge == ""
    viewport.hide(["11"])
    assert viewport.overlays.annotations._badge == "All of it is hidden; Shift+H shows it again"
    viewport.show_all()
    assert viewport.overlays.annotations._badge == ""


def test_only_problems_dims_every_face_without_a_finding(viewport: Viewport) -> None:
    viewport.only_problems(True)
    assert viewport._part is not None
    assert viewport._part.dim == frozenset(range(12)) - {1}
    viewport.only_problems(False)
    assert viewport._part.dim == frozenset()


def test_a_section_opens_towards_the_camera_and_what_it_takes_cannot_be_picked(
    viewport: Viewport, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(viewport.section_changed) as changed:
        viewport.set_section("x", 30.0)
    assert changed.args == [True]
    hits = [viewport.pointer.hit_at(seen(viewport, place)) for place in (THIN, THICK)]
    assert [hit is None for hit in hits].count(True) == 1
    viewport.set_section(None)
    assert viewport.pointer.hit_at(seen(viewport, THIN)) is not None
    assert viewport.pointer.hit_at(seen(viewport, THICK)) is not None


def test_flying_to_a_finding_brings_its_faces_into_the_middle_seen_from_before(
    viewport: Viewport, context: WindowContext
) -> None:
    viewport.look("bottom")
    before = viewport.scene.view.height_mm
    (placed,) = of_result(served.result(), "cnc", "3-axis").all
    context.fly_to(placed)
    at = seen(viewport, THIN)
    assert at.x() == pytest.approx(400, abs=130)
    assert at.y() == pytest.approx(300, abs=60)
    assert viewport.scene.view.forward[2] < -0.5
    assert viewport.scene.view.height_mm < before


def test_computed_again_the_view_stays_as_it_was(
    viewport: Viewport, context: WindowContext, qtbot: QtBot
) -> None:
    viewport.look("left")
    viewport.hide(["7"])
    view = viewport.scene.view
    with qtbot.waitSignal(viewport.shown, timeout=10_000):
        context._become(served.result())
    assert viewport.scene.view is view
    assert viewport._part is not None
    assert viewport._part.hidden == {7}


def test_another_part_is_fitted(viewport: Viewport, context: WindowContext, qtbot: QtBot) -> None:
    viewport.look("left")
    context.client = Server(served.plates(thin_mm=3.0))  # type: ignore[assignment]
    with qtbot.waitSignal(viewport.shown, timeout=10_000):
        context._become(served.result())
    assert viewport.scene.view.forward == pytest.approx(camera.standard("iso", viewport.scene.view).forward)


def test_a_part_that_fitted_fits_a_picture_of_another_size_and_one_that_was_moved_stays(
    viewport: Viewport,
) -> None:
    viewport.show()
    viewport.fit()
    viewport.resize(420, 600)
    viewport.scene.resize(420, 600)
    viewport.camera_controller.keep_fitting()
    corners = [seen(viewport, (x, y, 0.0)) for x in (0.0, 60.0) for y in (0.0, 20.0)]
    assert all(0.0 <= at.x() <= 420.0 for at in corners)
    moved = camera.moved(viewport.scene.view, (5.0, 0.0), viewport.scene.pixels)
    viewport.scene.look(moved)
    viewport.resize(800, 600)
    viewport.camera_controller.keep_fitting()
    assert viewport.scene.view is moved


def test_escape_ends_measuring_and_selects_nothing(viewport: Viewport, context: WindowContext) -> None:
    viewport.measure(True)
    viewport.pointer.click(seen(viewport, THIN), NONE)
    assert context.selection.now.fids == frozenset()  # nothing is selected while measuring
    assert viewport.overlays.annotations._points
    press(viewport, Qt.Key.Key_Escape)
    assert not viewport.is_measuring
    assert viewport.overlays.annotations._points == ()


def test_closing_the_part_says_what_can_be_dropped(viewport: Viewport, context: WindowContext) -> None:
    assert viewport.overlays.annotations._empty is None
    context._become(None)
    assert viewport.overlays.annotations._empty is not None
    assert viewport.overlays.legend.isHidden()
    assert viewport.pointer.hit_at(QPointF(400, 300)) is None


def mouse(
    viewport: Viewport,
    kind: QEvent.Type,
    x: float,
    y: float = 300.0,
    button: Qt.MouseButton = Qt.MouseButton.LeftButton,
) -> None:
    at = QPointF(x, y)
    QApplication.sendEvent(viewport.scene, QMouseEvent(kind, at, at, button, button, NONE))


def right_click(viewport: Viewport, at: QPointF, to: QPointF | None = None) -> None:
    """Press the right button at a place, and let it go there or at another."""
    right, there = Qt.MouseButton.RightButton, at if to is None else to
    mouse(viewport, QEvent.Type.MouseButtonPress, at.x(), at.y(), right)
    mouse(viewport, QEvent.Type.MouseMove, there.x(), there.y(), right)
    mouse(viewport, QEvent.Type.MouseButtonRelease, there.x(), there.y(), right)


def test_dragged_over_the_part_it_turns_and_nothing_is_selected(
    viewport: Viewport, context: WindowContext
) -> None:
    before = viewport.scene.view.forward
    mouse(viewport, QEvent.Type.MouseButtonPress, 100)
    for x in (101, 140, 180):
        mouse(viewport, QEvent.Type.MouseMove, x)
    mouse(viewport, QEvent.Type.MouseButtonRelease, 180)
    assert np.linalg.norm(viewport.scene.view.forward - before) > 0.05
    assert context.selection.now.fids == frozenset()


def test_a_press_that_hardly_moves_is_a_click(viewport: Viewport, context: WindowContext) -> None:
    before, at = viewport.scene.view, seen(viewport, THIN)
    mouse(viewport, QEvent.Type.MouseButtonPress, at.x(), at.y())
    mouse(viewport, QEvent.Type.MouseMove, at.x() + 2, at.y())
    mouse(viewport, QEvent.Type.MouseButtonRelease, at.x() + 2, at.y())
    assert viewport.scene.view is before
    assert context.selection.now.fids == {"1"}


def test_the_view_follows_the_settings_at_once(viewport: Viewport, context: WindowContext) -> None:
    part = viewport._part
    assert part is not None
    lines = part._actor._lines.actor
    assert lines.GetVisibility()
    context.settings.set("shows_edges", False)
    assert not lines.GetVisibility()
    viewport.hide(["7"])
    assert not lines.GetVisibility()  # not even those that are drawn anew
    context.settings.set("shows_edges", True)
    assert lines.GetVisibility()
    context.settings.set("is_orthographic", False)
    assert not viewport.scene.view.is_parallel
    context.settings.set("mouse", "cad")
    before = viewport.scene.view
    mouse(viewport, QEvent.Type.MouseButtonPress, 100)
    mouse(viewport, QEvent.Type.MouseMove, 180)
    mouse(viewport, QEvent.Type.MouseButtonRelease, 180)
    assert viewport.scene.view is before  # the left button only selects there


def test_the_legend_folds_to_a_line_and_stays_so_at_the_next_start(
    viewport: Viewport, context: WindowContext
) -> None:
    legend = viewport.overlays.legend
    open_height = legend.height()
    legend.fold_button.click()
    assert legend.height() < open_height / 3
    context.choose_layer("features")
    assert legend.height() < open_height / 3
    assert not context.settings["legend_is_open"]
    again = Viewport(context, LIGHT)
    assert not again.overlays.legend.is_open
    again.stop()
    context.settings.set("legend_is_open", True)
    context.choose_layer("thickness")
    assert legend.height() == open_height


def test_dropped_files_and_keys_are_the_windows(viewport: Viewport) -> None:
    assert not viewport.scene.acceptDrops()
    event = QKeyEvent(QKeyEvent.Type.KeyPress, Qt.Key.Key_W, NONE)
    viewport.scene.keyPressEvent(event)
    assert not event.isAccepted()


@pytest.mark.skipif("DISPLAY" in os.environ, reason="there is a display")
def test_without_a_display_there_is_no_picture_and_no_harm(viewport: Viewport) -> None:
    assert viewport.screenshot(2.0).isNull()


def test_a_theme_can_be_changed_while_a_part_is_shown(viewport: Viewport) -> None:
    viewport.set_tokens(DARK)
    stage = viewport.scene.plotter.renderer
    assert stage.GetBackground2()[0] == pytest.approx(int(DARK.sky_top[1:3], 16) / 255)


def test_a_right_click_selects_what_is_there_and_asks_for_a_menu_but_a_drag_does_not(
    viewport: Viewport, context: WindowContext
) -> None:
    asked: list[QPointF] = []
    viewport.menu_asked.connect(lambda _, at: asked.append(at))
    right_click(viewport, seen(viewport, THICK))
    assert context.selection.now.fids == {"7"}
    assert len(asked) == 1
    context.selection.select(["7", "8"], Source.TREE)
    right_click(viewport, seen(viewport, THICK))
    assert context.selection.now.fids == {"7", "8"}  # what is selected is what the menu is about
    right_click(viewport, seen(viewport, THICK), seen(viewport, NOWHERE))
    assert len(asked) == 2


def test_a_section_is_closed_by_a_flight_to_what_it_took_away_and_by_no_other(
    viewport: Viewport, context: WindowContext
) -> None:
    """The plates reach from x = 0 to 20 and from 40 to 60; the cut between them leaves one."""
    part = viewport._part
    assert part is not None
    middles = {face: float(part.points([face])[:, 0].mean()) for face in part.all_faces}
    viewport.set_section("x", 30.0)
    section = part.section
    assert section is not None
    kept = next(face for face, x in middles.items() if (x - 30.0) * section.normal[0] > 0.0)
    gone = next(face for face, x in middles.items() if (x - 30.0) * section.normal[0] < 0.0)
    context.flown_to.emit(SimpleNamespace(fids=frozenset({f"{kept}"})))
    assert viewport.is_cut
    context.flown_to.emit(SimpleNamespace(fids=frozenset()))
    assert viewport.is_cut, "a finding on the whole part has no place"
    context.flown_to.emit(SimpleNamespace(fids=frozenset({f"{kept}", f"{gone}"})))
    assert viewport.is_cut, "some of it is seen"
    context.flown_to.emit(SimpleNamespace(fids=frozenset({f"{gone}"})))
    assert not viewport.is_cut
