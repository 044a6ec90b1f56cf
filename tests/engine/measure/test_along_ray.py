"""Where a ray meets a surface."""

import math

import pytest

from engine.measure.along_ray import length_to


def off_ball(length: float) -> float:
    """Return how far a ray from 10 mm before a ball of 4 mm, 3 mm beside its middle, lies off it."""
    return math.hypot(length - 10.0, 3.0) - 4.0


def test_a_ray_enters_a_ball_and_leaves_it_where_pythagoras_says() -> None:
    half = math.sqrt(4.0**2 - 3.0**2)
    assert length_to(off_ball, 10.0 - half + 0.05, 0.1) == pytest.approx(10.0 - half, abs=1e-9)
    assert length_to(off_ball, 10.0 + half - 0.05, 0.1) == pytest.approx(10.0 + half, abs=1e-9)


def test_what_is_met_farther_away_than_the_reach_is_another_part() -> None:
    half = math.sqrt(4.0**2 - 3.0**2)
    assert length_to(off_ball, 10.0 + half - 0.3, 0.1) is None


@pytest.mark.parametrize(
    "off", [lambda length: math.hypot(length - 10.0, 5.0) - 4.0, lambda _: math.nan, lambda _: 1.0]
)
def test_a_surface_that_is_passed_by_or_unknown_is_not_met(off: object) -> None:
    assert callable(off)
    assert length_to(off, 10.0, 1.0) is None


def test_what_lies_behind_the_start_is_not_met() -> None:
    assert length_to(lambda length: length + 0.5, 0.2, 5.0) is None
    assert length_to(lambda length: length - 0.5, 0.2, 5.0) == pytest.approx(0.5)
