"""Whether one more job may wait, whoever runs it."""

from sqlalchemy.ext.asyncio import AsyncConnection

from server.errors import QueueFull, TooManyJobs
from server.jobs import repository
from server.jobs.job import Job

FULL = "Too many jobs are waiting; please try again in a while."


class Admission:
    """The door of a queue.

    Parameters
    ----------
    max_queued, max_of_account : int
        Jobs that may wait, in all and of one account.
    """

    def __init__(self, max_queued: int, max_of_account: int) -> None:
        self._max_queued = max_queued
        self._max_of_account = max_of_account

    async def check_room(self, connection: AsyncConnection, account_id: str) -> None:
        """Raise QueueFull or TooManyJobs where as many wait as may."""
        n_all, n_own = await repository.count_queued(connection, account_id)
        if n_own >= self._max_of_account:
            raise TooManyJobs(
                f"{self._max_of_account} of your jobs are waiting; please send more when some are done."
            )
        if n_all >= self._max_queued:
            raise QueueFull(FULL)

    async def add(self, connection: AsyncConnection, job: Job) -> None:
        """Store a new job that waits; raise as `check_room` does."""
        if not await repository.add_where_room(connection, job, self._max_queued, self._max_of_account):
            await self.check_room(connection, job.account_id)
            raise QueueFull(FULL)  # others have been begun since it was asked
