"""Curves that are neither lines nor circles, evaluated as arrays: all places on any number of them at once.

Poles and knots of B-splines are read from OCCT once; it is not asked again. Places and derivatives agree
with its own to rounding. Curves of other kinds are asked point by point.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from OCP.Adaptor3d import Adaptor3d_Curve
from OCP.BRepAdaptor import BRepAdaptor_Curve
from OCP.GeomAbs import GeomAbs_CurveType as Type
from OCP.gp import gp_Pnt, gp_Pnt2d, gp_Vec, gp_Vec2d

from engine.kernel.contour import intervals
from engine.kernel.meshing.patches import runs
from engine.kernel.splines import Axis, listed, weigh
from engine.model.arrays import Floats, Ints

SPLINE = int(Type.GeomAbs_BSplineCurve)
SAME_PARAMETER = 1e-9
"""Knots nearer than this to an end of a curve are that end, as OCCT has it."""


@dataclass(frozen=True, slots=True, eq=False)
class Bent:
    """A curve in space or in the parameters of a surface."""

    adaptor: Any
    """OCCT's."""
    first: float
    last: float
    spline: Axis | None
    """None where it is no B-spline."""
    poles: Floats
    """(P, D) of a B-spline, or (P, D + 1) with weights: then places are multiplied by them."""
    is_rational: bool

    @property
    def smooth(self) -> Floats:
        """Return the borders of the stretches on which its formula is one, both ends among them."""
        if self.spline is None or self.spline.is_periodic:
            adaptor = self.adaptor
            return intervals(adaptor.NbIntervals, adaptor.Intervals, self.first, self.last)
        knots = self.spline.knots
        is_within = (knots > self.first + SAME_PARAMETER) & (knots < self.last - SAME_PARAMETER)
        is_new = np.diff(knots, prepend=-np.inf) > 0.0
        return np.concatenate([[self.first], knots[is_within & is_new], [self.last]])


def read(adaptor: Any) -> Bent:
    """Read a curve from OCCT's adaptor of it, in space or in the parameters of a surface."""
    first, last = adaptor.FirstParameter(), adaptor.LastParameter()
    is_picture_alone = isinstance(adaptor, BRepAdaptor_Curve) and not adaptor.Is3DCurve()
    if is_picture_alone or int(adaptor.GetType()) != SPLINE:
        return Bent(adaptor, first, last, None, np.zeros((0, 0)), False)
    curve = adaptor.BSpline()
    is_periodic = curve.IsPeriodic()
    if is_periodic:
        curve = curve.Copy()
        curve.SetNotPeriodic()
    value, numbers = curve.Poles().Value, range(1, curve.NbPoles() + 1)
    poles = np.array([value(number).Coord() for number in numbers])
    is_rational = curve.IsRational()
    if is_rational:
        weights = np.array([curve.Weight(number) for number in numbers])[:, None]
        poles = np.concatenate([poles * weights, weights], axis=1)
    axis = Axis(curve.Degree(), listed(curve.KnotSequence()), is_periodic)
    return Bent(adaptor, first, last, axis, poles, is_rational)


def evaluate(curves: Sequence[Bent], owner: Ints, at: Floats) -> tuple[Floats, Floats]:
    """Return places and derivatives, (N, D) each, at parameters (N,) of the curves `owner` (N,).

    Parameters of one curve stand together. The curves are all in space, D = 3, or none is, D = 2.
    """
    alike: dict[tuple[int, bool] | None, list[tuple[int, int]]] = {}
    for start, end in runs(owner):
        curve = curves[owner[start]]
        key = None if curve.spline is None else (curve.spline.degree, curve.is_rational)
        alike.setdefault(key, []).append((start, end))
    rows, found = [np.zeros(0, dtype=np.int64)], []
    for key, stretches in alike.items():
        rows += [np.arange(start, end) for start, end in stretches]
        some, where = [curves[owner[start]] for start, _ in stretches], [at[slice(*of)] for of in stretches]
        if key is None:
            found += [_one_by_one(curve.adaptor, of) for curve, of in zip(some, where, strict=True)]
        else:
            found.append(_on_splines(some, where))
    back = np.empty(len(owner), dtype=np.int64)
    back[np.concatenate(rows)] = np.arange(len(owner))
    point, velocity = (np.concatenate(of)[back] for of in zip(*found, strict=True))
    return point, velocity


def _one_by_one(adaptor: Any, at: Floats) -> tuple[Floats, Floats]:
    """Ask OCCT."""
    is_in_space = isinstance(adaptor, Adaptor3d_Curve)
    point, velocity = (gp_Pnt(), gp_Vec()) if is_in_space else (gp_Pnt2d(), gp_Vec2d())
    rows = []
    for t in at.tolist():
        adaptor.D1(t, point, velocity)
        rows.append(point.Coord() + velocity.Coord())
    table = np.array(rows, dtype=np.float64).reshape(len(at), 2, -1)
    return table[:, 0], table[:, 1]


def _on_splines(curves: list[Bent], at: list[Floats]) -> tuple[Floats, Floats]:
    """Evaluate curves of one degree, all of them with weights or none; places one after another."""
    axes = [curve.spline for curve in curves if curve.spline is not None]
    degree, count = axes[0].degree, [len(of) for of in at]
    spans, inside = zip(*(axis.spans(of) for axis, of in zip(axes, at, strict=True)), strict=True)
    span = np.concatenate(spans)
    first_knot = np.repeat(_begins([len(axis.knots) for axis in axes]), count)
    first_pole = np.repeat(_begins([len(curve.poles) for curve in curves]), count)
    knots = np.concatenate([axis.knots for axis in axes])
    values, slopes = weigh(knots, span + first_knot, degree, np.concatenate(inside))
    poles = np.concatenate([curve.poles for curve in curves])
    here = poles[(span + first_pole)[:, None] + np.arange(-degree, 1)]
    point, velocity = (np.einsum("na,nac->nc", weights, here) for weights in (values, slopes))
    if not curves[0].is_rational:
        return point, velocity
    place = point[:, :-1] / point[:, -1:]
    return place, (velocity[:, :-1] - place * velocity[:, -1:]) / point[:, -1:]


def _begins(counts: list[int]) -> Ints:
    return np.concatenate([[0], np.cumsum(counts)[:-1]]).astype(np.int64)
