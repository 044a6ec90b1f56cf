"""Many clients, each of which asks for a job of its own every few seconds, on two hosts that answer.

They are tasks of this process, on the same machine, and take their share of it. Each keeps a connection.
"""

import asyncio
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

import httpx
import numpy as np

from bench.hosted import setting
from tests.faults.installation import Installation
from tests.server import acting
from tests.server.keyed import a_key

N_CLIENTS, N_JOBS = 1000, 40
ASK_EVERY_S = 5.0
"""Beside `Retry-After: 2` of a job that was accepted: what a client does that waits longer each time."""
SECONDS = 40.0


def run(n_clients: int = N_CLIENTS) -> bool:
    """Ask; print how long answers took. Return whether all were answers, and jobs went on meanwhile."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        on = stack.enter_context(setting.ground())
        # all clients come from one address here, as they do behind a proxy
        hosts = stack.enter_context(setting.hosts(folder, on, trusted_proxies="127.0.0.1"))
        key = a_key(hosts.settings, "enterprise")
        took_s, wrong, n_done = asyncio.run(_ask(hosts, key, n_clients))
    p50, p95, p99 = np.percentile(took_s, (50, 95, 99)) * 1000
    print(
        f"{n_clients} clients, each every {ASK_EVERY_S:g} s for {SECONDS:g} s: {len(took_s)} answers "
        f"({len(took_s) / SECONDS:.0f} a second), p50 {p50:.0f} ms, p95 {p95:.0f} ms, p99 {p99:.0f} ms; "
        f"{len(wrong)} others; {n_done} of {N_JOBS} jobs done meanwhile"
    )
    for line in sorted(set(wrong))[:5]:
        print(f"  {line}")
    return not wrong and n_done == N_JOBS


async def _ask(hosts: Installation, key: str, n_clients: int) -> tuple[list[float], list[str], int]:
    took_s: list[float] = []
    wrong: list[str] = []
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
    headers = {"X-API-Key": key}
    async with httpx.AsyncClient(headers=headers, timeout=60.0, limits=limits) as client:
        urls = [f"http://127.0.0.1:{port}/api/v1/dfm" for port in hosts.ports]
        ids = []
        for at in range(N_JOBS):
            files = {"file": ("part.step", acting.part("sleep 0.5"))}
            answer = await client.post(f"{urls[at % len(urls)]}/analyze", files=files)
            ids.append(answer.json()["job_id"])
        ends = time.monotonic() + SECONDS

        async def one(at: int) -> None:
            await asyncio.sleep(ASK_EVERY_S * at / n_clients)
            while time.monotonic() < ends:
                began = time.monotonic()
                try:
                    answer = await client.get(f"{urls[at % len(urls)]}/jobs/{ids[at % len(ids)]}")
                except httpx.TransportError as error:
                    wrong.append(type(error).__name__)
                else:
                    took_s.append(time.monotonic() - began)
                    if answer.status_code != 200:
                        wrong.append(f"{answer.status_code}: {answer.text[:80]}")
                await asyncio.sleep(max(0.0, began + ASK_EVERY_S - time.monotonic()))

        await asyncio.gather(*(one(at) for at in range(n_clients)))
        states = [(await client.get(f"{urls[0]}/jobs/{each}")).json()["status"] for each in ids]
    return took_s, wrong, states.count("done")
