"""A part's life: chosen, uploaded, queued, analyzed, looked at, stale, computed again.

`analyze` and `recompute` wait for the server, so they are called off the window's thread; observers are
called on the thread that makes the change. Everything else may be called from any thread.
"""

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from app.client.cancel import Cancel
from app.client.errors import Failure, Reason
from app.client.http import Client
from app.client.models import Job, Result, Standing
from app.state import length_unit, part_file
from app.state.interface import SHIPPED, Interface
from app.state.observers import Observers

POLL_S = 1.0
"""As the specification recommends; only where a server sends no events."""
NO_EVENTS = frozenset({Reason.MISSING, Reason.NOT_SPRUE, Reason.UNREACHABLE, Reason.TIMEOUT})
"""Why following may end while the job goes on; asking for the job shows whether it does."""


DEFECT = Failure(
    Reason.DEFECT, "Something went wrong in Sprue.", "Try again; if it happens again, send us the log."
)
"""Of our own making; it is raised besides, for the log."""


EXPORT_ANEW = "Export the part anew, or open another file."
"""What helps a file that the server could not use."""


class Stage(StrEnum):
    """How far a part is."""

    CHOSEN = "chosen"
    UPLOADING = "uploading"
    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


BUSY = frozenset({Stage.UPLOADING, Stage.QUEUED, Stage.RUNNING})


class Stale(StrEnum):
    """What was changed since the result was made."""

    PULL = "pull"
    RULES = "rules"


@dataclass(frozen=True, slots=True)
class Progress:
    """Everything there is to show of a part at one moment."""

    stage: Stage = Stage.CHOSEN
    n_sent: int = 0
    n_bytes: int = 0
    job_id: str | None = None
    log: tuple[str, ...] = ()
    shape: str | None = None
    """Link to what the part looks like, where the server has that before the result."""
    result: Result | None = None
    """Kept while it is computed again, and when that fails."""
    stale: frozenset[Stale] = frozenset()
    failure: Failure | None = None
    """With FAILED: what went wrong."""
    goes_on_unseen: bool = False
    """With CANCELLED: the server could not end the job, which was only no longer waited for."""
    standing: Standing | None = None
    """What the server reported of the plan; None before it did."""

    @property
    def is_busy(self) -> bool:
        """Whether something can be cancelled."""
        return self.stage in BUSY


