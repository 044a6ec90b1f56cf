"""What the pointer does over the part: reads values, selects features, or measures between two places."""

import numpy as np
from PySide6.QtCore import QObject, QPointF, Qt, Signal

from app.state import features
from app.state.selection import Source
from app.views.viewport import camera, measure
from app.views.viewport.overlays import ViewportOverlays
from app.views.viewport.part_view import PartView
from app.views.viewport.picking import Hit
from app.views.viewport.scene import Scene
from app.views.window_context import WindowContext


class Pointer(QObject):
    """One for a viewport; it is given the part that is shown."""

    probed = Signal(object)
    face_clicked = Signal(str)
    measuring_changed = Signal(bool)

    def __init__(
        self, context: WindowContext, scene: Scene, overlays: ViewportOverlays, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.is_measuring = False
        self._context, self._scene, self._overlays = context, scene, overlays
        self._part: PartView | None = None
        self._measured: list[Hit] = []
        scene.hovered.connect(self.hover)
        scene.clicked.connect(self.click)
        scene.view_changed.connect(self.place_measure)

    def set_part(self, part: PartView | None) -> None:
        """Point at this part from now on."""
        self._part = part
        self._measured = []
        self.place_measure()

    def hit_at(self, at: QPointF) -> Hit | None:
        """Return what is seen at a place of the scene, in its own coordinates."""
        if self._part is None:
            return None
        return self._part.pick(*camera.ray(self._scene.view, (at.x(), at.y()), self._scene.pixels))

    def hover(self, at: QPointF | None) -> None:
        """Read what is there; None where the pointer left."""
        hit = None if at is None else self.hit_at(at)
        probe = None if hit is None or self._part is None else self._part.probe(hit)
        self._overlays.legend.point_at(None if probe is None else probe.value)
        self._context.selection.hover((probe.fid or None) if probe is not None else None, Source.PART)
        self.probed.emit(probe)

    def click(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """Select the smallest feature there, after that the next larger; with Ctrl add it or take it out."""
        hit = self.hit_at(at)
        if self.is_measuring:
            self._measure_to(hit)
            return
        selection = self._context.selection
        if hit is None or self._part is None or self._part.mesh.face_of_vertex is None:
            selection.select((), Source.PART)
            return
        fid = str(hit.face)
        owners = features.owners(self._part.result.features.features, fid)
        choices = list(dict.fromkeys((*(frozenset(one.fids) for one in owners), frozenset({fid}))))
        if modifiers & Qt.KeyboardModifier.ControlModifier:
            selection.toggle(choices[0], Source.PART)
        else:
            now = selection.now.fids
            after = choices.index(now) + 1 if now in choices else 0
            selection.select(choices[after % len(choices)], Source.PART)
        self.face_clicked.emit(fid)

    def measure(self, is_on: bool) -> None:
        """Take clicks for the ends of a measurement, or for the selection again."""
        changes = is_on != self.is_measuring
        self.is_measuring = is_on
        self._measured = []
        self._scene.setCursor(Qt.CursorShape.CrossCursor if is_on else Qt.CursorShape.ArrowCursor)
        self.place_measure()
        if changes:
            self.measuring_changed.emit(is_on)

    def place_measure(self) -> None:
        """Draw the measurement where its ends are seen now."""
        annotations = self._overlays.annotations
        if self._part is None or not self.is_measuring:
            annotations.show_measure((), ())
            return
        words: tuple[str, ...] = ()
        if len(self._measured) == 2:
            words = measure.between(self._part.mesh, *self._measured).words
        elif self._measured:
            words = (self.tr("Click the second place"),)
        points = np.array([hit.point for hit in self._measured]).reshape(-1, 3)
        seen = camera.project(self._scene.view, points, self._scene.pixels)
        annotations.show_measure([QPointF(x, y) for x, y in seen.tolist()], words)

    def _measure_to(self, hit: Hit | None) -> None:
        if hit is None:
            self._measured = []
        else:
            self._measured = [*self._measured, hit] if len(self._measured) < 2 else [hit]
        self.place_measure()
