"""How an attempt of a job ended, written down in one transaction with all that follows from it.

What an attempt writes down that another has followed counts for nothing: its end, its last lines, its unit.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.errors import Cancelled, DiskFull, InternalError, SprueError
from engine.isolate.worker import Killed, NotStarted
from server.errors import StorageAway
from server.jobs import repository
from server.jobs.job import Job, Status
from server.jobs.outage import Outage
from server.storage.database import Database

MOST_ATTEMPTS = 12
"""A job is begun anew when its worker or the server was killed: often enough for a machine's bad day, and not
for ever for a part that brings it down."""
DATABASE_PAUSE_S = 2.0
"""How long an end that cannot be written down waits before it is tried again."""

log = logging.getLogger("sprue.jobs")

Ending = Exception | int
"""The exception an attempt ended with, or the bytes that its job takes."""

GiveBack = Callable[[AsyncConnection, str, datetime], Awaitable[object]]
"""What happens when a job ends with nothing to show: connection, job, moment."""

OnEnd = Callable[[AsyncConnection, Job, Status, datetime], Awaitable[object]]
"""What else happens when a job ends: connection, job as it was begun, state it ended in, moment."""


async def keep_the_unit(connection: AsyncConnection, job_id: str, now: datetime) -> None:
    """Do nothing: nobody counts."""


async def nobody_listens(connection: AsyncConnection, job: Job, status: Status, now: datetime) -> None:
    """Do nothing: nobody waits for it."""


class Endings:
    """Writes down how attempts ended.

    Parameters
    ----------
    database : Database
        Where.
    stopping : asyncio.Event
        Set when the server is about to stop.
    give_back, on_end : callable
        Called in the transaction that marks a job as failed which never had a result, and in the one that
        marks a job as done or failed.
    """

    def __init__(
        self,
        database: Database,
        stopping: asyncio.Event,
        give_back: GiveBack = keep_the_unit,
        on_end: OnEnd = nobody_listens,
    ) -> None:
        self._database = database
        self._stopping = stopping
        self._give_back = give_back
        self._on_end = on_end
        self._store_outage = Outage(log, "files of jobs cannot be fetched or kept")

    async def write_down(self, job: Job, ending: Ending, lines: Sequence[str]) -> bool:
        """Write down how an attempt ended and the last lines of its log, as often as it takes.

        Returns
        -------
        bool
            False when the job is gone. An attempt that no longer counts changes nothing.
        """
        outage = Outage(log, f"how job {job.id} ended cannot be written down")
        while True:
            try:
                async with self._database.writing() as connection:
                    counted = await self.write(connection, job, ending, lines)
                    is_there = counted or await repository.get(connection, job.id) is not None
            except Exception as error:
                if self._stopping.is_set():  # the next server finds that it runs, and does it again
                    raise
                outage.failed(error)
                await pause(DATABASE_PAUSE_S, self._stopping)
            else:
                outage.ended()
                if is_there and not counted:
                    log.warning("job %s is another server's by now: this attempt changes nothing", job.id)
                return is_there

    async def write(
        self, connection: AsyncConnection, job: Job, ending: Ending, lines: Sequence[str]
    ) -> bool:
        """Write it down once, within a transaction; False when the attempt no longer counts."""
        now = datetime.now(UTC)
        counts = await self._end(connection, job, ending, now)
        if counts and lines:
            await repository.add_lines(connection, job.id, lines, now)
        return counts

    async def _end(self, connection: AsyncConnection, job: Job, ending: Ending, now: datetime) -> bool:
        match ending:
            case int(size_bytes):
                self._store_outage.ended()
                counts = await repository.finish(connection, job, size_bytes, now)
                if counts:
                    await self._on_end(connection, job, Status.DONE, now)
                return counts
            case Cancelled() if self._stopping.is_set():
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
        counts = await repository.fail(connection, job, _kind(ending), str(ending), now)
        if counts and not job.has_result:
            await self._give_back(connection, job.id, now)
        if counts:
            await self._on_end(connection, job, Status.ERROR, now)
        return counts


async def pause(seconds: float, stopping: asyncio.Event) -> None:
    """Wait, but not when the server stops."""
    with suppress(TimeoutError):
        await asyncio.wait_for(stopping.wait(), seconds)


def _kind(error: Exception) -> str:
    """Return the name of the engine's error that an error is told as."""
    for kind in type(error).__mro__:
        if issubclass(kind, SprueError) and kind.__module__ == "engine.errors":
            return kind.__name__
    return InternalError.__name__
