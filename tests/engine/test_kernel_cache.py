"""Machine code that was compiled ahead is used where nothing may be written, and added to by who may."""

import os
import shutil
from pathlib import Path

import pytest

from tests.support import programs
from tests.support.forked import WORKERS

ROOT = Path(__file__).parents[2]
KERNEL = """
from engine.compiled import compiled

@compiled
def increased(x):
    return x + 1
"""
CALL = """
import sys
from numba.core import caching

def refuse(locator):
    raise PermissionError

if "read-only" in sys.argv:  # what root is not refused
    caching.InTreeCacheLocator.ensure_cache_path = refuse
import kernels

argument = 1 if "whole" in sys.argv else 1.5
print(kernels.increased(argument), sum(kernels.increased.stats.cache_hits.values()))
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Compile the kernel in a folder that is read alone from then on."""
    made = tmp_path_factory.mktemp("kernels")
    (made / "kernels.py").write_text(KERNEL)
    (made / "call.py").write_text(CALL)
    assert called(made) == ["2.5", "0"]
    return made


def called(folder: Path, *how: str, home: str = os.devnull) -> list[str]:
    """Return what a process of its own got, and how much of its machine code it found."""
    environment = {**os.environ, "HOME": home, "XDG_CACHE_HOME": home, "PYTHONPATH": str(ROOT)}
    return programs.run_script(folder / "call.py", *how, loaded=WORKERS, cwd=folder, env=environment).split()


def test_where_no_file_may_be_written_what_lies_there_is_used(folder: Path) -> None:
    assert called(folder, "read-only") == ["2.5", "1"]


def test_and_what_does_not_is_compiled_each_time(folder: Path) -> None:
    assert called(folder, "read-only", "whole") == ["2", "0"]
    assert called(folder, "read-only", "whole") == ["2", "0"]


def test_who_has_a_cache_folder_finds_both_and_keeps_there_what_was_not_shipped(
    folder: Path, tmp_path: Path
) -> None:
    home = str(tmp_path / "home")
    assert called(folder, "read-only", home=home) == ["2.5", "1"]
    assert called(folder, "read-only", "whole", home=home) == ["2", "0"]
    assert called(folder, "read-only", "whole", home=home) == ["2", "1"]
    assert list((tmp_path / "home").rglob("*.nbi"))


def test_an_edited_source_is_compiled_anew(folder: Path, tmp_path: Path) -> None:
    copied = shutil.copytree(folder, tmp_path / "copied")
    assert called(copied, "read-only") == ["2.5", "1"]
    # as long as before, and written in the same second, it would be taken for what Python compiled
    (copied / "kernels.py").write_text(KERNEL.replace("x + 1", "x + 1 + 1"))
    assert called(copied, "read-only") == ["3.5", "0"]
