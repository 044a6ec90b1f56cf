"""The trimmed domain of a face: its loops as polygons in the surface's parameters, and a point inside."""

import numpy as np
from OCP.BRepAdaptor import BRepAdaptor_Curve2d
from OCP.GeomAbs import GeomAbs_CurveType
from OCP.TopoDS import TopoDS_Face

from engine.kernel.borders import Side
from engine.kernel.curves import Samples
from engine.model.arrays import Bools, Floats

LINES = np.array([0.5, 0.37, 0.63, 0.21, 0.79, 0.05, 0.95])
"""Where scan lines cross the domain, as shares of its height."""


def polygon(face: TopoDS_Face, loop: list[Side], samples: Samples) -> Floats:
    """Return a loop as a polygon (N, 2) of (u, v), closed by itself, degenerate edges included."""
    pieces = [uv_along(face, side, samples)[:-1] for side in loop]
    return np.concatenate(pieces)


def uv_along(face: TopoDS_Face, side: Side, samples: Samples) -> Floats:
    """Return the parameters (N, 2) along one side in the loop's direction; at the edge's samples where it
    has any."""
    curve = BRepAdaptor_Curve2d(side.shape, face)
    if side.edge < 0:
        at = np.linspace(curve.FirstParameter(), curve.LastParameter(), 2)
        is_against = not side.is_forward
    else:
        at = samples.parameters[samples.of(side.edge)]
        is_against = samples.is_reversed[side.edge] == side.is_forward
    if is_against:
        at = at[::-1]
    if curve.GetType() == GeomAbs_CurveType.GeomAbs_Line:
        ends = np.array([curve.EvalD0(t).Coord() for t in (at[0], at[-1])])
        share = (at - at[0]) / (at[-1] - at[0])
        return ends[0] + share[:, None] * (ends[1] - ends[0])
    return np.array([curve.EvalD0(t).Coord() for t in at.tolist()])


def signed_area(loop: Floats) -> float:
    """Return the area a polygon encloses, positive when it runs counter-clockwise."""
    u, v = (loop - loop[0]).T
    return float((u * np.roll(v, -1) - v * np.roll(u, -1)).sum() / 2.0)


def inside_point(loops: list[Floats]) -> Floats | None:
    """Find a point well inside polygons with holes: the middle of the widest stretch that a few scan lines
    find, centered once more the other way. None when no line meets the inside."""
    starts, ends = _segments(loops)
    low, high = starts.min(axis=0), starts.max(axis=0)
    levels = low[1] + LINES * (high[1] - low[1])
    widest: tuple[float, float, float] | None = None
    for level in levels.tolist():
        crossings = _crossings(starts, ends, level, 0)
        widths = crossings[1::2] - crossings[:-1:2] if len(crossings) % 2 == 0 else np.empty(0)
        if widths.size:
            at = int(widths.argmax())
            if widest is None or widths[at] > 1.05 * widest[0]:
                widest = float(widths[at]), float(crossings[2 * at] + widths[at] / 2), level
    if widest is None:
        return None
    _, u, v = widest
    crossings = _crossings(starts, ends, u, 1)
    at = int(np.searchsorted(crossings, v))
    if at % 2 == 1 and at < len(crossings):
        v = float(crossings[at - 1] + crossings[at]) / 2.0
    return np.array([u, v])


def inside(loops: list[Floats], points: Floats) -> Bools:
    """Tell which points (N, 2) lie inside polygons with holes (even-odd)."""
    starts, ends = _segments(loops)
    above = (starts[:, 1] > points[:, None, 1]) != (ends[:, 1] > points[:, None, 1])
    with np.errstate(divide="ignore", invalid="ignore"):
        share = (points[:, None, 1] - starts[:, 1]) / (ends[:, 1] - starts[:, 1])
        crossing = starts[:, 0] + share * (ends[:, 0] - starts[:, 0])
    return (above & (crossing > points[:, None, 0])).sum(1) % 2 == 1


def _segments(loops: list[Floats]) -> tuple[Floats, Floats]:
    return np.concatenate(loops), np.concatenate([np.roll(loop, -1, axis=0) for loop in loops])


def _crossings(starts: Floats, ends: Floats, level: float, along: int) -> Floats:
    """Where the segments cross a line of constant `1 - along` coordinate, sorted."""
    across = 1 - along
    a, b = starts[:, across], ends[:, across]
    hit = (a > level) != (b > level)
    share = (level - a[hit]) / (b[hit] - a[hit])
    return np.sort(starts[hit, along] + share * (ends[hit, along] - starts[hit, along]))
