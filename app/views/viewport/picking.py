"""What lies under the pointer: a ray through the part, the face it meets first, and the value there.

The ray respects what is seen: hidden faces let it through, and of a part that is cut open only the kept side
counts. Needs no picture, hence no graphics card.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from app.views.viewport.mesh import Floats, PartMesh
from app.views.viewport.section import HalfSpace

if TYPE_CHECKING:
    import pyvista as pv

Point = tuple[float, float, float]
MOST_HIDDEN = 64
"""Hidden faces that one ray passes before it is taken for a miss."""


@dataclass(frozen=True, slots=True)
class Hit:
    """Where a ray meets the part first."""

    triangle: int
    face: int
    """0 where the server does not number faces."""
    point: tuple[float, float, float]
    weights: tuple[float, float, float]
    """Of the triangle's corners; they add up to 1."""

    def value(self, mesh: PartMesh, values: Floats) -> float:
        """Return a value between those of the corners; NaN where any corner has none."""
        return float(np.dot(self.weights, values[mesh.triangles[self.triangle]]))


class Picker:
    """Finds what rays meet in hundredths of a millisecond, once it is built."""

    def __init__(self, mesh: PartMesh, body: "pv.PolyData | None" = None) -> None:
        from vtkmodules.vtkCommonDataModel import vtkStaticCellLocator

        from app.views.viewport import plotter  # loaded when there is a part, and not before

        self._mesh = mesh
        self._faces = mesh.face_of_triangle
        self._hidden: frozenset[int] = frozenset()
        low, high = mesh.box
        self._middle, self._size = (low + high) / 2.0, float(np.linalg.norm(high - low)) or 1.0
        self._locator = vtkStaticCellLocator()
        self._locator.SetDataSet(body if body is not None else plotter.surface(mesh.vertices, mesh.triangles))
        self._locator.BuildLocator()

    def hide(self, faces: Iterable[int]) -> None:
        """Let rays through these faces."""
        self._hidden = frozenset(faces)

    def pick(self, origin: Floats, direction: Floats, kept: HalfSpace | None = None) -> Hit | None:
        """Return the first thing seen that a ray meets; None where there is none, or the cap of a cut."""
        direction = direction / np.linalg.norm(direction)
        reach = float(np.dot(self._middle - origin, direction))
        start, end = origin + direction * (reach - self._size), origin + direction * (reach + self._size)
        cut_at_start = False
        if kept is not None:
            segment = _kept(start, end, kept)
            if segment is None:
                return None
            start, end, cut_at_start = segment
        for _ in range(MOST_HIDDEN):
            hit = self._first(start, end)
            if hit is None:
                return None
            if cut_at_start and kept is not None and kept.is_capped and self._leaves(hit, direction):
                return None
            if hit.face not in self._hidden:
                return hit
            start = np.array(hit.point) + direction * (1e-6 * self._size)
        return None

    def cap(self, origin: Floats, direction: Floats, kept: HalfSpace) -> Point | None:
        """Return where a ray meets the cap of a cut before anything else; None where it does not."""
        direction = direction / np.linalg.norm(direction)
        reach = float(np.dot(self._middle - origin, direction))
        start, end = origin + direction * (reach - self._size), origin + direction * (reach + self._size)
        segment = _kept(start, end, kept)
        if segment is None or not segment[2] or not kept.is_capped:
            return None
        hit = self._first(segment[0], segment[1])
        if hit is None or not self._leaves(hit, direction):
            return None
        x, y, z = segment[0].tolist()
        return (x, y, z)

    def through(self, hit: Hit) -> Hit | None:
        """Return where a ray from a place into the material leaves it; sections and hidden faces count."""
        corners = self._mesh.triangles[hit.triangle]
        normal = np.asarray(hit.weights) @ self._mesh.normals[corners]
        if not np.linalg.norm(normal) > 0.0:  # NaN where the surface has none
            a, b, c = self._mesh.vertices[corners]
            normal = np.cross(b - a, c - a)
        inward = -normal / np.linalg.norm(normal)
        start = np.array(hit.point) + inward * (1e-6 * self._size)
        return self._first(start, start + inward * (2.0 * self._size))

    def nearest(self, point: Point) -> Hit | None:
        """Return the place of the surface that is nearest to a point."""
        part, cell, square = _reference(0), _reference(0), _reference(0.0)
        closest = [0.0, 0.0, 0.0]
        self._locator.FindClosestPoint(point, closest, cell, part, square)
        triangle = int(cell)
        if not 0 <= triangle < len(self._mesh.triangles):
            return None
        weights = _weights(self._mesh.vertices[self._mesh.triangles[triangle]], np.array(closest))
        x, y, z = closest
        return Hit(triangle, int(self._faces[triangle]), (x, y, z), weights)

    def is_seen(self, point: Floats, away: Floats, kept: HalfSpace | None = None) -> bool:
        """Return whether a place is seen from far away in a direction: nothing stands between.

        Hidden faces hide nothing, and neither does what a section took away.
        """
        start, end = point + away * (1e-4 * self._size), point + away * (2.0 * self._size)
        if kept is not None:
            segment = _kept(start, end, kept)
            if segment is None or segment[2]:
                return False  # the place itself was cut away
            start, end, _ = segment
        for _ in range(MOST_HIDDEN):
            hit = self._first(start, end)
            if hit is None or hit.face not in self._hidden:
                return hit is None
            start = np.array(hit.point) + away * (1e-6 * self._size)
        return True

    def _first(self, start: Floats, end: Floats) -> Hit | None:
        t, part, cell = _reference(0.0), _reference(0), _reference(0)
        point, corner = [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]
        found = self._locator.IntersectWithLine(
            start.tolist(), end.tolist(), 1e-9 * self._size, t, point, corner, part, cell
        )
        if not found:
            return None
        triangle = int(cell)
        weights = _weights(self._mesh.vertices[self._mesh.triangles[triangle]], np.array(point))
        return Hit(triangle, int(self._faces[triangle]), (point[0], point[1], point[2]), weights)

    def _leaves(self, hit: Hit, direction: Floats) -> bool:
        """Whether a ray leaves the material there."""
        a, b, c = self._mesh.vertices[self._mesh.triangles[hit.triangle]]
        return float(np.dot(np.cross(b - a, c - a), direction)) > 0.0


