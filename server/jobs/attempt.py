"""One attempt of a job: run it, and write down how it ended.

Whoever takes jobs from a queue runs them with this. Each attempt has an id, and what another attempt writes
down of the job counts for nothing: its end, its lines, its unit. A run writes into a folder of its own, so
that doing it again harms nothing.
"""

import asyncio
import logging
import threading
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime

from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.errors import Cancelled, DiskFull, InternalError, SprueError
from engine.isolate.worker import Killed, NotStarted
from server import logs
from server.errors import StorageAway
from server.jobs import repository
from server.jobs.job import Job, Status
from server.jobs.outage import Outage
from server.jobs.paths import SHAPE, arguments_of, prepared_names
from server.jobs.pool import Pool
from server.storage.blobs import Blobs
from server.storage.database import Database

MOST_ATTEMPTS = 12
"""A job is begun anew when its worker or the server was killed: often enough for a machine's bad day, and not
for ever for a part that brings it down."""
GIVEN_UP = f"it was begun {MOST_ATTEMPTS} times, and its worker or the server was ended each time"
AGAIN = "begun again: the worker or the server was ended before"
FULL_DISK_PAUSE_S = 5.0
"""A job that finds no room on the disk waits before it is begun anew: old files are removed every minute."""
STORE_PAUSE_S = 5.0
"""So does one whose files could not be fetched or kept."""
FLUSH_S = 0.25
DATABASE_PAUSE_S = 2.0
"""So does the end of one that cannot be written down."""

log = logging.getLogger("sprue.jobs")

GiveBack = Callable[[AsyncConnection, str, datetime], Awaitable[object]]
"""What happens when a job ends with nothing to show: connection, job, moment."""

OnEnd = Callable[[AsyncConnection, Job, Status, datetime], Awaitable[object]]
"""What else happens when a job ends: connection, job as it was begun, state it ended in, moment."""

Observe = Callable[[str, float, Mapping[str, float]], None]
"""Is told of each attempt that ended: how, after how many seconds, and the seconds of its stages."""


def _observe_nothing(outcome: str, seconds: float, seconds_of_stage: Mapping[str, float]) -> None:
    """Do nothing: nobody counts."""


async def _keep_the_unit(connection: AsyncConnection, job_id: str, now: datetime) -> None:
    """Do nothing: nobody counts."""


async def _nobody_listens(connection: AsyncConnection, job: Job, status: Status, now: datetime) -> None:
    """Do nothing: nobody waits for it."""


