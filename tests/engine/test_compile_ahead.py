"""What is compiled ahead is all that an analysis asks for first, and leaves its mark."""

from pathlib import Path
from typing import Any

import pytest

from engine import compile_ahead, cpu_level, tasks


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
