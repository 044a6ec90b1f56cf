"""The picture of the part: a VTK scene in a Qt widget that draws when something changed and not otherwise.

It turns, moves and zooms the part itself, and emits what was clicked and what the pointer is over in the
widget's own coordinates. Keys are the window's. On a computer without a graphics card it draws plainly while
the part moves, and once more in full quality when it stands still.
"""

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from app.views.viewport import camera, mouse_styles
from app.views.viewport.camera import View
from app.views.viewport.mesh import Floats
from app.views.viewport.vtk_widget import VtkWidget

if TYPE_CHECKING:
    from app.views.viewport.plotter import Plotter

SAMPLES = 8
"""A pixel, on a graphics card; a processor smooths the finished picture instead, once it stands still."""
STILL_MS = 180
"""After this long without a move the picture is drawn once more, in full quality."""
CLICK_PX = 4.0
"""A press and a release within this are a click."""
ZOOM_PER_STEP = 1.15
SOFTWARE = ("llvmpipe", "softpipe", "swiftshader", "basic render", "software")


class Grip(Protocol):
    """Something in the picture that is dragged by itself."""

    def takes(self, at: QPointF) -> bool:
        """Take hold of it where the pointer is on it; return whether it was."""

    def drag(self, at: QPointF) -> None:
        """Follow the pointer."""

    def release(self) -> None:
        """Let go of it."""


class Scene(VtkWidget):
    """A view of the part; what stands in it is put there by others."""

    clicked = Signal(QPointF, object)
    """Where, and the keyboard's modifiers."""
    double_clicked = Signal(QPointF)
    menu_asked = Signal(QPointF)
    """Where the right button was clicked, and nothing dragged with it."""
    hovered = Signal(object)
    """QPointF, or None where the pointer left."""
    view_changed = Signal()

    grip: Grip | None = None
    """What a press of the left button may take hold of, before it turns the part."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMouseTracking(True)
        self._view = camera.looking(np.array([-1.0, 1.0, -1.0]), np.array([0, 0, 1.0]), np.zeros(3))
        self.mouse_style = "sprue"
        """Which program's mouse it follows: see `mouse_styles`."""
        self._pressed: QPointF | None = None
        self._last = QPointF()
        self._is_gripped = False
        self._button = Qt.MouseButton.NoButton
        self._pivot: Floats = np.zeros(3)
        self._is_software = True
        self._still = QTimer(self)
        self._still.setSingleShot(True)
        self._still.setInterval(STILL_MS)
        self._still.timeout.connect(self._draw_well)

    # --- what is drawn ------------------------------------------------------------------------------

    def set_up(self, plotter: "Plotter") -> None:
        """Look at what is drawn as was asked for before there was anything."""
        super().set_up(plotter)
        self._point_camera()

    def opened(self) -> None:
        """Draw as well as what draws can."""
        self._is_software = any(name in self.graphics().lower() for name in SOFTWARE)
        if self._is_software:
            self._smooth(True)
        else:
            self.set_samples(SAMPLES)

    def grab_image(self, scale: float = 1.0) -> NDArray[np.uint8]:
        """Return (H, W, 3) the picture without what Qt draws over it; fails without a display."""
        return self.pixels_drawn(max(1, round(scale)))

    def stop(self) -> None:
        """Give up the graphics card's memory; nothing is drawn any more."""
        self._still.stop()
        self.release()

    # --- how it is looked at ------------------------------------------------------------------------

    @property
    def view(self) -> View:
        """How the part is looked at."""
        return self._view

    @property
    def pixels(self) -> camera.Pixel:
        """Size of the widget, at least one pixel."""
        return float(max(self.width(), 1)), float(max(self.height(), 1))

    def look(self, view: View, *, is_moving: bool = False) -> None:
        """Look this way; while it moves, pictures may be plain."""
        self._view = view
        self._point_camera()
        if is_moving and self._is_software:
            self._smooth(False)
            self._still.start()
        self.redraw()
        self.view_changed.emit()

    def set_pivot(self, pivot: Floats) -> None:
        """Turn the part about this point."""
        self._pivot = pivot

    def reset_clipping(self) -> None:
        """Reset the clipping range after the extent of the scene changed."""
        if self.has_plotter:
            self.plotter.renderer.ResetCameraClippingRange()

    # --- the mouse -----------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin to turn or to move, as the mouse's style has it."""
        self._pressed = self._last = event.position()
        self._button = event.button()
        is_left = self._button == Qt.MouseButton.LeftButton
        self._is_gripped = is_left and self.grip is not None and self.grip.takes(event.position())
        self.setFocus(Qt.FocusReason.MouseFocusReason)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Turn or move while a button is down, else emit what the pointer is over."""
        if self._pressed is None:
            self.hovered.emit(event.position())
            return
        at = event.position()
        by = at - self._last
        if (at - self._pressed).manhattanLength() < CLICK_PX and self._last == self._pressed:
            return
        self._last = at
        if self._is_gripped and self.grip is not None:
            self.grip.drag(at)
            return
        self.hovered.emit(None)
        shifted = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        does = mouse_styles.drag(self.mouse_style, self._button, with_shift=shifted)
        if does == mouse_styles.TURN:
            then = camera.turned(self._view, self._pivot, (by.x(), by.y()), self.pixels)
            self.look(then, is_moving=True)
        elif does == mouse_styles.MOVE:
            self.look(camera.moved(self._view, (by.x(), by.y()), self.pixels), is_moving=True)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Emit a click where nothing was dragged."""
        pressed, self._pressed = self._pressed, None
        is_gripped, self._is_gripped = self._is_gripped, False
        if is_gripped and self.grip is not None:
            self.grip.release()
        if pressed is not None and self._last == pressed and self._button == Qt.MouseButton.LeftButton:
            self.clicked.emit(event.position(), event.modifiers())
        if pressed is not None and self._last == pressed and self._button == Qt.MouseButton.RightButton:
            self.menu_asked.emit(event.position())
        self._button = Qt.MouseButton.NoButton

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Emit it; the first click was emitted before."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.double_clicked.emit(event.position())

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom to what is under the pointer, or move as a touchpad does."""
        steps = event.angleDelta().y() / 120.0
        with_ctrl = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if mouse_styles.scroll_moves(self.mouse_style) and not with_ctrl:
            by = event.pixelDelta() if not event.pixelDelta().isNull() else event.angleDelta() / 2
            self.look(camera.moved(self._view, (by.x(), by.y()), self.pixels), is_moving=True)
        elif steps:
            at = event.position()
            factor = ZOOM_PER_STEP**steps
            self.look(camera.zoomed(self._view, factor, (at.x(), at.y()), self.pixels), is_moving=True)
        event.accept()

    def leaveEvent(self, event: Any) -> None:
        """Emit that the pointer is over nothing."""
        self.hovered.emit(None)

    # ------------------------------------------------------------------------------------------------

    def _point_camera(self) -> None:
        if self.has_plotter:
            view = self._view
            self.plotter.look_from(
                view.position,
                view.focus,
                view.up,
                is_parallel=view.is_parallel,
                height=view.height_mm,
                angle=camera.ANGLE_DEG,
            )

    def _smooth(self, is_on: bool) -> None:
        if self.has_plotter:
            self.plotter.smooth(is_on)

    def _draw_well(self) -> None:
        if self._pressed is not None and self._last != self._pressed:
            self._still.start()  # still dragging, only not moving
            return
        if self._is_software:
            self._smooth(True)
        self.redraw()
