"""B-spline surfaces read from OCCT as arrays, to evaluate all places of a grid at once.

Poles and knots are read from OCCT once; it is not asked again. Places and derivatives agree with its own to
rounding. (Asked point by point through Python, OCCT takes fifty times as long.)
"""

import numpy as np
from OCP.BRepAdaptor import BRepAdaptor_Surface
from OCP.collections import Array1_double, Array2_double
from OCP.GeomAbs import GeomAbs_SurfaceType as Type

from engine.kernel import evaluate
from engine.model.arrays import Floats
from engine.surfaces.bspline import Axis, Spline

FEW = 150
"""Up to so many points OCCT is quicker, one by one, than poles are read."""
ON_CREASE = 1e-7
"""Share of all its parameters within which a place lies on a crease."""


def on_grid(surface: BRepAdaptor_Surface, u: Floats, v: Floats) -> tuple[Floats, Floats, Floats]:
    """Do what `engine.kernel.evaluate.on_grid` does, to rounding, and quickly where there are many points."""
    spline = read(surface) if len(u) * len(v) > FEW else None
    if spline is None:
        return evaluate.on_grid(surface, u, v)
    point, du, dv = (rows.reshape(-1, 3) for rows in spline.on_grid(u, v))
    return point, du, dv


def beside_creases(surface: BRepAdaptor_Surface, uv: Floats) -> Floats:
    """Return parameters (M, 2) on either side of creases, for those of (N, 2) that lie on one.

    Along a crease the curvature of a B-spline changes at once. At a place on it, only rounding decides which
    of both curvatures OCCT returns. None lie on a surface of another kind.
    """
    spline = read(surface)
    found = [np.zeros((0, 2))]
    for parameter, axis in enumerate((spline.u, spline.v) if spline is not None else ()):
        step = ON_CREASE * (axis.knots[-1] - axis.knots[0])
        creases = axis.creases()
        is_on = (np.abs(uv[:, parameter, None] - creases) <= step).any(axis=1)
        for side in (-2.0, 2.0):
            beside = uv[is_on]
            beside[:, parameter] += side * step
            found.append(beside)
    return np.concatenate(found)


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
