"""A job's progress as it happens: server-sent events.

    event: log      data: {"line": "meshing 120 faces"}
    event: status   data: the job, as it is polled, without its log
    event: done     the same, and the last; or `error`, or `deleted`

The id of a `log` event is the number of its line; who comes back with `Last-Event-ID` goes on from there.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress

from litestar.response.sse import ServerSentEventMessage

from server.auth.accounts import Account
from server.dfm import present
from server.dfm.service import DfmService
from server.errors import JobNotFound
from server.jobs.job import Job, Status

LOOK_EVERY_S = 0.25
PING_EVERY_S = 15.0


async def follow(
    service: DfmService, account: Account, job_id: str, after_id: int, stopping: asyncio.Event
) -> AsyncIterator[ServerSentEventMessage]:
    """Yield what happens to a job until it ends, or the server stops: who follows then comes back."""
    told: Status | None = None
    quiet_s = 0.0
    while not stopping.is_set():
        try:
            job, lines = await service.lines(account, job_id, after_id)
        except JobNotFound:
            yield ServerSentEventMessage(event="deleted", data="{}")
            return
        for line in lines:
            after_id = line.id
            yield ServerSentEventMessage(event="log", id=line.id, data=json.dumps({"line": line.text}))
        if job.is_final:
            yield _status(job, str(job.status))
            return
        if job.status is not told:
            told = job.status
            yield _status(job, "status")
        quiet_s = 0.0 if lines else quiet_s + LOOK_EVERY_S
        if quiet_s >= PING_EVERY_S:
            quiet_s = 0.0
            yield ServerSentEventMessage(comment="still here")
        with suppress(TimeoutError):
            await asyncio.wait_for(stopping.wait(), LOOK_EVERY_S)


def _status(job: Job, event: str) -> ServerSentEventMessage:
    told = present.entry(job)
    data = {"job_id": told.job_id, "status": told.status, "error": told.error, "filename": told.filename}
    return ServerSentEventMessage(event=event, data=json.dumps(data))
