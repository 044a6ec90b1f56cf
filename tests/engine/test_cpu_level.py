"""Machine code that is shipped is for a level of processors, and for this very one otherwise."""

import platform
from pathlib import Path

import pytest
from numba.core import codegen

from engine import cpu_level

BEYOND = "+sse4.2,+popcnt,+avx,+avx2,+bmi,+bmi2,+f16c,+fma,+lzcnt,+movbe,+avx512f"


@pytest.fixture
def mark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(platform, "machine", lambda: "x86_64")
    monkeypatch.setattr(codegen, "get_host_cpu_features", lambda: BEYOND)
    path = tmp_path / "mark"
    path.write_text("")
    return path


def test_where_kernels_were_compiled_ahead_it_is_the_level(mark: Path) -> None:
    assert cpu_level.chosen(mark) == "x86-64-v3"


def test_without_the_mark_it_is_this_processor(mark: Path) -> None:
    assert cpu_level.chosen(mark.with_name("no mark")) is None


def test_a_processor_below_the_level_compiles_its_own(mark: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codegen, "get_host_cpu_features", lambda: BEYOND.replace("+avx2", "-avx2"))
    assert cpu_level.chosen(mark) is None


def test_so_does_one_of_another_kind(mark: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "machine", lambda: "aarch64")
    assert cpu_level.chosen(mark) is None


def test_this_checkout_ships_none() -> None:
    assert cpu_level.chosen() is None
