"""Analyses as tools work with them: begun once, waited for with progress, read as a whole."""

import hashlib
import json
import time
from collections.abc import Mapping
from typing import Any

import anyio
from mcp.server.mcpserver.exceptions import ToolError

from server.agent.api import Api, Refused
from server.agent.origin import AnyContext
from server.agent.parts import PartSource

POLL_S = 1
MOST_KEYS = 50
"""Idempotency keys that are tried: one whose job was deleted since is good for nothing."""


async def begin(api: Api, part: PartSource, options: Mapping[str, str]) -> str:
    """Have a part analyzed, and return its job: for a day one for the same part and options.

    So a client that sends a call again, because an answer was lost, is neither counted nor kept waiting
    twice.
    """
    form = dict(part.form)
    digest = part.digest
    if "blob_url" in form:
        sent = await api.post("/dfm/parts", form=form)
        form, digest = {"part_id": sent["part_id"]}, sent["sha256"]
    key = once("analyze", digest, *(f"{name}={value}" for name, value in sorted(options.items())))
    for attempt in range(MOST_KEYS):
        try:
            accepted = await api.post(
                "/dfm/analyze",
                form=form | dict(options),
                file=part.file,
                once=key if not attempt else f"{key}-{attempt}",
            )
        except Refused as error:
            if error.code != "job_not_found" or attempt == MOST_KEYS - 1:
                raise
        else:
            return str(accepted["job_id"])
    raise AssertionError("the last attempt raises or returns")


async def wait(api: Api, job_id: str, context: AnyContext, wait_s: float) -> str:
    """Wait for a job to end, telling the client each line of its progress; return its status.

    Raises
    ------
    ToolError
        It failed: the sentence that tells why.
    """
    ends_at = time.monotonic() + wait_s
    n_reported = 0
    while True:
        job = await api.get(f"/dfm/jobs/{job_id}", wait=POLL_S)
        for line in job["log"][n_reported:]:
            n_reported += 1
            await context.report_progress(n_reported, None, str(line))
        if job["status"] == "error":
            raise ToolError(await _why(api, job_id, str(job["error"])))
        if job["status"] == "done" or time.monotonic() >= ends_at:
            return str(job["status"])
        await anyio.sleep(0.05)


async def result(api: Api, job_id: str) -> dict[str, Any]:
    """Return the result of an analysis."""
    found: dict[str, Any] = await api.get(f"/dfm/jobs/{job_id.strip()}/result")
    return found


async def _why(api: Api, job_id: str, message: str) -> str:
    """Return why a job failed: the error of its result, which tells what to do besides."""
    try:
        await api.get(f"/dfm/jobs/{job_id}/result")
    except Refused as error:
        return str(error)
    return message


def once(*parts: str) -> str:
    """Return an idempotency key that follows from what is asked for."""
    return "agent-" + hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:48]
