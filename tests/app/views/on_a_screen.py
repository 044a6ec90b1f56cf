"""Programs of tests that draw on a real display, each in a process of its own with Qt and VTK loaded."""

import os
from pathlib import Path

from tests.support import programs
from tests.support.forked import WINDOWS

ROOT = Path(__file__).parents[3]


def run(module: str, *words: object, display: str, **variables: object) -> str:
    """Run `python -m MODULE word ...` on a display, with further variables; return what it printed."""
    screen = {"DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
    environment = os.environ | screen | {name: str(value) for name, value in variables.items()}
    ended = programs.run(module, *words, loaded=WINDOWS, cwd=ROOT, env=environment)
    assert ended.returncode == 0, ended.stderr[-3000:]
    assert "ERR" not in ended.stderr
    return ended.stdout
