"""One server for all: `sprue serve` as a process, or hosts behind a proxy (`on_hosts`)."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from server.settings import Settings
from server.storage.database import FILE_NAME
from tests.contract import on_hosts, parts
from tests.server.asking import PLAIN
from tests.server.databases import execute, put_tables
from tests.server.keyed import a_key
from tests.support import programs

ROOT = Path(__file__).parents[2]
SPRUE = (sys.executable, str(ROOT / "sprue.py"))
SERVE = (*SPRUE, "serve")
SERVE_LAZY = (sys.executable, "-m", "tests.support.lazy_server")
SERVE_ACTING = (sys.executable, "-m", "tests.support.acting_site")
REAL_HOSTS = ("tests.support.lazy_server", "tests.support.lazy_worker")
ACTING_HOSTS = ("tests.support.acting_server", "tests.support.acting_worker")
PRIVATE = {"blob_allow_hosts": "127.0.0.1", "webhook_private": "1"}
"""Settings with which `blob_url` and webhooks may name this machine."""
LONG_S = 240.0
COARSE = {"max_edge": "5"}
"""Of a form, where a test looks at no number that the mesh has a say in: that takes a third of the time."""


@dataclass(frozen=True, slots=True)
class Site:
    """A running server, or the hosts of one installation."""

    url: str
    """Where it serves; `{base_url}` of the specification is this and `/api/v1`."""
    data_dir: Path
    settings: Settings
    """With which commands beside it find its database."""
    environment: Mapping[str, str]
    """Of such commands."""

    def key(self, plan: str = "free", overage: bool = True) -> str:
        """Make a key of an account of its own."""
        return a_key(self.settings, plan, overage=overage)

    def key_from_terminal(self, *options: str) -> str:
        """Make a key as an operator does."""
        return self._keys("create", *options)

    def revoke(self, key: str) -> None:
        """Revoke a key, named whole or by its prefix, from the terminal."""
        self._keys("revoke", key)

    def client(self, key: str | None) -> httpx.Client:
        """Return a client with this key."""
        headers = {} if key is None else {"X-API-Key": key}
        return httpx.Client(base_url=f"{self.url}/api/v1", headers=headers, timeout=LONG_S, verify=PLAIN)

    def use_up(self, meter: str, used: int) -> None:
        """Set the counters of a meter, all accounts'."""
        execute(
            self.settings.database_url or f"sqlite+aiosqlite:///{self.data_dir / FILE_NAME}",
            f"UPDATE usage_counters SET used = {used} WHERE meter = '{meter}'",
        )

    def _keys(self, *words: str) -> str:
        asked = ("keys", *words, "--data-dir", self.data_dir)
        done = programs.run("sprue", *asked, cwd=ROOT, env=dict(self.environment))
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()


@contextmanager
def served(data_dir: Path, program: Sequence[str] = SERVE, **settings: str) -> Iterator[Site]:
    """Run a server with these settings until the block ends."""
    outside = {name: value for name, value in os.environ.items() if not name.startswith("SPRUE_")}
    environment = outside | {f"SPRUE_{name.upper()}": value for name, value in settings.items()}
    command = [*program, "--port", "0", "--data-dir", str(data_dir)]
    put_tables(data_dir)
    with (data_dir.parent / f"{data_dir.name}.log").open("w") as log:
        server = programs.start(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=log, text=True, env=environment
        )
    with server:
        try:
            assert server.stdout is not None
            line = server.stdout.readline()
            assert line.startswith("serving "), line
            url = line.removeprefix("serving ").strip().removesuffix("/api/v1")
            yield Site(url, data_dir, Settings(data_dir=data_dir), outside)
        finally:
            os.kill(server.pid, signal.SIGTERM)
            server.wait(30)


@contextmanager
def served_by_hosts(
    on: on_hosts.Ground, folder: Path, serve: str, worker: str, **settings: str
) -> Iterator[Site]:
    """Run two hosts that answer and two that work until the block ends, behind a proxy."""
    with on_hosts.running(on, folder, serve, worker, **settings) as hosts:
        yield Site(hosts.settings.site_url, hosts.settings.data_dir, hosts.settings, hosts.environment)


@pytest.fixture(scope="session")
def ground(request: pytest.FixtureRequest) -> on_hosts.Ground | None:
    """Return what hosts stand on, where the tests are to run against hosts; None for one machine."""
    if not on_hosts.is_asked_for():
        return None
    return on_hosts.Ground(
        request.getfixturevalue("postgresql_cluster"), request.getfixturevalue("seaweedfs_store")
    )


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, ground: on_hosts.Ground | None) -> Iterator[Site]:
    """Serve with default settings, but that `blob_url` and webhooks may name this machine."""
    folder = tmp_path_factory.mktemp("contract")
    with (
        served(folder / "data", SERVE_LAZY, **PRIVATE)
        if ground is None
        else served_by_hosts(ground, folder, *REAL_HOSTS, **PRIVATE)
    ) as running:
        yield running


@pytest.fixture(scope="session")
def acting_site(tmp_path_factory: pytest.TempPathFactory, ground: on_hosts.Ground | None) -> Iterator[Site]:
    """Serve as `site` does with workers that act: for what is told whatever a kernel answers."""
    folder = tmp_path_factory.mktemp("acting")
    with (
        served(folder / "data", SERVE_ACTING, **PRIVATE)
        if ground is None
        else served_by_hosts(ground, folder, *ACTING_HOSTS, **PRIVATE)
    ) as running:
        yield running


@pytest.fixture
def limited(tmp_path: Path, ground: on_hosts.Ground | None) -> Iterator[Callable[..., Site]]:
    """Return a function that serves with other settings; what an analysis does stands in the part's file.

    A limit is the server's, and a worker that loads a kernel tells no more of it than one that acts.
    """
    with ExitStack() as stack:

        def start(**settings: str) -> Site:
            return stack.enter_context(
                served(tmp_path / "data", SERVE_ACTING, **settings)
                if ground is None
                else served_by_hosts(ground, tmp_path, *ACTING_HOSTS, **settings)
            )

        yield start


@pytest.fixture(scope="session")
def api(site: Site) -> Iterator[httpx.Client]:
    """Return a client of a paying customer."""
    with site.client(site.key("enterprise")) as client:
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
def acted(folder: Path) -> Path:
    """Write a part that workers that act make a small housing of."""
    return parts.acted(folder)


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
        time.sleep(0.05)
    raise AssertionError(f"the job is still {job['status']}")


def analyzed(client: httpx.Client, file: Path, **form: str) -> dict[str, Any]:
    """Analyze a part and return its result."""
    response = send(client, "/dfm/analyze", file, **form)
    assert response.status_code == 202, response.text
    job_id = response.json()["job_id"]
    assert poll(client, job_id)["status"] == "done"
    found: dict[str, Any] = client.get(f"/dfm/jobs/{job_id}/result").json()
    return found
