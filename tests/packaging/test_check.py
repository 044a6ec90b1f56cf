"""What the checks on bare systems say when something is wrong, without making a system."""

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.contract import parts
from tests.packaging import loaded
from tests.support import forked


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
    words = bare_system.entered(Path("/root-of-it"), ["sprue", "--version"], {"DISPLAY": ":1"})
    assert words[-2:] == ["sprue", "--version"]
    assert "HOME=/home/somebody" in words
    assert "DISPLAY=:1" in words
    assert not any("PYTHONPATH" in word for word in words)
    assert any("--userspec=10001:10001" in word and "env -i" in word for word in words)


@pytest.mark.skipif(os.geteuid() != 0, reason="mounting takes root")
def test_of_a_read_only_system_the_home_alone_can_be_written(bare_system: ModuleType, tmp_path: Path) -> None:
    """By the mounts alone, without the chroot."""
    for name in ("home/somebody", "proc", "dev", "tmp", "opt"):
        (tmp_path / name).mkdir(parents=True)
    script = f'{bare_system.READ_ONLY_MOUNTS}\ntouch "$1/home/somebody/mine"; touch "$1/opt/mine"'
    if subprocess.run([*bare_system.UNSHARED, "true"], check=False).returncode != 0:
        pytest.skip("this machine lets nobody unshare")
    words = [*bare_system.UNSHARED, "sh", "-c", script, "sh", str(tmp_path)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (tmp_path / "home/somebody/mine").exists(), done.stderr
    assert not (tmp_path / "opt/mine").exists()
    assert "Read-only file system" in done.stderr


def test_a_system_is_made_in_a_clone_that_has_built_nothing(
    bare_system: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    base = tmp_path / "build" / "check" / "base.tar"
    made: list[str] = []

    def run(words: list[str]) -> str:
        assert words[0] != "mmdebstrap" or base.parent.is_dir()
        made.append(words[0])
        return ""

    monkeypatch.setattr(bare_system, "run", run)
    bare_system.make(base.parent / "deb", base)
    assert made == ["mmdebstrap", "rm", "tar"]


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """Make a root where the package has put a program, and its user a file."""
    files = {
        "usr/bin/sprue": "program",
        "home/somebody/.config/sprue/settings.json": "{}",
        "var/lib/dpkg/info/sprue.list": "/usr\n/usr/bin\n/usr/bin/sprue\n",
    }
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content, "utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("removed", "complaint"),
    [
        (["usr/bin/sprue"], ""),
        ([], "1 files stay after removal, one is usr/bin/sprue"),
        (
            ["usr/bin/sprue", "home/somebody/.config/sprue/settings.json"],
            "the removal changed 1 files of the user, one is .config/sprue/settings.json",
        ),
    ],
)
def test_a_removal_takes_every_file_of_the_package_and_none_of_the_user(
    installed: Path, monkeypatch: pytest.MonkeyPatch, removed: list[str], complaint: str
) -> None:
    monkeypatch.syspath_prepend(str(loaded.PACKAGING / "check"))  # where its modules find each other
    upkeep = loaded.script("check/upkeep.py")

    def purge(root: Path, script: str) -> None:
        assert "purge" in script
        for name in removed:
            (root / name).unlink()

    monkeypatch.setattr(upkeep.bare_system, "set_up", purge)
    if complaint:
        with pytest.raises(upkeep.CheckFailed, match=complaint):
            upkeep.remove(installed)
    else:
        upkeep.remove(installed)


@pytest.mark.parametrize(("part", "complaint"), [("plate.step", ""), ("nothing.step", "There is no file")])
def test_an_agents_call_is_an_analysis_or_a_complaint(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    part: str,
    complaint: str,
) -> None:
    """With the checkout for a bare system, and an engine that meshes coarsely."""
    monkeypatch.syspath_prepend(str(loaded.PACKAGING / "check"))
    trials = loaded.script("check/trials.py")
    home = tmp_path / "Home of ÄÖ"
    home.mkdir()
    parts.plate(home).rename(home / "plate.step")
    words = ["env", f"XDG_DATA_HOME={tmp_path}", *forked.from_nowhere("tests.support.lazy_agent")]
    if complaint:
        with pytest.raises(trials.CheckFailed, match=complaint):
            trials.agent(words, str(home / part), tmp_path / "log")
    else:
        trials.agent(words, str(home / part), tmp_path / "log")
        assert "of file «plate.step»" in capsys.readouterr().out
