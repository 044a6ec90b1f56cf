"""The front door."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import sprue

ROOT = Path(__file__).parents[1]


def test_without_a_command_it_lists_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert sprue.main([]) == 2
    assert sprue.main(["--help"]) == 0
    text = capsys.readouterr().out
    assert all(f"  {name} " in text for name in sprue.COMMANDS)


def test_a_command_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert sprue.main(["anlyze", "part.step"]) == 2
    assert "there is no command 'anlyze'" in capsys.readouterr().err


def test_a_part_alone_is_opened_in_the_desktop_program(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = []

    def opens(argv: list[str], prog: str) -> int:
        opened.append((argv, prog))
        return 0

    monkeypatch.setattr("app.__main__.main", opens)
    assert sprue.main(["part.STEP", "other.glb"]) == 0
    assert opened == [(["part.STEP", "other.glb"], "sprue app")]


def test_without_the_libraries_of_the_desktop_it_says_what_to_install() -> None:
    program = "import sys, sprue; sys.modules['PySide6'] = None; sys.exit(sprue.main(['app', 'part.step']))"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 2
    assert "needs PySide6" in done.stderr
    assert "sprue[desktop]" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("name", sprue.COMMANDS)
def test_every_command_has_help_with_an_example(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        sprue.main([name, "--help"])
    assert caught.value.code == 0
    text = capsys.readouterr().out
    assert f"sprue {name}" in text
    assert "example" in text


def test_help_loads_neither_kernel_nor_server() -> None:
    program = (
        "import sys, sprue\n"
        "sprue.main(['--help'])\n"
        "print([name for name in ('OCP', 'numpy', 'litestar', 'engine') if name in sys.modules])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_an_interrupt_is_one_word_and_status_130(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(argv: list[str], prog: str) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("engine.__main__.main", interrupted)
    assert sprue.main(["analyze", "part.step"]) == 130
    assert capsys.readouterr().err == "interrupted\n"


SHOUT = """
import sprue, types

def shout(argv, prog):
    for _ in range(100_000):
        print("a line of a long result")
    return 0

sprue.importlib.import_module = lambda _: types.SimpleNamespace(main=shout)
raise SystemExit(sprue.main(["analyze"]))
"""


def test_a_pipe_that_closes_early_is_no_error() -> None:
    command = [sys.executable, "-c", SHOUT]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as talker:
        assert talker.stdout is not None
        assert talker.stderr is not None
        talker.stdout.readline()
        talker.stdout.close()
        assert talker.stderr.read() == b""
    assert talker.returncode == sprue.CUT_SHORT


def test_the_version_comes_with_commit_and_kernel_and_loads_no_kernel() -> None:
    program = (
        "import sys, sprue\n"
        "sprue.main(['--version'])\n"
        "print([name for name in ('OCP', 'numpy') if name in sys.modules])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    release, commit, kernel, loaded = done.stdout.splitlines()
    assert re.fullmatch(r"sprue \d+\.\d+\.\d+\S*", release)
    assert re.fullmatch(r"commit ([0-9a-f]{12}(-dirty)?|unknown)", commit)
    assert kernel.startswith("kernel OCCT 8.")
    assert loaded == "[]"
