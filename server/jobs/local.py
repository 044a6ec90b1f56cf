"""Jobs that run on this machine: the table is the queue, this process hands it to its workers.

A job is claimed by one UPDATE, so it runs once; what ran when the server died is claimed again by the next.
"""

import asyncio
import logging
from contextlib import suppress
from datetime import UTC, datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from server.jobs import repository
from server.jobs.admission import Admission
from server.jobs.attempt import Attempts
from server.jobs.job import Job
from server.jobs.outage import Outage
from server.jobs.pool import Pool
from server.storage.database import Database

POLL_S = 2.0
"""Jobs of this process wake it; this is for a database that was away."""

log = logging.getLogger("sprue.jobs")


class LocalQueue:
    """Runs jobs round robin over accounts, as many side by side as the pool has workers.

    Parameters
    ----------
    database, pool
        What it works with; no other server works with this database.
    attempts : Attempts
        Runs a job.
    admission : Admission
        The door.
    """

    def __init__(self, database: Database, pool: Pool, attempts: Attempts, admission: Admission) -> None:
        self._database = database
        self._pool = pool
        self._attempts = attempts
        self._admission = admission
        self._wake = asyncio.Event()
        self._takes_more = True
        self._loops: list[asyncio.Task[None]] = []
        self._outage = Outage(log, "jobs cannot be taken from the queue")

    async def start(self, warm_after_s: float = 0.0) -> None:
        """Take back what an earlier server left, and begin to run jobs; see `Pool.start`."""
        async with self._database.writing() as connection:
            n_recovered = await repository.recover(connection, datetime.now(UTC))
        if n_recovered:
            log.info("%d jobs of a server that ended go on", n_recovered)
        self._pool.start(warm_after_s)
        self._loops = [asyncio.create_task(self._serve()) for _ in range(self._pool.size)]

    async def stop(self, grace_s: float = 0.0) -> None:
        """Take no more, end what runs after a while and hand it back; what waits stays queued."""
        self._takes_more = False
        self._wake.set()
        if self._loops and grace_s:
            await asyncio.wait(self._loops, timeout=grace_s)
        self.end_all()
        await asyncio.gather(*self._loops, return_exceptions=True)
        await self._pool.stop()

    def end_all(self) -> None:
        """End what runs at once: it is handed back."""
        self._takes_more = False
        self._attempts.end_all()

    async def check_room(self, connection: AsyncConnection, account_id: str) -> None:
        """Raise QueueFull or TooManyJobs where as many wait as may."""
        await self._admission.check_room(connection, account_id)

    async def submit(self, connection: AsyncConnection, job: Job) -> None:
        """Accept a job."""
        await self._admission.add(connection, job)

    def wake(self) -> None:
        """Look for jobs now."""
        self._wake.set()

    def cancel(self, job_id: str) -> None:
        """End a job that runs."""
        self._attempts.cancel(job_id)

    async def _serve(self) -> None:
        """Run one job after the other."""
        while self._takes_more:
            self._wake.clear()  # before it is looked: who wakes us meanwhile is not forgotten
            try:
                async with self._database.writing() as connection:
                    job = await repository.claim(connection, datetime.now(UTC))
                if job is not None:
                    await self._attempts.run(job)
                    continue
            except Exception as error:  # a database that is away comes back
                self._outage.failed(error)
                await asyncio.sleep(POLL_S)
                continue
            self._outage.ended()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), POLL_S)
