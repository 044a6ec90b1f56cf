"""The parent's side: run a task in a child process, and outlive whatever the child does."""

import logging
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, Self

from engine import errors
from engine.errors import Cancelled, InternalError, InvalidRulePack, KernelError, MeshingTimeout, SprueError
from engine.isolate import frames, limits
from engine.isolate.process import ChildProcess, Ended

MESHING_LIMIT_S = 300.0
"""A task that takes longer is ended, unless its caller sets another limit; large parts take most of it to
mesh."""
START_LIMIT_S = 120.0
"""Loading the kernel takes about a second; this is for a machine on its knees."""
START_ATTEMPTS = 3
"""Children that are started for one task: what ends three of them as they start would end the next."""
TICK_S = 0.05
"""How long the child is listened to before time, memory and cancellation are looked at: what a user who
cancels does not notice."""
LOOK_AT_MEMORY_S = 0.5
"""Memory is looked at less often than that: each look reads a file of the system."""
KILLS = tuple(
    f"signal {int(getattr(signal, name))}"
    for name in ("SIGKILL", "SIGTERM", "SIGINT", "SIGHUP")
    if hasattr(signal, name)
)
"""What comes from outside: an operator, or a system out of memory. A crash of the kernel's own ends in
SIGSEGV, SIGABRT, SIGFPE, SIGBUS or SIGILL, and would do so again."""


@dataclass(frozen=True, slots=True)
class WorkerOptions:
    """How a worker's children are run."""

    preload: tuple[str, ...] = ()
    """Modules a child imports before it calls itself ready, and tasks without arguments that it does then."""
    is_forked: bool = False
    """Whether a child is forked from a process that has `preload` loaded, where the system can: the first
    takes as long, all others start in milliseconds and share its memory. For who runs several."""
    memory_mb: int | None = None
    """Resident memory at which a child is killed; None: a share of the machine's."""
    threads: int | None = None
    """Threads of numeric libraries; None: one a core."""
    niceness: int = 0
    log: Path | None = None
    """Where prints and tracebacks go; None: nowhere."""
    tasks_per_child: int = 100
    renew_above_mb: float = 1500.0
    """A child that holds more than this after a task is replaced: the kernel does not give memory back."""


class Killed(KernelError):
    """Somebody else ended the child, so that the task may well succeed when it is done again."""


class NotStarted(InternalError):
    """No child would start, so the task was not begun."""


class OutOfMemory(KernelError):
    """The child took more memory than it may."""


CAUSE_OF_ERROR = {
    Killed: "killed",
    NotStarted: "not started",
    OutOfMemory: "memory",
    MeshingTimeout: "time limit",
    Cancelled: "cancelled",
    KernelError: "crashed",
}
"""Why a child was replaced, by the error its task ended with; the first that fits."""
CRASHED, RENEWED, ENDED = "crashed", "renewed", "ended"
"""Why it was replaced otherwise: it crashed within optional work, was renewed, or ended while it was idle."""
CAUSES = (*CAUSE_OF_ERROR.values(), RENEWED, ENDED)


class _CrashedInOptional(KernelError):
    """The child crashed at what the task can do without: `work` names it."""

    def __init__(self, message: str, work: str) -> None:
        self.work = work
        super().__init__(message)


