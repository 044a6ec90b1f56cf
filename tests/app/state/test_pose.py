"""How a part stands in one revision against another."""

import itertools

import numpy as np
import pytest

from app.client.models import Feature
from app.state import pose
from app.state.pose import STILL, Pose
from tests.app.state import revised

PLACES = ((0.0, 0.0), (40.0, 5.0), (12.0, 33.0), (70.0, 20.0), (55.0, 41.0))
DIAGONAL_MM = 120.0


def turn(degrees: float, axis: int = 2) -> np.ndarray:
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    made = np.eye(3)
    one, other = [at for at in range(3) if at != axis]
    made[one, one], made[one, other], made[other, one], made[other, other] = c, -s, s, c
    return made


def holes(stands: Pose = STILL, *, changed: int = 0, mirrored: bool = False) -> tuple[Feature, ...]:
    """Draw five holes of two sizes, the first `changed` of them elsewhere, all moved as a whole."""
    documents = []
    for at, (x, y) in enumerate(PLACES):
        one = revised.hole(str(at), x, y, diameter_mm=6.0 if at % 2 else 8.0)
        place = np.array([x + 17.0 * (at < changed), y, 15.0 + 3.0 * at])
        place[0] *= -1.0 if mirrored else 1.0
        one["center"] = stands.place([place])[0].tolist()
        one["axis"] = (stands.turn @ np.array([0.0, 0.0, 1.0])).tolist()
        documents.append(one)
    return revised.features(*documents)


MOVES = [
    Pose(np.eye(3), np.array([200.0, 0.0, -30.0])),
    Pose(turn(90.0), np.array([10.0, 20.0, 30.0])),
    Pose(turn(37.0, 0) @ turn(112.0, 1), np.array([-300.0, 0.5, 0.0])),
]


@pytest.mark.parametrize("stands", MOVES)
def test_a_part_that_was_moved_or_turned_as_a_whole_is_found_so(stands: Pose) -> None:
    found = pose.estimate(holes(), holes(stands), DIAGONAL_MM)
    assert np.allclose(found.turn, stands.turn, atol=1e-6)
    assert np.allclose(found.move_mm, stands.move_mm, atol=1e-4)


@pytest.mark.parametrize("stands", MOVES)
def test_it_is_found_though_a_feature_was_changed_besides(stands: Pose) -> None:
    found = pose.estimate(holes(), holes(stands, changed=1), DIAGONAL_MM)
    assert np.allclose(found.turn, stands.turn, atol=1e-6)


def test_a_part_that_stands_where_it_stood_is_not_moved_whatever_else_changed() -> None:
    assert pose.estimate(holes(), holes(), DIAGONAL_MM).is_still
    assert pose.estimate(holes(), holes(changed=2), DIAGONAL_MM).is_still


def test_a_mirrored_part_is_another_and_no_turn_of_the_first() -> None:
    assert pose.estimate(holes(), holes(mirrored=True), DIAGONAL_MM).is_still


def test_too_few_features_say_nothing() -> None:
    few = holes()[:2]
    assert pose.estimate(few, holes(MOVES[0])[:2], DIAGONAL_MM).is_still
    assert pose.estimate((), (), DIAGONAL_MM).is_still


def test_a_pattern_that_looks_alike_from_many_sides_takes_the_least_turn() -> None:
    documents = [
        revised.hole(str(at), x, y)
        for at, (x, y) in enumerate(itertools.product((-20.0, 20.0), (-20.0, 20.0)))
    ]
    moved = [one | {"center": [one["center"][0] + 300.0, *one["center"][1:]]} for one in documents]
    found = pose.estimate(revised.features(*documents), revised.features(*moved), DIAGONAL_MM)
    assert found.turn_deg < 1e-6
    assert np.allclose(found.move_mm, [300.0, 0.0, 0.0])


def test_there_and_back_is_where_one_was() -> None:
    for stands in MOVES:
        assert np.allclose(stands.back.place(stands.place([(1.0, 2.0, 3.0)])), [(1.0, 2.0, 3.0)])


def test_the_answer_does_not_depend_on_the_order_of_the_features() -> None:
    one = pose.estimate(holes(), holes(MOVES[2]), DIAGONAL_MM)
    other = pose.estimate(holes()[::-1], holes(MOVES[2])[::-1], DIAGONAL_MM)
    assert np.allclose(one.turn, other.turn, atol=1e-9)
