"""What a queue of jobs offers, whoever runs them."""

from typing import Protocol

from sqlalchemy.ext.asyncio import AsyncConnection

from server.jobs.job import Job


class JobQueue(Protocol):
    """Takes jobs, and has them run one after the other or side by side."""

    async def start(self, warm_after_s: float = 0.0) -> None:
        """Begin to run jobs; see `Pool.start`."""

    async def stop(self, grace_s: float = 0.0) -> None:
        """Take no more; end what runs after so many seconds, and hand it back."""

    async def check_room(self, connection: AsyncConnection, account_id: str) -> None:
        """Raise where so many wait, or so many of the account, that one more would only wait for nothing.

        Raises
        ------
        QueueFull, TooManyJobs
            All accounts' jobs together, or those of this account.
        """

    async def submit(self, connection: AsyncConnection, job: Job) -> None:
        """Accept a job, within the transaction that pays for it; raise as `check_room` does."""

    def wake(self) -> None:
        """Say that the transaction is through: there is something to run."""

    def cancel(self, job_id: str) -> None:
        """End a job that runs and that was removed; nothing happens when it does not run."""
