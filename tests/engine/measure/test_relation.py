"""Where parallel ends, and what is not exact."""

import math

import numpy as np
import pytest

from engine.measure.lines import MEASURED_PARALLEL_DEG, Axis, Flat
from engine.measure.places import Place, Spot
from engine.measure.relation import between
from engine.model.arrays import frozen

ORIGIN, UP = frozen((0, 0, 0)), frozen((0, 0, 1))


def leaning(degrees: float) -> np.ndarray:
    return frozen((math.sin(math.radians(degrees)), 0, math.cos(math.radians(degrees))))


def place(carrier, point=(0, 0, 0), *, is_exact: bool = True) -> Place:
    return Place("plane", frozen(point), carrier, (), is_exact)


@pytest.mark.parametrize(("share", "word"), [(0.9, "parallel"), (1.1, "angled")])
def test_parallel_ends_at_a_hundredth_of_a_degree(share: float, word: str) -> None:
    one, other = (
        place(Flat(ORIGIN, UP)),
        place(Flat(frozen((0, 0, 5)), leaning(share * MEASURED_PARALLEL_DEG))),
    )
    assert between(one, other).word == word
    axes = place(Axis(ORIGIN, UP)), place(Axis(frozen((0, 7, 0)), leaning(share * MEASURED_PARALLEL_DEG)))
    assert between(*axes).word == word
    across = (
        place(Flat(ORIGIN, frozen((1, 0, 0)))),
        place(Axis(frozen((4, 0, 0)), leaning(share * MEASURED_PARALLEL_DEG))),
    )
    assert between(*across).word == word


def test_the_sense_of_a_direction_does_not_matter() -> None:
    one, other = place(Flat(ORIGIN, UP)), place(Flat(frozen((0, 0, 5)), -UP))
    assert between(one, other).word == "parallel"


def test_a_ball_is_measured_from_its_center() -> None:
    ball = place(Spot(frozen((3, 4, 12))), (3, 4, 10))
    plane = between(ball, place(Flat(ORIGIN, UP)))
    assert (plane.word, plane.measures[0].value) == ("apart", pytest.approx(12.0))
    assert between(ball, place(Axis(ORIGIN, UP, 2.0))).measures[0].value == pytest.approx(5.0)
    balls = between(ball, place(Spot(frozen((3, 4, 0))), (3, 4, 1)))
    assert [(each.name, each.value) for each in balls.measures] == [
        ("distance", pytest.approx(12.0)),
        ("straight", pytest.approx(9.0)),
    ]


def test_two_points_of_free_form_faces_have_the_straight_distance_alone_and_it_is_not_exact() -> None:
    spots = [
        place(Spot(frozen(at)), at, is_exact=exact) for at, exact in (((0, 0, 0), False), ((0, 3, 4), True))
    ]
    found = between(*spots)
    assert [(each.name, each.value, each.is_exact) for each in found.measures] == [("straight", 5.0, False)]
