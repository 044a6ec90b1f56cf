"""A server of S3 for tests: SeaweedFS, one for all tests of a process, and a prefix for each test."""

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

BUCKET = "sprue"
ACCESS_KEY, SECRET_KEY = "key-of-tests", "secret-of-tests"
START_S = 60.0
VOLUME_MB, MOST_VOLUMES = 64, 512
"""Volumes grow as they are written to; with all of them full it answers 500. The largest bench takes 5 GB."""


def why_not() -> str:
    """Return what is missing to run one; empty where nothing is."""
    return "" if _program() else "SeaweedFS is not installed"


class Store:
    """A server that runs.

    Parameters
    ----------
    folder : Path
        Where it keeps its files.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._port_of = dict(zip(("master", "volume", "filer", "s3"), _free_ports(4), strict=True))
        self._grpc_port_of = dict(zip(self._port_of, _free_ports(4), strict=True))
        self._n_prefixes = 0
        (folder / "data").mkdir()
        identity = {
            "name": "sprue",
            "credentials": [{"accessKey": ACCESS_KEY, "secretKey": SECRET_KEY}],
            "actions": ["Admin", "Read", "Write", "List", "Tagging"],
        }
        (folder / "s3.json").write_text(json.dumps({"identities": [identity]}))
        self._process = self._start()
        try:
            self._wait()
        except BaseException:
            self.stop()
            raise

    @property
    def pid(self) -> int:
        """The id of its process."""
        return self._process.pid

    @property
    def port(self) -> int:
        """Where it answers, on this machine."""
        return self._port_of["s3"]

    @property
    def endpoint(self) -> str:
        """Where it answers, as S3's clients are told."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def environment(self) -> dict[str, str]:
        """The variables that lead there, and open it."""
        return {
            "AWS_ENDPOINT_URL": self.endpoint,
            "AWS_REGION": "us-east-1",
            "AWS_ACCESS_KEY_ID": ACCESS_KEY,
            "AWS_SECRET_ACCESS_KEY": SECRET_KEY,
        }

    def new_url(self) -> str:
        """Return the URL of a prefix that nobody has yet."""
        self._n_prefixes += 1
        return f"s3://{BUCKET}/test-{os.getpid()}-{self._n_prefixes}"

    def stop(self) -> None:
        """Stop it at once; what it is asked to do, it would do first, for half a minute."""
        self._process.kill()
        self._process.wait()
        for name, port in self._grpc_port_of.items():  # what it leaves behind besides its folder
            Path(f"/tmp/seaweedfs-{name}-grpc-{port}.sock").unlink(missing_ok=True)

    def _start(self) -> "subprocess.Popen[bytes]":
        command = [str(_program()), "server", f"-dir={self._folder / 'data'}", "-ip=127.0.0.1", "-s3"]
        command += ["-ip.bind=127.0.0.1", f"-s3.config={self._folder / 's3.json'}"]
        command += [f"-{name}.port={port}" for name, port in self._port_of.items()]
        command += [f"-{name}.port.grpc={port}" for name, port in self._grpc_port_of.items()]
        command += [f"-{name}.localSocket={self._folder / name}.sock" for name in ("filer", "s3")]
        command += ["-s3.port.iceberg=0", "-s3.port.lance=0", "-s3.iam=false", "-s3.autoCreateBucket=false"]
        # as soon as it can, and telling nobody that it runs
        command += ["-master.electionTimeout=1s", "-master.heartbeatInterval=100ms"]
        command += [f"-master.volumeSizeLimitMB={VOLUME_MB}", f"-volume.max={MOST_VOLUMES}"]
        command += ["-master.telemetry=false"]
        with (self._folder / "log").open("ab") as log:
            return subprocess.Popen(command, stdout=log, stderr=log, cwd=self._folder)

    def _wait(self) -> None:
        """Wait until it answers, and has its bucket."""
        bucket = f"http://127.0.0.1:{self._port_of['filer']}/buckets/{BUCKET}/"
        with httpx.Client(verify=False) as client:  # the system's authorities take longer than a call
            self._until(lambda: client.post(bucket).status_code == 201)
            self._until(lambda: client.get(self.endpoint).status_code == 403)

    def _until(self, is_so: Callable[[], bool]) -> None:
        deadline = time.monotonic() + START_S
        while True:
            try:
                if is_so():
                    return
            except httpx.HTTPError:
                pass
            assert time.monotonic() < deadline, (self._folder / "log").read_text()[-2000:]
            time.sleep(0.05)


@contextmanager
def serving() -> Iterator[Store]:
    """Run one."""
    folder = Path(tempfile.mkdtemp(prefix="sprue-seaweedfs-"))
    try:
        store = Store(folder)
        try:
            yield store
        finally:
            store.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _program() -> str | None:
    """Return the server's program, which its package puts beside the interpreter."""
    return shutil.which("weed", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}")


def _free_ports(count: int) -> list[int]:
    with_ports = [socket.socket() for _ in range(count)]
    try:
        for each in with_ports:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in with_ports]
    finally:
        for each in with_ports:
            each.close()


CAN_RUN = pytest.mark.skipif(bool(why_not()), reason=why_not() or "it can run")
