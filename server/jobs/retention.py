"""What is kept for how long: jobs by their last use, files within a budget of disk."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from server.http import idempotency
from server.jobs import repository
from server.jobs.outage import Outage
from server.jobs.recurring import Recurring
from server.storage import advisory_lock
from server.storage.advisory_lock import Lock
from server.storage.blobs import Blobs
from server.storage.database import Database
from server.storage.disk import Disk

LONGEST_PAUSE_S = 60.0
SHORTEST_PAUSE_S = 0.2
SHORT_DISK_PAUSE_S = 5.0
"""While the disk is short of room."""
STRAYS_EVERY_S = 3600.0
"""Where hosts share the home of files, of which each may die at any moment."""

log = logging.getLogger("sprue.jobs")

Forget = Callable[[AsyncConnection, datetime], Awaitable[object]]
"""Forgets what else is kept as long as jobs are: connection, the moment before which it ended."""


async def _nothing_else(connection: AsyncConnection, moment: datetime) -> None:
    """Do nothing."""


class Retention:
    """Forgets what nobody asked for, every minute.

    Parameters
    ----------
    disk : Disk
        What is short on it goes too, whatever the budget.
    lifetime_s : float
        A finished job is forgotten when nobody asked for it for this long.
    link_s : float
        A preview is removed when it is this old: links to it have expired.
    budget_bytes : int
        What all files together may take; beyond, those longest unused go first: prepared parts, previews and
        strays, then finished jobs.
    forget : callable
        Forgets what else is kept as long as jobs are.
    """

    def __init__(
        self,
        database: Database,
        blobs: Blobs,
        disk: Disk,
        lifetime_s: float,
        link_s: float,
        budget_bytes: int,
        forget: Forget = _nothing_else,
    ) -> None:
        self._database = database
        self._blobs = blobs
        self._disk = disk
        self._lifetime = timedelta(seconds=lifetime_s)
        self._link = timedelta(seconds=link_s)
        self._budget_bytes = budget_bytes
        self._forget_else = forget
        self._strays_due_at = 0.0
        self._recurring = Recurring(
            self.look, self._pause_s, Outage(log, "what has expired cannot be looked for")
        )

    async def start(self) -> None:
        """Move aside what belongs to nobody, where it can only be an earlier server's; then go on looking."""
        if not self._blobs.is_shared:
            await self._move_strays()
        await self._recurring.start()

    async def stop(self) -> None:
        """Look no more."""
        await self._recurring.stop()

    async def look(self) -> None:
        """Forget what has expired, then what is beyond the budget.

        Where hosts share the home of files, one of them at a time forgets for all.
        """
        if self._blobs.is_shared:
            async with advisory_lock.leading(self._database, Lock.RETENTION) as leads:
                if leads:
                    await self._forget_expired()
        else:
            await self._forget_expired()
        await self._keep_within_budget()

    async def _forget_expired(self) -> None:
        now = datetime.now(UTC)
        async with self._database.reading() as connection:
            expired = await repository.unused_since(connection, now - self._lifetime)
        for job_id in expired:
            await self._forget(job_id)
        async with self._database.writing() as connection:
            await idempotency.forget(connection, now)
            await self._forget_else(connection, now - self._lifetime)
        await self._blobs.forget(now - self._lifetime, now - self._link)
        if self._blobs.is_shared and time.monotonic() >= self._strays_due_at:
            await self._move_strays()
            self._strays_due_at = time.monotonic() + STRAYS_EVERY_S

    async def _move_strays(self) -> None:
        async with self._database.reading() as connection:
            known = await repository.all_ids(connection)
        n_strays, aside = await self._blobs.move_strays(known, datetime.now(UTC))
        if n_strays:
            log.warning("%d folders of jobs and uploads that nobody knows are moved to %s", n_strays, aside)

    async def _keep_within_budget(self) -> None:
        missing = await asyncio.to_thread(lambda: self._disk.missing_bytes)
        excess = await self._blobs.trim(self._budget_bytes, missing)
        if excess <= 0:
            return
        async with self._database.reading() as connection:
            sizes = await repository.sizes_by_use(connection)
        for job_id, size_bytes in sizes:
            if excess <= 0:
                break
            if await self._forget(job_id):
                reason = "the disk is full" if missing else "the disk budget is used up"
                log.warning("job %s is removed: %s", job_id, reason)
                excess -= size_bytes

    async def _forget(self, job_id: str) -> bool:
        """Forget a job unless it was begun again since it was looked at."""
        async with self._database.writing() as connection:
            is_gone = await repository.remove_finished(connection, job_id)
        if is_gone:
            await self._blobs.remove(job_id)
        return is_gone

    def _pause_s(self) -> float:
        """Return how long nobody looks: a fraction of what is kept, less while the disk is short of room."""
        pause_s = min(LONGEST_PAUSE_S, max(SHORTEST_PAUSE_S, self._lifetime.total_seconds() / 4))
        return min(pause_s, SHORT_DISK_PAUSE_S) if self._disk.missing_bytes > 0 else pause_s