def _reference(value: float) -> Any:
    """Return a number that VTK may write to; its types know no such thing."""
    from vtkmodules.vtkCommonCore import reference

    return reference(value)


def _kept(start: Floats, end: Floats, kept: HalfSpace) -> tuple[Floats, Floats, bool] | None:
    """Return what of a segment lies on the kept side and whether it begins at the cut; None of nothing."""
    normal, origin = np.array(kept.normal), np.array(kept.origin)
    at_start, at_end = float(np.dot(start - origin, normal)), float(np.dot(end - origin, normal))
    if at_start < 0.0 and at_end < 0.0:
        return None
    if at_start >= 0.0 and at_end >= 0.0:
        return start, end, False
    crossing = start + (end - start) * (at_start / (at_start - at_end))
    return (crossing, end, True) if at_start < 0.0 else (start, crossing, False)


def _weights(corners: NDArray[np.float64], point: Floats) -> tuple[float, float, float]:
    a, b, c = corners
    u, v, w = b - a, c - a, point - a
    uu, uv, vv, wu, wv = u @ u, u @ v, v @ v, w @ u, w @ v
    area = uu * vv - uv * uv
    if area <= 0.0:
        return (1.0, 0.0, 0.0)
    of_b, of_c = (vv * wu - uv * wv) / area, (uu * wv - uv * wu) / area
    return (float(1.0 - of_b - of_c), float(of_b), float(of_c))
