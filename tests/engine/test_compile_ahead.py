"""What is compiled ahead is all that an analysis asks for first, and leaves its mark."""

from pathlib import Path
from typing import Any

import pytest

from engine import compile_ahead, cpu_level, tasks
from tests.support import draw, other_formats, programs
from tests.support.forked import WORKERS

CHILD = Path(__file__).with_name("kernels_ahead.py")
ROOT = CHILD.parents[2]


def test_the_mark_lies_there_before_anything_is_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = tmp_path / "mark"
    ran: list[str] = []

    class Watched:
        def __init__(self, options: Any) -> None: ...

        def __enter__(self) -> "Watched":
            return self

        def __exit__(self, *_: object) -> None: ...

        def run(self, task: str, arguments: dict[str, Any], time_limit_s: float) -> None:
            assert mark.exists()
            ran.append(task)

    monkeypatch.setattr(cpu_level, "MARK", mark)
    monkeypatch.setattr(compile_ahead, "Worker", Watched)
    compile_ahead.main()
    assert ran == ["engine.tasks:warm", "engine.tasks:warm_further"]
    assert all(callable(getattr(tasks, task.partition(":")[2])) for task in ran)


def test_every_kernel_is_compiled_ahead_and_no_part_asks_for_another(tmp_path: Path) -> None:
    bored = draw.cut(
        draw.box((30, 20, 10)), draw.cylinder(3, 10, (10, 10, 0)), draw.box((8, 18, 8), (20, 1, 2))
    )
    file = other_formats.write(bored, tmp_path / "printed.stl")  # what an exact part asks for, and more
    assert programs.run_script(CHILD, file, tmp_path, loaded=WORKERS, cwd=ROOT) == ""
