"""Curves that are neither lines nor circles, evaluated as arrays: all places on any number of them at once.

B-splines of one degree are evaluated together, from their poles and knots; curves of other kinds one by one.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from engine.meshing.patches import runs
from engine.model.arrays import Bools, Floats, Ints
from engine.surfaces.bspline import Axis, basis_values

DerivativeEvaluator = Callable[[Floats], tuple[Floats, Floats]]
"""Evaluates a curve at parameters (N,): places and derivatives, (N, D) each."""


@dataclass(frozen=True, slots=True, eq=False)
class GeneralCurve:
    """A curve in space or in the parameters of a surface."""

    evaluator: DerivativeEvaluator
    """Asked where it is no B-spline."""
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
            found += [self.curves[owner[of[0]]].evaluator(at[slice(*of)]) for of in stretches]
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
