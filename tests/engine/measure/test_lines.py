"""Axes and planes without ends."""

import math

import numpy as np
import pytest

from engine.measure.lines import MEASURED_PARALLEL_DEG, Axis, Flat, angle_deg

X, Y, Z = np.eye(3)


def leaning(degrees: float) -> np.ndarray:
    """Return x, turned about z."""
    return np.array([math.cos(math.radians(degrees)), math.sin(math.radians(degrees)), 0.0])


@pytest.mark.parametrize(
    ("degrees", "expected"),
    [(0.0, 0.0), (1e-6, 1e-6), (30.0, 30.0), (90.0, 90.0), (150.0, 30.0), (180.0, 0.0)],
)
def test_an_angle_has_no_sense_and_keeps_its_digits_near_parallel(degrees: float, expected: float) -> None:
    assert angle_deg(X, leaning(degrees)) == pytest.approx(expected, rel=1e-9, abs=1e-12)


def test_a_point_falls_square_onto_an_axis_and_a_plane() -> None:
    """(3, 4, 5) lies 5 mm off the z axis, since 3² + 4² = 5²; and 3 mm over the plane z = 2."""
    point = np.array([3.0, 4.0, 5.0])
    axis, flat = Axis(np.zeros(3), Z), Flat(np.array([9.0, 9.0, 2.0]), -Z)
    assert axis.foot(point).tolist() == [0.0, 0.0, 5.0]
    assert axis.distance(point) == 5.0
    assert flat.foot(point).tolist() == [3.0, 4.0, 2.0]
    assert flat.distance(point) == 3.0


def test_skew_axes_are_nearest_where_their_common_normal_stands() -> None:
    """One along x; one along y that passes 7 mm over it at x = 4."""
    one, other = Axis(np.zeros(3), X), Axis(np.array([4.0, -20.0, 7.0]), Y)
    assert one.nearest_to(other).tolist() == [4.0, 0.0, 0.0]
    assert other.distance(one.nearest_to(other)) == 7.0


@pytest.mark.parametrize(
    ("lean_deg", "is_parallel"), [(MEASURED_PARALLEL_DEG / 2, True), (2 * MEASURED_PARALLEL_DEG, False)]
)
def test_parallel_axes_are_nearest_everywhere(lean_deg: float, is_parallel: bool) -> None:
    one, other = Axis(np.zeros(3), X), Axis(np.array([100.0, 1.0, 3.0]), leaning(lean_deg))
    assert bool((one.nearest_to(other) == one.origin).all()) is is_parallel
