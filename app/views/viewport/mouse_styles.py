"""Which drag turns the part and which moves it, as the mouse of other programs does."""

from PySide6.QtCore import Qt

TURN, MOVE = "turn", "move"
LEFT, MIDDLE, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton, Qt.MouseButton.RightButton

_PLAIN: dict[str, dict[Qt.MouseButton, str]] = {
    "sprue": {LEFT: TURN, MIDDLE: MOVE, RIGHT: MOVE},
    "cad": {MIDDLE: TURN, RIGHT: MOVE},
    "blender": {MIDDLE: TURN},
    "touchpad": {LEFT: TURN, RIGHT: MOVE},
}
_WITH_SHIFT: dict[str, dict[Qt.MouseButton, str]] = {
    "sprue": {LEFT: MOVE},
    "cad": {MIDDLE: MOVE},
    "blender": {MIDDLE: MOVE},
    "touchpad": {LEFT: MOVE},
}


def drag(style: str, button: Qt.MouseButton, *, with_shift: bool) -> str | None:
    """Return TURN or MOVE; None where dragging does nothing. A click selects with every style."""
    plain = _PLAIN.get(style, _PLAIN["sprue"])
    shifted = _WITH_SHIFT.get(style, _WITH_SHIFT["sprue"])
    return shifted.get(button, plain.get(button)) if with_shift else plain.get(button)


def scroll_moves(style: str) -> bool:
    """Return whether two fingers move the part, as on a touchpad, and zoom with Ctrl alone."""
    return style == "touchpad"
