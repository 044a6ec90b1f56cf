"""One attempt of a job: run it, and write down how it ended.

Whoever takes jobs from a queue runs them with this. Each attempt has an id, and what another attempt writes
down of the job counts for nothing: its end, its lines, its unit. A run writes into a folder of its own, so
that doing it again harms nothing.
"""

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from sqlalchemy.exc import DBAPIError

from engine.errors import DiskFull, InternalError
from server import logs
from server.errors import StorageAway
from server.jobs import endings, repository
from server.jobs.attempt_log import AttemptLog
from server.jobs.endings import Ending, Endings, GiveBack, OnEnd
from server.jobs.job import Job, Status
from server.jobs.paths import SHAPE, arguments_of, prepared_names
from server.jobs.pool import Pool
from server.storage.blobs import Blobs
from server.storage.database import Database
from server.tracing import spans
from server.tracing.spans import Kind

GIVEN_UP = "it was begun {} times, and its worker or the server was ended each time"
FULL_DISK_PAUSE_S = 5.0
"""A job that finds no room on the disk waits before it is begun anew: old files are removed every minute."""
STORE_PAUSE_S = 5.0
"""So does one whose files could not be fetched or kept."""

log = logging.getLogger("sprue.jobs")

Observe = Callable[[str, float, Mapping[str, float]], None]
"""Is told of each attempt that ended: how, after how many seconds, and the seconds of its stages."""


def _observe_nothing(outcome: str, seconds: float, seconds_of_stage: Mapping[str, float]) -> None:
    """Do nothing: nobody counts."""


@dataclass(frozen=True, slots=True)
class _Attempt:
    """A job that runs here, and what ends it."""

    job: Job
    log: AttemptLog
    flag: threading.Event = field(default_factory=threading.Event)
    seconds_of_stage: dict[str, float] = field(default_factory=dict)


class Attempts:
    """Runs attempts of jobs, as many side by side as are asked for.

    Parameters
    ----------
    database, pool, blobs
        What it works with.
    time_limit_s : float
        Seconds that a job may take.
    give_back, on_end : callable
        As `Endings` takes them.
    observe : callable
        Called when an attempt has ended.
    """

    def __init__(
        self,
        database: Database,
        pool: Pool,
        blobs: Blobs,
        time_limit_s: float,
        give_back: GiveBack = endings.keep_the_unit,
        on_end: OnEnd = endings.nobody_listens,
        observe: Observe = _observe_nothing,
    ) -> None:
        self._database = database
        self._pool = pool
        self._blobs = blobs
        self._time_limit_s = time_limit_s
        self._observe = observe
        self._running: dict[str, _Attempt] = {}
        """By the id of the attempt."""
        self._stopping = asyncio.Event()
        self._endings = Endings(database, self._stopping, give_back, on_end)

    async def run(self, job: Job) -> None:
        """Run a job that was claimed and write down how it ended, in the context of its lines in the log."""
        known = {"job_id": job.id, "account_id": job.account_id, "request_id": job.request_id}
        attributes: dict[str, spans.Value] = {"sprue.run": job.run, "sprue.attempt": job.attempts}
        attributes |= {f"sprue.{name}": value for name, value in known.items() if value is not None}
        with spans.span("attempt of a job", Kind.CONSUMER, job.traceparent, attributes):
            known["trace_id"] = spans.trace_id()
            with logs.bound(**{name: value for name, value in known.items() if value is not None}):
                await self._attempt(job)

    def cancel(self, job_id: str) -> None:
        """End a job that runs here; nothing happens when it does not."""
        for attempt in self._running.values():
            if attempt.job.id == job_id:
                attempt.flag.set()

    def end_all(self) -> None:
        """End what runs, and what is begun from now on, at once: it is handed back."""
        self._stopping.set()
        for attempt in self._running.values():
            attempt.flag.set()

    async def _attempt(self, job: Job) -> None:
        assert job.attempt_id is not None, "it was claimed"
        attempt = self._running[job.attempt_id] = _Attempt(job, AttemptLog(self._database, job))
        if self._stopping.is_set():
            attempt.flag.set()
        try:
            async with attempt.log.kept():
                ending = await self._timed(attempt)
                await self._clean_up(job, ending)
            is_there = await self._endings.write_down(job, ending, attempt.log.rest)
        finally:
            del self._running[job.attempt_id]
        if not is_there:
            await self._blobs.remove(job.id)  # it was deleted while it ran

    async def _timed(self, attempt: "_Attempt") -> Ending:
        """Run the task, and tell how it ended and how long it took."""
        job, began = attempt.job, time.monotonic()
        log.info("job %s, run %d: attempt %d begins", job.id, job.run, job.attempts)
        ending = await self._run(attempt)
        self._report(job, ending, time.monotonic() - began, attempt.seconds_of_stage)
        return ending

    async def _clean_up(self, job: Job, ending: Ending) -> None:
        """Remove what an attempt made that failed; wait where it found no room or no store."""
        if isinstance(ending, Exception):
            await self._remove_partial(job)
        if isinstance(ending, DiskFull):
            await endings.pause(FULL_DISK_PAUSE_S, self._stopping)
        if isinstance(ending, StorageAway):
            await endings.pause(STORE_PAUSE_S, self._stopping)

    def _report(
        self, job: Job, ending: Ending, seconds: float, seconds_of_stage: Mapping[str, float]
    ) -> None:
        outcome = type(ending).__name__ if isinstance(ending, Exception) else str(Status.DONE)
        log.info(
            "job %s, run %d: attempt %d ends after %.2f s: %s",
            job.id,
            job.run,
            job.attempts,
            seconds,
            outcome,
        )
        self._observe(outcome, seconds, seconds_of_stage)
        spans.note({"sprue.outcome": outcome})
        if isinstance(ending, Exception):
            spans.fail(outcome)

    async def _remove_partial(self, job: Job) -> None:
        """Remove what a run made that failed, unless another attempt works on it by now.

        What cannot be removed is when the job is begun anew, or goes with the job.
        """
        with suppress(StorageAway, DBAPIError):
            async with self._database.reading() as connection:
                is_ours = await repository.is_current(connection, job)
            if is_ours:
                await self._blobs.remove_partial(job.id, job.run, but=SHAPE)

    async def _run(self, attempt: "_Attempt") -> Ending:
        """Run the task; return the exception it ended with, or the bytes that the job takes."""
        job = attempt.job
        if job.attempts > endings.MOST_ATTEMPTS:  # it brought the server down each time
            return InternalError(GIVEN_UP.format(endings.MOST_ATTEMPTS))
        try:
            await self._blobs.remove_results(job.id, job.run)
            early = (SHAPE,) if job.arguments.get("with_shape") else ()
            names = prepared_names(job.arguments)
            async with self._blobs.stage(job.id, job.run, job.arguments["file"], names, early) as staged:
                done = await self._pool.run(
                    job.task,
                    arguments_of(job, staged),
                    self._time_limit_s,
                    attempt.log.add,
                    attempt.flag.is_set,
                    most_kills=1,
                )
                attempt.seconds_of_stage.update(done.get("seconds_of_stage", {}))
                return await self._blobs.keep_results(job.id, job.run, staged)
        except Exception as error:
            return error
