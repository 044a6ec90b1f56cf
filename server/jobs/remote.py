"""The line of jobs as a host sees it that runs none: hosts with `sprue worker` do."""

from sqlalchemy.ext.asyncio import AsyncConnection

from server.jobs.admission import Admission
from server.jobs.job import Job
from server.jobs.pool import Pool


class RemoteQueue:
    """Accepts jobs for other hosts. What they draw of results, and cannot at once, is drawn here.

    Parameters
    ----------
    pool : Pool
        For what is drawn.
    admission : Admission
        The door.
    """

    def __init__(self, pool: Pool, admission: Admission) -> None:
        self._pool = pool
        self._admission = admission

    async def start(self, warm_after_s: float = 0.0) -> None:
        """Do nothing: what draws is started when it is needed."""

    async def stop(self, grace_s: float = 0.0) -> None:
        """End what draws."""
        await self._pool.stop()

    async def check_room(self, connection: AsyncConnection, account_id: str) -> None:
        """Raise QueueFull or TooManyJobs where as many wait as may."""
        await self._admission.check_room(connection, account_id)

    async def submit(self, connection: AsyncConnection, job: Job) -> None:
        """Accept a job; the others hear of it when the transaction is through."""
        await self._admission.add(connection, job)

    def wake(self) -> None:
        """Do nothing: the database has told the others."""

    def cancel(self, job_id: str) -> None:
        """Do nothing: who runs it was told in the transaction that removed it."""
