"""A server that may be killed and started again on the same data and port, and what it wrote down."""

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import psutil

from engine.isolate import child
from server.settings import Settings
from tests.server.asking import PLAIN
from tests.server.databases import put_tables
from tests.server.keyed import a_key
from tests.support import programs

ROOT = Path(__file__).parents[2]
ACTING, SHARING = "tests.support.acting_server", "tests.support.acting_site"
"""Servers whose workers act; those of the second are no children of it."""
TIMEOUT_S = 60.0
START_TIMEOUT_S = 300.0
"""Everything is loaded then, which takes its time beside much else."""
ASK_EVERY_S = 0.1


@dataclass(slots=True)
class Site:
    """One server over its lives."""

    data_dir: Path
    settings: dict[str, object]
    port: int = 0
    process: "subprocess.Popen[bytes] | None" = None
    program: str = ACTING
    """The module that is run."""

    @property
    def url(self) -> str:
        """Where it serves."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self.port = self.port or free_port()
        names = {f"SPRUE_{name.upper()}": str(value) for name, value in self.settings.items()}
        outside = {name: value for name, value in os.environ.items() if not name.startswith("SPRUE_")}
        command = [sys.executable, "-m", self.program, "--port", str(self.port)]
        with (self.data_dir.parent / "server.log").open("ab") as log:
            self.process = programs.start(
                [*command, "--data-dir", str(self.data_dir)],
                stdout=subprocess.DEVNULL,
                stderr=log,
                cwd=ROOT,
                env=outside | names,
            )
        until(self.is_up, "the server does not start", START_TIMEOUT_S)

    def kill(self) -> None:
        """End it as a power cut would."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        """End it as an operator would."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(TIMEOUT_S)

    def is_up(self) -> bool:
        """Whether it answers."""
        assert self.process is not None
        assert self.process.poll() is None, self.log()[-3000:]
        try:
            return httpx.get(f"{self.url}/healthz", timeout=5, verify=PLAIN).status_code == 200
        except httpx.TransportError:
            return False

    def client(self, plan: str = "enterprise") -> httpx.Client:
        """Return a client with a key of an account of its own."""
        headers = {"X-API-Key": a_key(Settings(data_dir=self.data_dir), plan)}
        limits = httpx.Limits(max_connections=None)
        return httpx.Client(
            base_url=self.url, headers=headers, timeout=TIMEOUT_S, limits=limits, verify=PLAIN
        )

    def workers(self) -> list[int]:
        """Return the process ids of its workers."""
        assert self.process is not None
        return [
            process.pid
            for process in psutil.Process(self.process.pid).children(recursive=True)
            if is_worker(process)
        ]

    def rows(self, query: str, *values: object) -> list[Any]:
        """Ask its database."""
        connection = sqlite3.connect(self.data_dir / "sprue.db", timeout=30)
        try:
            return connection.execute(query, values).fetchall()
        finally:
            connection.close()

    def log(self) -> str:
        """Return what it told its operator."""
        return (self.data_dir.parent / "server.log").read_text("utf-8")


@contextmanager
def started(folder: Path, program: str = ACTING, **settings: object) -> Iterator[Site]:
    """Start a server with these settings; whatever lives of it is ended with the block."""
    site = Site(folder / "data", settings, program=program)
    put_tables(site.data_dir)
    try:
        site.start()
        yield site
    finally:
        site.stop()


@contextmanager
def answering(site: Site) -> Iterator[list[float]]:
    """Ask /healthz all the while, once at least; fail unless all answers came. Yields the seconds of each."""
    took: list[float] = []
    failures: list[str] = []
    ends = threading.Event()

    def ask() -> None:
        with httpx.Client(base_url=site.url, timeout=10, verify=PLAIN) as client:
            is_over = False
            while not is_over:
                began = time.monotonic()
                try:
                    client.get("/healthz").raise_for_status()
                except httpx.HTTPError as error:
                    failures.append(repr(error))
                took.append(time.monotonic() - began)
                is_over = ends.wait(ASK_EVERY_S)

    asking = threading.Thread(target=ask)
    asking.start()
    try:
        yield took
    finally:
        ends.set()
        asking.join()
    assert took
    assert not failures


def assert_books_balance(site: Site, jobs: list[str]) -> None:
    """Check that each job took one unit and those that failed gave it back, and nothing else is or was."""
    known = [row[0] for row in site.rows("SELECT id FROM jobs")]
    assert sorted(known) == sorted(jobs)
    assert len(set(jobs)) == len(jobs)
    units = site.rows("SELECT job_id, returned_at FROM meter_events WHERE meter = 'dfm.analyze'")
    assert sorted(job_id for job_id, _ in units) == sorted(jobs)
    failed = [row[0] for row in site.rows("SELECT id FROM jobs WHERE status = 'error'")]
    assert sorted(job_id for job_id, returned_at in units if returned_at) == sorted(failed)
    counters = site.rows("SELECT SUM(used), SUM(returned) FROM usage_counters WHERE meter = 'dfm.analyze'")
    assert counters == [(len(jobs) - len(failed), len(failed))]
    folders = [folder.name for folder in (site.data_dir / "jobs").iterdir()]
    assert sorted(folders) == sorted(jobs)


def finished(site: Site, client: httpx.Client, jobs: list[str]) -> dict[str, dict[str, Any]]:
    """Wait until every job has ended; return how."""

    def is_through() -> bool:
        return not site.rows("SELECT 1 FROM jobs WHERE status IN ('queued', 'running') LIMIT 1")

    until(is_through, "jobs are still waiting")
    return {job_id: client.get(f"/api/v1/dfm/jobs/{job_id}").json() for job_id in jobs}


def assert_results(client: httpx.Client, jobs: list[str]) -> None:
    """Check that every result and its artifacts can be fetched."""
    for job_id in jobs:
        answer = client.get(f"/api/v1/dfm/jobs/{job_id}/result")
        assert answer.status_code == 200, answer.text
        assert answer.json()["job_id"] == job_id
        link = answer.json()["artifacts"]["thickness_glb"]
        assert httpx.get(link, verify=PLAIN).content == b"glTF binary"


def until(is_so: Any, otherwise: str, timeout_s: float = TIMEOUT_S) -> None:
    """Wait for something."""
    deadline = time.monotonic() + timeout_s
    while not is_so():
        assert time.monotonic() < deadline, otherwise
        time.sleep(0.05)


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def is_worker(process: psutil.Process) -> bool:
    """Whether a process does a server's tasks; False of one that is gone."""
    try:
        return process.is_running() and process.name() == child.NAME
    except psutil.Error:
        return False
