"""What the checks on bare systems say when something is wrong, without making a system."""

import sys
from types import ModuleType

import pytest

from tests.packaging import loaded


@pytest.fixture(scope="module")
def bare_system() -> ModuleType:
    return loaded.script("check/bare_system.py")


def test_a_program_that_fails_is_quoted(bare_system: ModuleType) -> None:
    assert bare_system.run([sys.executable, "-c", "print('fine')"]).strip() == "fine"
    with pytest.raises(bare_system.CheckFailed, match="status 3\nout of paper"):
        bare_system.run([sys.executable, "-c", "import sys; print('out of paper'); sys.exit(3)"])


def test_what_runs_inside_gets_a_home_and_nothing_of_this_environment(
    bare_system: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", "here")
    words = bare_system._entered("/root-of-it", ["sprue", "--version"], {"DISPLAY": ":1"})
    assert words[-2:] == ["sprue", "--version"]
    assert "HOME=/home/somebody" in words
    assert "DISPLAY=:1" in words
    assert not any("PYTHONPATH" in word for word in words)
    assert any("--userspec=10001:10001" in word and "env -i" in word for word in words)
