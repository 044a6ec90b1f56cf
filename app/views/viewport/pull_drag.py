"""Turning the pull by its arrow: whether the pointer has hold of it, and where it turns it to."""

import math
from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QObject, QPointF, Qt, Signal

from app.views.viewport import camera
from app.views.viewport.camera import View
from app.views.viewport.mesh import Floats
from app.views.viewport.part_view import PartView
from app.views.viewport.scene import Scene

GRIP_PX = 9.0
"""How far beside the arrow it is still held."""
SNAP_DEG = 5.0
"""A direction this close to an axis is the axis."""


class PullDrag(QObject):
    """One for a viewport; it is given the part that is shown."""

    turned = Signal(object)
    """Point: the direction that the arrow was let go in."""

    def __init__(self, scene: Scene, is_free: Callable[[], bool], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._scene, self._is_free = scene, is_free
        self._part: PartView | None = None
        self._is_far = False
        self._reach_mm = 0.0
        self._direction: Floats | None = None
        self._is_over = False
        scene.grip = self
        scene.hovered.connect(self._hover)

    def set_part(self, part: PartView | None) -> None:
        """Turn the pull of this part from now on."""
        self._part = part
        self._direction = None

    def takes(self, at: QPointF) -> bool:
        """Take hold of the arrow where the pointer is on it; return whether it was."""
        part = self._part
        if part is None or not self._is_at(at):
            return False
        _, tip = part.pull_ends
        middle = _middle(part)
        self._is_far = bool((tip - middle) @ self._scene.view.forward > 0.0)
        self._reach_mm = float(np.linalg.norm(tip - middle))
        self._scene.setCursor(Qt.CursorShape.ClosedHandCursor)
        return True

    def drag(self, at: QPointF) -> None:
        """Turn the arrow to the pointer."""
        part = self._part
        if part is not None:
            place = (at.x(), at.y())
            found = towards(
                self._scene.view,
                place,
                self._scene.pixels,
                _middle(part),
                self._reach_mm,
                is_far=self._is_far,
            )
            self._direction = found
            part.show_pull(found)

    def release(self) -> None:
        """Let go of it, and tell where it points where it was turned."""
        self._scene.setCursor(Qt.CursorShape.ArrowCursor)
        self._is_over = False  # until the pointer moves on it again
        found, self._direction = self._direction, None
        if found is not None:
            x, y, z = (round(float(one), 4) + 0.0 for one in found)
            self.turned.emit((x, y, z))

    def _hover(self, at: QPointF | None) -> None:
        """Show a hand over the arrow."""
        is_over = at is not None and self._is_at(at)
        if is_over != self._is_over and self._is_free():
            self._scene.setCursor(Qt.CursorShape.OpenHandCursor if is_over else Qt.CursorShape.ArrowCursor)
            self._is_over = is_over

    def _is_at(self, at: QPointF) -> bool:
        part = self._part
        if part is None or not part.is_pull_shown or not self._is_free():
            return False
        ends = camera.project(self._scene.view, np.array(part.pull_ends), self._scene.pixels)
        return _beside_px((at.x(), at.y()), ends) <= GRIP_PX


def towards(
    view: View, at: camera.Pixel, size: camera.Pixel, middle: Floats, reach_mm: float, *, is_far: bool
) -> Floats:
    """Return the unit direction from the middle of a ball to where the pointer is on it.

    Beside the ball it is the direction to its rim; `is_far` takes the half that is turned away.
    """
    origin, forward = camera.ray(view, at, size)
    closest = origin + ((middle - origin) @ forward) * forward
    offset = closest - middle
    apart = float(np.linalg.norm(offset))
    if apart < reach_mm:
        depth = math.sqrt(reach_mm**2 - apart**2)
        offset = offset + forward * (depth if is_far else -depth)
    unit = np.asarray(offset / np.linalg.norm(offset))
    strongest = int(np.argmax(np.abs(unit)))
    if abs(unit[strongest]) >= math.cos(math.radians(SNAP_DEG)):
        axis = np.zeros(3)
        axis[strongest] = math.copysign(1.0, unit[strongest])
        return axis
    return unit


def _middle(part: PartView) -> Floats:
    low, high = part.mesh.box
    return np.asarray((low + high) / 2.0)


def _beside_px(at: camera.Pixel, ends: Floats) -> float:
    """Return how far a pixel lies beside a line between two."""
    start, along = ends[0], ends[1] - ends[0]
    length2 = float(along @ along)
    share = 0.0 if not length2 else min(max(float((np.array(at) - start) @ along) / length2, 0.0), 1.0)
    return float(np.linalg.norm(np.array(at) - (start + share * along)))
