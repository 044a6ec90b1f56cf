"""Cyclic garbage collection on the window's thread alone.

Python collects on whichever thread happens to allocate. A closed dialog, or any widget in a reference cycle,
that a thread of `tasks` collects is destroyed on that thread. Qt forbids it; now and then that is a crash.
"""

import gc

from PySide6.QtCore import QObject, QTimer

PERIOD_MS = 500
"""Between two looks at what is due; the young objects of half a second are gone through in milliseconds."""


class GarbageCollection(QObject):
    """Takes the collector's place, on the thread and for the life of the program."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        timer = QTimer(self)
        timer.timeout.connect(collect_what_is_due)
        timer.start(PERIOD_MS)


def collect_what_is_due() -> None:
    """Collect the oldest generation whose threshold is passed, and with it those younger, as Python does."""
    due = [
        generation
        for generation, (count, threshold) in enumerate(zip(gc.get_count(), gc.get_threshold(), strict=True))
        if threshold and count > threshold
    ]
    if due:
        gc.collect(max(due))