class Worker:
    """A child process kept warm, and replaced when it crashed, hung, grew too big or did its share.

    It runs tasks for one thread at a time; others wait. Close it, or use it in a `with`.
    """

    def __init__(self, options: WorkerOptions | None = None) -> None:
        self._options = options or WorkerOptions()
        self._memory_mb = self._options.memory_mb or limits.default_memory_mb()
        self._child: ChildProcess | None = None
        self._is_ready = False
        self._n_tasks = 0
        self._n_children = 0
        self._lock = threading.Lock()
        self._cause = ""
        """Of the next start: nothing for the first."""
        self.restarts: Counter[str] = Counter()
        """How many children have been replaced, by cause."""
        self.last_task_s: float | None = None
        """Seconds that the last task took once a child had begun it; None where no child did."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pid(self) -> int | None:
        """The child's process id; None while there is no child, or none yet."""
        return self._child.pid if self._child else None

    @property
    def child_number(self) -> int | None:
        """Which child it has, counted from 1; None while there is none."""
        return self._n_children if self._child else None

    def start(self) -> None:
        """Start a child if none is there, and do not wait for it."""
        with self._lock:
            self._start()

    def close(self) -> None:
        """Kill the child, idle or not."""
        child, self._child = self._child, None
        if child:
            child.kill()

    def run(
        self,
        task: str,
        arguments: dict[str, Any],
        on_line: Callable[[str], None] = lambda _: None,
        time_limit_s: float = MESHING_LIMIT_S,
        is_cancelled: Callable[[], bool] = lambda: False,
    ) -> dict[str, Any]:
        """Run `task` in the child and return its result.

        A task whose child crashes within `Progress.optional` is run again without that work, in what is left
        of its time.

        Parameters
        ----------
        task : str
            `module:function`; the function takes `(arguments, progress)` and returns a small dict.
        arguments : dict
            What the task gets; JSON.
        on_line : callable
            Called in this thread with each line of progress.
        time_limit_s : float
            Seconds the task may take, the child's start not counted.
        is_cancelled : callable
            Asked some twenty times a second.

        Raises
        ------
        SprueError
            The one the task raised, with the same message.
        KernelError
            The child crashed or took too much memory; the message names the stage it was in. `Killed` when
            it was ended from outside.
        MeshingTimeout
            The time limit passed.
        Cancelled
            `is_cancelled` said so.
        InternalError
            The task raised anything else, or no child would start; the traceback is in the log.
        """
        return frames.frame_of(self.run_as_written(task, arguments, on_line, time_limit_s, is_cancelled))

    def run_as_written(
        self,
        task: str,
        arguments: dict[str, Any],
        on_line: Callable[[str], None] = lambda _: None,
        time_limit_s: float = MESHING_LIMIT_S,
        is_cancelled: Callable[[], bool] = lambda: False,
        on_stage: Callable[[str], None] = lambda _: None,
    ) -> bytes:
        """Do as `run`, and return the result as JSON in UTF-8: for those who only pass it on.

        `on_stage` is called in this thread with the name of each stage that begins.
        """
        with self._lock:
            try:
                result = self._run(task, arguments, on_line, time_limit_s, is_cancelled, on_stage)
            except BaseException as error:
                if not self._is_ready:  # the child is in the middle of something
                    self._replace(_cause_of(error))
                raise
            return result

    def _run(
        self,
        task: str,
        arguments: dict[str, Any],
        on_line: Callable[[str], None],
        time_limit_s: float,
        is_cancelled: Callable[[], bool],
        on_stage: Callable[[str], None],
    ) -> bytes:
        """Run the task, and again without the optional work in which the child crashed."""
        left_out: tuple[str, ...] = ()
        began: float | None = None
        self.last_task_s = None
        while True:
            request = {
                "task": task,
                "arguments": arguments,
                "time_limit_s": time_limit_s,
                "left_out": left_out,
            }
            child = self._begin(request, is_cancelled)
            began = began or time.monotonic()
            try:
                return self._result(
                    child, on_line, began + time_limit_s, time_limit_s, is_cancelled, on_stage
                )
            except _CrashedInOptional as crash:
                self._replace(CRASHED)
                left_out += (crash.work,)
                on_line(f"{crash}; it is done again without that")
            finally:
                self.last_task_s = time.monotonic() - began

    def _result(
        self,
        child: ChildProcess,
        on_line: Callable[[str], None],
        deadline: float,
        time_limit_s: float,
        is_cancelled: Callable[[], bool],
        on_stage: Callable[[str], None],
    ) -> bytes:
        """Hear the child out, and end it when it takes too long or too much."""
        self._n_tasks += 1
        stage = "starting"
        optional = ""
        look_at_memory = 0.0
        while True:
            try:
                frame = child.hear(TICK_S) or {}
            except Ended as end:
                raise _gone(end.how, stage, optional) from None
            match frame:
                case {"kind": "stage", "stage": str(stage), "name": str(name)}:
                    on_stage(name)
                case {"kind": "optional", "work": str(optional)}:
                    pass
                case {"kind": "line", "line": line}:
                    on_line(line)
                case {"kind": "log"}:
                    _log(frame)
                case {"kind": "done", "result": bytes(result)}:
                    self._finish(child, frame["resident_mb"])
                    return result
                case {"kind": "failed", "error": "MemoryError"}:
                    self._raise_memory(stage)
                case {"kind": "failed"}:
                    self._finish(child, frame["resident_mb"])
                    raise self._error(frame, stage)
            now = time.monotonic()
            if is_cancelled():
                raise Cancelled(f"cancelled while {stage}")
            if now >= deadline:
                raise MeshingTimeout(
                    f"the analysis passed its limit of {_duration(time_limit_s)} while {stage}; "
                    "a coarser max_edge is the remedy"
                )
            if now >= look_at_memory:
                look_at_memory = now + LOOK_AT_MEMORY_S
                if child.pid is not None and limits.resident_mb(child.pid) > self._memory_mb:
                    self._raise_memory(stage)

    def _begin(self, request: frames.Frame, is_cancelled: Callable[[], bool]) -> ChildProcess:
        """Get the task begun by a child; one that died idle, or while it started, is replaced."""
        how = ""
        for _ in range(START_ATTEMPTS):
            child = self._start()
            try:
                self._await(child, "ready", is_cancelled)
                self._is_ready = False
                child.send(request)
                self._await(child, "begun", is_cancelled)
            except Ended as end:
                how = end.how
                self._replace(ENDED)
            else:
                return child
        raise NotStarted(f"the worker process did not start ({how}){self._see_log()}")

    def _start(self) -> ChildProcess:
        if self._child is None or not self._child.is_alive():
            self.close()
            options = self._options
            config = {
                "preload": options.preload,
                "memory_mb": self._memory_mb,
                "niceness": options.niceness,
                "parent": os.getpid(),
            }
            self._child = ChildProcess(config, options.threads, options.log, options.is_forked)
            if self._cause:
                self.restarts[self._cause] += 1
            self._cause = ENDED
            self._is_ready = False
            self._n_tasks = 0
            self._n_children += 1
        return self._child

    def _await(self, child: ChildProcess, kind: str, is_cancelled: Callable[[], bool]) -> None:
        """Wait for the frame of that kind; raise Ended when the child ends first or never says it."""
        if kind == "ready" and self._is_ready:
            return
        deadline = time.monotonic() + START_LIMIT_S
        while time.monotonic() < deadline:
            frame = child.hear(TICK_S)
            if frame is not None and frame["kind"] == kind:
                return
            if is_cancelled():
                raise Cancelled("cancelled while starting")
        raise Ended(f"no answer in {_duration(START_LIMIT_S)}")

    def _finish(self, child: ChildProcess, resident_mb: float) -> None:
        """Keep the child for the next task, or put a fresh one in its place."""
        self._is_ready = True
        if self._n_tasks >= self._options.tasks_per_child or resident_mb > self._options.renew_above_mb:
            self._replace(RENEWED)
            self._start()

    def _replace(self, cause: str) -> None:
        """End the child; the next is started for this cause."""
        self._cause = cause
        self.close()

    def _error(self, frame: dict[str, Any], stage: str) -> SprueError:
        """Make the child's error anew: of the same class, with the same message."""
        message: str = frame["message"]
        kind = getattr(errors, frame["error"], None) if frame["error"] else None
        if kind is InvalidRulePack:
            return InvalidRulePack(tuple(frame["problems"]))
        if isinstance(kind, type) and issubclass(kind, SprueError):
            return kind(message)
        return InternalError(f"Sprue failed while {stage} ({message}){self._see_log()}")

    def _raise_memory(self, stage: str) -> NoReturn:
        raise OutOfMemory(
            f"the part needs more than {self._memory_mb / 1024:.1f} GB of memory while {stage}; "
            "a coarser max_edge needs less"
        )

    def _see_log(self) -> str:
        return f"; the traceback is in {self._options.log}" if self._options.log else ""


def _log(frame: frames.Frame) -> None:
    """Log what the child did, where anybody reads it: not on the terminal of who only wants a verdict."""
    logger = logging.getLogger(frame["logger"])
    if logger.hasHandlers():
        logger.log(frame["level"], "%s", frame["message"])


def _cause_of(error: BaseException) -> str:
    return next((cause for kind, cause in CAUSE_OF_ERROR.items() if isinstance(error, kind)), ENDED)


def _gone(how: str, stage: str, optional: str) -> KernelError:
    """Tell a crash from an end that came from outside: an operator, or a system out of memory."""
    if how in KILLS:
        return Killed(f"the worker process was ended from outside ({how}) while {stage}")
    if optional:
        return _CrashedInOptional(f"the geometry kernel crashed ({how}) while {optional}", optional)
    return KernelError(f"the geometry kernel crashed ({how}) while {stage}")


def _duration(seconds: float) -> str:
    """Write a duration for people: `5 minutes`, `2 seconds`."""
    number, unit = (seconds / 60, "minute") if seconds >= 60 and seconds % 60 == 0 else (seconds, "second")
    return f"{number:g} {unit}{'' if number == 1 else 's'}"
