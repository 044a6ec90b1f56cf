"""Starting and stopping the server as a process."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from server.__main__ import main
from server.storage import lock

ROOT = Path(__file__).parents[2]


def test_it_serves_on_a_free_port_says_which_and_stops_when_told(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "server", "--port", "0", "--data-dir", str(tmp_path / "data")]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        try:
            line = server.stdout.readline()
            assert line.startswith("serving http://127.0.0.1:")
            site = line.removeprefix("serving ").strip().removesuffix("/api/v1")
            assert httpx.get(f"{site}/healthz", timeout=20).json() == {"status": "ok"}
        finally:
            os.kill(server.pid, signal.SIGTERM)
            _, errors = server.communicate(timeout=20)
    assert "Traceback" not in errors


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
