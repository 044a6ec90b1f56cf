"""Measuring by clicks in the viewport: places of two plates, whose measures are known as they were drawn."""

import pytest
from PySide6.QtCore import QPointF, Qt
from pytestqt.qtbot import QtBot

from app.views.theme.tokens import LIGHT
from app.views.viewport.viewport import Viewport
from app.views.window_context import WindowContext
from tests.app.views.viewport import served
from tests.app.views.viewport.served import Server
from tests.app.views.viewport.test_viewport import CTRL, NONE, NOWHERE, THICK, THIN, press, seen

EDGE = (10.0, 20.0, 1.0)
"""In the middle of a side of the thin plate's top."""


@pytest.fixture
def measured(viewport: Viewport, qtbot: QtBot):
    """Return a click that waits for what it measures, and returns the lines that are shown."""

    def click(point: tuple[float, float, float]) -> tuple[str, ...]:
        with qtbot.waitSignal(viewport.measuring.measured, timeout=10_000):
            viewport.pointer.click(seen(viewport, point), NONE)
        return viewport.overlays.annotations.words

    return click


def test_two_faces_are_measured_exactly_and_a_third_click_begins_anew(viewport: Viewport, measured) -> None:
    viewport.measure(True)
    assert measured(THIN) == ("Area 400.0 mm²", "Click the second place")
    words = measured(THICK)
    assert words[:2] == ("Plane to plane: 1.500 mm", "Parallel")
    assert words[2].startswith("Picked points: 40.0")
    assert measured(THIN)[0] == "Area 400.0 mm²"


def test_a_click_near_an_edge_takes_the_edge(viewport: Viewport, measured, server: Server) -> None:
    viewport.measure(True)
    near = seen(viewport, EDGE) + QPointF(0.0, 4.0)
    viewport.pointer.hover(near)
    assert viewport.overlays.annotations._edge  # it is marked before the click
    viewport.pointer.hover(seen(viewport, THIN))
    assert not viewport.overlays.annotations._edge
    assert measured(EDGE)[0] == "Length 20.000 mm"
    assert server.measured[-1][0].is_edge
    assert measured(THICK)[0] == "Edge to plane: 1.500 mm"


def test_the_line_lies_between_what_the_distance_is_between(viewport: Viewport, measured) -> None:
    viewport.measure(True)
    measured(THIN)
    measured(THICK)
    start, end = viewport.overlays.annotations._points
    assert (start - end).manhattanLength() < 1.0  # seen from above, at right angles to both planes


def test_all_of_it_is_shown_in_inches_at_once_when_that_is_set(
    viewport: Viewport, context: WindowContext, measured
) -> None:
    viewport.measure(True)
    measured(THIN)
    measured(THICK)
    context.settings.set("length_unit", "in")
    assert viewport.overlays.annotations.words[0] == "Plane to plane: 0.0591 in"
    context.settings.set("length_unit", "mm")
    assert viewport.overlays.annotations.words[0] == "Plane to plane: 1.500 mm"


def test_a_click_beside_the_part_gives_up_what_was_picked(viewport: Viewport, measured) -> None:
    viewport.measure(True)
    measured(THIN)
    viewport.pointer.click(seen(viewport, NOWHERE), NONE)
    assert viewport.overlays.annotations._points == ()


def test_thickness_is_pinned_at_each_click_and_stays_until_it_is_cleared(
    viewport: Viewport, measured
) -> None:
    viewport.pin_thickness(True)
    measured(THIN)
    measured(THICK)
    pins = viewport.overlays.annotations.pins
    assert [each.words for each in pins] == ["1.000 mm", "2.500 mm"]
    assert (pins[1].start - seen(viewport, THICK)).manhattanLength() < 1.0
    press(viewport, Qt.Key.Key_Escape)
    assert not viewport.is_pinning
    viewport.look("iso")
    moved = viewport.overlays.annotations.pins
    assert [each.words for each in moved] == ["1.000 mm", "2.500 mm"]
    assert (moved[1].start - pins[1].start).manhattanLength() > 1.0
    viewport.clear_measurements()
    assert viewport.overlays.annotations.pins == ()


def test_on_the_cap_of_a_section_a_click_pins_the_wall_that_was_cut(viewport: Viewport, measured) -> None:
    viewport.set_section("y", 10.0)
    viewport.look("back" if viewport.part.section.normal[1] < 0 else "front")
    viewport.measure(True)
    at = (50.0, 10.0, 1.0)  # within the thick plate, nearer to its bottom
    assert viewport.pointer.hit_at(seen(viewport, at)) is None
    measured(at)
    assert [each.words for each in viewport.overlays.annotations.pins] == ["2.500 mm"]


def test_beside_a_section_nothing_is_pinned(viewport: Viewport, server: Server) -> None:
    viewport.set_section("y", 10.0)
    viewport.look("back" if viewport.part.section.normal[1] < 0 else "front")
    viewport.pin_thickness(True)
    viewport.pointer.click(seen(viewport, (30.0, 10.0, 1.0)), CTRL)
    assert server.measured == []


def test_a_server_that_measures_nothing_leaves_it_to_the_triangles_which_is_said(
    qtbot: QtBot, context: WindowContext
) -> None:
    context.client = Server(served.plates(), measures=False)  # type: ignore[assignment]
    viewport = Viewport(context, LIGHT)
    viewport.resize(800, 600)
    viewport.scene.resize(800, 600)
    with qtbot.waitSignal(viewport.shown, timeout=10_000):
        context._become(served.result())
    viewport.look("top")
    viewport.measure(True)
    for place in (THIN, THICK):
        with qtbot.waitSignal(viewport.measuring.measured, timeout=10_000):
            viewport.pointer.click(seen(viewport, place), NONE)
    assert viewport.overlays.annotations.words[0] == "Point to point: ≈ 1.500 mm"
    viewport.stop()


def test_whoever_begins_to_measure_is_told_what_to_click_until_something_is(
    viewport: Viewport, measured
) -> None:
    badge = lambda: viewport.overlays.annotations._badge  # noqa: E731
    assert badge() == ""
    viewport.measure(True)
    assert badge().startswith("Click a face, an edge or a hole")
    measured(THIN)
    assert badge() == ""
    viewport.pointer.click(seen(viewport, NOWHERE), NONE)
    assert badge().startswith("Click a face")
    viewport.escape()
    assert badge() == ""
