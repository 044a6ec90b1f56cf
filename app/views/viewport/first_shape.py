"""The part before it is measured: in one color with its lines, until the result's picture takes its place."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.state.session import Progress
from app.views.theme.tokens import Tokens
from app.views.viewport import camera, loader
from app.views.viewport.loader import Shape
from app.views.viewport.overlays import ViewportOverlays
from app.views.viewport.scene import Scene
from app.views.window_context import WindowContext

if TYPE_CHECKING:
    from app.views.viewport.part_actor import PartActor


class FirstShape(QObject):
    """Follows the window context: what the server shows of a part on its way is shown, once."""

    shown = Signal()
    """The part is in the picture, without its colors."""

    def __init__(
        self,
        context: WindowContext,
        scene: Scene,
        overlays: ViewportOverlays,
        tokens: Tokens,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._context, self._scene, self._overlays = context, scene, overlays
        self._tokens = tokens
        self._actor: PartActor | None = None
        self._link: str | None = None
        self._first_view = scene.view
        context.progressed.connect(self._load_shape)

    @property
    def is_shown(self) -> bool:
        """Whether it is in the picture."""
        return self._actor is not None

    def set_tokens(self, tokens: Tokens) -> None:
        """Use the colors of a theme."""
        self._tokens = tokens
        if self._actor is not None:
            self._paint(self._actor)

    def remove(self) -> bool:
        """Take it out of the picture; return whether it was there and somebody turned it."""
        actor, self._actor = self._actor, None
        if actor is None:
            return False
        actor.remove()
        return self._scene.view is not self._first_view

    def _load_shape(self, now: Progress) -> None:
        link, client = now.shape, self._context.client
        if link is None or link == self._link or now.result is not None or client is None:
            return
        self._link = link
        # one that cannot be had is not missed: the result brings its own
        self._context.tasks.run(
            lambda: loader.load_shape(client, link), lambda shape: self._show(link, shape)
        )

    def _show(self, link: str, shape: Shape) -> None:
        session = self._context.session
        if session is None or session.now.shape != link or self._context.result is not None:
            return  # it was closed, or its result was quicker
        from app.views.viewport.part_actor import PartActor  # which loads what draws

        self.remove()
        self._overlays.annotations.hide_empty()
        self._overlays.cube.show()
        self._overlays.arrange()
        self._actor = actor = PartActor(self._scene.plotter, shape.mesh, shape.edges)
        actor.set_density(self._scene.devicePixelRatioF())
        self._paint(actor)
        low, high = shape.mesh.box
        self._scene.set_pivot((low + high) / 2.0)
        view = camera.standard("iso", self._scene.view)
        self._first_view = camera.fitted(view, shape.mesh.vertices, self._scene.pixels)
        self._scene.look(self._first_view)
        self._scene.reset_clipping()
        self.shown.emit()

    def _paint(self, actor: "PartActor") -> None:
        actor.paint(self._tokens.edge, self._tokens.outline, self._tokens.part)
        actor.show_plain(self._tokens.part)
        self._scene.redraw()
