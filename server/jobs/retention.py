"""What is kept for how long: jobs by their last use, files within a budget of disk."""

import asyncio
import logging
from contextlib import suppress
from datetime import UTC, datetime, timedelta

from server.http import idempotency
from server.jobs import repository
from server.storage.blobs import LocalBlobs
from server.storage.database import Database

LONGEST_PAUSE_S = 60.0
SHORTEST_PAUSE_S = 0.2

log = logging.getLogger("sprue.jobs")


class Retention:
    """Forgets what nobody asked for, every minute.

    Parameters
    ----------
    lifetime_s : float
        A finished job is forgotten when nobody asked for it for this long.
    link_s : float
        A preview is removed when it is this old: links to it have expired.
    budget_bytes : int
        What all files together may take; beyond, those longest unused go first: prepared parts, previews and
        strays, then finished jobs.
    """

    def __init__(
        self, database: Database, blobs: LocalBlobs, lifetime_s: float, link_s: float, budget_bytes: int
    ) -> None:
        self._database = database
        self._blobs = blobs
        self._lifetime = timedelta(seconds=lifetime_s)
        self._link = timedelta(seconds=link_s)
        self._budget_bytes = budget_bytes
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Move aside what belongs to nobody, then go on looking."""
        async with self._database.reading() as connection:
            known = await repository.all_ids(connection)
        n_strays, aside = await asyncio.to_thread(self._blobs.move_strays, known, datetime.now(UTC))
        if n_strays:
            log.warning("%d folders of jobs and uploads that nobody knows are moved to %s", n_strays, aside)
        self._task = asyncio.create_task(self._look_always())

    async def stop(self) -> None:
        """Look no more."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def look(self) -> None:
        """Forget what has expired, then what is beyond the budget."""
        now = datetime.now(UTC)
        async with self._database.reading() as connection:
            expired = await repository.unused_since(connection, now - self._lifetime)
        for job_id in expired:
            await self._forget(job_id)
        async with self._database.writing() as connection:
            await idempotency.forget(connection, now)
        await asyncio.to_thread(self._blobs.remove_previews, now - self._link)
        await asyncio.to_thread(self._blobs.remove_strays, now - self._lifetime)
        await self._keep_within_budget()

    async def _keep_within_budget(self) -> None:
        async with self._database.reading() as connection:
            sizes = await repository.sizes_by_use(connection)
        excess = await asyncio.to_thread(self._blobs.trim, self._budget_bytes)
        for job_id, size_bytes in sizes:
            if excess <= 0:
                break
            if await self._forget(job_id):
                log.warning("job %s is removed: the disk budget is used up", job_id)
                excess -= size_bytes

    async def _forget(self, job_id: str) -> bool:
        """Forget a job unless it was begun again since it was looked at."""
        async with self._database.writing() as connection:
            is_gone = await repository.remove_finished(connection, job_id)
        if is_gone:
            await asyncio.to_thread(self._blobs.remove, job_id)
        return is_gone

    async def _look_always(self) -> None:
        pause_s = min(LONGEST_PAUSE_S, max(SHORTEST_PAUSE_S, self._lifetime.total_seconds() / 4))
        while True:
            await asyncio.sleep(pause_s)
            try:
                await self.look()
            except Exception:
                log.exception("looking for what has expired failed")
