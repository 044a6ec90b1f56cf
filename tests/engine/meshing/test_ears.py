"""Borders closed ear by ear."""

import numpy as np
import pytest

from engine.meshing.ears import close
from engine.model.arrays import Floats


def ring(count: int) -> list[list[int]]:
    return [[i, (i + 1) % count] for i in range(count)]


def total(points: Floats, triangles: np.ndarray) -> Floats:
    corners = points[triangles]
    return np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]).sum(axis=0) / 2


UP = np.array([0.0, 0.0, 1.0])
NOTCHED = np.array([[0, 0, 0], [10, 0, 0], [10, 10, 0], [5, 2, 0], [0, 10, 0]], dtype=float)


def test_a_notched_border_is_covered_once() -> None:
    triangles = close(np.array(ring(5)), NOTCHED, np.tile(UP, (5, 1)))
    assert triangles is not None
    assert len(triangles) == 3
    assert total(NOTCHED, triangles) == pytest.approx([0, 0, 60])


def test_segments_may_come_in_any_order() -> None:
    shuffled = np.array(ring(5))[[3, 0, 4, 1, 2]]
    triangles = close(shuffled, NOTCHED, np.tile(UP, (5, 1)))
    assert triangles is not None
    assert total(NOTCHED, triangles) == pytest.approx([0, 0, 60])


def test_a_sliver_that_crosses_itself_is_closed_all_the_same() -> None:
    """Every segment ends up in exactly one triangle, so neighbors match."""
    points = np.array([[0, 0, 0], [1, 1e-6, 0], [2, -1e-6, 0], [3, 0, 0], [2, 1e-6, 0], [1, -1e-6, 0]])
    triangles = close(np.array(ring(6)), points, np.full((6, 3), np.nan))
    assert triangles is not None
    directed = [tuple(edge) for t in triangles.tolist() for edge in zip(t, t[1:] + t[:1], strict=True)]
    assert all(directed.count(tuple(edge)) == 1 for edge in ring(6))
    inner = [edge for edge in directed if list(edge) not in ring(6)]
    assert sorted(inner) == sorted(edge[::-1] for edge in inner)


def test_two_borders_or_an_open_one_are_not_closed() -> None:
    two = [*ring(3), [3, 4], [4, 5], [5, 3]]
    points = np.random.default_rng(0).random((6, 3))
    assert close(np.array(two), points, points) is None
    assert close(np.array(ring(5)[:4]), points, points) is None
