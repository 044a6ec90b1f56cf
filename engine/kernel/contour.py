"""Gauss points along the borders of faces, in the parameters of their surfaces: OCCT is asked curve by curve.

`engine.mass_properties.gauss_points` says what the points mean.
"""

from typing import Any

import numpy as np
from OCP.BRepAdaptor import BRepAdaptor_Curve2d, BRepAdaptor_Surface
from OCP.GeomAbs import GeomAbs_CurveType as Type
from OCP.GeomAbs import GeomAbs_SurfaceType as Surface
from OCP.gp import gp_Pnt2d, gp_Vec2d
from OCP.TopoDS import TopoDS_Face

from engine.kernel.boundaries import Coedge, ends_on
from engine.kernel.smooth_intervals import intervals
from engine.mass_properties.gauss_points import (
    MANY,
    PER_SPAN,
    QUARTER,
    SOME,
    Contour,
    across_gaps,
    cut_at,
    on_line,
    spread,
)
from engine.model.arrays import Floats

HALVINGS = 40
"""Bisections that find where a curve crosses a break of the surface."""


def contour(
    face: TopoDS_Face, surface: BRepAdaptor_Surface, loops: list[list[Coedge]], breaks: Floats
) -> Contour:
    """Return the Gauss points round a face.

    Parameters
    ----------
    surface
        The face's own.
    breaks : (B,) float64
        Where along u the surface changes its formula; empty for one that never does.
    """
    is_flat = surface.GetType() == Surface.GeomAbs_Plane
    pieces = [np.zeros((3, 0))]
    for loop in loops:
        ends = []
        for coedge in loop:
            curve = BRepAdaptor_Curve2d(coedge.shape, face)
            first, last = curve.FirstParameter(), curve.LastParameter()
            pieces.append(_points(curve, first, last, coedge.is_forward, breaks, is_flat))
            tail, head = curve.EvalD0(first).Coord(), curve.EvalD0(last).Coord()
            ends.append((tail, head) if coedge.is_forward else (head, tail))
        pieces.append(across_gaps(ends_on(surface, ends), breaks))
    return Contour(*np.concatenate(pieces, axis=1))


def _points(
    curve: BRepAdaptor_Curve2d, first: float, last: float, is_forward: bool, breaks: Floats, is_flat: bool
) -> Floats:
    """(3, N): u, v and weighted du along one coedge, in the loop's direction."""
    kind = curve.GetType()
    if kind == Type.GeomAbs_Line:
        line = curve.Line()
        rows = on_line(line.Location().Coord(), line.Direction().Coord(), first, last, breaks, is_flat)
    else:
        rows = on_curve(curve, kind, first, last, breaks)
    return rows if is_forward else rows * [[1.0], [1.0], [-1.0]]


def on_curve(
    curve: Any,
    kind: Type,
    first: float,
    last: float,
    breaks: Floats,
    per_span: tuple[tuple[float, int], ...] = PER_SPAN,
) -> Floats:
    """Return u, v and weighted du (3, N) along a curve that is no line, in its own direction."""
    if kind in (Type.GeomAbs_Circle, Type.GeomAbs_Ellipse):
        own = np.array([first, last])
        count = SOME if last - first <= QUARTER else MANY
    else:
        own = intervals(curve.NbIntervals, curve.Intervals, first, last)
        count = next(points for spans, points in per_span if len(own) - 1 <= spans)
    crossings = _crossings(curve, own, breaks)
    at, weight = spread(cut_at(np.append(own, crossings), first, last) if crossings else own, count)
    point, velocity = gp_Pnt2d(), gp_Vec2d()
    rows = []
    for t in at.tolist():
        curve.D1(t, point, velocity)
        rows.append((*point.Coord(), velocity.X()))
    table = np.array(rows).T
    table[2] *= weight
    return table


def _crossings(curve: Any, own: Floats, breaks: Floats) -> list[float]:
    """Parameters where a curve crosses the breaks of the surface along u, by bisection."""
    found: list[float] = []
    if len(breaks) <= 2:
        return found
    share = np.arange(0.0, 1.0, 0.25)
    at = np.append((own[:-1, None] + np.diff(own)[:, None] * share).reshape(-1), own[-1])
    u = np.array([curve.EvalD0(t).X() for t in at.tolist()])
    for level in breaks.tolist():
        for i in np.flatnonzero((u[:-1] < level) != (u[1:] < level)).tolist():
            low, high, rises = float(at[i]), float(at[i + 1]), u[i] < level
            for _ in range(HALVINGS):
                middle = (low + high) / 2.0
                low, high = (middle, high) if (curve.EvalD0(middle).X() < level) == rises else (low, middle)
            found.append(low)
    return found
