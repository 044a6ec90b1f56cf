"""Machine code kept on disk is that of the sources as they are, helpers in other files included."""

import os
from pathlib import Path

from tests.support import programs
from tests.support.forked import WORKERS

ROOT = Path(__file__).parents[2]
HELPER = """
from engine.compiled import compiled

@compiled
def increased(x: float) -> float:
    return x + {more}
"""
MIDDLE = """
from engine.compiled import compiled
from helper import increased

@compiled
def twice(x: float) -> float:
    return 2.0 * increased(x)
"""
TOP = """
from engine.compiled import compiled
from middle import twice

@compiled
def answer(x: float) -> float:
    return twice(x) + 0.5

print(answer(1.0), sum(answer.stats.cache_hits.values()))
"""


def described(folder: Path) -> list[float]:
    paths = os.pathsep.join([str(ROOT), str(folder)])
    environment = {**os.environ, "PYTHONPATH": paths}
    printed = programs.run_script(folder / "top.py", loaded=WORKERS, cwd=folder, env=environment)
    return [float(word) for word in printed.split()]


def test_an_edited_helper_two_files_away_is_compiled_anew_and_an_unedited_one_is_not(tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text(HELPER.format(more=1.0))
    (tmp_path / "middle.py").write_text(MIDDLE)
    (tmp_path / "top.py").write_text(TOP)
    assert described(tmp_path) == [4.5, 0]
    assert described(tmp_path) == [4.5, 1]
    # of another length: Python knows an edited source by its length and the second it was written in
    (tmp_path / "helper.py").write_text(HELPER.format(more=2.25))
    assert described(tmp_path) == [7.0, 0]


RENAMED = """
from typing import NamedTuple
from engine.compiled import compiled

class {name}(NamedTuple):
    x: float

@compiled
def answer(of: {name}) -> float:
    return of.x + 0.5

print(answer({name}(1.0)))
"""


def test_machine_code_for_a_type_that_has_another_name_now_is_compiled_anew(tmp_path: Path) -> None:
    (tmp_path / "top.py").write_text("import kernels")
    for name in ("Former", "New"):
        (tmp_path / "kernels.py").write_text(RENAMED.format(name=name))
        assert described(tmp_path) == [1.5]


ALONE = """
from engine.compiled import compiled

@compiled
def increased(x: float) -> float:
    return x + 1.0

print(increased(1.0), increased._cache.cache_path)
"""


def test_where_no_file_may_be_written_it_is_compiled_all_the_same(tmp_path: Path) -> None:
    """Folders are files here, which stops root too; the twin may write to its cache folder."""
    environment = {**os.environ, "HOME": os.devnull, "XDG_CACHE_HOME": os.devnull, "PYTHONPATH": str(ROOT)}
    (tmp_path / "alone.py").write_text(ALONE)
    (tmp_path / "__pycache__").write_text("")

    def printed(**more: str) -> list[str]:
        of_it = {"loaded": WORKERS, "cwd": tmp_path, "env": environment | more}
        return programs.run_script(tmp_path / "alone.py", **of_it).split()

    assert printed() == ["2.0", "None"]
    value, cache = printed(XDG_CACHE_HOME=str(tmp_path / "cache"))
    assert value == "2.0"
    assert list(Path(cache).glob("*.nbi"))
