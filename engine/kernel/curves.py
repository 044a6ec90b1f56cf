"""Edges sampled: points and tangents along every edge of a part, in one long array.

Lines and circles come out of closed formulas for all edges at once; only other curves ask OCCT per point.
"""

import math
from dataclasses import dataclass

import numpy as np
from OCP.BRep import BRep_Tool
from OCP.BRepAdaptor import BRepAdaptor_Curve
from OCP.GCPnts import GCPnts_AbscissaPoint
from OCP.GeomAbs import GeomAbs_CurveType as Type

from engine.kernel.boundaries import Boundaries
from engine.kernel.evaluate import curve_points
from engine.model.arrays import Floats, Ints, frozen
from engine.model.part import Circle, Curve, Line, OtherCurve
from engine.surfaces.recover_curve import line_or_circle

LINE, CIRCLE, SPLINE = map(int, (Type.GeomAbs_Line, Type.GeomAbs_Circle, Type.GeomAbs_BSplineCurve))
"""By number: to compare what OCCT enumerates takes as long as several questions to it."""
FEWEST, MOST = 5, 65
STEP_DEG = 15.0
"""Neighboring points of a curved edge turn by no more than this, up to `MOST` points."""
WHOLE, MOST_OF_ALL = 0.95, 1025
"""Beyond those, up to so many, the points of an edge that winds reach this share of its length: a helix with
a point for each turn would be a straight line."""


@dataclass(frozen=True, slots=True, eq=False)
class Samples:
    """All edges' samples, edge after edge, in the direction in which `faces[0]` lies on the left."""

    start: Ints
    """(E + 1,) where each edge's samples begin."""
    parameters: Floats
    """(S,) on the edge's own curve."""
    points: Floats
    """(S, 3)"""
    tangents: Floats
    """(S, 3) unit; NaN where the curve stands still."""
    curves: list[Curve]
    lengths: list[float]
    tolerances: list[float]
    is_reversed: list[bool]
    """Whether the samples run against the edge's own curve."""

    def of(self, edge: int) -> slice:
        """Return where the samples of an edge lie."""
        return slice(int(self.start[edge]), int(self.start[edge + 1]))


@dataclass(slots=True)
class _Request:
    """One edge before sampling: `point + cos * x + sin * y` for a circle, `point + t * x` for a line."""

    kind: int
    first: float
    last: float
    count: int
    point: tuple[float, float, float] = (0.0, 0.0, 0.0)
    x: tuple[float, float, float] = (0.0, 0.0, 0.0)
    y: tuple[float, float, float] = (0.0, 0.0, 0.0)
    axis: tuple[float, float, float] = (0.0, 0.0, 1.0)
    radius: float = 0.0
    at: Floats | None = None
    tangent: Floats | None = None
    length: float = 0.0
    curve: Curve | None = None


def sample(boundaries: Boundaries) -> Samples:
    """Sample every edge."""
    flipped = [not uses[0][1].is_forward for uses in boundaries.uses_of_edge]
    requests = [
        _request(BRepAdaptor_Curve(edge), is_reversed)
        for edge, is_reversed in zip(boundaries.edges, flipped, strict=True)
    ]
    counts = np.array([request.count for request in requests], dtype=np.int64)
    start = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
    parameters, points, tangents = _evaluate(requests, counts, start)
    for edge, (first, last) in enumerate(boundaries.ends):
        if first == last and first >= 0:
            points[start[edge + 1] - 1] = points[start[edge]]
    return Samples(
        start=start,
        parameters=parameters,
        points=frozen(points + 0.0),
        tangents=tangents,
        curves=[_curve(request) for request in requests],
        lengths=[_length(request) for request in requests],
        tolerances=[BRep_Tool.Tolerance_s(edge) for edge in boundaries.edges],
        is_reversed=flipped,
    )


