"""A queue over a database and a store, for tests of whatever runs jobs."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Generic, TypeVar

from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection

from server.auth import repository as accounts
from server.jobs import repository
from server.jobs.admission import Admission
from server.jobs.attempt import Attempts
from server.jobs.job import Job, Status
from server.jobs.local import LocalQueue
from server.jobs.pool import Pool
from server.jobs.procrastinate_queue import ProcrastinateQueue
from server.jobs.queue import JobQueue
from server.storage import ids
from server.storage.database import Database, open_database
from server.storage.local_blobs import LocalBlobs
from tests.server import acting
from tests.server.databases import put_tables

T = TypeVar("T")

GONE = 10**15
"""An entry of the queue that there is not."""


class Bench:
    """A queue over a database and a store in a folder."""

    def __init__(
        self,
        folder: Path,
        size: int,
        max_queued: int,
        max_of_account: int,
        preload: tuple[str, ...],
        url: str = "",
        home: Callable[[Path], Any] = LocalBlobs,
    ) -> None:
        self.database: Database = open_database(url, folder)
        self.blobs = home(folder)
        pool = Pool("batch", replace(acting.OPTIONS, preload=preload), size, 10)
        attempts = Attempts(self.database, pool, self.blobs, 30.0, self.give_back)
        admission = Admission(max_queued, max_of_account)
        self.queue: JobQueue = (
            LocalQueue(self.database, pool, attempts, admission)
            if self.database.is_sqlite
            else ProcrastinateQueue(self.database, pool, attempts, admission)
        )
        self.given_back: list[str] = []
        self.account_id = ""

    async def claimed(self) -> Job:
        """Return the next job, as an attempt of a host that runs it by no entry."""
        async with self.database.writing() as connection:
            job = await repository.claim(connection, datetime.now(UTC), entry_id=GONE)
        assert job is not None
        return job

    async def lines_of(self, job: Job) -> list[str]:
        """Return the log of a job."""
        async with self.database.reading() as connection:
            return [each.text for each in await repository.log_of(connection, job.id)]

    async def give_back(self, connection: AsyncConnection, job_id: str, now: datetime) -> None:
        """Note whose unit is given back."""
        self.given_back.append(job_id)

    async def submit(self, act: str = "", has_result: bool = False, attempts: int = 0) -> str:
        """Queue a part that asks for an act."""
        job_id, now = ids.new(), datetime.now(UTC)
        (self.blobs.make(job_id) / "part.step").write_bytes(acting.part(act))
        await self.blobs.keep_part(job_id)
        arguments = {
            "file": "part.step",
            "filename": "part.step",
            "pull": "cardinal",
            "max_edge_mm": None,
            "curvature": None,
            "alpha_min_deg": 0.5,
            "alpha_warn_deg": 3.0,
        }
        job = Job.queued(job_id, self.account_id, "part.step", acting.FUNCTIONS.analyze, arguments, now)
        job = replace(job, has_result=has_result, attempts=attempts)
        async with self.database.writing() as connection:
            await self.queue.submit(connection, job)
        self.queue.wake()
        return job_id

    async def get(self, job_id: str) -> Job:
        """Return a job as it stands."""
        async with self.database.reading() as connection:
            found = await repository.get(connection, job_id)
        assert found is not None
        return found

    async def until(self, job_id: str, *states: Status) -> Job:
        """Wait for a state."""
        deadline = time.monotonic() + 30
        while (job := await self.get(job_id)).status not in states:
            assert time.monotonic() < deadline, job
            await asyncio.sleep(0.02)
        return job


def run(
    folder: Path,
    act: Callable[[Bench], Awaitable[T]],
    size: int = 1,
    max_queued: int = 10,
    max_of_account: int = 10,
    start: bool = True,
    preload: tuple[str, ...] = acting.FUNCTIONS.preload,
    url: str = "",
    home: Callable[[Path], Any] = LocalBlobs,
) -> T:
    """Set up a bench, act on it, and put it away."""
    if not url:
        put_tables(folder)

    async def go() -> T:
        bench = Bench(folder, size, max_queued, max_of_account, preload, url, home)
        async with bench.database.writing() as connection:
            found = await accounts.account_named(connection, "test")
            found = found or await accounts.make_account(
                connection, "test", "free", False, False, datetime.now(UTC)
            )
        bench.account_id = found.id
        if start:
            await bench.queue.start()
        try:
            return await act(bench)
        finally:
            if start:
                await bench.queue.stop()
            await bench.database.close()

    return asyncio.run(go())


FINAL = (Status.DONE, Status.ERROR)


class AwayTwice(Generic[T]):
    """Does as a function, after the database was away for it two times."""

    def __init__(self, function: Callable[..., Awaitable[T]]) -> None:
        self._function = function
        self.n_tried = 0

    async def __call__(self, *arguments: Any) -> T:
        self.n_tried += 1
        if self.n_tried < 3:
            raise OperationalError("INSERT", {}, Exception("the database is away"))
        return await self._function(*arguments)
