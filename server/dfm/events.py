"""A job's progress as it happens: server-sent events.

    event: log      data: {"line": "meshing 120 faces"}
    event: status   data: the job, as it is polled, without its log
    event: shape    data: {"glb_url": link}, of the mesh before it is measured, where the form asked for it
    event: done     the same, and the last; or `error`, or `deleted`

The id of a `log` event is the number of its line; who comes back with `Last-Event-ID` goes on from there.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import suppress

from litestar.response.sse import ServerSentEventMessage

from server.auth.accounts import Account
from server.dfm import present
from server.dfm.service import DfmService
from server.errors import JobNotFound
from server.jobs.job import Job, Status
from server.jobs.paths import SHAPE

LOOK_EVERY_S = 0.25
LOOK_AT_FIRST_S, FIRST_S = 0.08, 5.0
"""How often in the first seconds, while somebody watches who has just sent a part."""
PING_EVERY_S = 15.0

Link = Callable[[Job, str], str]


async def follow(
    service: DfmService,
    account: Account,
    job_id: str,
    after_id: int,
    link: Link,
    stopping: asyncio.Event,
    is_own: bool = False,
) -> AsyncIterator[ServerSentEventMessage]:
    """Yield what happens to a job until it ends, or the server stops: who follows then comes back.

    `link` makes a link of a job and the name of one of its files; `is_own` says that the machine is the
    caller's. The shape of a part whose analysis failed is told too: it is all there is to see.
    """
    sent: Status | None = None
    is_shape_sent = False
    quiet_s = followed_s = 0.0
    while not stopping.is_set():
        try:
            job, lines = await service.lines(account, job_id, after_id)
        except JobNotFound:
            yield ServerSentEventMessage(event="deleted", data="{}")
            return
        for line in lines:
            after_id = line.id
            yield ServerSentEventMessage(event="log", id=line.id, data=json.dumps({"line": line.text}))
        if not job.is_final and job.status is not sent:
            sent = job.status
            yield _status(job, "status", is_own)
        if not is_shape_sent and job.status is not Status.DONE and await service.has_shape(job):
            is_shape_sent = True
            data = json.dumps({"glb_url": link(job, SHAPE)})
            yield ServerSentEventMessage(event="shape", data=data)
        if job.is_final:
            yield _status(job, str(job.status), is_own)
            return
        pause_s = LOOK_AT_FIRST_S if followed_s < FIRST_S else LOOK_EVERY_S
        followed_s += pause_s
        quiet_s = 0.0 if lines else quiet_s + pause_s
        if quiet_s >= PING_EVERY_S:
            quiet_s = 0.0
            yield ServerSentEventMessage(comment="still here")
        with suppress(TimeoutError):
            await asyncio.wait_for(stopping.wait(), pause_s)


def _status(job: Job, event: str, is_own: bool) -> ServerSentEventMessage:
    entry = present.entry(job, is_own)
    data = {"job_id": entry.job_id, "status": entry.status, "error": entry.error, "filename": entry.filename}
    return ServerSentEventMessage(event=event, data=json.dumps(data))
