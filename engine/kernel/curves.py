"""Edges sampled: points and tangents along every edge of a part, in one long array."""

import math
from dataclasses import dataclass

import numpy as np
from OCP.BRep import BRep_Tool
from OCP.BRepAdaptor import BRepAdaptor_Curve
from OCP.GCPnts import GCPnts_AbscissaPoint
from OCP.GeomAbs import GeomAbs_CurveType
from OCP.TopoDS import TopoDS_Edge

from engine.kernel.borders import Borders
from engine.kernel.evaluate import curve_points
from engine.model.arrays import Floats, Ints, frozen
from engine.model.part import Circle, Curve, Line, OtherCurve

FEWEST, MOST = 5, 65
STEP_DEG = 15.0
"""Neighboring points of a curved edge turn by no more than this, up to `MOST` points."""


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


def sample(borders: Borders) -> Samples:
    """Sample every edge."""
    sampled, flipped = [], []
    for edge, uses in zip(borders.edges, borders.uses_of_edge, strict=True):
        is_reversed = not uses[0][1].is_forward
        sampled.append(_sample_one(edge, is_reversed))
        flipped.append(is_reversed)
    counts = [len(one.parameters) for one in sampled]
    start = np.concatenate([[0], np.cumsum(counts, dtype=np.int64)]).astype(np.int64)
    return Samples(
        start=start,
        parameters=_joined([one.parameters for one in sampled], (0,)),
        points=frozen(_joined([one.points for one in sampled], (0, 3))),
        tangents=_joined([one.tangents for one in sampled], (0, 3)),
        curves=[one.curve for one in sampled],
        lengths=[one.length for one in sampled],
        tolerances=[BRep_Tool.Tolerance_s(edge) for edge in borders.edges],
        is_reversed=flipped,
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Sampled:
    parameters: Floats
    points: Floats
    tangents: Floats
    curve: Curve
    length: float


def _sample_one(edge: TopoDS_Edge, is_reversed: bool) -> _Sampled:
    adaptor = BRepAdaptor_Curve(edge)
    first, last = adaptor.FirstParameter(), adaptor.LastParameter()
    if is_reversed:
        first, last = last, first
    kind = adaptor.GetType()
    if kind == GeomAbs_CurveType.GeomAbs_Line:
        return _line(adaptor, first, last)
    if kind == GeomAbs_CurveType.GeomAbs_Circle:
        return _circle(adaptor, first, last)
    return _other(adaptor, first, last)


def _line(adaptor: BRepAdaptor_Curve, first: float, last: float) -> _Sampled:
    line = adaptor.Line()
    direction = np.array(line.Direction().Coord())
    parameters = np.linspace(first, last, FEWEST)
    points = np.array(line.Location().Coord()) + parameters[:, None] * direction
    along = math.copysign(1.0, last - first) * direction
    tangents = np.repeat(along[None], FEWEST, axis=0)
    return _Sampled(parameters, points, tangents, Line(frozen(along)), abs(last - first))


def _circle(adaptor: BRepAdaptor_Curve, first: float, last: float) -> _Sampled:
    circle = adaptor.Circle()
    frame = circle.Position()
    center, radius = np.array(circle.Location().Coord()), circle.Radius()
    x, y = np.array(frame.XDirection().Coord()), np.array(frame.YDirection().Coord())
    steps = math.ceil(abs(math.degrees(last - first)) / STEP_DEG - 1e-9)
    parameters = np.linspace(first, last, min(max(steps + 1, FEWEST), MOST))
    cos, sin = np.cos(parameters)[:, None], np.sin(parameters)[:, None]
    points = center + radius * (cos * x + sin * y)
    tangents = math.copysign(1.0, last - first) * (cos * y - sin * x)
    curve = Circle(frozen(center), frozen(frame.Direction().Coord()), radius)
    return _Sampled(parameters, points, tangents, curve, radius * abs(last - first))


def _other(adaptor: BRepAdaptor_Curve, first: float, last: float) -> _Sampled:
    count = 9
    while True:
        parameters = np.linspace(first, last, count)
        points, velocity = curve_points(adaptor, parameters)
        with np.errstate(divide="ignore", invalid="ignore"):
            speed = np.linalg.norm(velocity, axis=1, keepdims=True)
            tangents = math.copysign(1.0, last - first) * velocity / speed
        turn = np.degrees(np.arccos(np.clip((tangents[1:] * tangents[:-1]).sum(1), -1.0, 1.0)))
        if count >= MOST or not np.nanmax(np.append(turn, 0.0)) > STEP_DEG:
            break
        count = 2 * count - 1
    length = GCPnts_AbscissaPoint.Length_s(adaptor, min(first, last), max(first, last))
    return _Sampled(parameters, points, tangents, OtherCurve(), length)


def _joined(arrays: list[Floats], empty: tuple[int, ...]) -> Floats:
    return np.concatenate(arrays) if arrays else np.zeros(empty)
