"""Moves the camera of a viewport: standard views, fit to view, flights to faces."""

import math
from collections.abc import Iterable
from math import cos, radians, sin

import numpy as np

from app.views.viewport import camera
from app.views.viewport.camera import Stretch, View
from app.views.viewport.flight import Flight
from app.views.viewport.mesh import Floats
from app.views.viewport.overlays import ViewportOverlays
from app.views.viewport.part_view import PartView
from app.views.viewport.scene import Scene

CLOSEST = 0.3
"""Share of the part's diagonal that stays in view when a small place is flown to."""
SEEN_FROM_BEFORE = 0.35
"""Cosine of how squarely faces must face the camera already, for it to keep its direction."""
FACING = 0.2
"""Share of their area that faces look one way with, for that way to mean something."""
ASIDE = np.array([-0.25, 0.35, -0.45])
"""Added to the way towards faces: somewhat from above and aside, as one holds a part."""
UP = np.array([0.0, 0.0, 1.0])
SEEN_WELL = 0.7
"""Share of a place that is seen, from which on no better direction is looked for."""
ALIKE = 0.05
"""Shares that differ by less are alike: then what was tried first stays."""
AROUND = tuple(
    np.array([cos(turn) * cos(lift), sin(turn) * cos(lift), sin(lift)])
    for lift in map(radians, (-90, -65, -40, -18, 0, 18, 40, 65, 90))
    for turn in map(radians, range(0, 360, 45))
)
"""Directions to look along: from all round, steeply and flatly."""

NOWHERE: Floats = np.empty((0, 3))


class CameraController:
    """Controls the camera of one viewport; it is given the part that is shown."""

    def __init__(self, scene: Scene, overlays: ViewportOverlays, flight: Flight) -> None:
        self._scene, self._overlays, self._flight = scene, overlays, flight
        self._part: PartView | None = None
        self._fitting: View | None = None
        """The view that was made to fit the picture last."""

    def set_part(self, part: PartView | None) -> None:
        """Look at this part from now on; the camera stays where it is."""
        self._part = part

    def begin(self) -> None:
        """Look at the whole part from the corner, at once."""
        self._scene.look(self._kept(self._fitted(camera.standard("iso", self._scene.view))))

    def keep_fitting(self) -> None:
        """Fit anew into a picture of another size, unless the part was turned or moved by hand since."""
        if self._scene.view is self._fitting:
            self._scene.look(self._kept(self._fitted(self._scene.view)))

    def whole(self, stretch: Stretch) -> View:
        """Return how all of the part is seen from the corner, within a stretch of the picture."""
        view = camera.standard("iso", self._scene.view)
        return (
            view
            if self._part is None
            else camera.fitted(view, self._part.points(), self._scene.pixels, (stretch,))
        )

    def fit(self, faces: Iterable[int] | None = None, beside: Floats = NOWHERE) -> None:
        """Show all that is not hidden, or these faces, as large as they go; and points beside the part."""
        if self._part is not None:
            view = self._fitted(self._scene.view, faces, beside)
            self._flight.fly(self._scene.view, view if faces is not None else self._kept(view))

    def look(self, direction: str) -> None:
        """Look from a standard side."""
        view = self._kept(self._fitted(camera.standard(direction, self._scene.view)))
        self._flight.fly(self._scene.view, view)

    def set_orthographic(self, is_orthographic: bool) -> None:
        """Show without perspective, or with it."""
        now = self._scene.view
        self._scene.look(
            camera.looking(now.forward, now.up, now.focus, now.height_mm, is_parallel=is_orthographic)
        )

    def fly_to(self, faces: frozenset[int]) -> None:
        """Show these faces, from before them where they look away; of none: the whole part."""
        if self._part is None:
            return
        now = self._scene.view
        if faces:
            ahead = self._unobstructed(faces, now.forward)
            if ahead is not now.forward:
                now = camera.looking(ahead, UP, now.focus, now.height_mm, is_parallel=now.is_parallel)
        self._flight.fly(self._scene.view, self._fitted(now, faces or None))

    def _unobstructed(self, faces: frozenset[int], forward: Floats) -> Floats:
        """Return a direction to look along that sees most of faces: the one there is, where that is enough.

        Then the one that they face, and those round the part; of what is seen about alike, the nearest.
        """
        part = self._part
        assert part is not None
        facing = part.facing(faces)
        size = float(np.linalg.norm(facing))
        is_turned_away = size > FACING and float(facing @ forward) > -SEEN_FROM_BEFORE * size
        best, most = forward, 0.0 if is_turned_away else part.seen_share(faces, forward)
        if most >= SEEN_WELL:
            return forward
        towards = [ASIDE - facing / size] if size > FACING else []
        if size > FACING:
            towards.append(-facing / size)
        around = sorted(AROUND, key=lambda each: -float(each @ forward))
        for each in (*towards, *around):
            ahead = np.asarray(each / np.linalg.norm(each))
            share = part.seen_share(faces, ahead)
            if share > most + ALIKE:
                best, most = ahead, share
            if most >= SEEN_WELL:
                break
        return best

    def _kept(self, view: View) -> View:
        self._fitting = view
        return view

    def _fitted(self, view: View, faces: Iterable[int] | None = None, beside: Floats = NOWHERE) -> View:
        """Return a view that holds faces, or all that is seen; without a part the view as it is."""
        part = self._part
        if part is None:
            return view
        points: Floats = part.points(faces)
        if not len(points):
            points = part.points()
        found = camera.fitted(view, np.concatenate((points, beside)), self._scene.pixels, self._overlays.free)
        low, high = part.mesh.box
        least = CLOSEST * float(np.linalg.norm(high - low)) if faces is not None else 0.0
        if math.isfinite(least) and found.height_mm < least:
            found = camera.looking(found.forward, found.up, found.focus, least, is_parallel=found.is_parallel)
        return found
