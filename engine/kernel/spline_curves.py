"""Curves that are neither lines nor circles, read from OCCT to be evaluated as arrays.

Poles and knots of B-splines are read from OCCT once; it is not asked again. Places and derivatives agree
with its own to rounding. Curves of other kinds are asked point by point.
"""

from functools import partial
from typing import Any

import numpy as np
from OCP.Adaptor3d import Adaptor3d_Curve
from OCP.BRepAdaptor import BRepAdaptor_Curve
from OCP.GeomAbs import GeomAbs_CurveType as Type
from OCP.gp import gp_Pnt, gp_Pnt2d, gp_Vec, gp_Vec2d

from engine.kernel.smooth_intervals import intervals
from engine.kernel.splines import listed
from engine.mass_properties.curve_batch import GeneralCurve
from engine.model.arrays import Floats
from engine.surfaces.bspline import Axis

SPLINE = int(Type.GeomAbs_BSplineCurve)
ARCS = {int(Type.GeomAbs_Circle), int(Type.GeomAbs_Ellipse)}
SAME_PARAMETER = 1e-9
"""Knots nearer than this to an end of a curve are that end, as OCCT has it."""


def read(adaptor: Any) -> GeneralCurve:
    """Read a curve from OCCT's adaptor of it, in space or in the parameters of a surface."""
    first, last, kind = adaptor.FirstParameter(), adaptor.LastParameter(), int(adaptor.GetType())
    evaluator = partial(_one_by_one, adaptor)
    has_pcurve_only = isinstance(adaptor, BRepAdaptor_Curve) and not adaptor.Is3DCurve()
    if has_pcurve_only or kind != SPLINE:
        is_arc = kind in ARCS
        own = np.array([first, last]) if is_arc else _intervals(adaptor, first, last)
        return GeneralCurve(evaluator, first, last, is_arc, own, None, np.zeros((0, 0)), False)
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
    return GeneralCurve(evaluator, first, last, False, own, axis, poles, is_rational)


def _intervals(adaptor: Any, first: float, last: float) -> Floats:
    return intervals(adaptor.NbIntervals, adaptor.Intervals, first, last)


def _between_knots(knots: Floats, first: float, last: float) -> Floats:
    low, high = first + SAME_PARAMETER, last - SAME_PARAMETER
    inner = dict.fromkeys(knot for knot in knots.tolist() if low < knot < high)
    return np.array([first, *inner, last])


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
