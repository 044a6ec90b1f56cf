"""Curves as arrays give what OCCT gives point by point."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from OCP.BRepAdaptor import BRepAdaptor_Curve
from OCP.collections import Array1_double, Array1_gp_Pnt2d, Array1_int
from OCP.Geom2d import Geom2d_BSplineCurve, Geom2d_Circle
from OCP.Geom2dAdaptor import Geom2dAdaptor_Curve
from OCP.gp import gp_Ax2d, gp_Pnt2d
from OCP.TopAbs import TopAbs_ShapeEnum
from OCP.TopoDS import TopoDS

from engine.kernel import spline_curves
from engine.kernel.brep import explore
from engine.kernel.smooth_intervals import intervals
from engine.mass_properties.curve_batch import CurveBatch
from engine.model.arrays import Floats, Ints
from tests.support import draw


def cubic(is_rational: bool) -> Geom2d_BSplineCurve:
    """Knots uneven, one of them twice."""
    poles, weights = Array1_gp_Pnt2d(1, 7), Array1_double(1, 7)
    knots, times = Array1_double(1, 4), Array1_int(1, 4)
    for number in range(1, 8):
        poles.SetValue(number, gp_Pnt2d(number + np.sin(2.1 * number), np.cos(1.7 * number)))
        weights.SetValue(number, 1.0 + 0.4 * (number % 3))
    for number, (knot, count) in enumerate([(0.0, 4), (1.0, 2), (1.5, 1), (4.0, 4)], start=1):
        knots.SetValue(number, knot)
        times.SetValue(number, count)
    if is_rational:
        return Geom2d_BSplineCurve(poles, weights, knots, times, 3)
    return Geom2d_BSplineCurve(poles, knots, times, 3)


def periodic() -> Geom2dAdaptor_Curve:
    curve = cubic(is_rational=False)
    curve.SetPole(7, curve.Pole(1))
    curve.SetPeriodic()
    return Geom2dAdaptor_Curve(curve, 1.2, 4.9)


def edge_of_splines() -> BRepAdaptor_Curve:
    """Return an arc in space, spelled as a spline and placed askew."""
    body = draw.turned(draw.moved(draw.as_nurbs(draw.cylinder(5, 20)), (7, 8, 9)), 40.0, (1, 2, 3))
    edges = [BRepAdaptor_Curve(TopoDS.Edge(edge)) for edge in explore(body, TopAbs_ShapeEnum.TopAbs_EDGE)]
    return next(edge for edge in edges if edge.NbKnots() > 2)


CURVES = {
    "spline": lambda: Geom2dAdaptor_Curve(cubic(is_rational=False)),
    "rational spline": lambda: Geom2dAdaptor_Curve(cubic(is_rational=True)),
    "stretch of a spline": lambda: Geom2dAdaptor_Curve(cubic(is_rational=False), 0.3, 1.5),
    "periodic spline": periodic,
    "edge in space": edge_of_splines,
    "circle": lambda: Geom2dAdaptor_Curve(Geom2d_Circle(gp_Ax2d(), 3.0)),
}


def asked(curves: list[Any]) -> tuple[Ints, Floats]:
    """Return places all along curves, the last curve first, both ends and all knots among them."""
    owner, at = [], []
    for index, curve in reversed(list(enumerate(curves))):
        own = spline_curves.read(curve).smooth
        at.append(np.concatenate([np.linspace(own[0], own[-1], 23), own]))
        owner.append(np.full(len(at[-1]), index))
    return np.concatenate(owner), np.concatenate(at)


@pytest.mark.parametrize(
    "names", [[name] for name in CURVES] + [[name for name in CURVES if "space" not in name]]
)
def test_places_are_what_occt_gives_point_by_point(names: list[str]) -> None:
    curves = [CURVES[name]() for name in names]
    owner, at = asked(curves)
    read = [spline_curves.read(curve) for curve in curves]
    raw = [replace(curve, spline=None) for curve in read]
    for quick, expected in zip(*(CurveBatch(of).at(owner, at) for of in (read, raw)), strict=True):
        np.testing.assert_allclose(quick, expected, atol=1e-10)


@pytest.mark.parametrize("name", CURVES)
def test_a_curve_is_smooth_between_the_places_that_occt_names(name: str) -> None:
    curve = CURVES[name]()
    expected = intervals(curve.NbIntervals, curve.Intervals, curve.FirstParameter(), curve.LastParameter())
    np.testing.assert_allclose(spline_curves.read(curve).smooth, expected, atol=1e-12)


def test_splines_are_read_and_circles_are_not() -> None:
    is_read = {name: spline_curves.read(make()).spline is not None for name, make in CURVES.items()}
    assert is_read == {name: name != "circle" for name in CURVES}
