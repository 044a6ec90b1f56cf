"""Work that waits, off the window's thread: what it returns, and why it failed, come home to that thread."""

import logging
from collections.abc import Callable
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Qt, QThreadPool, Signal
from shiboken6 import isValid

from app.client.errors import Failure, Reason
from app.state.session import DEFECT

T = TypeVar("T")

LOG = logging.getLogger(__name__)

N_THREADS = 8
"""Most of them wait for the server; more than this at once is nobody's doing."""


class Tasks(QObject):
    """Runs functions on threads of its own; their results arrive on the thread of the owner."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(N_THREADS)
        self._running: set[_Task] = set()
        self._is_closed = False

    def run(
        self,
        work: Callable[[], T],
        done: Callable[[T], None] | None = None,
        failed: Callable[[Failure], None] | None = None,
    ) -> None:
        """Do `work`, then call `done` with what it returned, or `failed` with why not.

        Where it was cancelled neither is called. After `close` nothing is called any more.
        """
        task = _Task(work)
        self._running.add(task)

        def end(result: Any, failure: Failure | None) -> None:
            self._running.discard(task)
            if self._is_closed:
                return
            if failure is None:
                if done is not None:
                    done(result)
            elif failure.reason is not Reason.CANCELLED and failed is not None:
                failed(failure)

        task.home.ended.connect(_Caller(self, end).call, Qt.ConnectionType.QueuedConnection)
        self._pool.start(task.run)  # of a QRunnable the pool would keep a reference until the program ends

    def close(self, wait_ms: int = 3000) -> None:
        """Deliver no more results, and wait a little for what still runs."""
        self._is_closed = True
        self._pool.waitForDone(wait_ms)


class _Home(QObject):
    """Carries an ending across threads."""

    ended = Signal(object, object)


class _Caller(QObject):
    """Lives on the owner's thread, so that a queued signal calls it there."""

    def __init__(self, parent: QObject, function: Callable[[Any, Failure | None], None]) -> None:
        super().__init__(parent)
        self._function = function

    def call(self, result: Any, failure: Failure | None) -> None:
        self.deleteLater()
        self._function(result, failure)


class _Task:
    """One function and how it ends."""

    def __init__(self, work: Callable[[], Any]) -> None:
        self.home = _Home()
        self._work = work

    def run(self) -> None:
        try:
            result, failure = self._work(), None
        except Failure as raised:
            result, failure = None, raised
        except Exception:
            LOG.exception("a task failed")
            result, failure = None, DEFECT
        if isValid(self.home):  # else the program has ended meanwhile, and nobody waits
            self.home.ended.emit(result, failure)
