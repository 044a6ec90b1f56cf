"""The start of the program: one instance a user, its engine at once, then all the rest.

The engine takes as long to load as the window, so it is started before the window is read from disk, and
nothing is imported here that either of them does not need for that.
"""

import gc
import getpass
import hashlib
import logging
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import platformdirs
from PySide6.QtGui import QSurfaceFormat
from PySide6.QtWidgets import QApplication

from app.state import settings as settings_state
from app.state.settings import Settings
from app.views import engine_process, refcount_workaround
from app.views.single_instance import SingleInstanceChannel

NAME = "Sprue"


def main(files: Sequence[Path]) -> int:
    """Run the program, or hand the files to one that runs already; return the exit status."""
    refcount_workaround.apply()
    format_ = QSurfaceFormat()
    format_.setVersion(3, 2)
    format_.setProfile(QSurfaceFormat.OpenGLContextProfile.CoreProfile)
    QSurfaceFormat.setDefaultFormat(format_)
    app = QApplication([NAME])
    app.setApplicationName(NAME)
    app.setApplicationDisplayName(NAME)
    folder = settings_state.user_folder()
    of_user = hashlib.sha256(f"{_user()}\n{folder}".encode()).hexdigest()[:16]
    channel = SingleInstanceChannel(f"sprue-{of_user}")
    if channel.hand_over(files):
        return 0
    channel.listen()
    settings = Settings(folder)
    engine = engine_process.beside_the_program()
    if not settings["server"]:
        engine.start()
    gc.disable()  # looking through what is loaded now takes a while; the program collects when it stands
    from app.views import crash_log  # what comes with these speaks HTTP, draws, and takes its time to load
    from app.views.program import Program

    log = crash_log.keep(Path(platformdirs.user_log_dir("sprue", appauthor=False)))
    program = Program(app, files, settings, engine)
    crash_log.install_excepthook(program.context.failure_reported.emit, log)
    channel.files_received.connect(program.come_to_front)
    status = app.exec()
    program.close()
    channel.close()
    _end_process(status)
    return status


def _user() -> str:
    """Return the name of who runs the program; in a container that knows no names, their number."""
    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):
        return str(os.getuid()) if hasattr(os, "getuid") else ""


def _end_process(status: int) -> None:
    """End now: everything is written and every child gone.

    Python's own way out ends objects of Qt, VTK and the graphics driver in the order it comes across them,
    beside threads that may still wait for a server: there programs crash after all their work is done.
    """
    logging.shutdown()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):  # there is none, or nobody reads it any more
            stream.flush()
    os._exit(status)
