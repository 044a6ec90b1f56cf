"""The desktop's tests: no screen unless a test asks for one, and nothing of the user's is read or written."""

import gc
import os
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from app.state import display_unit

if not os.environ.get("DISPLAY"):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("PYTEST_QT_API", "pyside6")
# where a program draws in software: its shaders would be compiled anew for every home that a test makes
os.environ.setdefault("MESA_SHADER_CACHE_DIR", str(Path(tempfile.gettempdir()) / "sprue-shaders"))


_NUMBERS = count()
"""Of tests, in this process."""


@pytest.fixture(autouse=True)
def _nobodys_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every test folders of its own, which are made when something is written there."""
    home = tmp_path_factory.getbasetemp() / "homes" / f"{next(_NUMBERS)}"
    for variable in ("HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(variable, f"{home / variable.lower()}")
    monkeypatch.delenv("SPRUE_API_KEY", raising=False)


@pytest.fixture(autouse=True)
def _millimeters() -> Iterator[None]:
    """Leave no test the inches of another."""
    yield
    display_unit.choose(display_unit.MILLIMETERS)


@pytest.fixture(autouse=True)
def _no_widget_is_collected_on_a_thread() -> Iterator[None]:
    """Do as the program's `garbage_collection` does: what a test leaves is collected between tests."""
    gc.disable()
    yield
    gc.enable()
