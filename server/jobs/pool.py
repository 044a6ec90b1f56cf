"""Warm worker processes, and a line of those who wait for one.

A task that crashes, hangs or grows too big costs itself and nobody else: each worker is a process of its own
with a private pipe. Two pools make the lanes: quick answers do not wait behind analyses.
"""

import asyncio
import contextvars
import logging
import math
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from engine.errors import Cancelled, SprueError
from engine.isolate import frames
from engine.isolate.worker import Killed, NotStarted, Worker, WorkerOptions
from server.errors import ServerBusy
from server.tracing import spans

MOST_KILLS = 3
"""How often a task is done again whose worker was ended from outside."""
WARM_LIMIT_S = 120.0
STOP_WAIT_S = 10.0
LEAST_RETRY_S = 2
"""Who is refused comes again no sooner."""
NEWEST_SHARE = 0.2
"""How much the newest task counts in how long a task usually takes."""

log = logging.getLogger("sprue.jobs")


class Pool:
    """Runs tasks in `size` processes. Use it in one event loop.

    Parameters
    ----------
    name : str
        For logs and metrics.
    options : WorkerOptions
        How the processes are run.
    size : int
        Most processes; the first is started at once, the others when they are needed.
    most_waiting : int
        Callers that may wait for a free one; more are refused.
    longest_wait_s : float, optional
        Who would probably wait for longer is refused too, unless fewer wait than there are processes.
    warm : sequence of str
        Tasks that a process does while nobody wants anything else of it.
    first : Worker, optional
        The first process, where it was started already.
    """

    def __init__(
        self,
        name: str,
        options: WorkerOptions,
        size: int,
        most_waiting: int,
        warm: Sequence[str] = (),
        first: Worker | None = None,
        longest_wait_s: float | None = None,
    ) -> None:
        self.name = name
        self.size = size
        self._most_waiting = most_waiting
        self._longest_wait_s = math.inf if longest_wait_s is None else longest_wait_s
        self._usual_s = 0.0
        self._warm = warm
        self._workers = [first or Worker(options), *(Worker(options) for _ in range(size - 1))]
        self._idle = list(reversed(self._workers))
        self._known_children: dict[Worker, int | None] = {}
        self._threads = ThreadPoolExecutor(size, thread_name_prefix=f"sprue-{name}")
        self._free = asyncio.Semaphore(size)
        self._stopping = threading.Event()
        self._warming: asyncio.TimerHandle | None = None
        self.n_waiting = 0

    @property
    def restarts(self) -> Counter[str]:
        """How many processes have been replaced, by cause."""
        return sum((worker.restarts for worker in self._workers), Counter())

    @property
    def n_busy(self) -> int:
        """How many processes work."""
        return self.size - len(self._idle)

    def start(self, warm_after_s: float = 0.0) -> None:
        """Start the first process and do not wait for it; warm it up if nobody asks anything for so long."""
        first = self._workers[0]
        if not warm_after_s:
            self._threads.submit(self._warm_up, first)
            return
        self._threads.submit(self._start, first)
        loop = asyncio.get_running_loop()
        self._warming = loop.call_later(warm_after_s, self._threads.submit, self._warm_up, first)

    async def stop(self) -> None:
        """End what runs, and every process."""
        self._stopping.set()
        if self._warming is not None:
            self._warming.cancel()
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(None, self._threads.shutdown)
        for worker in self._workers:
            await loop.run_in_executor(None, worker.close)

    @property
    def expected_wait_s(self) -> float:
        """How long one more caller would probably wait: as tasks of late have taken."""
        return (self.n_waiting + 1) * self._usual_s / self.size if self._free.locked() else 0.0

    def check_room(self) -> None:
        """Refuse one more caller where too many wait; ask before anything is done for it.

        Raises
        ------
        ServerBusy
            Too many wait already, or for too long; it says when to come again.
        """
        wait_s = self.expected_wait_s
        is_long = self.n_waiting >= self.size and wait_s > self._longest_wait_s
        if is_long or (self._free.locked() and self.n_waiting >= self._most_waiting):
            retry_after_s = max(LEAST_RETRY_S, round(wait_s))
            raise ServerBusy("The server is busy; please try again in a moment.", retry_after_s)

    async def run(
        self,
        task: str,
        arguments: dict[str, Any],
        time_limit_s: float,
        on_line: Callable[[str], None] = lambda _: None,
        is_cancelled: Callable[[], bool] = lambda: False,
        most_kills: int = MOST_KILLS,
    ) -> dict[str, Any]:
        """Run a task in a process that is free, or wait for one; see `Worker.run`.

        `on_line` is called in another thread. A task whose process was ended from outside is done again,
        `most_kills` times at most.

        Raises
        ------
        ServerBusy
            As of `check_room`.
        """
        return frames.frame_of(
            await self.run_as_written(task, arguments, time_limit_s, on_line, is_cancelled, most_kills)
        )

    async def run_as_written(
        self,
        task: str,
        arguments: dict[str, Any],
        time_limit_s: float,
        on_line: Callable[[str], None] = lambda _: None,
        is_cancelled: Callable[[], bool] = lambda: False,
        most_kills: int = MOST_KILLS,
    ) -> bytes:
        """Do as `run`, and return the result as JSON in UTF-8: for those who only pass it on."""
        self.check_room()
        self.n_waiting += 1
        try:
            await self._free.acquire()
        finally:
            self.n_waiting -= 1
        worker = self._idle.pop()
        left = threading.Event()

        def stops() -> bool:
            return left.is_set() or self._stopping.is_set() or is_cancelled()

        def work() -> bytes:
            return self._run(worker, task, arguments, time_limit_s, on_line, stops, most_kills)

        context = contextvars.copy_context()  # what the process logs belongs to the request or the job
        running = asyncio.get_running_loop().run_in_executor(self._threads, context.run, work)
        try:
            return await asyncio.shield(running)
        except asyncio.CancelledError:
            left.set()
            await asyncio.wait([running], timeout=STOP_WAIT_S)
            raise
        finally:
            self._note_duration(worker.last_task_s)
            self._idle.append(worker)
            self._free.release()
            child = worker.child_number
            if (child is None or child != self._known_children.get(worker)) and not self._stopping.is_set():
                self._threads.submit(self._warm_up, worker)  # it was replaced

    def _note_duration(self, took_s: float | None) -> None:
        """Count how long a task took; that its process had to be started first is not usual."""
        if took_s is not None:
            self._usual_s += NEWEST_SHARE * (took_s - self._usual_s) if self._usual_s else took_s

    def _run(
        self,
        worker: Worker,
        task: str,
        arguments: dict[str, Any],
        time_limit_s: float,
        on_line: Callable[[str], None],
        is_cancelled: Callable[[], bool],
        most_kills: int,
    ) -> bytes:
        kills = 0
        while True:
            self._start(worker)
            try:
                return self._run_once(worker, task, arguments, time_limit_s, on_line, is_cancelled)
            except (Killed, NotStarted):
                kills += 1
                if kills >= most_kills:
                    raise

    def _run_once(
        self,
        worker: Worker,
        task: str,
        arguments: dict[str, Any],
        time_limit_s: float,
        on_line: Callable[[str], None],
        is_cancelled: Callable[[], bool],
    ) -> bytes:
        """Run a task, within a span that is made of what the process says of itself, also where it dies."""
        with spans.span(task, attributes={"sprue.lane": self.name}), spans.steps() as begin_step:

            def on_stage(name: str) -> None:
                spans.note({"process.pid": worker.pid})
                begin_step(name)

            return worker.run_as_written(task, arguments, on_line, time_limit_s, is_cancelled, on_stage)

    def _start(self, worker: Worker) -> None:
        """Start a process unless there is one."""
        worker.start()
        self._known_children[worker] = worker.child_number

    def _warm_up(self, worker: Worker) -> None:
        """Have an idle process load what is loaded on first use; who wants it meanwhile is served first."""
        self._start(worker)
        for task in self._warm:
            if worker not in self._idle:
                return
            try:
                worker.run(task, {}, lambda _: None, WARM_LIMIT_S, self._stopping.is_set)
            except Cancelled:
                return
            except SprueError as error:  # what is asked of it may still succeed
                log.warning("a %s worker did not warm up: %s", self.name, error)
