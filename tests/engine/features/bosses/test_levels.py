"""Where walls of bosses end: on what their lines cross, not on what they run along."""

import math

import numpy as np
import pytest

from engine.features.bosses import levels
from engine.model.arrays import frozen
from engine.model.surface import Cylinder, Plane

UP = np.array([0.0, 0.0, 1.0])
FOOT = np.array([[2.0, 0.0, 0.0], [2.0, 1.0, 0.0]])
ALONG = np.tile(UP, (2, 1))


def plane(lean_deg: float) -> Plane:
    """Return a plane through (3, 0, 0) that leans away from the lines by an angle."""
    lean = math.radians(lean_deg)
    return Plane(
        origin=frozen([3.0, 0.0, 0.0]),
        normal=frozen([math.cos(lean), 0.0, -math.sin(lean)]),
    )


def test_a_wall_ends_where_its_lines_cross_a_plane() -> None:
    met = levels._meet(FOOT, ALONG, plane(45.0))
    assert met is not None
    assert met[:, 2] == pytest.approx([-1.0, -1.0])


def test_a_plane_that_the_wall_runs_along_is_not_where_it_ends() -> None:
    met = levels._meet(FOOT, ALONG, plane(0.001))  # they cross 57 m away
    assert met is not None
    assert np.isnan(met[:, 2]).all()


@pytest.mark.parametrize(("lean_deg", "is_met"), [(80.0, True), (0.001, False)])
def test_a_cylinder_is_an_end_where_it_lies_across(lean_deg: float, is_met: bool) -> None:
    lean = math.radians(lean_deg)
    across = Cylinder(
        origin=frozen([0.0, 0.0, -9.0]),
        axis=frozen([math.sin(lean), 0.0, math.cos(lean)]),
        radius_mm=5.0,
    )
    met = levels._meet(FOOT, ALONG, across)
    assert met is not None
    assert np.isfinite(met).all() == is_met


@pytest.mark.parametrize(("lean_deg", "is_met"), [(6.4, True), (5.2, False)])
def test_a_wall_ends_on_what_its_lines_cross_at_six_degrees(lean_deg: float, is_met: bool) -> None:
    met = levels._meet(FOOT, ALONG, plane(lean_deg))
    assert met is not None
    assert np.isfinite(met).all() == is_met
    if is_met:
        assert met[:, 2] == pytest.approx(-1.0 / math.tan(math.radians(lean_deg)))
