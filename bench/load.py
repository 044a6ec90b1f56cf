"""A real server with many clients: answers a second, and how long each one takes."""

import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

import resources
from tests.contract.conftest import Site, served

SECONDS = 10.0
READERS, LOOKERS, ANALYZERS = 16, 4, 8
"""Clients at once."""
POLL_S = 0.05

Ask = Callable[[Any], None]
"""What a client, `Site.client`, is asked with."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One kind of request, by so many clients at once, for some seconds or until each has had its answer."""

    name: str
    clients: int
    ask: Ask
    is_once: bool = False


def run(seconds: float = SECONDS) -> None:
    """Ask for materials, for a look at the sample and for its analysis; print a row each.

    The clients are threads of this process, on the same machine, and take their share of it.
    """
    body = resources.path("sample_parts/gear_housing.step").read_bytes()
    trials = (
        Trial("GET materials", READERS, _materials),
        Trial("quick-info of the sample", LOOKERS, lambda client: _quick_info(client, body)),
        Trial("analyze the sample", ANALYZERS, lambda client: _analyze(client, body), is_once=True),
    )
    table = Table("what", "clients", "answers", "a second", "p50 ms", "p95 ms", "p99 ms")
    with tempfile.TemporaryDirectory() as name, served(Path(name) / "data") as site:
        key = site.key("--plan", "enterprise", "--name", "load")
        for trial in trials:
            spent, took = _try(site, key, trial, seconds)
            shares = (f"{1e3 * share:.1f}" for share in np.percentile(spent, [50, 95, 99]))
            table.add_row(
                trial.name, str(trial.clients), str(len(spent)), f"{len(spent) / took:.1f}", *shares
            )
    Console(highlight=False).print(table)


def _try(site: Site, key: str, trial: Trial, seconds: float) -> tuple[list[float], float]:
    """Return how long each answer took, and all of them together."""
    spent: list[float] = []
    if not trial.is_once:
        with site.client(key) as client:
            trial.ask(client)
    began = time.perf_counter()

    def keep_asking() -> None:
        with site.client(key) as client:
            while True:
                asked = time.perf_counter()
                trial.ask(client)
                spent.append(time.perf_counter() - asked)
                if trial.is_once or time.perf_counter() - began > seconds:
                    return

    threads = [threading.Thread(target=keep_asking) for _ in range(trial.clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return spent, time.perf_counter() - began


def _materials(client: Any) -> None:
    client.get("/materials").raise_for_status()


def _quick_info(client: Any, body: bytes) -> None:
    client.post("/dfm/quick-info", files={"file": ("part.step", body)}).raise_for_status()


def _analyze(client: Any, body: bytes) -> None:
    answer = client.post("/dfm/analyze", files={"file": ("part.step", body)}).raise_for_status()
    job = f"/dfm/jobs/{answer.json()['job_id']}"
    while (status := client.get(job).json()["status"]) not in ("done", "error"):
        time.sleep(POLL_S)
    if status == "error":
        raise RuntimeError("an analysis failed")
