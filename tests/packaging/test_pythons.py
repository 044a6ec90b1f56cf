"""The wheel is tried where nothing of its environment can be written, and what was written is found."""

import os
import subprocess
from pathlib import Path
from types import ModuleType

import pytest

from tests.packaging import loaded


@pytest.fixture
def pythons(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(loaded.PACKAGING / "check"))  # where its modules find each other
    return loaded.script("check/pythons.py")


def test_a_file_that_is_written_after_the_installation_is_found(pythons: ModuleType, tmp_path: Path) -> None:
    for name, at in (("before.py", 100), ("installed", 200), ("after.pyc", 300)):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (at, at))
    assert pythons._written(tmp_path) == [tmp_path / "after.pyc"]


@pytest.mark.skipif(os.geteuid() != 0, reason="mounting takes root")
def test_the_environment_cannot_be_written_and_its_home_can(pythons: ModuleType, tmp_path: Path) -> None:
    folder, home = tmp_path / "geprüft", tmp_path / "home"
    folder.mkdir()
    home.mkdir()
    probe = subprocess.run(["unshare", "--mount", "true"], check=False)
    if probe.returncode != 0:
        pytest.skip("this machine lets nobody unshare")
    pythons._sprue(folder, str(home), "touch", "mine")
    assert (home / "mine").exists()
    with pytest.raises(pythons.CheckFailed, match="Read-only file system"):
        pythons._sprue(folder, str(home), "touch", str(folder / "theirs"))
    (folder / "theirs").touch()  # outside it is as before


def test_a_wheel_that_is_not_there_is_a_sentence(
    pythons: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pythons, "ROOT", tmp_path)
    assert pythons.main(["python3"]) == 1
    assert "there has to be one sprue-*.whl" in capsys.readouterr().out
