"""What somebody waits for who starts the desktop with the sample part: the window, the part, its colors.

Every start is a process with a user folder of its own, under whatever display there is. Starts of other
checkouts alternate with ours, so that all meet the same machine; the least of several is what the program
takes, for whatever else runs only adds to it. Processor seconds are the window's own, without the engine's.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parents[1]
SAMPLE = ROOT / "resources" / "sample_parts" / "gear_housing.step"
RUNS = 5
LIMIT_S = 120.0
MOMENTS = ("window", "part", "colors", "again")
WATCH = """
import json, os, sys, time
from pathlib import Path
import psutil
from PySide6.QtCore import QTimer
from app.views import start
from app.views.program import Program

began = psutil.Process().create_time()
found = {}

def note(name):
    if name not in found:
        spent = time.process_time()
        found[name] = (time.time() - began, spent)

def drawn(viewport, name):
    def swapped():
        viewport.scene.frameSwapped.disconnect(swapped)
        note(name)
        if name == "colors":
            QTimer.singleShot(1500, lambda: again(viewport))
    viewport.scene.frameSwapped.connect(swapped)

def again(viewport):
    spent, swaps = time.process_time(), []
    def swapped():
        swaps.append(time.process_time())
        if len(swaps) < 10:
            viewport.camera_controller.look("front" if len(swaps) % 2 else "iso")
            viewport.scene.redraw()
            return
        found["again"] = ((swaps[-1] - spent) / 10, swaps[-1] - spent)
        print(json.dumps(found), flush=True)
        os._exit(0)
    viewport.scene.frameSwapped.connect(swapped)
    viewport.scene.redraw()

made = Program.__init__
def init(self, *given):
    made(self, *given)
    viewport = self.window.viewport
    QTimer.singleShot(0, lambda: note("window"))
    viewport.first_shape.shown.connect(lambda: drawn(viewport, "part"))
    viewport.shown.connect(lambda: drawn(viewport, "colors"))

Program.__init__ = init
start.main([Path(sys.argv[1])])
"""


def run(words: Sequence[str]) -> None:
    """Measure this checkout, and those that are named besides; print a table of seconds."""
    checkouts = [ROOT, *(Path(word).resolve() for word in words)]
    runs: dict[Path, list[dict[str, tuple[float, float]]]] = {each: [] for each in checkouts}
    for _ in range(RUNS):
        for checkout in checkouts:
            runs[checkout].append(_start(checkout))
    table = Table(
        title=f"start with {SAMPLE.name}, least (median) of {RUNS}, seconds since the process began"
    )
    for heading in ("checkout", "window", "part", "colors", "window's processor until colors", "a picture"):
        table.add_column(heading, justify="left" if heading == "checkout" else "right")
    for checkout, found in runs.items():
        cells = [_least([each[name][0] for each in found]) for name in MOMENTS]
        spent = _least([each["colors"][1] for each in found])
        table.add_row(checkout.name, *cells[:3], spent, cells[3])
    Console(width=120).print(table)


def _least(seconds: Sequence[float]) -> str:
    return f"{min(seconds):.2f} ({statistics.median(seconds):.2f})"


def _start(checkout: Path) -> dict[str, tuple[float, float]]:
    with tempfile.TemporaryDirectory() as home:
        ended = subprocess.run(
            [sys.executable, "-P", "-c", WATCH, str(SAMPLE)],
            cwd=home,
            env=os.environ | {"PYTHONPATH": str(checkout), "HOME": home, "XDG_CONFIG_HOME": home},
            stdout=subprocess.PIPE,
            text=True,
            timeout=LIMIT_S,
            check=True,
        )
    found: dict[str, tuple[float, float]] = json.loads(ended.stdout.splitlines()[-1])
    return found
