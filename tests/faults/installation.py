"""An installation of several hosts: some answer, some work, on one PostgreSQL and one store."""

import itertools
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx

from server.settings import Settings
from tests.faults.site import ROOT, START_TIMEOUT_S, TIMEOUT_S, free_port, until
from tests.server.asking import PLAIN
from tests.server.databases import settings_of
from tests.server.keyed import a_key
from tests.support import programs

SERVE, WORKER = "tests.support.acting_server", "tests.support.acting_worker"


class Host:
    """One process with a data folder of its own, which may be killed and started again."""

    def __init__(self, folder: Path, module: str, environment: Mapping[str, str], *arguments: str) -> None:
        self.data_dir = folder
        self._command = [sys.executable, "-m", module, "--data-dir", str(folder), *arguments]
        self._environment = environment
        self.n_starts = 0
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it; it is not up yet."""
        self.n_starts += 1
        with (self.data_dir.parent / f"{self.data_dir.name}.log").open("ab") as log:
            self._process = programs.start(
                self._command, stdout=log, stderr=log, cwd=ROOT, env=dict(self._environment)
            )

    @property
    def pid(self) -> int:
        """The id of its process."""
        assert self._process is not None
        return self._process.pid

    def send(self, number: int) -> None:
        """Send it a signal."""
        assert self._process is not None
        self._process.send_signal(number)

    def wait(self) -> int:
        """Wait for its end; return its exit status."""
        assert self._process is not None
        return self._process.wait(TIMEOUT_S)

    def kill(self) -> None:
        """End it as a power cut would."""
        self.send(signal.SIGKILL)
        self.wait()

    def log(self) -> str:
        """Return what it told its operator."""
        return (self.data_dir.parent / f"{self.data_dir.name}.log").read_text("utf-8")

    @property
    def is_running(self) -> bool:
        """Whether there is a process."""
        return self._process is not None and self._process.poll() is None


class Alternating(httpx.BaseTransport):
    """Sends each request to the next host, whatever it is for."""

    def __init__(self, ports: Sequence[int]) -> None:
        self._turns = itertools.cycle(ports)
        self._transport = httpx.HTTPTransport(verify=PLAIN)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send one."""
        request.url = request.url.copy_with(scheme="http", host="127.0.0.1", port=next(self._turns))
        return self._transport.handle_request(request)

    def close(self) -> None:
        """Close every connection."""
        self._transport.close()


class Installation:
    """Its hosts.

    Parameters
    ----------
    folder : Path
        Where each host gets a data folder.
    database_url, store_url : str
        What they share.
    n_web, n_workers : int
        How many of each.
    serve, worker : str
        The modules that are run.
    site_url : str, optional
        Where callers reach them.
    settings : object
        Of every host besides.
    """

    def __init__(
        self,
        folder: Path,
        database_url: str,
        store_url: str,
        n_web: int = 2,
        n_workers: int = 2,
        serve: str = SERVE,
        worker: str = WORKER,
        site_url: str | None = None,
        **settings: object,
    ) -> None:
        self.settings: Settings = settings_of(database_url, folder).with_changes(
            store=store_url, site_url=site_url
        )
        shared = {
            "database_url": database_url,
            "secret_file": self.settings.secret_file,
            "store": store_url,
            "site_url": self.settings.site_url,
            "worker_hosts": 1,
            "batch_workers": 1,
        }
        names = {f"SPRUE_{name.upper()}": str(value) for name, value in (shared | settings).items()}
        outside = {name: value for name, value in os.environ.items() if not name.startswith("SPRUE_")}
        self.environment = outside | names
        """Of every host."""
        self.ports = [free_port() for _ in range(n_web)]
        self.web = [
            Host(folder / f"web-{at}", serve, self.environment, "--port", str(port))
            for at, port in enumerate(self.ports)
        ]
        self.workers = [Host(folder / f"worker-{at}", worker, self.environment) for at in range(n_workers)]

    def client(self, plan: str = "enterprise") -> httpx.Client:
        """Return a client with a key of an account of its own; each request goes to the next host."""
        headers = {"X-API-Key": a_key(self.settings, plan)}
        return httpx.Client(
            base_url=self.settings.site_url,
            transport=Alternating(self.ports),
            headers=headers,
            timeout=TIMEOUT_S,
        )

    def start(self) -> None:
        """Start every host and wait until all are up."""
        for host in (*self.web, *self.workers):
            host.start()
        for port in self.ports:
            until(lambda port=port: _is_up(port), "a host does not answer", START_TIMEOUT_S)  # type: ignore[misc]
        for worker in self.workers:
            self.until_working(worker)

    @staticmethod
    def until_working(worker: Host) -> None:
        """Wait until a host takes jobs."""

        def is_working() -> bool:
            assert worker.is_running, worker.log()[-3000:]
            return worker.log().count("working with") == worker.n_starts

        until(is_working, "a host does not work", START_TIMEOUT_S)

    def stop(self) -> None:
        """End every host that runs as an operator would."""
        running = [host for host in (*self.web, *self.workers) if host.is_running]
        for host in running:
            host.send(signal.SIGTERM)
        for host in running:
            host.wait()


@contextmanager
def running(folder: Path, database_url: str, store_url: str, **settings: object) -> Iterator[Installation]:
    """Run one; whatever lives of it is ended with the block."""
    installation = Installation(folder, database_url, store_url, **settings)  # type: ignore[arg-type]
    try:
        installation.start()
        yield installation
    finally:
        installation.stop()


def _is_up(port: int) -> bool:
    try:
        return httpx.get(f"http://127.0.0.1:{port}/readyz", timeout=5, verify=PLAIN).status_code == 200
    except httpx.TransportError:
        return False
