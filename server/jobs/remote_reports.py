"""Reports as a host has them that runs no analyses: drawn by one that does, and fetched from the store.

A host that answers has few processes, and those who wait for quick-info need them. It asks for the drawing
by an entry in the queue, ahead of all jobs. Where no worker begins it soon, or it fails there, this host
draws it by itself: nobody waits behind analyses, and whoever asks is told by us why it cannot be drawn.
"""

import asyncio
import logging
import time
from contextlib import suppress

from sqlalchemy.exc import IntegrityError

from server.errors import ArtifactNotFound
from server.jobs import entries
from server.jobs.reports import PAGE, Reports
from server.storage.blobs import Blobs
from server.storage.database import Database

LOOK_EVERY_S = 0.2
BEGIN_WITHIN_S = 3.0
"""Longer than a worker with a free process takes that looks once a second."""

log = logging.getLogger("sprue.jobs")


class RemoteReports:
    """Has reports drawn elsewhere, once for all who ask.

    Parameters
    ----------
    database, blobs
        What hosts share.
    own : Reports
        Draws here.
    """

    def __init__(self, database: Database, blobs: Blobs, own: Reports) -> None:
        self._database = database
        self._blobs = blobs
        self._own = own

    async def draw(self, job_id: str, run: str) -> None:
        """Have the pictures and the page of a run drawn; see `Reports.draw`."""
        job = await self._own.job(job_id, run)
        await self._wait(job.id, job.run)
        if not await self._is_drawn(job.id, job.run):
            log.info("no worker has drawn the report of job %s: it is drawn here", job_id)
            await self._own.draw(job_id, run)

    async def _wait(self, job_id: str, run: int) -> None:
        """Ask for it, and wait until a worker has done so, or none begins it in time."""
        entry_id = await self._ask(job_id, run)
        gives_up_at = time.monotonic() + BEGIN_WITHIN_S
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            async with self._database.reading() as connection:
                status = await entries.status(connection, entry_id)
            if status not in ("todo", "doing"):
                return
            if status == "todo" and time.monotonic() > gives_up_at:
                async with self._database.writing() as connection:
                    if await entries.withdraw(connection, entry_id):
                        return

    async def _ask(self, job_id: str, run: int) -> int:
        """Return the entry by which it is drawn, which another host may have made."""
        while True:
            async with self._database.reading() as connection:
                found = await entries.report(connection, job_id, run)
            if found is not None:
                return found
            with suppress(IntegrityError):  # another was quicker
                async with self._database.writing() as connection:
                    return await entries.add_report(connection, job_id, run)

    async def _is_drawn(self, job_id: str, run: int) -> bool:
        try:
            await self._blobs.artifact(job_id, run, PAGE)
        except ArtifactNotFound:
            return False
        return True
