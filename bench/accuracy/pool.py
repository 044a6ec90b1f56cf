"""Work in processes of their own: a part that crashes or hangs costs itself and nothing else."""

import multiprocessing
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any

import psutil

LIMIT_S = 60.0
"""A part that takes more processor time counts as failed: a busy machine fails nobody."""
IDLE = 10.0
"""And so does one that waits so many times longer than that."""


@dataclass(frozen=True, slots=True)
class Task:
    """A function of a module, by reference, and what to call it with; all of it can be sent."""

    name: str
    function: Callable[..., Any]
    arguments: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a task: a value, or a sentence that says why not."""

    task: Task
    value: Any = None
    error: str = ""
    seconds: float = 0.0


def run(tasks: Sequence[Task], jobs: int, limit_s: float = LIMIT_S) -> Iterator[Outcome]:
    """Run tasks side by side and yield what comes of each, in the order in which they end."""
    waiting = list(reversed(tasks))
    done = 0
    workers = [_spare.pop() if _spare else _Worker() for _ in range(min(jobs, len(tasks)))]
    try:
        while waiting or any(worker.task for worker in workers):
            for worker in workers:
                if not worker.task and waiting:
                    worker.give(waiting.pop())
            wait([worker.pipe for worker in workers if worker.task], timeout=0.5)
            for index, worker in enumerate(workers):
                outcome = worker.take(limit_s)
                if outcome is not None:
                    done += 1
                    _print_progress(done, len(tasks), outcome.task.name)
                    yield outcome
                    if not worker.process.is_alive():
                        workers[index] = _Worker()
    finally:
        for worker in workers:
            if _is_keeping and worker.task is None and worker.process.is_alive():
                _spare.append(worker)
            else:
                worker.stop()


@contextmanager
def kept() -> Iterator[None]:
    """Let each run within hand its processes on to the next: one takes seconds to load the engine."""
    global _is_keeping
    _is_keeping = True
    try:
        yield
    finally:
        _is_keeping = False
        while _spare:
            _spare.pop().stop()


def _print_progress(done: int, count: int, name: str) -> None:
    """Say how far it is, to people at a terminal only."""
    if sys.stderr.isatty():
        end = "\n" if done == count else ""
        print(f"\r\033[K{done} of {count}: {name}", end=end, file=sys.stderr, flush=True)


class _Worker:
    """A process that does one task after the other."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()
        self.task: Task | None = None
        self.began = 0.0
        self.used_s = 0.0

    def give(self, task: Task) -> None:
        self.task, self.began, self.used_s = task, time.monotonic(), self._processor_s()
        self.pipe.send(task)

    def take(self, limit_s: float) -> Outcome | None:
        """Return what came of the task, or None while it runs."""
        if self.task is None:
            return None
        task, seconds = self.task, time.monotonic() - self.began
        if self.pipe.poll():
            self.task = None
            try:
                value, error = self.pipe.recv()
            except EOFError:
                self.process.join()
                return Outcome(task, error=f"crashed with status {self.process.exitcode}", seconds=seconds)
            return Outcome(task, value, error, seconds)
        if self._processor_s() - self.used_s > limit_s or seconds > IDLE * limit_s:
            self.task = None
            self.stop()
            return Outcome(task, error=f"took more than {limit_s:g} s", seconds=seconds)
        return None

    def _processor_s(self) -> float:
        try:
            times = psutil.Process(self.process.pid).cpu_times()
        except psutil.Error:  # it has just ended
            return 0.0
        return float(times.user + times.system)

    def stop(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


_is_keeping = False
_spare: list[_Worker] = []
"""Processes that wait for the next run."""


def _serve(pipe: Connection) -> None:
    while True:
        try:
            task = pipe.recv()
        except EOFError:
            return
        try:
            pipe.send((task.function(*task.arguments), ""))
        except Exception as error:  # whatever a part brings about is an outcome of that part
            pipe.send((None, f"{type(error).__name__}: {error}"))
