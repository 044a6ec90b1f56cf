"""What goes wrong in the program itself: written to a file, and said in a sentence where there is a window.

A window has no terminal that would show it. Keys never stand in the file.
"""

import faulthandler
import logging
import re
import sys
from collections.abc import Callable
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import TextIO

from PySide6.QtCore import QCoreApplication

from app.client.errors import Failure, Reason

NAME = "sprue.log"
CRASHES = "crash.log"
"""What the interpreter itself could still write before it was ended."""
LOG_BYTES = 1_000_000
N_FILES = 2
N_LINES = 300
"""Of each file; the interpreter writes a stack of every thread."""
KEY = re.compile(r"svc_live_[^\s'\"]+")

LOG = logging.getLogger("sprue")

_held: list[TextIO] = []
"""Files that must stay open as long as the program runs."""


def keep(folder: Path) -> Path | None:
    """Write warnings and errors to a file in this folder from now on; None where it cannot be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(
            folder / NAME, maxBytes=LOG_BYTES, backupCount=N_FILES, encoding="utf-8"
        )
        crashes = (folder / CRASHES).open("a", encoding="utf-8")
    except OSError:
        return None
    handler.setLevel(logging.WARNING)
    handler.setFormatter(_Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.getLogger().addHandler(handler)
    _held.append(crashes)
    faulthandler.enable(crashes)
    return folder / NAME


def lines(folder: Path, since_ns: int) -> tuple[str, ...]:
    """Return the end of what was written there since a time: what ended the program last, errors before."""
    found: list[str] = []
    for name in (NAME, CRASHES):
        try:
            path = folder / name
            if path.stat().st_mtime_ns >= since_ns:
                found += path.read_text("utf-8", "replace").splitlines()[-N_LINES:]
        except OSError:
            continue
    return tuple(found)


def install_excepthook(report: Callable[[Failure], object], path: Path | None) -> None:
    """Log and report every uncaught exception; the program goes on."""

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        sys.__excepthook__(kind, error, trace)  # for those who have a terminal
        if not issubclass(kind, KeyboardInterrupt):
            LOG.error("not expected", exc_info=(kind, error, trace))
            report(_failure(path))

    sys.excepthook = hook


def _failure(path: Path | None) -> Failure:
    next_step = _tr("Try again.")
    if path is not None:
        next_step = _tr("Try again; if it happens again, send us {path}.").format(path=path)
    return Failure(Reason.DEFECT, _tr("Something went wrong in Sprue."), next_step)


def _tr(text: str) -> str:
    return QCoreApplication.translate("CrashLog", text)


class _Formatter(logging.Formatter):
    """Writes no key, wherever it stood."""

    def format(self, record: logging.LogRecord) -> str:
        return KEY.sub("svc_live_…", super().format(record))
