"""Portraits of the parts of a batch: each is fetched, drawn where nobody sees it, and kept as PNG."""

from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject
from PySide6.QtGui import QImage

from app.client.errors import Failure
from app.state.session import Session
from app.views import report
from app.views.theme.tokens import LIGHT
from app.views.viewport import camera, loader
from app.views.viewport.loader import Loaded
from app.views.viewport.part_view import PartView
from app.views.viewport.scene import Scene
from app.views.window_context import WindowContext

WIDTH, HEIGHT = 360, 240
"""Pixels."""


class Portraits(QObject):
    """Draws one part after the other; without a display there are none."""

    def __init__(self, context: WindowContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._png_of: dict[Session, bytes] = {}

    def draw(self, parts: Iterable[Session], done: Callable[[dict[Session, bytes]], None]) -> None:
        """Draw the parts that were judged, then call `done` with the PNGs of those that could be drawn."""
        parts = tuple(parts)
        waiting = [part for part in parts if part.now.result is not None and part not in self._png_of]
        scene = Scene() if waiting else None
        if scene is not None:
            scene.resize(WIDTH, HEIGHT)
            scene.fill_background("#ffffff", "#ffffff")

        def go_on() -> None:
            if waiting:
                fetch(waiting.pop(0))
                return
            if scene is not None:
                scene.stop()
                scene.deleteLater()
            done({part: self._png_of[part] for part in parts if part in self._png_of})

        def fetch(part: Session) -> None:
            client, result = self._context.client, part.now.result
            if client is None or result is None:
                go_on()
                return

            def keep(loaded: Loaded) -> None:
                assert scene is not None
                png = _drawn(scene, loaded)
                if png is not None:
                    self._png_of[part] = png
                go_on()

            def pass_over(_: Failure) -> None:
                go_on()

            interface = self._context.interface
            self._context.tasks.run(lambda: loader.load(client, result, interface), keep, pass_over)

        go_on()


def _drawn(scene: Scene, loaded: Loaded) -> bytes | None:
    view = PartView(scene, loaded, LIGHT)
    view.color()
    corner = camera.standard("iso", scene.view)
    scene.look(camera.fitted(corner, loaded.mesh.vertices, scene.pixels))
    scene.reset_clipping()
    try:
        pixels = scene.grab_image(2)
    except RuntimeError:
        return None
    finally:
        view.remove()
    height, width = pixels.shape[:2]
    return report.png(QImage(pixels.tobytes(), width, height, 3 * width, QImage.Format.Format_RGB888), width)