@dataclass(frozen=True, slots=True)
class _Attempt:
    """A job that runs here, and what ends it."""

    job: Job
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
    give_back : callable
        Called in the transaction that marks a job as failed which never had a result.
    on_end : callable
        Called in the transaction that marks a job as done or failed.
    observe : callable
        Called when an attempt has ended.
    """

    def __init__(
        self,
        database: Database,
        pool: Pool,
        blobs: Blobs,
        time_limit_s: float,
        give_back: GiveBack = _keep_the_unit,
        on_end: OnEnd = _nobody_listens,
        observe: Observe = _observe_nothing,
    ) -> None:
        self._database = database
        self._pool = pool
        self._blobs = blobs
        self._time_limit_s = time_limit_s
        self._give_back = give_back
        self._on_end = on_end
        self._observe = observe
        self._running: dict[str, _Attempt] = {}
        """By the id of the attempt."""
        self._is_stopping = False
        self._store_outage = Outage(log, "files of jobs cannot be fetched or kept")

    async def run(self, job: Job) -> None:
        """Run a job that was claimed and write down how it ended, in the context of its lines in the log."""
        with logs.bound(job_id=job.id, account_id=job.account_id):
            await self._attempt(job)

    def cancel(self, job_id: str) -> None:
        """End a job that runs here; nothing happens when it does not."""
        for attempt in self._running.values():
            if attempt.job.id == job_id:
                attempt.flag.set()

    def end_all(self) -> None:
        """End what runs, and what is begun from now on, at once: it is handed back."""
        self._is_stopping = True
        for attempt in self._running.values():
            attempt.flag.set()

    async def _attempt(self, job: Job) -> None:
        assert job.attempt_id is not None, "it was claimed"
        attempt = self._running[job.attempt_id] = _Attempt(job)
        if self._is_stopping:
            attempt.flag.set()
        lines: deque[str] = deque()
        known = await self._begun_before(job, lines)
        has_ended = asyncio.Event()
        flushing = asyncio.create_task(self._flush_until(has_ended, job, lines))
        try:
            began = time.monotonic()
            log.info("job %s, run %d: attempt %d begins", job.id, job.run, job.attempts)
            ending = await self._run(job, lines, known, attempt)
            self._report(job, ending, time.monotonic() - began, attempt.seconds_of_stage)
            has_ended.set()  # rather than cancel it: lines on their way would be lost
            await asyncio.gather(flushing, return_exceptions=True)
            if isinstance(ending, Exception):
                await self._remove_partial(job)
            if isinstance(ending, DiskFull):
                await self._pause(FULL_DISK_PAUSE_S)
            if isinstance(ending, StorageAway):
                await self._pause(STORE_PAUSE_S)
            is_there = await self._write_down(job, lines, ending)
        finally:
            has_ended.set()
            del self._running[job.attempt_id]
        if not is_there:
            await self._blobs.remove(job.id)  # it was deleted while it ran

    def _report(
        self, job: Job, ending: Exception | int, seconds: float, seconds_of_stage: Mapping[str, float]
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

    async def _remove_partial(self, job: Job) -> None:
        """Remove what a run made that failed, unless another attempt works on it by now.

        What cannot be removed is when the job is begun anew, or goes with the job.
        """
        with suppress(StorageAway, DBAPIError):
            async with self._database.reading() as connection:
                is_ours = await repository.is_current(connection, job)
            if is_ours:
                await self._blobs.remove_partial(job.id, job.run, but=SHAPE)

    async def _write_down(self, job: Job, lines: deque[str], ending: Exception | int) -> bool:
        """Write down how an attempt ended, as often as it takes; False when the job is gone.

        An attempt that no longer counts changes nothing.
        """
        outage = Outage(log, f"how job {job.id} ended cannot be written down")
        while True:
            try:
                async with self._database.writing() as connection:
                    counted = await self._end(connection, job, ending)
                    if counted and lines:  # of an attempt that does not count they are left out
                        await repository.add_lines(connection, job.id, list(lines), datetime.now(UTC))
                    is_there = counted or await repository.get(connection, job.id) is not None
            except Exception as error:
                if self._is_stopping:  # the next server finds that it runs, and does it again
                    raise
                outage.failed(error)
                await self._pause(DATABASE_PAUSE_S)
            else:
                outage.ended()
                if is_there and not counted:
                    log.warning("job %s is another server's by now: this attempt changes nothing", job.id)
                return is_there

    async def _pause(self, seconds: float) -> None:
        """Wait, but not when the server stops."""
        for _ in range(round(seconds / FLUSH_S)):
            if not self._is_stopping:
                await asyncio.sleep(FLUSH_S)

    async def _begun_before(self, job: Job, lines: deque[str]) -> set[str]:
        """Return what the log of a job has of attempts before, and say in it that there is another.

        A database that is away just now costs the log these words, and not the job its run.
        """
        known: list[str] = []
        with suppress(DBAPIError):
            async with self._database.reading() as connection:
                known = [line.text for line in await repository.log_of(connection, job.id)]
        if known and known[-1] != AGAIN:  # it is said once while a store or a disk keeps the job waiting
            lines.append(AGAIN)
        return set(known)

    async def _run(
        self, job: Job, lines: deque[str], known: set[str], attempt: "_Attempt"
    ) -> Exception | int:
        """Run the task; return the exception it ended with, or the bytes that the job takes."""
        if job.attempts > MOST_ATTEMPTS:  # it brought the server down each time
            return InternalError(GIVEN_UP)
        try:
            await self._blobs.remove_results(job.id, job.run)
            early = (SHAPE,) if job.arguments.get("with_shape") else ()
            names = prepared_names(job.arguments)
            async with self._blobs.stage(job.id, job.run, job.arguments["file"], names, early) as staged:
                done = await self._pool.run(
                    job.task,
                    arguments_of(job, staged),
                    self._time_limit_s,
                    lambda line: None if line in known else lines.append(line),
                    attempt.flag.is_set,
                    most_kills=1,
                )
                attempt.seconds_of_stage.update(done.get("seconds_of_stage", {}))
                return await self._blobs.keep_results(job.id, job.run, staged)
        except Exception as error:
            return error

    async def _end(self, connection: AsyncConnection, job: Job, ending: Exception | int) -> bool:
        """Write down how an attempt ended; False when it no longer counts."""
        now = datetime.now(UTC)
        match ending:
            case int(size_bytes):
                self._store_outage.ended()
                is_there = await repository.finish(connection, job, size_bytes, now)
                if is_there:
                    await self._on_end(connection, job, Status.DONE, now)
                return is_there
            case Cancelled() if self._is_stopping:
                return await repository.hand_back(connection, job, counts=False)
            case StorageAway():  # it is not the part that brings the store down: as often as it takes
                self._store_outage.failed(ending)
                return await repository.hand_back(connection, job, counts=False)
            case Killed() | NotStarted() | DiskFull() if job.attempts < MOST_ATTEMPTS:
                log.warning("job %s is done again: %s", job.id, ending)
                return await repository.hand_back(connection, job, counts=True)
            case InternalError():
                log.error("job %s: %s", job.id, ending)
            case SprueError():
                pass
            case _:
                log.error("job %s failed", job.id, exc_info=ending)
        is_there = await repository.fail(connection, job, _kind(ending), str(ending), now)
        if is_there and not job.has_result:
            await self._give_back(connection, job.id, now)
        if is_there:
            await self._on_end(connection, job, Status.ERROR, now)
        return is_there

    async def _flush_until(self, has_ended: asyncio.Event, job: Job, lines: deque[str]) -> None:
        """Write new lines down a few times a second."""
        while not has_ended.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(has_ended.wait(), FLUSH_S)
            if lines:
                async with self._database.writing() as connection:
                    await self._flush(connection, job, lines)

    async def _flush(self, connection: AsyncConnection, job: Job, lines: deque[str]) -> None:
        taken = list(lines)
        if taken and await repository.hold_current(connection, job):
            await repository.add_lines(connection, job.id, taken, datetime.now(UTC))
        for _ in taken:
            lines.popleft()


def _kind(error: Exception) -> str:
    """Return the name of the engine's error that an error is told as."""
    for kind in type(error).__mro__:
        if issubclass(kind, SprueError) and kind.__module__ == "engine.errors":
            return kind.__name__
    return InternalError.__name__
