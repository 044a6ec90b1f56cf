"""Waiting for a job to end, for callers that hold no stream open: one answer, a little later."""

import asyncio
import time
from contextlib import suppress

from server.auth.accounts import Account
from server.dfm.service import DfmService
from server.jobs.job import Job, Line

MOST_S = 30
"""Below the minute after which proxies give a request up."""
LOOK_EVERY_S = 0.25


async def until_final(
    service: DfmService, account: Account, job_id: str, wait_s: float, stopping: asyncio.Event
) -> tuple[Job, list[Line]]:
    """Return a job and its log once it has ended, or after `wait_s` seconds, or when the server stops.

    Raises
    ------
    JobNotFound
        No such job, or it was deleted meanwhile.
    """
    ends = time.monotonic() + wait_s
    while True:
        job, lines = await service.job(account, job_id)
        left_s = ends - time.monotonic()
        if job.is_final or left_s <= 0.0 or stopping.is_set():
            return job, lines
        with suppress(TimeoutError):
            await asyncio.wait_for(stopping.wait(), min(LOOK_EVERY_S, left_s))
