"""Draws portraits of a batch on a real display, under Xvfb if need be, and keeps the page they stand in.

python -m tests.app.views.batch.pictures FOLDER
"""

import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEventLoop
from PySide6.QtWidgets import QApplication

from app.state.settings import Settings
from app.views.batch.workspace import BatchWorkspace
from app.views.theme.tokens import LIGHT
from app.views.window_context import WindowContext
from tests.app.views.compare.server import Server


class Counting(Server):
    """A server that counts nothing."""

    def usage(self) -> None:
        return None


def draw(folder: Path) -> None:
    app = QApplication.instance() or QApplication(["pictures"])
    for name in ("thin_v1", "sound_v2"):
        (folder / f"{name}.step").write_text(name)
    context = WindowContext(Settings(folder / "settings"))
    context.connect_to(Counting())  # type: ignore[arg-type]
    workspace = BatchWorkspace(context, LIGHT)
    workspace.resize(1200, 500)
    workspace.show()
    workspace.add([folder])
    batch = workspace.batch
    assert batch is not None
    wait(app, lambda: all(part.now.result is not None for part in batch.parts))
    found: list[dict[object, bytes]] = []
    workspace.portraits.draw(batch.parts, found.append)  # type: ignore[arg-type]
    wait(app, lambda: bool(found))
    for part, png in found[0].items():
        (folder / f"{part.path.stem}.png").write_bytes(png)  # type: ignore[attr-defined]
    workspace.write(folder / "parts.html")
    wait(app, (folder / "parts.html").exists)
    context.close()


def wait(app: object, is_so: Callable[[], bool]) -> None:
    while not is_so():
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 50)


if __name__ == "__main__":
    draw(Path(sys.argv[1]))
