"""The log of a job while an attempt runs: lines are written down a few times a second, each once a run."""

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime

from sqlalchemy.exc import DBAPIError

from server.jobs import repository
from server.jobs.job import Job
from server.jobs.outage import Outage
from server.storage.database import Database

AGAIN = "begun again: the worker or the server was ended before"
FLUSH_S = 0.25
"""How long a line waits for others, to be written down with them."""

log = logging.getLogger("sprue.jobs")


class AttemptLog:
    """Lines of one attempt.

    Parameters
    ----------
    database : Database
        Where they go.
    job : Job
        As it was claimed.
    """

    def __init__(self, database: Database, job: Job) -> None:
        self._database = database
        self._job = job
        self._known: set[str] = set()
        """What attempts before have said."""
        self._waiting: deque[str] = deque()

    def add(self, line: str) -> None:
        """Add a line, unless an attempt before has said it."""
        if line not in self._known:
            self._waiting.append(line)

    @property
    def rest(self) -> list[str]:
        """The lines that are not written down yet."""
        return list(self._waiting)

    @asynccontextmanager
    async def kept(self) -> AsyncIterator[None]:
        """Write lines down while the block runs; those of its last moment are left as the `rest`."""
        await self._read()
        has_ended = asyncio.Event()
        flushing = asyncio.create_task(self._flush_until(has_ended))
        try:
            yield
        finally:
            has_ended.set()  # rather than cancel it: lines on their way would be lost
            await asyncio.gather(flushing, return_exceptions=True)

    async def _read(self) -> None:
        """Look what attempts before have said, and say that there is another.

        A database that is away just now costs the log these words, and not the job its run.
        """
        if not self._job.has_log:
            return
        known: list[str] = []
        with suppress(DBAPIError):
            async with self._database.reading() as connection:
                known = [line.text for line in await repository.log_of(connection, self._job.id)]
        self._known = set(known)
        if known and known[-1] != AGAIN:  # it is said once while a store or a disk keeps the job waiting
            self._waiting.append(AGAIN)

    async def _flush_until(self, has_ended: asyncio.Event) -> None:
        outage = Outage(log, f"lines of job {self._job.id} cannot be written down")
        while not has_ended.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(has_ended.wait(), FLUSH_S)
                return
            try:
                await self._flush()
            except DBAPIError as error:
                outage.failed(error)
            else:
                outage.ended()

    async def _flush(self) -> None:
        """Write down what waits; the lines of an attempt that no longer counts are left out."""
        taken = self.rest
        if taken:
            async with self._database.writing() as connection:
                await repository.add_lines_of(connection, self._job, taken, datetime.now(UTC))
        for _ in taken:
            self._waiting.popleft()
