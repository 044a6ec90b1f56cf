"""Links the cameras and the pointers of the two compared views."""

from PySide6.QtCore import QObject, QPointF, Signal

from app.state.pose import Pose
from app.views.viewport import camera
from app.views.viewport.camera import View
from app.views.viewport.viewport import Viewport


class Link(QObject):
    """Moving one view moves the other; what the pointer is over in one is read in both."""

    read = Signal(object, object)
    """Probes of the earlier and the later revision at one place; None where there is nothing."""

    def __init__(
        self,
        earlier: Viewport,
        later: Viewport,
        pose: Pose,
        *,
        is_on: bool = True,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._views = (earlier, later)
        self._poses = (pose, pose.back)
        """From each revision to the other one."""
        self._is_on = is_on
        self._is_following = False
        earlier.scene.view_changed.connect(self._follow_earlier)
        later.scene.view_changed.connect(self._follow_later)
        earlier.scene.hovered.connect(self._read_earlier)
        later.scene.hovered.connect(self._read_later)
        self._follow(1)

    @property
    def is_on(self) -> bool:
        """Whether the views move as one."""
        return self._is_on

    def set_on(self, is_on: bool) -> None:
        """Move as one, the earlier view coming to the later; or each for itself."""
        self._is_on = is_on
        self._follow(1)

    def stop(self) -> None:
        """Unlink the views."""
        earlier, later = self._views
        earlier.scene.view_changed.disconnect(self._follow_earlier)
        later.scene.view_changed.disconnect(self._follow_later)
        earlier.scene.hovered.disconnect(self._read_earlier)
        later.scene.hovered.disconnect(self._read_later)
        self._unmark()

    def _follow_earlier(self) -> None:
        self._follow(0)

    def _follow_later(self) -> None:
        self._follow(1)

    def _follow(self, leader: int) -> None:
        """Bring the other view to where this one looks."""
        if self._is_following or not self._is_on:
            return
        ahead, other = self._views[leader], self._views[1 - leader]
        self._is_following = True
        other.flight.stop()
        other.scene.look(placed(ahead.scene.view, self._poses[leader]), is_moving=True)
        self._is_following = False

    def _read_earlier(self, at: QPointF | None) -> None:
        self._read(0, at)

    def _read_later(self, at: QPointF | None) -> None:
        self._read(1, at)

    def _read(self, side: int, at: QPointF | None) -> None:
        self._unmark()
        mine, other = self._views[side], self._views[1 - side]
        if at is None or not self._is_on or mine.part is None or other.part is None:
            self.read.emit(None, None)
            return
        there = across(at, mine.scene.pixels, other.scene.pixels)
        hit, counter = mine.pointer.hit_at(at), other.pointer.hit_at(there)
        found = (
            None if hit is None else mine.part.probe(hit),
            None if counter is None else other.part.probe(counter),
        )
        if hit is not None and not other.is_measuring:
            other.overlays.annotations.show_measure((there,), ())
        self.read.emit(*(found if side == 0 else found[::-1]))

    def _unmark(self) -> None:
        for one in self._views:
            if not one.is_measuring:
                one.overlays.annotations.show_measure((), ())


def placed(view: View, pose: Pose) -> View:
    """Return the view that shows a part which was moved so as this view shows it where it was."""
    turn = pose.turn
    focus = pose.place(view.focus[None, :])[0]
    return camera.looking(
        turn @ view.forward, turn @ view.up, focus, view.height_mm, is_parallel=view.is_parallel
    )


def across(at: QPointF, size: camera.Pixel, other_size: camera.Pixel) -> QPointF:
    """Return the pixel of another picture that shows the same place; both are as many mm high."""
    scale = other_size[1] / size[1]
    return QPointF(
        other_size[0] / 2.0 + (at.x() - size[0] / 2.0) * scale,
        other_size[1] / 2.0 + (at.y() - size[1] / 2.0) * scale,
    )
