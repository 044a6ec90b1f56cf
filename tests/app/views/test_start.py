"""What is there first when a process starts that has loaded nothing, what nobody waits for, and its end."""

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.support import programs
from tests.support.forked import WINDOWS

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


def run(program: str) -> subprocess.CompletedProcess[str]:
    """Run a program in a process that has loaded nothing yet."""
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_the_engine_is_started_before_anything_slow_is_loaded() -> None:
    ended = run(START)
    assert ended.returncode == 7, ended.stderr[-2000:]
    assert json.loads(ended.stdout) == []


CLIENT = """
import sys
import app.client.http
from httpx import Client
print([name for name in ("httpx", "rich", "click", "pygments") if name in sys.modules])
"""


def test_the_client_loads_no_command_line_of_its_library() -> None:
    ended = run(CLIENT)
    assert ended.stdout.split() == ["['httpx']"], ended.stderr[-2000:]


QUIT = """
import sys
from functools import partial
from pathlib import Path
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from app.views import engine_process, start
from app.views.program import Program
from tests.app.views.programs import LAZY

def quit_when_busy(self, files):
    now = None if self.context.session is None else self.context.session.now
    if now is None or not now.is_busy or not self.window.isVisible():
        QTimer.singleShot(50, lambda: quit_when_busy(self, files))
        return
    print("quits", (self.settings.path.parent / "running.json").exists(), flush=True)
    QTest.keyClick(self.window.windowHandle(), Qt.Key.Key_Q, Qt.KeyboardModifier.ControlModifier)

made = Program.__init__
def init(self, app, files, *others):
    made(self, app, files, *others)
    QTimer.singleShot(50, lambda: quit_when_busy(self, files))

Program.__init__ = init
engine_process.EngineProcess = partial(engine_process.EngineProcess, command=LAZY)
start.main([Path(sys.argv[1])])
print("not reached")
"""


def test_quitting_while_a_part_is_analyzed_ends_the_process_well_and_leaves_nothing_to_offer(
    tmp_path: Path,
) -> None:
    sample = ROOT / "resources" / "sample_parts" / "gear_housing.step"
    program = tmp_path / "quit.py"
    program.write_text(QUIT, "utf-8")
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    ended = programs.run("tests.support.script", program, sample, loaded=WINDOWS, cwd=ROOT, env=environment)
    assert (ended.returncode, ended.stdout.split()) == (0, ["quits", "True"]), ended.stderr[-2000:]
    settings = Path(os.environ["XDG_CONFIG_HOME"]) / "sprue"
    assert settings.is_dir()
    assert not (settings / "running.json").exists()


NAMELESS = """
import getpass
from app.views import engine_process, start

def getuser():
    raise KeyError("getpwuid(): uid not found: 4711")

def started(self):
    raise SystemExit(7)

getpass.getuser = getuser
engine_process.EngineProcess.start = started
start.main([])
"""


def test_it_starts_for_a_user_whom_the_system_has_no_name_for() -> None:
    ended = run(NAMELESS)
    assert ended.returncode == 7, ended.stderr[-2000:]
