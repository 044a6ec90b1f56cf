"""One server for all: `sprue serve` as a process, its keys from `sprue keys create`."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.contract import parts

ROOT = Path(__file__).parents[2]
SPRUE = (sys.executable, str(ROOT / "sprue.py"))
LONG_S = 240.0


@dataclass(frozen=True, slots=True)
class Site:
    """A running server."""

    url: str
    """Where it serves; `{base_url}` of the specification is this and `/api/v1`."""
    data_dir: Path

    def key(self, *options: str) -> str:
        """Make a key from the terminal."""
        command = [*SPRUE, "keys", "create", "--data-dir", str(self.data_dir), *options]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    def revoke(self, key: str) -> None:
        """Revoke a key, named whole or by its prefix, from the terminal."""
        command = [*SPRUE, "keys", "revoke", key, "--data-dir", str(self.data_dir)]
        subprocess.run(command, check=True, capture_output=True)

    def client(self, key: str | None) -> httpx.Client:
        """Return a client with this key."""
        headers = {} if key is None else {"X-API-Key": key}
        return httpx.Client(base_url=f"{self.url}/api/v1", headers=headers, timeout=LONG_S)

    def use_up(self, meter: str, used: int) -> None:
        """Set the counters of a meter, all accounts'."""
        with sqlite3.connect(self.data_dir / "sprue.db", timeout=30) as connection:
            connection.execute("UPDATE usage_counters SET used = ? WHERE meter = ?", (used, meter))
        connection.close()


@contextmanager
def served(data_dir: Path, **settings: str) -> Iterator[Site]:
    """Run a server with these settings until the block ends."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("SPRUE_")}
    environment |= {f"SPRUE_{name.upper()}": value for name, value in settings.items()}
    command = [*SPRUE, "serve", "--port", "0", "--data-dir", str(data_dir)]
    with (data_dir.parent / f"{data_dir.name}.log").open("w") as log:
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment)
    with server:
        try:
            assert server.stdout is not None
            line = server.stdout.readline()
            assert line.startswith("serving "), line
            yield Site(line.removeprefix("serving ").strip().removesuffix("/api/v1"), data_dir)
        finally:
            os.kill(server.pid, signal.SIGTERM)
            server.wait(30)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Serve with default settings."""
    with served(tmp_path_factory.mktemp("contract") / "data") as running:
        yield running


@pytest.fixture(scope="session")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Site]]:
    """Return a function that serves with other settings; all servers end with the session."""
    with ExitStack() as stack:

        def start(name: str, **settings: str) -> Site:
            return stack.enter_context(served(tmp_path_factory.mktemp(name) / "data", **settings))

        yield start


@pytest.fixture(scope="session")
def api(site: Site) -> Iterator[httpx.Client]:
    """Return a client of a paying customer."""
    with site.client(site.key("--plan", "enterprise", "--name", "contract")) as client:
        yield client


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return where parts are drawn."""
    return tmp_path_factory.mktemp("parts")


@pytest.fixture(scope="session")
def plate(folder: Path) -> Path:
    """Draw a small plate with a hole."""
    return parts.plate(folder)


@pytest.fixture(scope="session")
def done(api: httpx.Client, folder: Path) -> dict[str, Any]:
    """Analyze the block with everything; return its result."""
    return analyzed(api, parts.everything(folder))


def send(client: httpx.Client, path: str, file: Path, **form: str) -> httpx.Response:
    """Post a part."""
    return client.post(path, files={"file": (file.name, file.read_bytes())}, data=form)


def poll(client: httpx.Client, job_id: str) -> dict[str, Any]:
    """Ask for a job until it ends, as the specification tells to."""
    deadline = time.monotonic() + LONG_S
    while time.monotonic() < deadline:
        job: dict[str, Any] = client.get(f"/dfm/jobs/{job_id}").json()
        if job["status"] in ("done", "error"):
            return job
        time.sleep(0.2)
    raise AssertionError(f"the job is still {job['status']}")


def analyzed(client: httpx.Client, file: Path, **form: str) -> dict[str, Any]:
    """Analyze a part and return its result."""
    response = send(client, "/dfm/analyze", file, **form)
    assert response.status_code == 202, response.text
    job_id = response.json()["job_id"]
    assert poll(client, job_id)["status"] == "done"
    found: dict[str, Any] = client.get(f"/dfm/jobs/{job_id}/result").json()
    return found
