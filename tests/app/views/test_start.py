"""The start: what is there first, and what nobody waits for, in a process that has loaded nothing yet."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
SLOW = ("httpx", "numpy", "vtkmodules", "keyring", "app.views.main_window")
"""What takes long to load, and the engine does not need to be started."""
START = f"""
import json, sys
from app.views import engine_process, start

def started(self):
    print(json.dumps([name for name in {SLOW!r} if name in sys.modules]))
    raise SystemExit(7)

engine_process.EngineProcess.start = started
start.main([])
"""


def test_the_engine_is_started_before_anything_slow_is_loaded() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", START],
        cwd=ROOT,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ended.returncode == 7, ended.stderr[-2000:]
    assert json.loads(ended.stdout) == []
