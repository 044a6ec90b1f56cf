"""Whether the desktop forgets the revisions it has compared: memory over many, each with a view of its own.

Run it under a display, as `xvfb-run -a python -m bench compare`, to have the pictures drawn too.
"""

import gc
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import psutil
from PySide6.QtCore import QEvent  # noqa: TID251
from PySide6.QtWidgets import QApplication  # noqa: TID251 - the program that is measured is Qt's

from app.client import models
from app.state.session import Session
from app.state.settings import Settings
from app.views.compare.workspace import CompareWorkspace
from app.views.theme.tokens import LIGHT
from app.views.viewport.viewport import Viewport
from app.views.window_context import WindowContext
from bench import viewport as sheets

N_COMPARED = 40
SIDE = 31
LINGER_S = 3.5
"""A revision that was left is forgotten after three seconds."""


def run() -> None:
    """Print memory after each ten comparisons, and what one takes of the processor."""
    os.environ.setdefault("QT_QPA_PLATFORM", "xcb" if os.environ.get("DISPLAY") else "offscreen")
    app = QApplication.instance() or QApplication(["bench"])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "part.step"
        path.write_text("sheet")
        context = WindowContext(Settings(Path(folder) / "settings"))
        server = _Server(sheets.sheet(SIDE))
        context.client = server  # type: ignore[assignment]
        context.layer = "thickness"
        workspace, later = CompareWorkspace(context, LIGHT), Viewport(context, LIGHT)
        workspace.resize(1400, 800)
        workspace.show_viewport(later)
        workspace.show()
        context.show_part(_analyzed(server, path))
        _until(lambda: later.part is not None)
        memory, began = [], time.process_time()
        for at in range(N_COMPARED):
            workspace.earlier.show(_analyzed(server, path))
            _until(lambda: workspace.pair.alike is not None)
            later.look("top" if at % 2 else "front")
            for _ in range(5):
                QApplication.processEvents()
            workspace.earlier.close()
            if at % 10 == 9:
                _settle()
                memory.append(psutil.Process().memory_info().rss / 1e6)
        took = (time.process_time() - began) / N_COMPARED
        print(
            f"memory after each 10 of {N_COMPARED} comparisons, MB: "
            + " ".join(f"{one:.0f}" for one in memory)
        )
        print(
            f"views left: {sum(isinstance(one, Viewport) for one in app.allWidgets())}, of which one is open"
        )  # type: ignore[attr-defined]
        print(f"a comparison, opened and left: {took:.2f} s of the processor")
        later.stop()
        context.close()


class _Server:
    """Has one part, analyzed."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def download(self, link: str, **_: object) -> bytes:
        return self._data

    def modules(self) -> tuple[models.Json, ...]:
        return ()

    def materials(self) -> tuple[object, ...]:
        return ()


def _analyzed(server: _Server, path: Path) -> Session:
    session = Session(server, path)  # type: ignore[arg-type]
    session._become(result=sheets.result())
    return session


def _until(is_so: Callable[[], bool]) -> None:
    while not is_so():
        QApplication.processEvents()


def _settle() -> None:
    """Let what was left be forgotten."""
    until = time.monotonic() + LINGER_S
    while time.monotonic() < until:
        QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # as a running program does by itself
        time.sleep(0.01)
    gc.collect()
