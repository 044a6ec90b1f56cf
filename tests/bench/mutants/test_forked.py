"""What the process that runs tests keeps between forks, and what it lets go of."""

import importlib
import sys
from pathlib import Path

import pytest

from bench.mutants import forked


def test_every_function_whose_results_are_kept_is_there() -> None:
    for name in forked.KEPT:
        module, _, function = name.rpartition(".")
        assert callable(getattr(importlib.import_module(module), function))


def test_a_file_is_known_by_its_data_and_not_by_its_day_or_the_count_of_the_writer(tmp_path: Path) -> None:
    def key(name: str, head: str, number: int, radius: int) -> object:
        path = tmp_path / name
        product = f"PRODUCT('Open CASCADE STEP translator 8.0 {number}')"
        path.write_text(f"{head}\nDATA;\n#1={product};#2=CIRCLE({radius});")
        return forked._key(path)

    assert key("a", "Monday", 1, 5) == key("b", "Tuesday", 2, 5) != key("c", "Monday", 1, 6)


def test_a_forgotten_module_is_read_anew_however_it_is_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "forgettable"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "depth.py").write_text("DEEP = 1")
    monkeypatch.syspath_prepend(tmp_path)
    assert importlib.import_module("forgettable.depth").DEEP == 1
    (package / "depth.py").write_text("DEEP = 22")
    forked._forget(["forgettable.depth"])
    assert __import__("forgettable", fromlist=["depth"]).depth.DEEP == 22
    for name in ("forgettable", "forgettable.depth"):
        sys.modules.pop(name)
