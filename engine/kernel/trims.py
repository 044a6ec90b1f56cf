"""The trimmed domain of a face: its loops as polygons in the surface's parameters, and points inside."""

from dataclasses import dataclass

import numpy as np
from OCP.BRepAdaptor import BRepAdaptor_Curve2d, BRepAdaptor_Surface
from OCP.BRepTools import BRepTools
from OCP.GeomAbs import GeomAbs_CurveType, GeomAbs_SurfaceType
from OCP.TopoDS import TopoDS_Face

from engine.kernel.borders import Side
from engine.kernel.curves import Samples
from engine.model.arrays import Bools, Floats

SCAN = (0.5, 0.37, 0.63, 0.21, 0.79, 0.05, 0.95)
"""Where scan lines cross the domain, as shares of its height."""
WIDE_ENOUGH = 0.5
"""Scanning stops at a stretch that takes this share of the domain's width."""


@dataclass(frozen=True, slots=True, eq=False)
class Trim:
    """A face's domain, bounded by polygons that close by themselves."""

    loops: list[Floats]
    """(N, 2) of (u, v) each, in the order of the face's loops."""
    low: Floats
    high: Floats
    """(2,) corners of the box round all loops."""

    @property
    def outer(self) -> int:
        """Index of the loop that encloses the most."""
        return int(np.argmax([abs(_signed_area(loop)) for loop in self.loops]))


def trim(face: TopoDS_Face, adaptor: BRepAdaptor_Surface, loops: list[list[Side]], samples: Samples) -> Trim:
    """Return the domain of a face; the box of its parameters where it has no loop."""
    if adaptor.GetType() == GeomAbs_SurfaceType.GeomAbs_Plane:
        polygons = [_in_plane(adaptor, loop, samples) for loop in loops]
    else:
        polygons = [_polygon(face, loop, samples) for loop in loops]
    corners = np.concatenate(polygons) if polygons else np.zeros((0, 2))
    if not len(corners) or not np.isfinite(corners).all():
        u0, u1, v0, v1 = BRepTools.UVBounds_s(face)
        polygons = [np.array([[u0, v0], [u1, v0], [u1, v1], [u0, v1]])]
        corners = polygons[0]
    return Trim(polygons, corners.min(axis=0), corners.max(axis=0))


def _in_plane(adaptor: BRepAdaptor_Surface, loop: list[Side], samples: Samples) -> Floats:
    """One loop of a planar face: its samples as they are, for a plane's parameters are lengths."""
    pieces = []
    for side in loop:
        if side.edge < 0:
            continue
        points = samples.points[samples.of(side.edge)]
        is_against = samples.is_reversed[side.edge] == side.is_forward
        pieces.append(points[:0:-1] if is_against else points[:-1])
    frame = adaptor.Plane().Position()
    axes = np.array([frame.XDirection().Coord(), frame.YDirection().Coord()])
    return (np.concatenate(pieces or [np.zeros((0, 3))]) - frame.Location().Coord()) @ axes.T


def _polygon(face: TopoDS_Face, loop: list[Side], samples: Samples) -> Floats:
    """One loop, degenerate edges included."""
    return np.concatenate([along(face, side, samples)[:-1] for side in loop])


def along(face: TopoDS_Face, side: Side, samples: Samples) -> Floats:
    """Return the parameters (N, 2) on one side of a loop, in the loop's direction.

    They are those of the edge's samples; the two ends of a degenerate edge, which has none.
    """
    curve = BRepAdaptor_Curve2d(side.shape, face)
    if side.edge < 0:
        at = np.array([curve.FirstParameter(), curve.LastParameter()])
        is_against = not side.is_forward
    else:
        at = samples.parameters[samples.of(side.edge)]
        is_against = samples.is_reversed[side.edge] == side.is_forward
    if is_against:
        at = at[::-1]
    if curve.GetType() == GeomAbs_CurveType.GeomAbs_Line:
        first, last = curve.EvalD0(at[0]).Coord(), curve.EvalD0(at[-1]).Coord()
        share = (at - at[0]) / (at[-1] - at[0])
        return np.column_stack(
            [first[0] + share * (last[0] - first[0]), first[1] + share * (last[1] - first[1])]
        )
    return np.array([curve.EvalD0(t).Coord() for t in at.tolist()])


def inside_point(domain: Trim) -> Floats | None:
    """Find a point well inside; None when no scan line meets the inside.

    It is the middle of the widest stretch that a few scan lines find, centered once more the other way.
    """
    starts, ends = _segments(domain.loops)
    width, height = domain.high - domain.low
    best, u, v = 0.0, 0.0, 0.0
    for share in SCAN:
        level = domain.low[1] + share * height
        crossings = _crossings(starts[:, 0], starts[:, 1], ends[:, 0], ends[:, 1], level)
        for left, right in zip(crossings[::2], crossings[1::2], strict=False):
            if right - left > 1.05 * best:
                best, u, v = right - left, (left + right) / 2.0, level
        if best > WIDE_ENOUGH * width:
            break
    if best <= 0.0:
        return None
    crossings = _crossings(starts[:, 1], starts[:, 0], ends[:, 1], ends[:, 0], u)
    for left, right in zip(crossings[::2], crossings[1::2], strict=False):
        if left < v < right:
            v = (left + right) / 2.0
    return np.array([u, v])


def inside(domain: Trim, points: Floats) -> Bools:
    """Tell which points (N, 2) lie inside (even-odd)."""
    starts, ends = _segments(domain.loops)
    above = (starts[:, 1] > points[:, None, 1]) != (ends[:, 1] > points[:, None, 1])
    with np.errstate(divide="ignore", invalid="ignore"):
        share = (points[:, None, 1] - starts[:, 1]) / (ends[:, 1] - starts[:, 1])
        crossing = starts[:, 0] + share * (ends[:, 0] - starts[:, 0])
    return (above & (crossing > points[:, None, 0])).sum(1) % 2 == 1


def inside_grid(domain: Trim, count: int) -> Floats:
    """Return the points of a `count` x `count` grid over the domain's box that lie inside."""
    share = (np.arange(count) + 0.5) / count
    grid = np.stack(np.meshgrid(share, share), axis=-1).reshape(-1, 2)
    grid = domain.low + (domain.high - domain.low) * grid
    return grid[inside(domain, grid)]


def _signed_area(loop: Floats) -> float:
    """Positive when the polygon runs counter-clockwise."""
    u, v = (loop - loop[0]).T
    return float(u[:-1] @ v[1:] - u[1:] @ v[:-1]) / 2.0


def _segments(loops: list[Floats]) -> tuple[Floats, Floats]:
    ends = [np.concatenate([loop[1:], loop[:1]]) for loop in loops]
    return (loops[0], ends[0]) if len(loops) == 1 else (np.concatenate(loops), np.concatenate(ends))


def _crossings(u0: Floats, v0: Floats, u1: Floats, v1: Floats, level: float) -> list[float]:
    """Where the segments cross v = level, ascending."""
    hit = np.flatnonzero((v0 > level) != (v1 > level))
    a, b = u0[hit], v0[hit]
    return sorted((a + (level - b) / (v1[hit] - b) * (u1[hit] - a)).tolist())
