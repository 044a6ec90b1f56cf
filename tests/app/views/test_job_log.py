"""The log is read as it is shown, without scrolling across."""

from pathlib import Path

import pytest
from PySide6.QtGui import QTextCursor
from pytestqt.qtbot import QtBot

from app.state.settings import Settings
from app.views.job_log import JobLog
from app.views.window_context import WindowContext


@pytest.fixture
def log(qtbot: QtBot, tmp_path: Path) -> JobLog:
    made = JobLog(WindowContext(Settings(tmp_path)))
    qtbot.addWidget(made)
    made.resize(400, 120)
    made.show()
    return made


def test_a_crash_is_shown_at_its_end_and_from_the_beginning_of_its_lines(log: JobLog) -> None:
    """The last line of one names every library, which is longer than any window is wide."""
    modules = ", ".join(f"package_{at}.module" for at in range(200))
    log.show_lines(
        ["Fatal Python error: Segmentation fault", *["  File"] * 40, f"Extension modules: {modules}"]
    )
    assert log.text.horizontalScrollBar().maximum() == 0
    bar = log.text.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0
    assert log.text.textCursor().movePosition(QTextCursor.MoveOperation.Right) is False, "at the end"
    assert log.text.cursorForPosition(log.text.viewport().rect().center()).block().text().startswith("Exten")
