"""Work that waits, off the window's thread: what it returns, and why it failed, come home to that thread.

No object of Qt is made for a piece of work, and none is let go of on another thread than the window's.
Objects that one thread ended while their signals were on the way to another crashed the program, once in some
hundred thousand times. What work brings is put into a queue, and one object that never ends wakes the window.
"""

import logging
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import cache
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Qt, Signal

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
        self._home = _home_of_the_program()
        self._threads = ThreadPoolExecutor(N_THREADS, thread_name_prefix="task")
        self._running: dict[_Task, Future[None]] = {}
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
        if self._is_closed:
            return

        def end(result: Any, failure: Failure | None) -> None:
            self._running.pop(task, None)
            if self._is_closed:
                return
            if failure is None:
                if done is not None:
                    done(result)
            elif failure.reason is not Reason.CANCELLED and failed is not None:
                failed(failure)

        task = _Task(work, end, self._home)
        self._running[task] = self._threads.submit(task.run)

    def post(self, act: Callable[[], object]) -> None:
        """Call `act` on the owner's thread: at once where this is it, else soon, unless it is closed by then.

        May be called on any thread.
        """
        if self._home.is_here:
            act()
        else:
            self._home.put(lambda: None if self._is_closed else act())

    def close(self, wait_ms: int = 3000) -> None:
        """Deliver no more results, and wait a little for what still runs; what did not begin never does."""
        self._is_closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)
        begun = [future for future in self._running.values() if not future.cancelled()]
        wait(begun, wait_ms / 1000)  # it would take those cancelled in the queue for running
        for task, future in tuple(self._running.items()):
            if future.cancelled():
                task.finish()


class _Task:
    """One function and how it ends.

    What it holds is let go of by the window's thread, when that finishes it: another thread may have the last
    reference to the empty rest, and to nothing that Qt would mind.
    """

    def __init__(
        self, work: Callable[[], Any], end: Callable[[Any, Failure | None], None], home: "_Home"
    ) -> None:
        self._work: Callable[[], Any] | None = work
        self._end: Callable[[Any, Failure | None], None] | None = end
        self._home = home
        self._result: Any = None
        self._failure: Failure | None = None

    def run(self) -> None:
        """Do the work; called on a thread of its own."""
        try:
            if self._work is not None:
                self._result = self._work()
        except Failure as raised:
            self._failure = raised
        except Exception:
            LOG.exception("a task failed")
            self._failure = DEFECT
        self._home.put(self.finish)

    def finish(self) -> None:
        """Report the end, and hold nothing any more; called on the window's thread."""
        end, result, failure = self._end, self._result, self._failure
        self._work = self._end = self._result = self._failure = None
        if end is not None:
            end(result, failure)


class _Home(QObject):
    """Calls what was put into it on the thread it was made on. It lives as long as the program."""

    _arrived = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._thread = threading.get_ident()
        self._waiting: deque[Callable[[], object]] = deque()
        self._arrived.connect(self._call_what_waits, Qt.ConnectionType.QueuedConnection)

    @property
    def is_here(self) -> bool:
        """Whether the thread that asks is its own."""
        return threading.get_ident() == self._thread

    def put(self, act: Callable[[], object]) -> None:
        """Have this called; may be called on any thread."""
        self._waiting.append(act)
        self._arrived.emit()

    def _call_what_waits(self) -> None:
        while self._waiting:
            self._waiting.popleft()()


@cache
def _home_of_the_program() -> _Home:
    return _Home()
