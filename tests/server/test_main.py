"""Starting and stopping the server as a process."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest

from server.__main__ import main
from server.storage import lock
from server.storage.object_store import ObjectStore
from tests.server import acting
from tests.server.asking import PLAIN
from tests.support import programs, seaweedfs

ROOT = Path(__file__).parents[2]
LOCAL_KEY = "svc_live_" + "a-b_C9" * 6


def test_it_serves_on_a_free_port_says_which_and_stops_on_a_signal(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "server", "--port", "0", "--data-dir", str(tmp_path / "data")]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        try:
            line = server.stdout.readline()
            assert line.startswith("serving http://127.0.0.1:")
            site = line.removeprefix("serving ").strip().removesuffix("/api/v1")
            assert httpx.get(f"{site}/healthz", timeout=20, verify=PLAIN).json()["status"] == "ok"
        finally:
            os.kill(server.pid, signal.SIGTERM)
            _, errors = server.communicate(timeout=20)
    assert "Traceback" not in errors


@contextmanager
def as_a_child(
    data_dir: Path, module: str = "tests.support.lazy_server"
) -> "Iterator[tuple[subprocess.Popen[str], dict[str, Any]]]":
    """Start the server as a program does that wants it for itself; yield it and what it announced."""
    command = [sys.executable, "-m", module, "--port", "0", "--data-dir", str(data_dir)]
    with programs.start(
        [*command, "--announce", "--stop-with-stdin"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"SPRUE_LOCAL_KEY": LOCAL_KEY},
    ) as server:
        try:
            assert server.stdout is not None
            yield server, json.loads(server.stdout.readline())
        finally:
            server.kill()


def test_a_program_is_reported_in_one_line_where_it_finds_the_server_it_started(tmp_path: Path) -> None:
    with as_a_child(tmp_path) as (server, reported):
        site = reported["url"]
        assert reported == {
            "event": "ready",
            "url": f"http://127.0.0.1:{reported['port']}",
            "port": reported["port"],
            "pid": server.pid,
            "version": httpx.get(f"{site}/healthz", verify=PLAIN).json()["version"],
            "api": "v1",
        }
        headers = {"X-API-Key": LOCAL_KEY}
        with httpx.Client(base_url=f"{site}/api/v1", verify=PLAIN) as client:
            assert client.get("/usage", headers=headers).json()["plan"] == "local"
            assert client.get("/usage", headers={"X-API-Key": LOCAL_KEY + "x"}).status_code == 401


def test_it_stops_when_its_input_ends_and_leaves_no_worker_behind(tmp_path: Path) -> None:
    with as_a_child(tmp_path, "tests.support.acting_server") as (server, _):
        workers = psutil.Process(server.pid).children(recursive=True)
        assert workers
        assert server.stdin is not None
        server.stdin.close()
        assert server.wait(20) == 0
        assert server.stdout is not None
        assert server.stdout.read() == ""
        assert server.stderr is not None
        assert LOCAL_KEY not in server.stderr.read()
        _, alive = psutil.wait_procs(workers, timeout=20)
        assert alive == []


def test_it_is_stopped_from_the_keyboard_without_a_complaint(tmp_path: Path) -> None:
    with as_a_child(tmp_path, "tests.support.acting_server") as (server, _):
        server.send_signal(signal.SIGINT)
        _, errors = server.communicate(timeout=20)
    assert server.returncode == 0
    assert "KeyboardInterrupt" not in errors


def test_it_stops_at_once_though_somebody_follows_a_job(tmp_path: Path) -> None:
    reported: list[str] = []
    go = threading.Event()

    def follow(site: str, job_id: str) -> None:
        headers = {"X-API-Key": LOCAL_KEY}
        path = f"/api/v1/dfm/jobs/{job_id}/events"
        with httpx.stream("GET", f"{site}{path}", headers=headers, verify=PLAIN) as answer:
            for line in answer.iter_lines():
                reported.append(line)
                go.set()

    with as_a_child(tmp_path, "tests.support.acting_server") as (server, ready):
        site, headers = ready["url"], {"X-API-Key": LOCAL_KEY}
        files = {"file": ("a.step", acting.part("sleep 60"))}
        sent = httpx.post(f"{site}/api/v1/dfm/analyze", headers=headers, files=files, verify=PLAIN)
        job_id = sent.json()["job_id"]
        following = threading.Thread(target=follow, args=(site, job_id))
        following.start()
        assert go.wait(20)
        assert server.stdin is not None
        server.stdin.close()
        assert server.wait(20) == 0
        following.join(20)
        assert server.stderr is not None
        assert "Traceback" not in server.stderr.read()
    assert reported


def test_workers_do_not_see_the_local_key_nor_what_opens_a_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    with as_a_child(tmp_path, "tests.support.acting_server") as (server, _):
        forking, *workers = psutil.Process(server.pid).children(recursive=True)
        while "engine.isolate.fork_server" not in forking.cmdline():  # it still is what it was forked from
            time.sleep(0.05)
        for worker in (forking, *workers):
            assert not [name for name in worker.environ() if name.startswith(("SPRUE_", "AWS_"))]


@pytest.mark.parametrize("key", ["svc_live_short", "x" * 60, "svc_live_" + "a" * 31, "svc_live_" + "ü" * 40])
def test_a_local_key_that_could_be_guessed_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], key: str
) -> None:
    monkeypatch.setenv("SPRUE_LOCAL_KEY", key)
    assert main(["--port", "0", "--data-dir", str(tmp_path)], prog="sprue serve") == 2
    reported = capsys.readouterr().err
    assert reported == "sprue serve: a local key is svc_live_ and 32 to 200 letters, digits, - or _\n"


@pytest.mark.parametrize("setting", [("SPRUE_HOST", "0.0.0.0"), ("SPRUE_SITE_URL", "https://dfm.example")])
def test_a_local_key_is_not_for_a_server_that_others_reach(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    setting: tuple[str, str],
) -> None:
    monkeypatch.setenv("SPRUE_LOCAL_KEY", LOCAL_KEY)
    monkeypatch.setenv(*setting)
    assert main(["--port", "0", "--data-dir", str(tmp_path)], prog="sprue serve") == 2
    assert "SPRUE_LOCAL_KEY is for a server that its own machine alone reaches" in capsys.readouterr().err


def test_a_port_in_use_is_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main(["--port", str(port), "--data-dir", str(tmp_path)], prog="sprue serve") == 2
    error = capsys.readouterr().err
    assert error == f"sprue serve: cannot listen on 127.0.0.1:{port}: Address already in use\n"
    assert list(tmp_path.iterdir()) == []


def test_a_setting_that_makes_no_sense_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SPRUE_PORT", "http")
    assert main([], prog="sprue serve") == 2
    assert capsys.readouterr().err == "sprue serve: SPRUE_PORT is 'http', which is no int\n"


def test_a_second_server_in_the_same_folder_is_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with lock.held(tmp_path):
        assert main(["--port", "0", "--data-dir", str(tmp_path)], prog="sprue serve") == 2
    assert capsys.readouterr().err == f"sprue serve: another server works in {tmp_path}\n"


def test_a_price_table_that_is_not_there_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SPRUE_PRICE_TABLE", str(tmp_path / "none"))
    assert main(["--port", "0", "--data-dir", str(tmp_path / "data")], prog="sprue serve") == 2
    assert capsys.readouterr().err.startswith("sprue serve: ")


def test_the_key_of_a_client_in_the_environment_is_no_setting_of_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SPRUE_API_KEY", "svc_live_x")
    with lock.held(tmp_path):
        assert main(["--port", "0", "--data-dir", str(tmp_path)], prog="sprue serve") == 2
    assert "another server" in capsys.readouterr().err


@pytest.mark.parametrize("port", ["80000", "-1"])
def test_a_port_that_there_is_not_is_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], port: str
) -> None:
    assert main(["--port", port, "--data-dir", str(tmp_path)], prog="sprue serve") == 2
    reported = capsys.readouterr().err
    assert reported == f"sprue serve: the port is {port}; ports are 1 to 65535, and 0 takes a free one\n"


@pytest.fixture
def failed_start(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> Callable[..., tuple[int, str]]:
    """Return a function that starts a server that cannot work, and tells its status and what it said last."""
    monkeypatch.setattr("server.storage.object_store.RETRIES", 0)

    def start(data_dir: Path, **environment: str) -> tuple[int, str]:
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        status = main(["--port", "0", "--data-dir", str(data_dir)], functions=acting.FUNCTIONS)
        said, complained = capsys.readouterr()
        assert said == ""
        assert "Traceback" not in complained + caplog.text
        return status, complained.splitlines()[-1]

    return start


@seaweedfs.CAN_RUN
@pytest.mark.parametrize(
    ("store", "environment", "sentence"),
    [
        ("s3://nosuch/a", {}, "SPRUE_STORE is s3://nosuch/a, and there is no bucket nosuch at http"),
        (
            None,
            {"AWS_SECRET_ACCESS_KEY": "wrong"},
            "(AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY) are refused at",
        ),
        (None, {"AWS_ENDPOINT_URL": "http://127.0.0.1:1"}, "which does not answer at http://127.0.0.1:1: "),
        ("bucket/a", {}, "SPRUE_STORE is 'bucket/a', which is no bucket, as s3://bucket/prefix is"),
    ],
)
def test_a_store_that_cannot_be_worked_with_ends_the_start_with_a_sentence(
    tmp_path: Path,
    store_url: str,
    store: str | None,
    environment: dict[str, str],
    sentence: str,
    failed_start: Callable[..., tuple[int, str]],
) -> None:
    status, reported = failed_start(tmp_path, SPRUE_STORE=store or store_url, **environment)
    assert status == 2
    assert sentence in reported


@seaweedfs.CAN_RUN
def test_a_store_of_another_installation_ends_the_start_with_a_sentence(
    tmp_path: Path, store_url: str, failed_start: Callable[..., tuple[int, str]]
) -> None:
    asyncio.run(ObjectStore(store_url).claim("installation", "0123456789ab"))
    status, reported = failed_start(tmp_path, SPRUE_STORE=store_url)
    assert (status, "is of installation 0123456789ab, and this host is" in reported) == (2, True)


def test_a_host_that_leaves_analyses_to_others_without_what_they_share_is_a_sentence(
    tmp_path: Path, failed_start: Callable[..., tuple[int, str]]
) -> None:
    status, reported = failed_start(
        tmp_path, SPRUE_WORKER_HOSTS="1", SPRUE_SITE_URL="http://sprue.test", SPRUE_LOG_FORMAT="json"
    )
    assert status == 2
    assert "need a PostgreSQL database and a store that all hosts share" in reported


def test_the_jobs_of_a_folder_survive_a_start_with_an_empty_database(
    tmp_path: Path, failed_start: Callable[..., tuple[int, str]]
) -> None:
    part = tmp_path / "jobs" / "0190-a" / "part.step"
    part.parent.mkdir(parents=True)
    part.write_bytes(b"ISO-10303-21;")
    empty = f"sqlite+aiosqlite:///{tmp_path / 'another.db'}"
    status, sentence = failed_start(tmp_path, SPRUE_DATABASE_URL=empty)
    assert status == 2
    assert "the database knows none: they do not belong together" in sentence
    assert part.read_bytes() == b"ISO-10303-21;"


def test_a_database_that_cannot_be_opened_ends_the_start_with_a_sentence(
    tmp_path: Path, failed_start: Callable[..., tuple[int, str]]
) -> None:
    (tmp_path / "sprue.db").mkdir()
    assert failed_start(tmp_path) == (
        2,
        "python -m server: the database cannot be worked with: unable to open database file",
    )


def test_a_folder_that_cannot_be_written_to_ends_the_start_with_a_sentence(
    tmp_path: Path, failed_start: Callable[..., tuple[int, str]]
) -> None:
    (tmp_path / "data").write_bytes(b"a file")
    status, sentence = failed_start(tmp_path / "data")
    assert status == 2
    assert sentence == f"python -m server: File exists: {tmp_path / 'data'}"
