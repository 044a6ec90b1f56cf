"""How long the bundle's window takes to come up, against that of the checkout, in one run.

`python packaging/check/start.py [BUNDLE]` starts both in turn on one screen, each time for a user of its own,
and fails where the bundle takes more than 1.2 times as long.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
BUNDLE = ROOT / "build/bundle/made/sprue/sprue"
SAMPLE = ROOT / "resources/sample_parts/gear_housing.step"
DISPLAY = ":88"
ROUNDS = 5
MOST = 1.2
LIMIT_S = 120.0


def main(argv: Sequence[str]) -> int:
    """Measure, print medians and the ratio; return the exit status."""
    bundle = Path(argv[0]) if argv else BUNDLE
    commands = {"checkout": [sys.executable, str(ROOT / "sprue.py"), "app"], "bundle": [str(bundle), "app"]}
    seconds: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
    screen = subprocess.Popen(
        ["Xvfb", DISPLAY, "-screen", "0", "1440x900x24", "-ac"], stderr=subprocess.DEVNULL
    )
    try:
        time.sleep(2)
        for command in commands.values():  # from the disk once, which is not what is compared
            _seconds(command)
        for _ in range(ROUNDS):
            for name, command in commands.items():
                seconds[name].append(_seconds(command))
    finally:
        screen.kill()
        screen.wait()
    window, verdict = ([median(each[i] for each in seconds[name]) for name in commands] for i in (0, 1))
    for what, (of_checkout, of_bundle) in (("window", window), ("part judged", verdict)):
        ratio = of_bundle / of_checkout
        print(f"{what}: checkout {of_checkout:.2f} s, bundle {of_bundle:.2f} s, {ratio:.2f} times")
    return 0 if window[1] <= MOST * window[0] else 1


def _seconds(command: Sequence[str]) -> tuple[float, float]:
    """Return when the window was there, and when its part was judged."""
    home = Path(tempfile.mkdtemp(prefix="sprue-start-"))
    variables = {"HOME": str(home), "DISPLAY": DISPLAY, "LANG": "C.UTF-8", "PATH": os.environ["PATH"]}
    journal = home / ".local/state/sprue/log/engine.log"
    began = time.monotonic()
    with (home / "log").open("wb") as log:
        process = subprocess.Popen(
            [*command, str(SAMPLE)], env=variables, cwd=home, stdout=log, stderr=log, start_new_session=True
        )
    try:
        window = _until(_has_window, began)
        return window, _until(lambda: journal.is_file() and ": done" in journal.read_text("utf-8"), began)
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait()
        time.sleep(1)  # its engine ends with it
        shutil.rmtree(home, ignore_errors=True)


def _until(holds: Callable[[], bool], began: float) -> float:
    while not holds():
        if time.monotonic() - began > LIMIT_S:
            raise SystemExit("there was no window, or no verdict")
        time.sleep(0.02)
    return time.monotonic() - began


def _has_window() -> bool:
    command = ["xdotool", "search", "--onlyvisible", "--name", "Sprue"]
    return bool(subprocess.run(command, capture_output=True, env={**os.environ, "DISPLAY": DISPLAY}).stdout)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
