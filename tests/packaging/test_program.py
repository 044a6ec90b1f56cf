"""The bundle's program is Python to the processes that Sprue starts, and to nobody else."""

import sys
from pathlib import Path
from types import ModuleType
from unittest.mock import Mock

import pytest

from tests.packaging import loaded


@pytest.fixture(scope="module")
def program() -> ModuleType:
    return loaded.script("desktop/program.py")


@pytest.mark.parametrize(
    ("words", "module", "rest"),
    [
        (["-P", "-m", "engine.isolate.child", "{}"], "engine.isolate.child", ["{}"]),
        (["-P", "-m", "engine.isolate.fork_server", "1"], "engine.isolate.fork_server", ["1"]),
        (["-m", "server", "--port", "0"], "server", ["--port", "0"]),
        (["-P", "-m", "app.views.surroundings"], "app.views.surroundings", []),
    ],
)
def test_what_sprue_starts_is_a_module(
    program: ModuleType, words: list[str], module: str, rest: list[str]
) -> None:
    assert program.module_asked(words) == (module, rest)


@pytest.mark.parametrize(
    "words", [[], ["analyze", "part.step"], ["-m"], ["-m", "http.server"], ["part.step", "-m", "engine"]]
)
def test_all_else_is_for_the_command_line(program: ModuleType, words: list[str]) -> None:
    assert program.module_asked(words) is None


def test_the_words_of_workers_and_of_the_server_are_understood(
    program: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What `engine/isolate/process.py` and the desktop really start."""
    from engine.isolate import forked, process

    started: list[list[str]] = []

    def popen(command: list[str], **_: object) -> Mock:
        started.append(command)
        return Mock()

    monkeypatch.setattr(process.subprocess, "Popen", popen)
    process._spawn({}, None, None)
    assert program.module_asked(started[0][1:]) == ("engine.isolate.child", ["{}"])
    with (tmp_path / "log").open("wb") as log:
        forked.ForkServer.start(("engine.tasks",), {}, log).close()
    module, words = program.module_asked(started[1][1:]) or ("", [])
    assert (module, words[2:]) == ("engine.isolate.fork_server", ["engine.tasks"])
    from app.views.engine_process import EngineProcess

    engine = EngineProcess(tmp_path, tmp_path)
    assert program.module_asked(engine._command[1:]) == ("server", [])
    assert engine._command[0] == sys.executable


def test_a_program_without_a_console_opens_the_window(
    program: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["sprue-desktop"])
    monkeypatch.setattr(sys, "executable", "/opt/sprue/Sprue-Desktop.exe")
    assert program._is_clicked()
    monkeypatch.setattr(sys, "executable", "/opt/sprue/sprue")
    assert not program._is_clicked()