def _request(adaptor: BRepAdaptor_Curve, is_reversed: bool) -> _Request:
    first, last = adaptor.FirstParameter(), adaptor.LastParameter()
    if is_reversed:
        first, last = last, first
    kind = int(adaptor.GetType())
    if kind == LINE:
        line = adaptor.Line()
        return _Request(kind, first, last, FEWEST, line.Location().Coord(), line.Direction().Coord())
    if kind == CIRCLE:
        circle = adaptor.Circle()
        frame = circle.Position()
        return _Request(
            kind,
            first,
            last,
            _count_for(math.degrees(last - first)),
            circle.Location().Coord(),
            frame.XDirection().Coord(),
            frame.YDirection().Coord(),
            frame.Direction().Coord(),
            circle.Radius(),
        )
    return _other(adaptor, kind, first, last)


def _count_for(turn_deg: float) -> int:
    return min(max(math.ceil(abs(turn_deg) / STEP_DEG - 1e-9) + 1, FEWEST), MOST)


def _other(adaptor: BRepAdaptor_Curve, kind: int, first: float, last: float) -> _Request:
    spans = adaptor.NbKnots() - 1 if kind == SPLINE else 2
    count = 9 if spans <= 4 else 17 if spans <= 8 else 33
    length = GCPnts_AbscissaPoint.Length_s(adaptor, min(first, last), max(first, last))
    while True:
        parameters = np.linspace(first, last, count)
        points, velocity = curve_points(adaptor, parameters)
        with np.errstate(divide="ignore", invalid="ignore"):
            tangents = velocity / np.sqrt((velocity * velocity).sum(1, keepdims=True))
        cosines = np.nan_to_num((tangents[1:] * tangents[:-1]).sum(1), nan=1.0)
        is_smooth = count >= MOST or cosines.min() > math.cos(math.radians(STEP_DEG))
        reached = float(np.linalg.norm(np.diff(points, axis=0), axis=1).sum())
        if is_smooth and not (reached < WHOLE * length and count < MOST_OF_ALL):
            break
        count = 2 * count - 1
    if last < first:
        tangents = -tangents
    curve = line_or_circle(points, length)
    return _Request(kind, first, last, count, at=points, tangent=tangents, length=length, curve=curve)


def _evaluate(requests: list[_Request], counts: Ints, start: Ints) -> tuple[Floats, Floats, Floats]:
    """Parameters (S,), points and tangents (S, 3) of all edges."""
    if not requests:
        return np.zeros(0), np.zeros((0, 3)), np.zeros((0, 3))
    edge = np.repeat(np.arange(len(requests)), counts)
    share = (np.arange(len(edge)) - start[edge]) / (counts[edge] - 1)
    first, last = (np.array([getattr(r, name) for r in requests]) for name in ("first", "last"))
    parameters = first[edge] + share * (last - first)[edge]
    ends = start[1:] - 1
    parameters[ends] = last
    point, x, y = (np.array([getattr(r, name) for r in requests])[edge] for name in ("point", "x", "y"))
    radius = np.array([request.radius for request in requests])[edge, None]
    is_circle = np.array([request.kind == CIRCLE for request in requests])[edge, None]
    cos, sin = np.cos(parameters)[:, None], np.sin(parameters)[:, None]
    points = point + np.where(is_circle, radius * (cos * x + sin * y), parameters[:, None] * x)
    tangents = np.sign(last - first)[edge, None] * np.where(is_circle, cos * y - sin * x, x)
    for i, request in enumerate(requests):
        if request.at is not None:
            points[start[i] : start[i + 1]] = request.at
            tangents[start[i] : start[i + 1]] = request.tangent
    return parameters, points, tangents


def _curve(request: _Request) -> Curve:
    if request.kind == LINE:
        return Line(frozen(request.x if request.last > request.first else np.negative(request.x)))
    if request.kind == CIRCLE:
        return Circle(frozen(request.point), frozen(request.axis), request.radius)
    return request.curve or OtherCurve()


def _length(request: _Request) -> float:
    if request.kind == LINE:
        return abs(request.last - request.first)
    if request.kind == CIRCLE:
        return request.radius * abs(request.last - request.first)
    return request.length
