"""Draws the viewport on a real display and keeps what it drew: run as a program, under Xvfb if need be.

    python -m tests.app.views.viewport.pictures FOLDER [all]

The pictures are of the part alone, without legend and cube; `facts.json` holds what cannot be seen on them.
"""

import json
import sys
from pathlib import Path

import numpy as np
from PySide6.QtCore import QEvent, QEventLoop, QPointF, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from app.state.selection import Source
from app.views.theme.tokens import LIGHT
from app.views.viewport import camera, portrait
from app.views.viewport.viewport import Viewport
from tests.app.views.viewport import served
from tests.app.views.viewport.served import Server

WIDTH, HEIGHT = 560, 360
PLACES = {"thin": (10.0, 10.0, 1.0), "thick": (50.0, 10.0, 2.5), "edge": (40.6, 0.6, 2.5)}


def draw(folder: Path, *, is_all: bool) -> None:
    app = QApplication.instance() or QApplication(["pictures"])
    facts = {}
    for name, thin_mm in (("thin", 1.0), ("sound", 2.5)) if is_all else (("thin", 1.0),):
        context = served.context(folder, Server(served.plates(thin_mm)))
        viewport = Viewport(context, LIGHT)
        viewport.flight.is_reduced = True
        viewport.resize(WIDTH, HEIGHT)
        viewport.show()
        is_shown: list[bool] = []
        viewport.shown.connect(lambda seen=is_shown: seen.append(True))
        context._become(served.result())
        while not is_shown:
            app.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 50)
        viewport.look("top")
        keep(viewport, folder / f"{name}.png")
        if name == "thin":
            facts = facts_of(viewport)
            if is_all:
                more(viewport, folder)
        viewport.stop()
        viewport.close()
        context.close()
    (folder / "facts.json").write_text(json.dumps(facts), "utf-8")


def keep(viewport: Viewport, path: Path) -> None:
    QApplication.processEvents()
    assert viewport.screenshot(1.0, with_legend=False).save(str(path))


def more(viewport: Viewport, folder: Path) -> None:
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        for key, text in ((Qt.Key.Key_W, "w"), (Qt.Key.Key_3, "3")):
            event = QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, text)
            QApplication.sendEvent(viewport.scene, event)
    keep(viewport, folder / "after_keys.png")
    viewport._context.selection.select({"7"}, Source.TREE)
    keep(viewport, folder / "selected.png")
    viewport._context.selection.clear()
    viewport.set_section("x", 30.0)
    keep(viewport, folder / "cut.png")
    viewport.set_section(None)
    viewport.only_problems(True)
    keep(viewport, folder / "problems.png")
    viewport.only_problems(False)
    viewport.grab().save(str(folder / "whole.png"))
    seen = viewport.scene.view
    viewport.scene.look(camera.zoomed(seen, 8.0, (40.0, 40.0), viewport.scene.pixels))
    assert portrait.render(viewport).save(str(folder / "portrait.png"))
    viewport.scene.look(seen)


def facts_of(viewport: Viewport) -> dict[str, object]:
    """Pick through the middle of pixels, as the mouse does."""
    picked = {}
    for name, place in PLACES.items():
        ((x, y),) = camera.project(viewport.scene.view, np.array([place]), viewport.scene.pixels)
        hit = viewport.pointer.hit_at(QPointF(x, y))
        picked[name] = None if hit is None else hit.face
    return {"picked": picked, "density": viewport.scene.devicePixelRatioF()}


if __name__ == "__main__":
    draw(Path(sys.argv[1]), is_all="all" in sys.argv[2:])