class Session:
    """One part on one server."""

    def __init__(
        self,
        client: Client,
        path: Path,
        interface: Interface = SHIPPED,
        unit_of: Callable[[Path], str] = lambda _: "",
    ) -> None:
        self.changed: Observers[Progress] = Observers()
        self.path = path
        self._client = client
        self._interface = interface
        self._unit_of = unit_of
        self._now = Progress()
        self._cancel = Cancel()
        self._lock = threading.RLock()

    @property
    def now(self) -> Progress:
        """How the part stands."""
        return self._now

    def analyze(self, options: Mapping[str, str | float] | None = None) -> Progress:
        """Send the part and wait until it is judged; return how it ended, never raise a Failure."""
        cancel = self._begin(Stage.UPLOADING, job_id=None, n_sent=0, n_bytes=0, shape=None)
        try:
            problem = part_file.check(self.path, self._interface)
            if problem is not None:
                raise problem
            with self.as_sent() as (file, of_file):
                asked = {**(options or {}), **of_file}
                accepted = self._client.analyze(file, asked, progress=self._sent, cancel=cancel)
            self._become(stage=Stage.QUEUED, job_id=accepted.job_id, standing=accepted.standing)
            result = self._finish(accepted.job_id, cancel)
        except Failure as failure:
            if failure.reason is Reason.INVALID:  # what was sent is the file
                failure = replace(failure, next_step=EXPORT_ANEW)
            return self._end(failure, cancel)
        except BaseException:
            self._become(stage=Stage.FAILED, failure=DEFECT)
            raise
        return self._become(stage=Stage.DONE, result=result, stale=frozenset())

    @contextmanager
    def as_sent(self) -> Iterator[tuple[Path, dict[str, str | float]]]:
        """Give the file as servers get it, and what is said with it: in the unit that was chosen for it."""
        unit = self._unit_of(self.path)
        if length_unit.has_none(self.path):  # there is none in the file to be put in its place
            yield self.path, {"unit": unit} if unit else {}
            return
        with length_unit.read_as(self.path, unit) as file:
            yield file, {}

    def move_to(self, client: Client) -> None:
        """Speak with the same server over this from now on, as after it was started anew."""
        self._client = client

    def recompute(self, options: Mapping[str, str | float]) -> Progress:
        """Run again with another pull; the old result stays, stale, until the new one is there.

        Raises RuntimeError where there is nothing to run again.
        """
        job_id = self._now.job_id
        if job_id is None or self._now.result is None:
            raise RuntimeError("only a part that was analyzed can be computed again")
        cancel = self._begin(Stage.QUEUED, stale=self._now.stale | {Stale.PULL})
        try:
            self._run_again(job_id, options, cancel)
            result = self._finish(job_id, cancel)
        except Failure as failure:
            return self._end(failure, cancel, keeps_job=True)
        except BaseException:
            self._become(stage=Stage.FAILED, failure=DEFECT)
            raise
        return self._become(stage=Stage.DONE, result=result, stale=self._now.stale - {Stale.PULL})

    def mark(self, stale: Stale, *, is_stale: bool = True) -> None:
        """Note that pull or rules were changed, or changed back; without a result there is nothing stale."""
        with self._lock:
            marked = self._now.stale | {stale} if is_stale else self._now.stale - {stale}
            if self._now.result is not None and marked != self._now.stale:
                self._become(stale=marked)

    def cancel(self) -> None:
        """End what runs; the thread that waits for it reports its end."""
        with self._lock:
            cancel = self._cancel if self._now.is_busy else None
        if cancel is not None:
            cancel.ask()

    def _begin(self, stage: Stage, **changes: Any) -> Cancel:
        with self._lock:
            if self._now.is_busy:
                raise RuntimeError("the part is being worked on already")
            self._cancel = Cancel()
            self._become(stage=stage, log=(), failure=None, goes_on_unseen=False, **changes)
            return self._cancel

    def _run_again(self, job_id: str, options: Mapping[str, str | float], cancel: Cancel) -> None:
        """Start a job again, after the run of it that was cancelled before, which nobody else waits for."""
        try:
            self._client.recompute(job_id, options)
        except Failure as failure:
            if failure.reason is not Reason.CONFLICT:
                raise
            self._poll(job_id, cancel)
            self._client.recompute(job_id, options)

    def _sent(self, n_sent: int, n_bytes: int) -> None:
        self._become(n_sent=n_sent, n_bytes=n_bytes)

    def _finish(self, job_id: str, cancel: Cancel) -> Result:
        """Wait for a job and fetch its result; that of a job that failed raises why, with a next step."""
        job = self._follow(job_id, cancel) or self._poll(job_id, cancel)
        result = self._client.result(job_id, cancel=cancel)
        if job.status == "error":  # a server that gives a result of a failed job all the same
            raise Failure(Reason.SERVER, job.error or "The analysis failed.", "Try again.")
        return result

    def _follow(self, job_id: str, cancel: Cancel) -> Job | None:
        """Follow the events of a job; None where they stop before the job ends."""
        try:
            for event in self._client.follow(job_id, cancel=cancel):
                if event.line is not None:
                    self._become(log=(*self._now.log, event.line))
                elif event.shape is not None:
                    self._become(shape=event.shape)
                elif event.is_last:
                    return event.job  # None where somebody removed it; asking for it then says so
                elif event.job is not None:
                    self._become(stage=_stage(event.job))
        except Failure as failure:
            if failure.reason not in NO_EVENTS:
                raise
        return None

    def _poll(self, job_id: str, cancel: Cancel) -> Job:
        """Ask for a job until it ends."""
        while True:
            job = self._client.job(job_id, cancel=cancel)
            self._become(stage=_stage(job), log=job.log or self._now.log)
            if job.is_final:
                return job
            if cancel.wait(POLL_S):
                raise Failure(Reason.CANCELLED, "Cancelled.", "")

    def _end(self, failure: Failure, cancel: Cancel, *, keeps_job: bool = False) -> Progress:
        """Report how it ended without a result; a job that was begun for nothing is ended on the server."""
        if failure.reason is not Reason.CANCELLED and not cancel.is_asked:
            return self._become(stage=Stage.FAILED, failure=failure)
        goes_on = keeps_job
        if self._now.job_id is not None and not keeps_job:
            goes_on = not self._removed(self._now.job_id)
        return self._become(stage=Stage.CANCELLED, goes_on_unseen=goes_on)

    def _removed(self, job_id: str) -> bool:
        try:
            return self._client.remove(job_id)
        except Failure:
            return False

    def _become(self, **changes: Any) -> Progress:
        with self._lock:
            self._now = now = replace(self._now, **changes)
        self.changed.notify(now)
        return now


def _stage(job: Job) -> Stage:
    return Stage.QUEUED if job.status == "queued" else Stage.RUNNING
