"""B-spline surfaces evaluated as arrays: all places of a grid at once.

Poles and knots are read from OCCT once; it is not asked again. Places and derivatives agree with its own to
rounding. (Asked point by point through Python, OCCT takes fifty times as long.)
"""

from dataclasses import dataclass

import numpy as np
from OCP.BRepAdaptor import BRepAdaptor_Surface
from OCP.collections import Array1_double, Array2_double
from OCP.GeomAbs import GeomAbs_SurfaceType as Type

from engine.kernel import evaluate
from engine.model.arrays import Floats, Ints

FEW = 150
"""Up to so many points OCCT is quicker, one by one, than poles are read."""


def on_grid(surface: BRepAdaptor_Surface, u: Floats, v: Floats) -> tuple[Floats, Floats, Floats]:
    """Do what `engine.kernel.evaluate.on_grid` does, to rounding, and quickly where there are many points."""
    spline = read(surface) if len(u) * len(v) > FEW else None
    if spline is None:
        return evaluate.on_grid(surface, u, v)
    point, du, dv = (rows.reshape(-1, 3) for rows in spline.on_grid(u, v))
    return point, du, dv


@dataclass(frozen=True, slots=True, eq=False)
class Axis:
    """One parameter of a B-spline: its degree, and its knots, each as often as it counts."""

    degree: int
    knots: Floats
    is_periodic: bool

    def basis(self, at: Floats) -> tuple[Ints, Floats, Floats]:
        """Return what poles weigh at parameters (N,).

        Returns
        -------
        (N, degree + 1) int64
            Which poles weigh anything.
        (N, degree + 1), (N, degree + 1) float64
            What they weigh, and how that changes with the parameter.
        """
        span, at = self.spans(at)
        values, slopes = weigh(self.knots, span, self.degree, at)
        return span[:, None] + np.arange(-self.degree, 1), values, slopes

    def spans(self, at: Floats) -> tuple[Ints, Floats]:
        """Return the knot (N,) each parameter (N,) follows, and the parameters within the period."""
        degree, knots = self.degree, self.knots
        first, last = knots[degree], knots[-degree - 1]
        if self.is_periodic:
            at = np.where((at < first) | (at > last), first + np.mod(at - first, last - first), at)
        span = np.clip(np.searchsorted(knots, at, side="right") - 1, degree, len(knots) - degree - 2)
        # the last span that is no point, where a knot counts more often than its degree asks
        span = np.where(knots[span + 1] > knots[span], span, np.searchsorted(knots, knots[span]) - 1)
        return span, at


def weigh(knots: Floats, span: Ints, degree: int, at: Floats) -> tuple[Floats, Floats]:
    """Return what poles weigh at parameters (N,) that follow the knots `span` (N,).

    Returns
    -------
    (N, degree + 1), (N, degree + 1) float64
        What the poles `span - degree` to `span` weigh, and how that changes with the parameter.
    """
    values, slopes = np.ones((len(at), 1)), np.zeros((len(at), 1))
    for order in range(1, degree + 1):
        after = span[:, None] + np.arange(1, order + 1)
        above, below = knots[after], knots[after - order]
        share = values / (above - below)
        values, slopes = np.zeros((2, len(at), order + 1))
        values[:, :-1] = share * (above - at[:, None])
        values[:, 1:] += share * (at[:, None] - below)
        slopes[:, :-1] = -order * share
        slopes[:, 1:] += order * share
    return values, slopes


@dataclass(frozen=True, slots=True, eq=False)
class Spline:
    """A B-spline surface, as a face places it."""

    u: Axis
    v: Axis
    poles: Floats
    """(U, V, 3), or (U, V, 4) with weights: then places are multiplied by them."""

    def on_grid(self, u: Floats, v: Floats) -> tuple[Floats, Floats, Floats]:
        """Return places and derivatives along u and along v, (N, M, 3) each, at all pairs of parameters."""
        pole_u, weight_u, slope_u = self.u.basis(u)
        pole_v, weight_v, slope_v = self.v.basis(v)
        rows = np.einsum("na,nakc->nkc", weight_u, self.poles[pole_u])
        slopes = np.einsum("na,nakc->nkc", slope_u, self.poles[pole_u])
        point, du, dv = np.zeros((3, len(u), len(v), self.poles.shape[2]))
        for nth in range(pole_v.shape[1]):
            here = rows[:, pole_v[:, nth]]
            point += weight_v[:, nth, None] * here
            dv += slope_v[:, nth, None] * here
            du += weight_v[:, nth, None] * slopes[:, pole_v[:, nth]]
        return self._placed(point, du, dv)

    def _placed(self, point: Floats, du: Floats, dv: Floats) -> tuple[Floats, Floats, Floats]:
        if self.poles.shape[2] == 3:
            return point, du, dv
        weight = point[..., 3:]
        place = point[..., :3] / weight
        return (
            place,
            (du[..., :3] - place * du[..., 3:]) / weight,
            (dv[..., :3] - place * dv[..., 3:]) / weight,
        )


def read(adaptor: BRepAdaptor_Surface) -> Spline | None:
    """Read a B-spline or Bézier surface; None for any other."""
    if adaptor.GetType() == Type.GeomAbs_BSplineSurface:
        surface = adaptor.BSpline()
        is_periodic = surface.IsUPeriodic(), surface.IsVPeriodic()
        if any(is_periodic):
            surface = surface.Copy()
            if is_periodic[0]:
                surface.SetUNotPeriodic()
            if is_periodic[1]:
                surface.SetVNotPeriodic()
        knots = [listed(of) for of in (surface.UKnotSequence(), surface.VKnotSequence())]
    elif adaptor.GetType() == Type.GeomAbs_BezierSurface:
        surface, is_periodic = adaptor.Bezier(), (False, False)
        knots = [np.repeat([0.0, 1.0], degree + 1) for degree in (surface.UDegree(), surface.VDegree())]
    else:
        return None
    shape = surface.NbUPoles(), surface.NbVPoles()
    value = surface.Poles().Value
    pairs = [(row, column) for row in range(1, shape[0] + 1) for column in range(1, shape[1] + 1)]
    poles = np.array([value(*pair).Coord() for pair in pairs]).reshape(*shape, 3)
    if surface.IsURational() or surface.IsVRational():
        weights = Array2_double(1, shape[0], 1, shape[1])
        surface.Weights(weights)  # what it returns without an array ends the program when it is let go
        scale = np.array([weights.Value(*pair) for pair in pairs]).reshape(*shape, 1)
        poles = np.concatenate([poles * scale, scale], axis=2)
    degrees = surface.UDegree(), surface.VDegree()
    u, v = (Axis(*row) for row in zip(degrees, knots, is_periodic, strict=True))
    return Spline(u, v, poles)


def listed(values: Array1_double) -> Floats:
    """Return an OCCT array: to go through it by an iterator takes longer than to evaluate a surface."""
    value = values.Value
    return np.array([value(index) for index in range(values.Lower(), values.Upper() + 1)])
