"""Whether the file of the open part was saved again: waited for until it is whole.

A CAD program writes for seconds, to a file beside it that takes its place, or over a network. All of these
show from outside: a file counts as saved when its content differs from what was read, it has not changed for
a while, and its format's end is there.
"""

import hashlib
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from app.state import part_file

PERIOD_MS = 700
N_STILL = 2
"""Looks in a row that find a file as it was before it is read."""
Signature = tuple[int, int]
"""Time of the last change, and size."""


class FileWatch(QObject):
    """Watches one file."""

    saved = Signal(object)
    """Path of the file, whose content is whole and other than it was."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path: Path | None = None
        self._known: Signature | None = None
        self._digest = b""
        self._seen: Signature | None = None
        self._n_still = 0
        self._timer = QTimer(self, interval=PERIOD_MS)
        self._timer.timeout.connect(self._look)

    def follow(self, path: Path | None) -> None:
        """Watch this file from now on, as it is now; None: none."""
        self._path = path
        self._seen, self._n_still = None, 0
        self._known = None if path is None else _signature(path)
        self._digest = b"" if path is None else _digest(path)
        self._timer.stop() if path is None else self._timer.start()

    def _look(self) -> None:
        if self._path is None:
            return
        now = _signature(self._path)
        if now is None or now == self._known:
            self._seen = None
            return
        self._n_still = self._n_still + 1 if now == self._seen else 0
        self._seen = now
        if self._n_still < N_STILL or not part_file.is_complete(self._path):
            return
        self._known = now
        digest = _digest(self._path)
        if digest != self._digest:
            self._digest = digest
            self.saved.emit(self._path)


def _signature(path: Path) -> Signature | None:
    """Return how a file looks from outside; None while there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def _digest(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").digest()
    except OSError:
        return b""
