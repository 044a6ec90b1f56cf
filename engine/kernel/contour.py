"""Gauss points along the borders of faces, in the parameters of their surfaces: OCCT is asked curve by curve.

`engine.mass_properties.gauss_points` says what the points mean.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from OCP.BRepAdaptor import BRepAdaptor_Curve2d, BRepAdaptor_Surface
from OCP.GeomAbs import GeomAbs_CurveType as Type
from OCP.gp import gp_Pnt2d, gp_Vec2d
from OCP.TopoDS import TopoDS_Face

from engine.kernel.boundaries import Coedge, Coordinates, ends_on
from engine.kernel.smooth_intervals import intervals
from engine.mass_properties.contours import Contours, circular, straight
from engine.mass_properties.gauss_points import (
    MANY,
    PER_SPAN,
    QUARTER,
    SOME,
    across_gaps,
    cut_at,
    on_line,
    spread,
)
from engine.meshing.loops import STILL
from engine.model.arrays import Bools, Floats, Ints

LINE, CIRCLE = int(Type.GeomAbs_Line), int(Type.GeomAbs_Circle)
NOWHERE = (0.0, 0.0)
NO_BREAKS = np.zeros(0)
HALVINGS = 40
"""Bisections that find where a curve crosses a break of the surface."""


@dataclass(slots=True, eq=False)
class _Coedges:
    """Coedges of many faces, loop after loop, as they are read."""

    face: list[int] = field(default_factory=list)
    loop: list[int] = field(default_factory=list)
    is_forward: list[bool] = field(default_factory=list)
    span: list[tuple[float, float]] = field(default_factory=list)
    frame: list[tuple[Coordinates, Coordinates, Coordinates]] = field(default_factory=list)
    """uv(t) = [0] + t [1] on lines, [0] + cos t [1] + sin t [2] on circles; nothing on other curves."""
    radius: list[float] = field(default_factory=list)
    """By which [1] and [2] of a circle are still to be multiplied; 0 where it is none."""
    other: dict[int, BRepAdaptor_Curve2d] = field(default_factory=dict)
    """Those that are no lines, circles among them."""


def contours(
    faces: Sequence[TopoDS_Face],
    surfaces: Sequence[BRepAdaptor_Surface],
    loops_of_face: Sequence[list[list[Coedge]]],
    is_plane: Bools,
    breaks: dict[int, Floats],
) -> Contours:
    """Return the Gauss points round faces.

    Parameters
    ----------
    surfaces, loops_of_face : sequence
        Those of each face.
    is_plane : (F,) bool
    breaks : dict
        Of each face whose surface changes its formula: where along u that is, (B,).
    """
    read = _read(faces, loops_of_face)
    face, is_forward = np.array(read.face, dtype=np.int64), np.array(read.is_forward, dtype=bool)
    span, frame = np.array(read.span).reshape(-1, 2), np.array(read.frame).reshape(-1, 3, 2)
    radius = np.array(read.radius)
    ends = frame[:, :1] + span[:, :, None] * frame[:, 1:2]
    is_circle = radius > 0.0
    frame[is_circle, 1:] *= radius[is_circle, None, None]
    is_line = ~np.isin(np.arange(len(face)), list(read.other))
    is_alone = np.isin(face, list(breaks)) | ~(is_line | is_circle)
    pieces = straight(span, frame[:, :2], is_plane[face], is_line & ~is_alone)
    pieces += circular(span, frame, ends, is_circle & ~is_alone)
    for index in np.flatnonzero(is_alone).tolist():
        first, last = read.span[index]
        of_face = breaks.get(read.face[index], NO_BREAKS)
        if index in read.other:
            curve = read.other[index]
            rows = on_curve(curve, curve.GetType(), first, last, of_face)
            ends[index] = curve.EvalD0(first).Coord(), curve.EvalD0(last).Coord()
        else:
            rows = on_line(*read.frame[index][:2], first, last, of_face)
        pieces.append((np.full(rows.shape[1], index), rows))
    owner = np.concatenate([of for of, _ in pieces])
    u, v, du = np.concatenate([rows for _, rows in pieces], axis=1)
    gap_face, gaps = _across_gaps(
        read, surfaces, np.where(is_forward[:, None, None], ends, ends[:, ::-1]), breaks
    )
    return Contours(
        np.concatenate([face[owner], gap_face]),
        np.concatenate([u, gaps[0]]),
        np.concatenate([v, gaps[1]]),
        np.concatenate([np.where(is_forward[owner], du, -du), gaps[2]]),
    )


def _read(faces: Sequence[TopoDS_Face], loops_of_face: Sequence[list[list[Coedge]]]) -> _Coedges:
    read, loop = _Coedges(), 0
    for index, (face, loops) in enumerate(zip(faces, loops_of_face, strict=True)):
        for coedges in loops:
            for coedge in coedges:
                curve = BRepAdaptor_Curve2d(coedge.shape, face)
                read.face.append(index)
                read.loop.append(loop)
                read.is_forward.append(coedge.is_forward)
                read.span.append((curve.FirstParameter(), curve.LastParameter()))
                if int(curve.GetType()) == LINE:
                    line = curve.Line()
                    read.frame.append((line.Location().Coord(), line.Direction().Coord(), NOWHERE))
                    read.radius.append(0.0)
                    continue
                read.other[len(read.frame)] = curve
                if int(curve.GetType()) == CIRCLE:
                    circle = curve.Circle()
                    x, y = circle.XAxis().Direction(), circle.YAxis().Direction()
                    read.frame.append((circle.Location().Coord(), x.Coord(), y.Coord()))
                    read.radius.append(circle.Radius())
                else:
                    read.frame.append((NOWHERE, NOWHERE, NOWHERE))
                    read.radius.append(0.0)
            loop += 1
    return read


def _across_gaps(
    read: _Coedges, surfaces: Sequence[BRepAdaptor_Surface], ends: Floats, breaks: dict[int, Floats]
) -> tuple[Ints, Floats]:
    """Face (N,) and Gauss points (3, N) across what coedges leave open; most loops leave nothing.

    `ends` (S, 2, 2) are where the coedges begin and end, as their loops run.
    """
    first = np.flatnonzero(np.diff(read.loop, prepend=-1))
    beyond = np.append(first[1:], len(ends))[: len(first)]
    following = np.arange(1, len(ends) + 1)
    following[beyond - 1] = first
    is_open = (np.abs(ends[following, 0] - ends[:, 1]) > STILL).any(axis=1)
    owners, found = [np.zeros(0, dtype=np.int64)], [np.zeros((3, 0))]
    for loop in np.unique(np.array(read.loop, dtype=np.int64)[is_open]).tolist():
        start, end = first[loop], beyond[loop]
        face = read.face[start]
        around = ends_on(surfaces[face], list(ends[start:end]))
        found.append(across_gaps(around, breaks.get(face, NO_BREAKS)))
        owners.append(np.full(found[-1].shape[1], face))
    return np.concatenate(owners), np.concatenate(found, axis=1)


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
