"""The server beside the program: made-up ones that die and lie, and the real one."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from pytestqt.qtbot import QtBot

from app.client.http import Client
from app.views import engine_process
from app.views.engine_process import EngineProcess
from tests.app.views.programs import LAZY, is_alive, process_id

ROOT = Path(__file__).parents[3]


def engine(tmp_path: Path, script: str) -> EngineProcess:
    return EngineProcess(tmp_path / "data", tmp_path / "log", (sys.executable, "-c", script))


ANNOUNCED = "import sys; print({line!r}, flush=True); sys.stderr.write('up\\n'); sys.stdin.read()"


def announcing(**changes: object) -> str:
    line = json.dumps({"event": "ready", "port": 9, "pid": 1, "version": "0", "api": "v1"} | changes)
    return ANNOUNCED.format(line=line)


def test_a_server_that_announces_itself_is_ready_and_ends_when_asked(qtbot: QtBot, tmp_path: Path) -> None:
    made = engine(tmp_path, announcing())
    with qtbot.waitSignal(made.ready, timeout=20_000) as ready:
        made.start()
    client = ready.args[0]
    assert isinstance(client, Client)
    assert client.base_url == "http://127.0.0.1:9/api/v1"
    pid = process_id(made)
    assert pid is not None
    qtbot.waitUntil(lambda: "up" in made.log)
    made.stop()
    assert not is_alive(pid)
    assert "up" in (tmp_path / "log" / "engine.log").read_text()


def test_a_server_of_another_version_is_refused_and_ended(qtbot: QtBot, tmp_path: Path) -> None:
    made = engine(tmp_path, announcing(api="v2"))
    with qtbot.assertNotEmitted(made.ready), qtbot.waitSignal(made.given_up, timeout=20_000) as given_up:
        made.start()
    assert "version v2" in given_up.args[0].sentence
    assert process_id(made) is None


def test_a_server_that_dies_at_every_start_is_given_up_and_may_be_tried_again(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_process, "PAUSES_MS", (0, 1, 1))
    made = engine(tmp_path, "import sys; sys.exit('no disk')")
    starts: list[None] = []
    made.gone.connect(lambda: starts.append(None))
    with qtbot.waitSignal(made.given_up, timeout=30_000) as given_up:
        made.start()
    assert len(starts) == 3
    assert given_up.args[0].next_step
    assert "no disk" in made.log
    with qtbot.waitSignal(made.gone, timeout=20_000):
        made.start()
    made.stop()


def test_a_folder_that_cannot_be_used_is_reported_with_its_name(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way")
    made = EngineProcess(tmp_path / "data" / "engine", tmp_path / "log", [sys.executable, "-c", ""])
    with qtbot.waitSignal(made.given_up) as given_up:
        made.start()  # raises nothing: the window is not even there by then
    assert str(tmp_path / "data" / "engine") in given_up.args[0].sentence
    assert given_up.args[0].next_step
    assert process_id(made) is None


def test_a_program_that_is_not_there_is_reported(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_process, "PAUSES_MS", ())
    made = EngineProcess(tmp_path, tmp_path, [str(tmp_path / "nothing")])
    with qtbot.waitSignal(made.given_up, timeout=20_000):
        made.start()


def test_the_real_server_answers_and_comes_back_when_it_is_killed(qtbot: QtBot, tmp_path: Path) -> None:
    """Forked; as it stands it is started for `test_no_server_outlives_a_program_that_is_killed`."""
    made = EngineProcess(tmp_path / "data", tmp_path / "log", LAZY)
    with qtbot.waitSignal(made.ready, timeout=60_000) as ready:
        made.start()
    ready.args[0].healthz()
    assert ready.args[0].materials()
    first = process_id(made)
    assert first is not None
    with qtbot.waitSignal(made.ready, timeout=60_000) as again:
        os.kill(first, signal.SIGKILL)
    again.args[0].healthz()
    second = process_id(made)
    assert second is not None
    assert second != first
    children = psutil.Process(second).children(recursive=True)
    made.stop()
    assert not is_alive(second)
    qtbot.waitUntil(lambda: not any(is_alive(child.pid) for child in children), timeout=10_000)


def test_no_server_outlives_a_program_that_is_killed(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from PySide6.QtCore import QCoreApplication\n"
        "from app.views.engine_process import EngineProcess\n"
        "app = QCoreApplication([]); engine = EngineProcess(Path(sys.argv[1]), Path(sys.argv[1]))\n"
        "engine.ready.connect(lambda _: print(engine._process.processId(), flush=True)); engine.start()\n"
        "app.exec()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        parent.kill()
    deadline = time.monotonic() + 20
    while is_alive(child) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not is_alive(child)


def test_what_is_set_for_it_reaches_the_server_when_it_starts(qtbot: QtBot, tmp_path: Path) -> None:
    reporting = "import os, sys; sys.stderr.write(os.environ.get('SPRUE_MAX_UPLOAD_MB', 'none') + '\\n'); "
    script = reporting + announcing()
    values = {"SPRUE_MAX_UPLOAD_MB": "80"}
    made = EngineProcess(
        tmp_path / "data", tmp_path / "log", (sys.executable, "-c", script), environment=lambda: values
    )
    for expected in ("80", "none"):
        with qtbot.waitSignal(made.ready, timeout=20_000):
            made.start()
        qtbot.waitUntil(lambda expected=expected: expected in made.log)
        made.stop()
        values.clear()
