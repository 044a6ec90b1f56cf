"""Draws the Compare workspace on a real display and keeps what it drew, under Xvfb if need be.

    python -m tests.app.views.compare.pictures FOLDER

Each picture is of one revision alone, without legend and cube: the thin one is called before, the other now.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
from PySide6.QtCore import QEventLoop
from PySide6.QtWidgets import QApplication

from app.state.settings import Settings
from app.views.compare.workspace import CompareWorkspace
from app.views.theme.tokens import LIGHT
from app.views.viewport import camera
from app.views.viewport.viewport import Viewport
from app.views.window_context import WindowContext
from tests.app.views.compare.server import Server


def draw(folder: Path) -> None:
    app = QApplication.instance() or QApplication(["pictures"])
    for name in ("thin_v1", "sound_v2"):
        (folder / f"{name}.step").write_text(name)
    context = WindowContext(Settings(folder / "settings"))
    context.client = Server()  # type: ignore[assignment]
    context.layer, context.verdict = "thickness", ("cnc", "3-axis")
    workspace, later = CompareWorkspace(context, LIGHT), Viewport(context, LIGHT)
    workspace.resize(1200, 500)
    workspace.show_viewport(later)
    workspace.show()
    context.open_part(folder / "sound_v2.step")
    wait(app, lambda: later.part is not None)
    workspace.compare_with(folder / "thin_v1.step")
    wait(app, lambda: workspace.pair.alike is not None)
    earlier = workspace.pair.view
    assert earlier is not None
    for view in (earlier, later):
        view.flight.is_reduced = True

    def keep(name: str) -> None:
        for _ in range(5):
            QApplication.processEvents()
        for side, view in (("before", earlier), ("now", later)):
            assert view.screenshot(1.0, with_legend=False).save(str(folder / f"{name}_{side}.png"))

    later.look("top")
    keep("top")
    earlier.scene.look(camera.moved(earlier.scene.view, (60.0, 0.0), earlier.scene.pixels))
    keep("moved")
    context.choose_layer("features")
    keep("features")
    context.choose_layer("thickness")
    workspace.changes_box.setChecked(True)
    keep("changes")
    workspace.changes_box.setChecked(False)
    workspace.link_box.setChecked(False)
    later.look("front")
    keep("unlinked")
    cameras = [one.scene.view.position.tolist() for one in (earlier, later)]
    workspace.grab().save(str(folder / "whole.png"))
    workspace.earlier.close()
    later.stop()
    context.close()
    (folder / "facts.json").write_text(json.dumps({"apart": not np.allclose(*cameras)}), "utf-8")


def wait(app: object, until: Callable[[], bool]) -> None:
    while not until():
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 50)


if __name__ == "__main__":
    draw(Path(sys.argv[1]))
