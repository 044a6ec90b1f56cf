"""The whole program for a test, in folders of its own; and what users do with it, in a word each."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import psutil
import pytest
from PySide6.QtCore import QEvent, QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from app.client.models import Result
from app.state import settings as settings_state
from app.state.settings import Settings
from app.views import program as the_program
from app.views.engine_process import EngineProcess
from app.views.program import Program
from tests.support.forked import FORKED

LONG_MS = 180_000
"""An analysis on a machine that does much else."""


LAZY = (*FORKED, "tests.support.lazy_server")
"""The engine but for what it loads while nobody asks anything of it: most tests end before."""


@contextmanager
def running(
    folder: Path, engine: Sequence[str] = LAZY, **settings: settings_state.Value
) -> Iterator[Program]:
    """Run the program with these settings; it is ended, and its engine with it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(the_program.engine_process, "EngineProcess", partial(EngineProcess, command=engine))
        for variable in ("HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
            patch.setenv(variable, str(folder / variable.lower()))
        for name in ("user_cache_dir", "user_data_dir", "user_log_dir"):
            patch.setattr(the_program.platformdirs, name, lambda *_, name=name, **__: str(folder / name))
        kept = Settings(settings_state.user_folder())
        for name, value in settings.items():
            kept.set(name, value)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        made = Program(app, ())
        try:
            yield made
        finally:
            made.window.close()
            made.close()
            made.window.deleteLater()
            app.sendPostedEvents(None, QEvent.Type.DeferredDelete)
            app.setStyleSheet("")  # with it every widget of later tests is made three times as slowly


def is_settled(program: Program) -> bool:
    """Return whether a part is open and nothing runs for it."""
    session = program.context.session
    return session is not None and not session.now.is_busy


def wait_for_result(qtbot: QtBot, program: Program) -> Result:
    qtbot.waitUntil(lambda: is_settled(program) and program.context.result is not None, timeout=LONG_MS)
    assert program.context.result is not None
    return program.context.result


def wait_for_words(qtbot: QtBot, program: Program) -> str:
    """Return what the banner says, as soon as it says anything."""
    qtbot.waitUntil(lambda: not program.window.banner.isHidden(), timeout=LONG_MS)
    return program.window.banner.words.text()


def buttons(program: Program) -> dict[str, Callable[[], None]]:
    """Return what the banner offers, by the words of its buttons."""
    found = program.window.banner.findChildren(QPushButton)
    return {one.text(): one.click for one in found if not one.isHidden()}


def drop(program: Program, *paths: Path) -> None:
    """Let files fall on the window."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    copy, left = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    program.window.dropEvent(QDropEvent(QPointF(5, 5), copy, data, left, Qt.KeyboardModifier.NoModifier))


def process_id(engine: EngineProcess) -> int | None:
    """Return the number of the server's process; None while there is none."""
    return int(engine._process.processId()) or None if engine._process is not None else None


def is_alive(pid: int) -> bool:
    return psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
