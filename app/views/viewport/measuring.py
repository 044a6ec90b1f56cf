"""Measuring by clicks: between two faces or edges, or the thickness at a place, pinned there.

What was clicked is found on the triangles; the numbers are the server's, from the exact surfaces. A server
that measures nothing leaves them to the triangles, and they are marked as such.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

import numpy as np
from PySide6.QtCore import QLineF, QObject, QPointF, Qt, Signal

from app.client.measuring import Measurement, Picked
from app.client.models import Point
from app.state import measure_words
from app.views.viewport import camera, edge_snap, material, measure
from app.views.viewport.annotations import Pin
from app.views.viewport.edge_snap import EdgeHit
from app.views.viewport.overlays import ViewportOverlays
from app.views.viewport.part_view import PartView
from app.views.viewport.picking import Hit
from app.views.viewport.scene import Scene
from app.views.window_context import WindowContext


class Mode(Enum):
    """What a click measures."""

    DISTANCE = "distance"
    THICKNESS = "thickness"


@dataclass(frozen=True, slots=True)
class Pinned:
    """A thickness at its place."""

    measurement: Measurement

    @property
    def witness(self) -> tuple[Point, Point]:
        """Where it begins and ends."""
        witness = self.measurement.measures[0].witness
        assert witness is not None
        return witness


class MeasureTool(QObject):
    """One for a viewport; it is given the part that is shown."""

    mode_changed = Signal(object)
    """Mode, or None where clicks select again."""
    clicked = Signal()
    """A place was taken, or given up."""
    measured = Signal()
    """An answer is shown."""

    def __init__(
        self, context: WindowContext, scene: Scene, overlays: ViewportOverlays, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.mode: Mode | None = None
        self.found: Measurement | None = None
        """Of what is picked; None before the answer is there."""
        self.pinned: list[Pinned] = []
        self._context, self._scene, self._overlays = context, scene, overlays
        self._part: PartView | None = None
        self._picked: tuple[Picked, ...] = ()
        scene.view_changed.connect(self.place)
        context.units_changed.connect(self.place)

    def set_part(self, part: PartView | None) -> None:
        """Measure on this part from now on."""
        self._part = part
        self.clear()

    def set_mode(self, mode: Mode | None) -> None:
        """Measure by clicks, or leave them to the selection; what is pinned stays."""
        changes = mode is not self.mode
        self.mode = mode
        self._picked, self.found = (), None
        self._overlays.annotations.show_edge(())
        self._scene.setCursor(Qt.CursorShape.ArrowCursor if mode is None else Qt.CursorShape.CrossCursor)
        self.place()
        if changes:
            self.mode_changed.emit(mode)

    def clear(self) -> None:
        """Take away what was picked and pinned."""
        self._picked, self.found, self.pinned = (), None, []
        self._overlays.annotations.show_edge(())
        self.place()

    def hover(self, at: QPointF | None, hit: Hit | None) -> None:
        """Mark the edge that a click would take."""
        snapped = None if at is None or self.mode is not Mode.DISTANCE else self._edge(at, hit)
        lines: list[QLineF] = []
        if snapped is not None:
            seen = camera.project(self._scene.view, snapped.lines.reshape(-1, 3), self._scene.pixels)
            lines = [QLineF(*ends) for ends in seen.reshape(-1, 4).tolist()]
        self._overlays.annotations.show_edge(lines)

    def click(self, at: QPointF, hit: Hit | None) -> None:
        """Take a place that was clicked; on the cap of a cut its wall is measured in either mode."""
        if self._part is None:
            return
        walls = None
        if hit is None:
            ray = camera.ray(self._scene.view, (at.x(), at.y()), self._scene.pixels)
            walls = material.walls_at_cap(self._part, *ray)
        elif self.mode is Mode.THICKNESS:
            walls = material.walls(self._part, hit)
        if walls is not None:
            self._pin(*walls)
        elif self.mode is Mode.DISTANCE:
            self._pick(at, hit)
        self.clicked.emit()

    @property
    def is_waiting(self) -> bool:
        """Whether nothing was clicked yet in a mode that measures."""
        return self.mode is not None and not self._picked and not self.pinned

    def pin_at(self, at: QPointF, hit: Hit | None) -> None:
        """Pin the thickness at a place, whatever clicks do."""
        before, self.mode = self.mode, Mode.THICKNESS
        self.click(at, hit)
        self.mode = before

    def place(self) -> None:
        """Draw everything where it is seen now."""
        annotations = self._overlays.annotations
        annotations.show_pins(
            [
                Pin(start, end, measure_words.thickness(one.measurement))
                for one in self.pinned
                for start, end in [self._seen(one.witness)]
            ]
        )
        if self._part is None or self.mode is not Mode.DISTANCE or not self._picked:
            annotations.show_measure((), ())
            return
        annotations.show_measure(self._seen(self._ends()), self._words())

    def _words(self) -> tuple[str, ...]:
        words = () if self.found is None else measure_words.lines(self.found)
        if len(self._picked) == 1:
            return (*words, self.tr("Click the second place"))
        return words or (self.tr("Measuring …"),)

    def _ends(self) -> tuple[Point, ...]:
        """Return what the distance that matters first lies between, or what was clicked."""
        for each in () if self.found is None else self.found.measures:
            if each.witness is not None and each.witness[0] != each.witness[1]:
                return each.witness
        return tuple(one.point for one in self._picked)

    def _seen(self, points: tuple[Point, ...]) -> list[QPointF]:
        seen = camera.project(self._scene.view, np.array(points).reshape(-1, 3), self._scene.pixels)
        return [QPointF(x, y) for x, y in seen.tolist()]

    def _edge(self, at: QPointF, hit: Hit | None) -> EdgeHit | None:
        part = self._part
        if part is None or hit is None or part.mesh.face_of_vertex is None:
            return None
        edges, scene = part.loaded.edges, self._scene
        return edge_snap.near(part.mesh, edges, hit.face, scene.view, (at.x(), at.y()), scene.pixels)

    def _pick(self, at: QPointF, hit: Hit | None) -> None:
        """Take the first or the second place; beside the part what was taken is given up."""
        self.found = None
        if hit is None:
            self._picked = ()
        else:
            edge = self._edge(at, hit)
            point = hit.point if edge is None else edge.point
            new = Picked(fid=str(hit.face), point=point, is_edge=edge is not None)
            self._picked = (*self._picked, new) if len(self._picked) == 1 else (new,)
        self.place()
        picked, part = self._picked, self._part
        if picked and part is not None:
            self._ask(picked, lambda: measure.by_triangles(part.mesh, picked), self._show, is_thickness=False)

    def _show(self, picked: tuple[Picked, ...], found: Measurement) -> None:
        if picked is self._picked:  # else something else was clicked meanwhile
            self.found = found
            self.place()

    def _pin(self, start: Hit, end: Hit) -> None:
        one, other = (Picked(fid=str(each.face), point=each.point) for each in (start, end))
        found = measure.thickness_by_triangles
        self._ask((one, other), lambda: found(one, other), self._keep, is_thickness=True)

    def _keep(self, picked: tuple[Picked, ...], found: Measurement) -> None:
        if found.measures:
            self.pinned.append(Pinned(found))
            self.place()

    def _ask(
        self,
        picked: tuple[Picked, ...],
        by_triangles: Callable[[], Measurement],
        show: Callable[[tuple[Picked, ...], Measurement], None],
        *,
        is_thickness: bool,
    ) -> None:
        """Have the server measure, off the window's thread; where it does not, the triangles have to do."""
        part, client = self._part, self._context.client
        if part is None or client is None:
            return
        job_id, is_numbered = part.result.job_id, part.mesh.face_of_vertex is not None

        def done(found: Measurement | None) -> None:
            if part is self._part:
                show(picked, by_triangles() if found is None else found)
                self.measured.emit()

        if not is_numbered:
            done(None)
            return
        self._context.tasks.run(
            lambda: client.measure(job_id, picked, is_thickness=is_thickness),
            done,
            self._context.failure_reported.emit,
        )
