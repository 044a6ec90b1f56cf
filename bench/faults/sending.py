"""Sending parts: some that act, some that are real."""

import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

import httpx

from engine.kernel.status import silence
from tests.contract import parts
from tests.faults.site import Site
from tests.server import acting

T = TypeVar("T")
PROGRAM = "bench.faults.program"
"""What serves them."""
LONG_S = 600.0
JOBS = "/api/v1/dfm/jobs"
QUICK = {"report": "false"}
RETRY_S = 0.1


def customer(site: Site, plan: str = "enterprise") -> httpx.Client:
    """Return a patient client with a key of an account of its own."""
    client = site.client(plan)
    client.timeout = httpx.Timeout(LONG_S)
    return client


def drawn(folder: Path, number: int) -> bytes:
    """Draw a plate that differs from the others."""
    silence()
    return parts.plate(folder, (60, 40, 5 + number / 100)).read_bytes()


def act(wish: str = "") -> bytes:
    """Return a part that has a worker act."""
    return acting.part(wish)


def analyze(client: httpx.Client, part: bytes, key: str = "") -> httpx.Response:
    """Submit a part."""
    headers = {"Idempotency-Key": key} if key else {}
    return client.post(
        "/api/v1/dfm/analyze", files={"file": ("part.step", part)}, data=QUICK, headers=headers
    )


def accepted(client: httpx.Client, part: bytes, key: str = "") -> str:
    """Submit a part and return its job; with a key, ask until there is an answer."""
    while True:
        try:
            answer = analyze(client, part, key)
        except httpx.TransportError:
            if not key:
                raise
            time.sleep(RETRY_S)
            continue
        if answer.status_code != 202:
            raise RuntimeError(f"{answer.status_code} {answer.text}")
        job: str = answer.json()["job_id"]
        return job


def look(client: httpx.Client, part: bytes, key: str = "") -> httpx.Response:
    """Ask for a quick look."""
    headers = {"Idempotency-Key": key} if key else {}
    return client.post("/api/v1/dfm/quick-info", files={"file": ("part.step", part)}, headers=headers)


def at_once(asks: Iterable[Callable[[], T]]) -> list[T]:
    """Ask all at the same moment; return the answers."""
    asks = list(asks)
    gate = threading.Barrier(len(asks))
    answers: list[T] = []
    lost: list[Exception] = []

    def one(ask: Callable[[], T]) -> None:
        gate.wait()
        try:
            answers.append(ask())
        except Exception as error:
            lost.append(error)

    threads = [threading.Thread(target=one, args=(ask,)) for ask in asks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if lost:
        raise lost[0]
    return answers
