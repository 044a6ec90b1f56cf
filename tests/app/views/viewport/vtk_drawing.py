"""Draws a ball with VTK on a real display and prints what became of it: run as a program, under Xvfb or so.

python -m tests.app.views.viewport.vtk_drawing
"""

import gc
import json

import numpy as np
import pyvista as pv
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMainWindow
from shiboken6 import delete

from app.views.viewport.vtk_widget import VtkWidget

WIDTH, HEIGHT = 240, 160
LONGEST_MS = 20_000
"""How long the screen may take to show a window or a picture: a busy machine answers late."""


def ball() -> VtkWidget:
    """Return a widget with a red ball on blue."""
    widget = VtkWidget()
    widget.fill_background("#0000ff", "#0000ff")
    widget.plotter.put_surface(pv.Sphere()).paint("#ff0000")
    widget.plotter.renderer.ResetCamera()
    widget.resize(WIDTH, HEIGHT)
    return widget


def window_of(widget: VtkWidget) -> QMainWindow:
    window = QMainWindow()
    window.setCentralWidget(widget)
    window.resize(WIDTH, HEIGHT)
    window.show()
    assert QTest.qWaitForWindowExposed(window, LONGEST_MS), "the window was never seen"
    QApplication.processEvents()
    return window


def wait_until_shown(widget: VtkWidget) -> None:
    """Return when the window has shown what the widget was asked for, and has nothing more to do."""
    loop = QEventLoop()
    widget.frameSwapped.connect(loop.quit)
    QTimer.singleShot(LONGEST_MS, loop.quit)
    loop.exec()
    widget.frameSwapped.disconnect(loop.quit)
    QApplication.processEvents()


def facts_of_drawing() -> dict[str, object]:
    facts: dict[str, object] = {}
    hidden = ball()
    unseen = hidden.pixels_drawn()
    facts["hidden"] = unseen[HEIGHT // 2, WIDTH // 2].tolist()
    hidden.release()

    widget = ball()
    draws: list[object] = []
    widget.plotter.renderer.AddObserver("StartEvent", lambda *_: draws.append(None))
    window = window_of(widget)
    seen = widget.grabFramebuffer()
    facts["least_alpha"] = int(np.frombuffer(seen.constBits(), np.uint8).reshape(-1, 4)[:, 3].min())
    facts["graphics"] = widget.graphics()
    before = len(draws)
    for _ in range(3):
        widget.update()
        wait_until_shown(widget)
    facts["drawn_unasked"] = len(draws) - before
    widget.redraw()
    widget.redraw()
    wait_until_shown(widget)
    facts["drawn_when_asked"] = len(draws) - before
    picture = widget.pixels_drawn()
    facts["differs_from_hidden"] = (
        int(np.abs(picture - unseen).max()) if picture.shape == unseen.shape else 255
    )
    facts["size"], facts["size_twice_as_fine"] = picture.shape, widget.pixels_drawn(2).shape

    other = window_of(widget)
    facts["differs_in_another_window"] = int(np.abs(widget.pixels_drawn() - picture).max())
    other.resize(WIDTH + 60, HEIGHT + 20)
    QApplication.processEvents()
    facts["size_after"] = widget.pixels_drawn().shape

    widget.close()
    widget.release()
    QApplication.processEvents()
    window.close()
    other.close()

    left = ball()
    home = window_of(left)
    delete(home)  # with the widget in it, and nobody released it
    del left, home
    gc.collect()
    after = ball()
    last = window_of(after)
    facts["after_another_was_deleted"] = after.pixels_drawn()[HEIGHT // 2, WIDTH // 2].tolist()
    last.close()
    return facts


if __name__ == "__main__":
    application = QApplication(["drawing"])
    print(json.dumps(facts_of_drawing()))
