"""What a drag does follows the program whose mouse the user is used to."""

import pytest
from PySide6.QtCore import Qt

from app.state.settings import SETTING_OF_NAME
from app.views.viewport import mouse_styles
from app.views.viewport.mouse_styles import LEFT, MIDDLE, MOVE, RIGHT, TURN


@pytest.mark.parametrize("style", SETTING_OF_NAME["mouse"].accepts)
def test_with_every_style_some_drag_turns_and_another_moves(style: str) -> None:
    drags = {
        mouse_styles.drag(style, button, with_shift=shift)
        for button in (LEFT, MIDDLE, RIGHT)
        for shift in (False, True)
    }
    assert drags >= {TURN, MOVE}


@pytest.mark.parametrize(
    ("style", "button", "with_shift", "does"),
    [
        ("sprue", LEFT, False, TURN),
        ("sprue", LEFT, True, MOVE),
        ("sprue", RIGHT, False, MOVE),
        ("cad", LEFT, False, None),
        ("cad", MIDDLE, False, TURN),
        ("cad", MIDDLE, True, MOVE),
        ("blender", MIDDLE, True, MOVE),
        ("blender", RIGHT, False, None),
        ("touchpad", LEFT, False, TURN),
        ("no such style", LEFT, False, TURN),
    ],
)
def test_a_style_is_as_in_that_program(
    style: str, button: Qt.MouseButton, with_shift: bool, does: str | None
) -> None:
    assert mouse_styles.drag(style, button, with_shift=with_shift) == does
