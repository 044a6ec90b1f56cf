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
from bench import memory
from tests.contract.conftest import Site, served

SECONDS = 10.0
READERS, LOOKERS, CROWD, ANALYZERS = 32, 4, 30, 8
"""Clients at once."""
POLL_S = 0.05
PACK = {
    "key": "mill",
    "name": "Our mill",
    "configurations": {"shop": {"name": "The shop", "parameters": {"thinnest_mm": 1.5}}},
    "rules": [
        {
            "key": "walls",
            "name": "Walls",
            "scope": "per_feature",
            "selector": {"set": "all_faces"},
            "metric": "thickness.min",
            "tiers": [{"level": "fail", "op": "lt", "rhs": {"param": "thinnest_mm"}}, {"level": "pass"}],
            "messages": {"fail": "{fid}: {metric:.2f} mm", "pass": "{n_inspected} walls are thick enough."},
        }
    ],
}

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
    """Ask for what is light and what is heavy; print a row each, with the memory held afterwards.

    The clients are threads of this process, on the same machine, and take their share of it.
    """
    body = resources.path("sample_parts/gear_housing.step").read_bytes()
    done: list[str] = []
    trials = (
        Trial("analyze the sample", ANALYZERS, lambda client: _analyze(client, body, done), is_once=True),
        Trial("first fetch of a report", 1, lambda client: _report(client, done.pop()), is_once=True),
        Trial("GET materials", READERS, lambda client: _read(client, "/materials")),
        Trial("GET a job", READERS, lambda client: _read(client, f"/dfm/jobs/{done[0]}")),
        Trial("GET a result", LOOKERS, lambda client: _read(client, f"/dfm/jobs/{done[0]}/result")),
        Trial("judge by one pack", LOOKERS, lambda client: _judge(client, done[0])),
        Trial("quick-info of the sample", LOOKERS, lambda client: _send(client, "/dfm/quick-info", body)),
        Trial("quick-info by a crowd", CROWD, lambda client: _look_until_answered(client, body)),
        Trial("convert the sample", LOOKERS, lambda client: _send(client, "/convert", body)),
    )
    measures = ("answers", "a second", "p50 ms", "p95 ms", "p99 ms", "server MB", "workers MB")
    table = Table("what", "clients", *measures)
    with tempfile.TemporaryDirectory() as name, served(Path(name) / "data") as site:
        key = site.key("enterprise")
        for trial in trials:
            spent, took = _try(site, key, trial, seconds)
            shares = (f"{1e3 * share:.1f}" for share in np.percentile(spent, [50, 95, 99]))
            held = memory.measure()
            shown = (f"{held.server_mb:.0f}", f"{held.workers_mb:.0f}")
            pace = (str(len(spent)), f"{len(spent) / took:.1f}")
            table.add_row(trial.name, str(trial.clients), *pace, *shares, *shown)
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


def _read(client: Any, path: str) -> None:
    client.get(path).raise_for_status()


def _send(client: Any, path: str, body: bytes) -> None:
    client.post(path, files={"file": ("part.step", body)}).raise_for_status()


def _look_until_answered(client: Any, body: bytes) -> None:
    """Ask for quick-info until there is room; who is turned away is given a time to come again."""
    while (answer := client.post("/dfm/quick-info", files={"file": ("part.step", body)})).status_code == 503:
        time.sleep(float(answer.headers["Retry-After"]))
    answer.raise_for_status()


def _report(client: Any, job_id: str) -> None:
    result = client.get(f"/dfm/jobs/{job_id}/result").raise_for_status().json()
    assert client.get(result["artifacts"]["report_html"]).raise_for_status().text.startswith("<!")


def _judge(client: Any, job_id: str) -> None:
    asked = {"module": PACK, "configuration_key": "shop"}
    client.post(f"/dfm/jobs/{job_id}/modules/eval", json=asked).raise_for_status()


def _analyze(client: Any, body: bytes, done: list[str]) -> None:
    answer = client.post("/dfm/analyze", files={"file": ("part.step", body)}).raise_for_status()
    job_id = answer.json()["job_id"]
    while (status := client.get(f"/dfm/jobs/{job_id}").json()["status"]) not in ("done", "error"):
        time.sleep(POLL_S)
    if status == "error":
        raise RuntimeError("an analysis failed")
    done.append(job_id)
