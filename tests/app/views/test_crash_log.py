"""What goes wrong in the program itself is written down and said, and the window lives on."""

import faulthandler
import logging
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.client.errors import Failure, Reason
from app.views import crash_log


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    """Leave the interpreter's own ways as they were."""
    hook, root = sys.excepthook, logging.getLogger()
    handlers, was_on = list(root.handlers), faulthandler.is_enabled()
    yield
    sys.excepthook = hook
    for handler in set(root.handlers) - set(handlers):
        root.removeHandler(handler)
        handler.close()
    faulthandler.disable()
    while crash_log._held:
        crash_log._held.pop().close()
    if was_on:
        faulthandler.enable(sys.__stderr__)


def fall(message: str) -> None:
    """Do what Python does with an error in a slot."""
    try:
        raise LookupError(message)
    except LookupError as error:
        sys.excepthook(type(error), error, error.__traceback__)


def test_an_error_that_nobody_expected_is_written_down_and_said_with_where(tmp_path: Path) -> None:
    reported: list[Failure] = []
    path = crash_log.keep(tmp_path / "log")
    assert path is not None
    crash_log.install_excepthook(reported.append, path)
    fall("no such face")
    written = path.read_text("utf-8")
    assert "LookupError: no such face" in written
    assert "test_crash_log.py" in written
    assert reported[0].reason is Reason.DEFECT
    assert str(path) in reported[0].next_step


def test_a_key_is_never_written(tmp_path: Path) -> None:
    path = crash_log.keep(tmp_path)
    assert path is not None
    crash_log.install_excepthook(lambda _: None, path)
    fall("refused: 'svc_live_abcdefgh_the_rest'")
    logging.getLogger("app.views.tasks").error("sent svc_live_abcdefgh_the_rest in vain")
    written = path.read_text("utf-8")
    assert "abcdefgh" not in written
    assert written.count("svc_live_…") == 2


def test_a_folder_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "log").write_text("in the way")
    reported: list[Failure] = []
    crash_log.install_excepthook(reported.append, crash_log.keep(tmp_path / "log"))
    fall("no such face")
    assert f"{reported[0]}" == "Something went wrong in Sprue. Try again."


CRASH = """
import faulthandler, sys
from pathlib import Path
from app.views import crash_log
crash_log.keep(Path(sys.argv[1]))
faulthandler._sigsegv()
"""


def test_a_crash_of_the_interpreter_leaves_lines_for_the_next_start(tmp_path: Path) -> None:
    root = Path(__file__).parents[3]
    ended = subprocess.run(
        [sys.executable, "-c", CRASH, str(tmp_path)], cwd=root, capture_output=True, check=False
    )
    assert ended.returncode != 0
    lines = crash_log.lines(tmp_path, 0)
    assert any("Segmentation fault" in line for line in lines)
    assert any("Current thread" in line for line in lines)


def test_what_was_written_before_the_run_is_not_of_its_end(tmp_path: Path) -> None:
    (tmp_path / crash_log.CRASHES).write_text("Fatal Python error: Segmentation fault")
    after = (tmp_path / crash_log.CRASHES).stat().st_mtime_ns + 1
    assert crash_log.lines(tmp_path, after) == ()
    assert crash_log.lines(tmp_path / "none", 0) == ()
