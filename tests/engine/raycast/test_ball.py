"""Balls between walls whose tangent balls are known."""

import numpy as np
import pytest

from engine.raycast import ball, bvh

BIG = np.array([[-1e3, -1e3], [1e3, -1e3], [0, 1e3]])


def wall(height: float, lean_deg: float = 0.0, turned: bool = False) -> np.ndarray:
    """One big triangle through (0, 0, height), its normal up and leaning towards x."""
    lean = np.radians(lean_deg)
    corners = np.stack([BIG[:, 0], BIG[:, 1], height - np.tan(lean) * BIG[:, 0]], axis=1)
    return corners[::-1] if turned else corners


def diameter(*walls: np.ndarray, start: float = 100.0, through_material: bool = True) -> float:
    tree = bvh.build(np.array(walls))
    found, _ = ball.largest(
        tree, np.zeros((1, 3)), np.array([[0.0, 0, 1]]), np.array([start]), through_material, 1e-9
    )
    return float(found[0])


def test_between_parallel_walls_the_ball_is_their_distance() -> None:
    assert diameter(wall(3)) == pytest.approx(3, rel=1e-12)


@pytest.mark.parametrize("lean_deg", [10, 25, 40])
def test_under_a_leaning_wall_the_ball_touches_its_plane(lean_deg: float) -> None:
    cosine = np.cos(np.radians(lean_deg))
    expected = 2 * 3 * cosine / (1 + cosine)

    assert diameter(wall(3, lean_deg)) == pytest.approx(expected, rel=1e-12)


def test_a_wall_that_leans_more_than_41_degrees_is_not_opposite() -> None:
    assert diameter(wall(3, 42), start=50.0) == 100.0
    assert diameter(wall(3, 41), start=50.0) < 3


def test_a_wall_seen_from_behind_is_not_opposite() -> None:
    assert diameter(wall(3, turned=True), start=50.0) == 100.0
    assert diameter(wall(3, turned=True), start=50.0, through_material=False) == pytest.approx(3)
    assert diameter(wall(3), start=50.0, through_material=False) == 100.0


def test_the_nearer_of_two_walls_limits_the_ball() -> None:
    assert diameter(wall(9), wall(3), wall(5)) == pytest.approx(3, rel=1e-12)


def test_no_larger_ball_is_looked_for_than_the_start() -> None:
    assert diameter(wall(3), start=1.0) == 2.0


def test_the_end_of_a_wall_limits_the_ball_at_its_edge() -> None:
    # the ball through the edge point q = (1, 0, 3) and tangent at the origin: |q|² / q_z across
    beside = np.array([[1.0, -1e3, 3], [1e3, 0, 3], [1.0, 1e3, 3]])

    assert diameter(beside) == pytest.approx((1 + 9) / 3, rel=ball.TOLERANCE)


def test_a_ball_in_a_crowd_is_the_smallest_of_all_pairs() -> None:
    rng = np.random.default_rng(5)
    places = np.c_[rng.uniform(-4, 4, (300, 2)), rng.uniform(2, 9, 300)]
    size = 1e-4 * BIG / 1e3
    crowd = [np.c_[place[0] + size[:, 0], place[1] + size[:, 1], np.full(3, place[2])] for place in places]

    expected = ((places**2).sum(axis=1) / places[:, 2]).min()
    assert diameter(*crowd) == pytest.approx(expected, rel=2 * ball.TOLERANCE)


def test_an_empty_tree_limits_nothing() -> None:
    found, triangles = ball.largest(
        bvh.build(np.zeros((0, 3, 3))), np.zeros((1, 3)), np.array([[0.0, 0, 1]]), np.ones(1), True, 0.0
    )

    assert found.tolist() == [2.0]
    assert triangles.tolist() == [-1]
