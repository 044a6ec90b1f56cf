"""VTK in a Qt widget: on a real display by a process of its own, and where there is none."""

import json
import os
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from app.views.viewport.vtk_widget import VtkWidget
from tests.app.views import on_a_screen
from tests.app.views.viewport.vtk_drawing import HEIGHT, WIDTH


@pytest.fixture(scope="module")
def facts(display: str) -> dict[str, Any]:
    printed = on_a_screen.run("tests.app.views.viewport.vtk_drawing", display=display)
    drawn: dict[str, Any] = json.loads(printed)
    return drawn


def is_red(pixel: list[int]) -> bool:
    return pixel[0] > 100 and pixel[1] == pixel[2] == 0


@pytest.mark.gl
def test_what_is_hidden_is_drawn_as_it_would_be_seen(facts: dict[str, Any]) -> None:
    assert is_red(facts["hidden"])
    assert facts["differs_from_hidden"] == 0


@pytest.mark.gl
def test_it_draws_only_what_it_was_asked_to_and_once(facts: dict[str, Any]) -> None:
    assert (facts["drawn_unasked"], facts["drawn_when_asked"]) == (0, 1)


@pytest.mark.gl
def test_no_pixel_lets_through_what_is_behind_the_window(facts: dict[str, Any]) -> None:
    assert facts["least_alpha"] == 255


@pytest.mark.gl
def test_the_picture_is_as_large_as_the_widget_and_as_fine_as_wanted(facts: dict[str, Any]) -> None:
    assert facts["size"] == [HEIGHT, WIDTH, 3]
    assert facts["size_twice_as_fine"] == [2 * HEIGHT, 2 * WIDTH, 3]
    assert facts["size_after"] == [HEIGHT + 20, WIDTH + 60, 3]


@pytest.mark.gl
def test_the_picture_is_the_same_in_another_window(facts: dict[str, Any]) -> None:
    assert facts["differs_in_another_window"] == 0


@pytest.mark.gl
def test_one_that_was_deleted_with_its_window_harms_no_other(facts: dict[str, Any]) -> None:
    assert is_red(facts["after_another_was_deleted"])


@pytest.mark.gl
def test_it_says_what_draws(facts: dict[str, Any]) -> None:
    assert facts["graphics"]


@pytest.mark.skipif("DISPLAY" in os.environ, reason="there is a display")
def test_without_a_display_nothing_can_be_drawn_and_it_says_so(qtbot: QtBot) -> None:
    widget = VtkWidget()
    qtbot.addWidget(widget)
    widget.show()
    widget.redraw()
    assert widget.graphics() == ""
    with pytest.raises(RuntimeError, match="nothing to draw on"):
        widget.pixels_drawn()
    widget.release()
    widget.release()
