"""The camera on its way from one view to another: short, so that nobody waits for it, but seen."""

from collections.abc import Callable

from PySide6.QtCore import QElapsedTimer, QObject, QTimer

from app.views.viewport import camera
from app.views.viewport.camera import View

FLIGHT_MS = 280
STEP_MS = 15


class Flight(QObject):
    """One at a time; a new one begins where the last one is."""

    def __init__(self, look: Callable[[View, bool], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.is_reduced = False
        """Arrive at once, for people whom motion disturbs, and for tests."""
        self._look = look
        self._start: View | None = None
        self._end: View | None = None
        self._clock = QElapsedTimer()
        self._timer = QTimer(self)
        self._timer.setInterval(STEP_MS)
        self._timer.timeout.connect(self._step)

    def fly(self, start: View, end: View) -> None:
        """Go from one view to the other."""
        self._start, self._end = start, end
        if self.is_reduced:
            self._arrive()
            return
        self._clock.start()
        self._timer.start()

    def stop(self) -> None:
        """Stay where it is."""
        self._timer.stop()

    def _step(self) -> None:
        share = self._clock.elapsed() / FLIGHT_MS
        if self._start is None or self._end is None or share >= 1.0:
            self._arrive()
            return
        eased = share * share * (3.0 - 2.0 * share)
        self._look(camera.between(self._start, self._end, eased), True)

    def _arrive(self) -> None:
        self._timer.stop()
        if self._end is not None:
            self._look(self._end, False)
