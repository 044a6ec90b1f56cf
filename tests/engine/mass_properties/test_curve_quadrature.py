"""Gauss points along curved coedges of a whole part are those that each coedge gets on its own."""

import numpy as np
import pytest
from OCP.Geom2dAdaptor import Geom2dAdaptor_Curve

from engine.kernel import contour, spline_curves
from engine.mass_properties import curve_quadrature
from engine.mass_properties.gauss_points import PER_SPAN
from tests.engine.kernel.test_spline_curves import CURVES, cubic

NAMES = [name for name in CURVES if "space" not in name]
BREAKS = {
    "none": np.zeros(0),
    "far away": np.array([-90.0, -80.0, 80.0, 90.0]),
    "crossed": np.array([-2.0, 1.5, 2.25, 4.0, 9.0]),
}


@pytest.mark.parametrize("breaks", BREAKS)
def test_points_on_many_curves_are_those_on_each(breaks: str) -> None:
    curves = [CURVES[name]() for name in NAMES]
    read = [spline_curves.read(curve) for curve in curves]
    owner, weight, places, velocities = curve_quadrature.along(read, [BREAKS[breaks]] * len(read), PER_SPAN)
    for index, curve in enumerate(curves):
        here = owner == index
        rows = np.stack([*places[here].T, velocities[here, 0] * weight[here]])
        alone = contour.on_curve(
            curve, curve.GetType(), curve.FirstParameter(), curve.LastParameter(), BREAKS[breaks]
        )
        assert rows.shape == alone.shape
        np.testing.assert_allclose(rows[:, np.lexsort(rows)], alone[:, np.lexsort(alone)], atol=1e-9)


def test_a_break_that_is_crossed_parts_a_curve() -> None:
    curves = [spline_curves.read(Geom2dAdaptor_Curve(cubic(is_rational=False)))]
    count = [
        len(curve_quadrature.along(curves, [BREAKS[name]], PER_SPAN)[0]) for name in ("far away", "crossed")
    ]
    assert count[1] > count[0]


def test_ends_are_where_curves_begin_and_end() -> None:
    curves = [CURVES[name]() for name in NAMES]
    expected = [
        [curve.EvalD0(t).Coord() for t in (curve.FirstParameter(), curve.LastParameter())] for curve in curves
    ]
    np.testing.assert_allclose(
        curve_quadrature.ends([spline_curves.read(curve) for curve in curves]), expected, atol=1e-12
    )


def test_no_curve_has_no_points() -> None:
    assert [len(of) for of in curve_quadrature.along([], [], PER_SPAN)] == [0, 0, 0, 0]
