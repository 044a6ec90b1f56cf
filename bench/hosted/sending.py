"""Accounts that send jobs until each is accepted, and ask until each has ended."""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import httpx

SENDERS = 4
"""Of each account, side by side."""
RETRY_S = 0.5
LONGEST_S = 1800.0
"""After which a job counts as lost."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A job as its sender knows it."""

    key: str
    """The `Idempotency-Key`."""
    job_id: str
    status: str


def send_all(url: str, api_key: str, parts: Sequence[Path], prefix: str) -> list[Sent]:
    """Send every part as a job, whatever goes wrong meanwhile; return them as they ended."""
    with (
        httpx.Client(base_url=url, headers={"X-API-Key": api_key}, timeout=60.0) as client,
        ThreadPoolExecutor(SENDERS) as pool,
    ):
        return list(pool.map(lambda each: _send(client, each[1], f"{prefix}-{each[0]}"), enumerate(parts)))


def _send(client: httpx.Client, part: Path, key: str) -> Sent:
    deadline = time.monotonic() + LONGEST_S
    form = {"file": (part.name, part.read_bytes())}
    accepted = _until_answered(
        lambda: client.post("/api/v1/dfm/analyze", files=form, headers={"Idempotency-Key": key}), deadline
    )
    job_id = accepted.json()["job_id"]
    while True:
        job = _until_answered(lambda: client.get(f"/api/v1/dfm/jobs/{job_id}?wait=20"), deadline).json()
        if job["status"] in ("done", "error") or time.monotonic() > deadline:
            return Sent(key, job_id, job["status"])


def _until_answered(ask: object, deadline: float) -> httpx.Response:
    """Ask again while nobody answers, or the answer is to come again."""
    assert callable(ask)
    while True:
        try:
            answer: httpx.Response = ask()
        except httpx.TransportError:
            pass
        else:
            if answer.is_success:
                return answer
            if answer.status_code not in (429, 502, 503):
                raise AssertionError(f"{answer.status_code}: {answer.text}")
        assert time.monotonic() < deadline, "nobody answers any more"
        time.sleep(RETRY_S)
