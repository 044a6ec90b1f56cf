"""Lines and circles recovered from samples of other curves."""

import numpy as np
import pytest

from engine.model.arrays import Floats
from engine.model.part import Circle, Line, OtherCurve
from engine.surfaces.recover_curve import line_or_circle


def arc(radius: float, turn_deg: float, count: int = 17) -> Floats:
    angle = np.radians(np.linspace(0, turn_deg, count))
    flat = np.column_stack([radius * np.cos(angle), radius * np.sin(angle), 0 * angle])
    turn = np.linalg.qr(np.array([[1.0, 2.0, 3.0], [0.0, 1.0, 4.0], [5.0, 6.0, 0.0]]))[0]
    return flat @ turn.T + [7, 8, 9]


def length(points: Floats) -> float:
    return float(np.linalg.norm(np.diff(points, axis=0), axis=1).sum())


@pytest.mark.parametrize("turn_deg", [3.0, 90.0, 270.0, 360.0])
@pytest.mark.parametrize("radius", [0.1, 5.0, 800.0])
def test_an_arc_is_a_circle(radius: float, turn_deg: float) -> None:
    points = arc(radius, turn_deg)
    curve = line_or_circle(points, length(points))
    assert isinstance(curve, Circle)
    assert curve.radius_mm == pytest.approx(radius, rel=1e-6)
    np.testing.assert_allclose(curve.center, (7, 8, 9), atol=1e-6 * max(radius, 1))


def test_points_in_a_row_are_a_line_along_them() -> None:
    points = np.linspace((1, 2, 3), (4, 6, 3), 9)
    curve = line_or_circle(points, 5.0)
    assert isinstance(curve, Line)
    np.testing.assert_allclose(curve.direction, (0.6, 0.8, 0))


def test_an_arc_that_hardly_rises_is_a_line() -> None:
    flat, bent = arc(1e6, np.degrees(10 / 1e6)), arc(1e3, np.degrees(10 / 1e3))
    assert isinstance(line_or_circle(flat, 10.0), Line)
    assert isinstance(line_or_circle(bent, 10.0), Circle)


def test_a_flat_parabola_and_an_ellipse_are_neither() -> None:
    x = np.linspace(-20, 20, 17)
    parabola = np.column_stack([x, 0 * x, x**2 / 200])
    assert isinstance(line_or_circle(parabola, length(parabola)), OtherCurve)
    angle = np.linspace(0, 2 * np.pi, 33)
    ellipse = np.column_stack([5 * np.cos(angle), 5.01 * np.sin(angle), 0 * angle])
    assert isinstance(line_or_circle(ellipse, length(ellipse)), OtherCurve)


def test_a_ring_that_is_not_flat_is_no_circle() -> None:
    angle = np.linspace(0, 2 * np.pi, 33)
    wavy = np.column_stack([5 * np.cos(angle), 5 * np.sin(angle), 0.01 * np.cos(2 * angle)])
    assert isinstance(line_or_circle(wavy, length(wavy)), OtherCurve)


def test_a_curve_that_wiggles_back_and_forth_on_its_chord_is_no_line() -> None:
    x = np.linspace(0, 10, 33)
    wiggle = np.column_stack([x, 0.01 * np.sin(6 * x), 0 * x])
    assert isinstance(line_or_circle(wiggle, 10.0), OtherCurve)


def test_a_point_is_neither() -> None:
    assert isinstance(line_or_circle(np.zeros((5, 3)), 0.0), OtherCurve)
