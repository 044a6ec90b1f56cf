"""Gauss points along the borders of faces, in the parameters of their surfaces.

By Green's theorem an integral over a trimmed domain is one along its border: the integral of f over the
domain is that of -F du round it, where F is f integrated over v. Coedges along which u stands still (seams,
rulings) add nothing and are left out.
"""

import math
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from OCP.BRepAdaptor import BRepAdaptor_Curve2d, BRepAdaptor_Surface
from OCP.collections import Array1_double
from OCP.GeomAbs import GeomAbs_CurveType as Type
from OCP.GeomAbs import GeomAbs_Shape
from OCP.GeomAbs import GeomAbs_SurfaceType as Surface
from OCP.gp import gp_Pnt2d, gp_Vec2d
from OCP.TopoDS import TopoDS_Face

from engine.kernel.boundaries import Coedge, ends_on
from engine.meshing.loops import STILL, Ends, gaps
from engine.model.arrays import Floats

FEW, SOME, MANY = 3, 12, 28
"""Gauss points on a straight border of a plane (exact), on an arc up to a quarter turn, up to a whole one:
the integrands are polynomials times at most the third harmonic."""
PER_SPAN = ((2, 20), (4, 14), (8, 10), (math.inf, 5))
"""Gauss points on each span of a spline of up to so many spans: whole half circles come as one span."""
PER_BREAK = ((4, 14), (math.inf, 6))
"""The same on each stretch of a straight border between breaks of the surface."""
HALVINGS = 40
"""Bisections that find where a curve crosses a break of the surface."""
QUARTER = math.pi / 2 + 1e-9
SHORT_GAP = 0.1
"""Steps across gaps that are no longer than this in the parameters take few Gauss points: most are tiny."""


@dataclass(frozen=True, slots=True, eq=False)
class Contour:
    """Gauss points round one face."""

    u: Floats
    v: Floats
    du: Floats
    """(K,) weights: the integral of F du round the domain is `(F * du).sum()`, counter-clockwise where
    `du x dv` points out of the material and clockwise where it points in."""


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


def across_gaps(ends: Ends, breaks: Floats) -> Floats:
    """(3, N) along the straight lines that close what files leave open between coedges."""
    starts, steps = gaps(ends)
    is_long = np.abs(steps).max(axis=1, initial=0.0) > SHORT_GAP
    pieces = [along_steps(starts[~is_long], steps[~is_long], FEW)]
    pieces += [
        on_line(tuple(start), tuple(step), 0.0, 1.0, breaks)
        for start, step in zip(starts[is_long].tolist(), steps[is_long].tolist(), strict=True)
    ]
    return np.concatenate(pieces, axis=1)


def along_steps(starts: Floats, steps: Floats, count: int) -> Floats:
    """Return u, v and weighted du (3, N * count) along lines from `starts` (N, 2), so many points on each."""
    nodes, weights = gauss(count)
    u, v = (starts[:, axis, None] + nodes * steps[:, axis, None] for axis in (0, 1))
    return np.array([u.ravel(), v.ravel(), (weights * steps[:, :1]).ravel()])


def on_line(
    origin: tuple[float, float],
    direction: tuple[float, float],
    first: float,
    last: float,
    breaks: Floats,
    is_flat: bool = False,
) -> Floats:
    """Return u, v and weighted du (3, N) along `origin + t direction`."""
    (u, v), (along_u, along_v) = origin, direction
    if abs(along_u) <= STILL:
        return np.zeros((3, 0))
    if len(breaks):
        ends = cut_at((breaks - u) / along_u, first, last)
        count = next(points for spans, points in PER_BREAK if len(ends) - 1 <= spans)
    else:
        ends = np.array([first, last])
        is_short = (last - first) * max(abs(along_u), abs(along_v)) <= QUARTER
        count = FEW if is_flat else SOME if is_short else MANY
    at, weight = spread(ends, count)
    return np.array([u + at * along_u, v + at * along_v, weight * along_u])


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


def intervals(count: Any, fill: Any, first: float, last: float) -> Floats:
    """Return the borders of an OCCT curve's or surface's smooth intervals within [first, last]."""
    smooth = GeomAbs_Shape.GeomAbs_CN
    number = count(smooth)
    array = Array1_double(1, number + 1)
    fill(array, smooth)
    return cut_at(np.array([array.Value(i) for i in range(1, number + 2)]), first, last)


def cut_at(places: Floats, first: float, last: float) -> Floats:
    """Put the places that lie between two ends between them, ascending."""
    if not len(places):
        return np.array([first, last])
    within = np.unique(places[(places > first) & (places < last)])
    return np.concatenate([[first], within, [last]])


def spread(breaks: Floats, count: int) -> tuple[Floats, Floats]:
    """Return Gauss nodes and weights (N,) over consecutive intervals."""
    nodes, weights = gauss(count)
    spans = np.diff(breaks)[:, None]
    return (breaks[:-1, None] + spans * nodes).reshape(-1), (spans * weights).reshape(-1)


@cache
def gauss(count: int) -> tuple[Floats, Floats]:
    """Return Gauss-Legendre nodes and weights on [0, 1]."""
    nodes, weights = np.polynomial.legendre.leggauss(count)
    return (nodes + 1.0) / 2.0, weights / 2.0
