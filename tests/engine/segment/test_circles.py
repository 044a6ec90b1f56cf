"""Circles through corners, and the cylinders that they are rims of."""

import numpy as np
import pytest

from engine.segment.circles import Circle, View
from engine.surfaces import revolution

AXIS = np.array([1.0, 2.0, 2.0]) / 3.0
TURNS = np.radians([0.0, 50.0, 140.0, 200.0, 310.0])
RADIUS_MM, MIDDLE = 4.0, np.array([30.0, -7.0])


def on_circle(radii: float | list[float]) -> np.ndarray:
    return MIDDLE + np.column_stack([np.cos(TURNS), np.sin(TURNS)]) * np.reshape(radii, (-1, 1))


def test_corners_on_a_circle_have_its_middle_its_radius_and_their_turns():
    found = Circle.fitted(on_circle(RADIUS_MM))
    assert found.middle == pytest.approx(MIDDLE, abs=1e-9)
    assert found.radius_mm == pytest.approx(RADIUS_MM, abs=1e-9)
    assert found.off_mm < 1e-9
    assert np.degrees(found.steps) == pytest.approx([50.0, 90.0, 60.0, 110.0, 50.0])
    assert np.degrees(found.widest_rad) == pytest.approx(110.0)


def test_a_corner_that_strays_is_off_and_those_on_a_line_are_far_off_any_circle():
    assert 0.05 < Circle.fitted(on_circle([4.0, 4.0, 4.3, 4.0, 4.0])).off_mm < 0.3
    on_a_line = np.column_stack([np.arange(5.0), 2.0 * np.arange(5.0)])
    lined = Circle.fitted(on_a_line)
    assert not lined.off_mm < 0.5 * lined.radius_mm


def test_seen_along_an_axis_lengths_across_stay_and_those_along_it_vanish():
    view = View.along(AXIS)
    across = np.cross(AXIS, [0.0, 0.0, 3.0])
    assert np.linalg.norm(view.flat(across)) == pytest.approx(np.linalg.norm(across))
    assert view.flat(across + 5.0 * AXIS) == pytest.approx(view.flat(across))


def test_a_cylinder_goes_through_its_rims_and_its_point_lies_halfway_between_them():
    view = View.along(AXIS)
    rim = on_circle(RADIUS_MM) @ view.across
    points = np.concatenate([rim + 2.0 * AXIS, rim + 10.0 * AXIS])
    surface = view.cylinder(Circle.fitted(view.flat(points)), points)
    found = revolution.named(surface)
    assert found.radius == pytest.approx(RADIUS_MM, abs=1e-9)
    assert found.axis == pytest.approx(AXIS)
    assert found.point == pytest.approx(MIDDLE @ view.across + 6.0 * AXIS, abs=1e-9)
