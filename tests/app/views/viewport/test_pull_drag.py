"""The arrow of the pull is taken by the mouse and turned; beside it the mouse turns the part."""

import math

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from pytestqt.qtbot import QtBot

from app.views.viewport import camera
from app.views.viewport.pull_drag import towards
from app.views.viewport.viewport import Viewport
from app.views.window_context import WindowContext

LEFT, NO_BUTTON = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
SIZE = (800.0, 600.0)
REACH_MM = 50.0


def send(viewport: Viewport, kind: QEvent.Type, at: QPointF) -> None:
    held = LEFT if kind is not QEvent.Type.MouseButtonRelease else NO_BUTTON
    button = NO_BUTTON if kind is QEvent.Type.MouseMove else LEFT
    event = QMouseEvent(kind, at, at, button, held, Qt.KeyboardModifier.NoModifier)
    {
        QEvent.Type.MouseButtonPress: viewport.scene.mousePressEvent,
        QEvent.Type.MouseMove: viewport.scene.mouseMoveEvent,
        QEvent.Type.MouseButtonRelease: viewport.scene.mouseReleaseEvent,
    }[kind](event)


def drag(viewport: Viewport, start: QPointF, end: QPointF) -> None:
    send(viewport, QEvent.Type.MouseButtonPress, start)
    for share in (0.25, 0.5, 0.75, 1.0):
        send(viewport, QEvent.Type.MouseMove, start + (end - start) * share)
    send(viewport, QEvent.Type.MouseButtonRelease, end)


def at(viewport: Viewport, point: np.ndarray) -> QPointF:
    ((x, y),) = camera.project(viewport.scene.view, point.reshape(1, 3), viewport.scene.pixels)
    return QPointF(x, y)


@pytest.fixture
def drafted(viewport: Viewport, context: WindowContext) -> Viewport:
    """Return the viewport from the front, with draft shown and its arrow upward."""
    context.choose_layer("draft")
    viewport.look("front")
    viewport.is_pull_turnable = True
    return viewport


def test_where_no_panel_computes_by_another_pull_the_arrow_stays(qtbot: QtBot, drafted: Viewport) -> None:
    drafted.is_pull_turnable = False
    part = drafted.part
    assert part is not None
    before, start = part.pull_ends, at(drafted, sum(part.pull_ends) / 2.0)
    with qtbot.assertNotEmitted(drafted.pull_turned):
        drag(drafted, start, start + QPointF(50.0, 0.0))
    assert part.pull_ends is before


def test_the_arrow_is_dragged_to_where_the_pull_shall_be(qtbot: QtBot, drafted: Viewport) -> None:
    part = drafted.part
    assert part is not None
    base, tip = part.pull_ends
    assert tip[2] > base[2] > part.mesh.box[1][2], "it stands on the part"
    middle = (part.mesh.box[0] + part.mesh.box[1]) / 2.0
    view = drafted.scene.view
    reach = float(np.linalg.norm(tip - middle))
    aim = at(drafted, middle + view.right * 2.0 * reach)  # beside the ball: in the plane of the screen
    with qtbot.waitSignal(drafted.pull_turned) as turned:
        drag(drafted, at(drafted, (base + tip) / 2.0), aim)
    assert turned.args == [tuple(view.right.round(4) + 0.0)]
    assert drafted.scene.view == view, "the part was not turned"
    base, tip = part.pull_ends
    assert (tip - base) @ view.right == pytest.approx(np.linalg.norm(tip - base))


def test_beside_the_arrow_and_in_other_layers_the_part_is_turned(
    qtbot: QtBot, drafted: Viewport, context: WindowContext
) -> None:
    part = drafted.part
    assert part is not None
    base, tip = part.pull_ends
    on_arrow = at(drafted, (base + tip) / 2.0)
    for start, layer in ((on_arrow + QPointF(30.0, 0.0), "draft"), (on_arrow, "thickness")):
        context.choose_layer(layer)
        before = drafted.scene.view
        with qtbot.assertNotEmitted(drafted.pull_turned):
            drag(drafted, start, start + QPointF(60.0, 40.0))
        assert drafted.scene.view != before
        drafted.look("front")


def test_a_press_that_moves_nothing_changes_no_pull(qtbot: QtBot, drafted: Viewport) -> None:
    part = drafted.part
    assert part is not None
    place = at(drafted, sum(part.pull_ends) / 2.0)
    with qtbot.assertNotEmitted(drafted.pull_turned):
        drag(drafted, place, place)


def test_a_hand_shows_that_the_arrow_can_be_taken_and_that_it_is(drafted: Viewport) -> None:
    part = drafted.part
    assert part is not None
    place, shape = at(drafted, sum(part.pull_ends) / 2.0), Qt.CursorShape
    seen = []
    for kind, where in (
        (QEvent.Type.MouseMove, place),
        (QEvent.Type.MouseButtonPress, place),
        (QEvent.Type.MouseButtonRelease, place),
        (QEvent.Type.MouseMove, place + QPointF(40.0, 0.0)),
    ):
        send(drafted, kind, where)
        seen.append(drafted.scene.cursor().shape())
    assert seen == [shape.OpenHandCursor, shape.ClosedHandCursor, shape.ArrowCursor, shape.ArrowCursor]


def test_where_clicks_measure_the_arrow_stays(qtbot: QtBot, drafted: Viewport) -> None:
    drafted.measure(True)
    part = drafted.part
    assert part is not None
    start = at(drafted, sum(part.pull_ends) / 2.0)
    with qtbot.assertNotEmitted(drafted.pull_turned):
        drag(drafted, start, start + QPointF(50.0, 0.0))


@pytest.mark.parametrize("is_far", [False, True])
@pytest.mark.parametrize("degrees", [20.0, 45.0, 70.0])
def test_within_the_ball_the_pointer_is_on_its_near_half_or_its_far_one(degrees: float, is_far: bool) -> None:
    """Seen along −Z with parallel rays: a point at the sine of an angle is that far from the eye's axis."""
    view = camera.looking(np.array([0.0, 0.0, -1.0]), np.array([0.0, 1.0, 0.0]), np.zeros(3))
    leaning = math.radians(degrees)
    point = REACH_MM * np.array([math.sin(leaning), 0.0, 0.0])
    ((x, y),) = camera.project(view, point.reshape(1, 3), SIZE)
    found = towards(view, (x, y), SIZE, np.zeros(3), REACH_MM, is_far=is_far)
    assert found == pytest.approx([math.sin(leaning), 0.0, (-1.0 if is_far else 1.0) * math.cos(leaning)])


@pytest.mark.parametrize(("degrees", "is_axis"), [(4.0, True), (6.0, False)])
def test_close_to_an_axis_it_is_the_axis(degrees: float, is_axis: bool) -> None:
    view = camera.looking(np.array([0.0, 0.0, -1.0]), np.array([0.0, 1.0, 0.0]), np.zeros(3))
    point = REACH_MM * np.array([math.sin(math.radians(degrees)), 0.0, 0.0])
    ((x, y),) = camera.project(view, point.reshape(1, 3), SIZE)
    found = towards(view, (x, y), SIZE, np.zeros(3), REACH_MM, is_far=False)
    assert (found.tolist() == [0.0, 0.0, 1.0]) == is_axis
