"""Curves that are neither lines nor circles, evaluated as arrays: all places on any number of them at once.

Poles and knots of B-splines are read from OCCT once; it is not asked again, and all of one degree are
evaluated together. Places and derivatives agree with its own to rounding. Curves of other kinds are asked
point by point.
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
from engine.kernel.splines import listed
from engine.meshing.patches import runs
from engine.model.arrays import Bools, Floats, Ints
from engine.surfaces.bspline import Axis, basis_values

SPLINE = int(Type.GeomAbs_BSplineCurve)
ARCS = {int(Type.GeomAbs_Circle), int(Type.GeomAbs_Ellipse)}
SAME_PARAMETER = 1e-9
"""Knots nearer than this to an end of a curve are that end, as OCCT has it."""


@dataclass(frozen=True, slots=True, eq=False)
class GeneralCurve:
    """A curve in space or in the parameters of a surface."""

    adaptor: Any
    """OCCT's."""
    first: float
    last: float
    is_arc: bool
    """Whether it is a circle or an ellipse."""
    smooth: Floats
    """Ascending, the borders of the stretches on which its formula is one, both ends among them."""
    spline: Axis | None
    """None where it is no B-spline."""
    poles: Floats
    """(P, D) of a B-spline, or (P, D + 1) with weights: then places are multiplied by them."""
    is_rational: bool


def read(adaptor: Any) -> GeneralCurve:
    """Read a curve from OCCT's adaptor of it, in space or in the parameters of a surface."""
    first, last, kind = adaptor.FirstParameter(), adaptor.LastParameter(), int(adaptor.GetType())
    has_pcurve_only = isinstance(adaptor, BRepAdaptor_Curve) and not adaptor.Is3DCurve()
    if has_pcurve_only or kind != SPLINE:
        is_arc = kind in ARCS
        own = np.array([first, last]) if is_arc else _intervals(adaptor, first, last)
        return GeneralCurve(adaptor, first, last, is_arc, own, None, np.zeros((0, 0)), False)
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
    own = _intervals(adaptor, first, last) if is_periodic else _between_knots(axis.knots, first, last)
    return GeneralCurve(adaptor, first, last, False, own, axis, poles, is_rational)


def _intervals(adaptor: Any, first: float, last: float) -> Floats:
    return intervals(adaptor.NbIntervals, adaptor.Intervals, first, last)


def _between_knots(knots: Floats, first: float, last: float) -> Floats:
    low, high = first + SAME_PARAMETER, last - SAME_PARAMETER
    inner = dict.fromkeys(knot for knot in knots.tolist() if low < knot < high)
    return np.array([first, *inner, last])


@dataclass(frozen=True, slots=True, eq=False)
class _SameDegree:
    """B-splines of one degree, all of them with weights or none, one after another."""

    degree: int
    is_rational: bool
    knots: Floats
    poles: Floats
    first_knot: Ints
    first_pole: Ints
    last_knot: Ints
    is_periodic: Bools
    """(C,) of each curve; of those that are not among them it means nothing."""

    def at(self, curve: Ints, at: Floats) -> tuple[Floats, Floats]:
        """Return places and derivatives at parameters (N,) of curves (N,)."""
        low, high = self.first_knot[curve] + self.degree, self.last_knot[curve] - self.degree
        first, last = self.knots[low], self.knots[high]
        is_out = self.is_periodic[curve] & ((at < first) | (at > last))
        if is_out.any():
            at = np.where(is_out, first + np.mod(at - first, last - first), at)
        span = _spans(self.knots, low, high, at)
        values, slopes = basis_values(self.knots, span, self.degree, at)
        pole = span + (self.first_pole - self.first_knot)[curve]
        here = self.poles[pole[:, None] + np.arange(-self.degree, 1)]
        point, velocity = (np.einsum("na,nac->nc", weights, here) for weights in (values, slopes))
        if not self.is_rational:
            return point, velocity
        place = point[:, :-1] / point[:, -1:]
        return place, (velocity[:, :-1] - place * velocity[:, -1:]) / point[:, -1:]


def _spans(knots: Floats, low: Ints, high: Ints, at: Floats) -> Ints:
    """Return the last knot from `low` on and before `high` that each place does not lie before.

    Of knots in one place the one before the first is returned, where no span follows the last.
    """
    low, high = np.array(low), np.array(high)
    while (high - low > 1).any():
        middle = (low + high) // 2
        is_past = knots[middle] <= at
        low, high = np.where(is_past, middle, low), np.where(is_past, high, middle)
    while (is_point := knots[low + 1] <= knots[low]).any():
        low = low - is_point
    return low


class CurveBatch:
    """Curves gathered to be evaluated together: all in space, D = 3, or all on surfaces, D = 2."""

    def __init__(self, curves: Sequence[GeneralCurve]) -> None:
        self.curves = curves
        numbers: dict[tuple[int, bool] | None, list[int]] = {}
        for number, curve in enumerate(curves):
            key = None if curve.spline is None else (curve.spline.degree, curve.is_rational)
            numbers.setdefault(key, []).append(number)
        self._others = np.isin(np.arange(len(curves)), numbers.pop(None, []))
        self._group = np.full(len(curves), -1)
        self._same_degree: list[_SameDegree] = []
        for of in numbers.values():
            self._group[of] = len(self._same_degree)
            self._same_degree.append(_gathered(curves, of))

    def at(self, owner: Ints, at: Floats) -> tuple[Floats, Floats]:
        """Return places and derivatives, (N, D) each, at parameters (N,) of the curves `owner` (N,).

        Parameters of one curve stand together.
        """
        rows = [np.flatnonzero(self._group[owner] == group) for group in range(len(self._same_degree))]
        found = [of.at(owner[here], at[here]) for of, here in zip(self._same_degree, rows, strict=True)]
        if self._others[owner].any():
            stretches = [of for of in runs(owner) if self._others[owner[of[0]]]]
            rows += [np.arange(*of) for of in stretches]
            found += [_one_by_one(self.curves[owner[of[0]]].adaptor, at[slice(*of)]) for of in stretches]
        if len(found) == 1:
            return found[0]
        back = np.argsort(np.concatenate(rows))
        point, velocity = (np.concatenate(of)[back] for of in zip(*found, strict=True))
        return point, velocity


def _gathered(curves: Sequence[GeneralCurve], numbers: list[int]) -> _SameDegree:
    some = [curves[number] for number in numbers]
    axes = [curve.spline for curve in some if curve.spline is not None]
    knots, poles = [len(axis.knots) for axis in axes], [len(curve.poles) for curve in some]
    first_knot, first_pole, last_knot = np.zeros((3, len(curves)), dtype=np.int64)
    is_periodic = np.zeros(len(curves), dtype=bool)
    first_knot[numbers], first_pole[numbers] = _begins(knots), _begins(poles)
    last_knot[numbers] = np.cumsum(knots) - 1
    is_periodic[numbers] = [axis.is_periodic for axis in axes]
    return _SameDegree(
        axes[0].degree,
        some[0].is_rational,
        np.concatenate([axis.knots for axis in axes]),
        np.concatenate([curve.poles for curve in some]),
        first_knot,
        first_pole,
        last_knot,
        is_periodic,
    )


def _begins(counts: list[int]) -> Ints:
    return np.concatenate([[0], np.cumsum(counts)[:-1]]).astype(np.int64)


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
