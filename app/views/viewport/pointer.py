"""What the pointer does over the part: reads values and selects features, unless it measures."""

from PySide6.QtCore import QObject, QPointF, Qt, Signal

from app.state import features
from app.state.selection import Source
from app.views.viewport import camera
from app.views.viewport.measuring import MeasureTool
from app.views.viewport.overlays import ViewportOverlays
from app.views.viewport.part_view import PartView
from app.views.viewport.picking import Hit
from app.views.viewport.scene import Scene
from app.views.window_context import WindowContext


class Pointer(QObject):
    """One for a viewport; it is given the part that is shown."""

    probed = Signal(object)
    face_clicked = Signal(str)

    def __init__(
        self,
        context: WindowContext,
        scene: Scene,
        overlays: ViewportOverlays,
        measuring: MeasureTool,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._context, self._scene, self._overlays, self._measuring = context, scene, overlays, measuring
        self._part: PartView | None = None
        scene.hovered.connect(self.hover)
        scene.clicked.connect(self.click)

    def set_part(self, part: PartView | None) -> None:
        """Point at this part from now on."""
        self._part = part

    def hit_at(self, at: QPointF) -> Hit | None:
        """Return what is seen at a place of the scene, in its own coordinates."""
        if self._part is None:
            return None
        return self._part.pick(*camera.ray(self._scene.view, (at.x(), at.y()), self._scene.pixels))

    def hover(self, at: QPointF | None) -> None:
        """Read what is there; None where the pointer left."""
        hit = None if at is None else self.hit_at(at)
        probe = None if hit is None or self._part is None else self._part.probe(hit)
        self._measuring.hover(at, hit)
        self._overlays.legend.point_at(None if probe is None else probe.value)
        self._context.selection.hover((probe.fid or None) if probe is not None else None, Source.PART)
        self.probed.emit(probe)

    def click(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """Select the smallest feature there, after that the next larger; with Ctrl add it or take it out."""
        hit = self.hit_at(at)
        if self._measuring.mode is not None:
            self._measuring.click(at, hit)
            return
        if hit is None or self._part is None or self._part.mesh.face_of_vertex is None:
            self._context.selection.select((), Source.PART)
            return
        self.select(hit, adds=bool(modifiers & Qt.KeyboardModifier.ControlModifier))
        self.face_clicked.emit(str(hit.face))

    def select(self, hit: Hit, *, adds: bool = False) -> None:
        """Select the smallest feature at a place, or the next larger where that is selected already."""
        if self._part is None:
            return
        selection = self._context.selection
        fid = str(hit.face)
        owners = features.owners(self._part.result.features.features, fid)
        choices = list(dict.fromkeys((*(frozenset(one.fids) for one in owners), frozenset({fid}))))
        if adds:
            selection.toggle(choices[0], Source.PART)
        else:
            now = selection.now.fids
            after = choices.index(now) + 1 if now in choices else 0
            selection.select(choices[after % len(choices)], Source.PART)
