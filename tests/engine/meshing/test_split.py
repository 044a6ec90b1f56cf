"""Split edges leave triangles that still cover the same ground and still match."""

import itertools

import numpy as np
import pytest

from engine.meshing.split import halve
from engine.model.arrays import Floats, Ints

SQUARE = np.array([[0, 0, 0], [4, 0, 0], [4, 3, 0], [0, 3, 0]], dtype=float)
TWO = np.array([[0, 1, 2], [0, 2, 3]])


def areas(points: Floats, triangles: Ints) -> Floats:
    corners = points[triangles]
    return np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])[:, 2] / 2


@pytest.mark.parametrize("edges", list(itertools.product([False, True], repeat=5))[1:])
def test_any_choice_of_edges_keeps_area_and_sense(edges: tuple[bool, ...]) -> None:
    bottom, right, diagonal, top, left = edges
    # the edge opposite to each corner, of (0, 1, 2) and (0, 2, 3)
    marked = np.array([[right, diagonal, bottom], [top, left, diagonal]])
    halved = halve(TWO, marked, SQUARE, np.arange(4))
    points = np.concatenate([SQUARE, SQUARE[halved.ends].mean(axis=1)])
    found = areas(points, halved.triangles)
    assert (found > 0).all()
    assert found.sum() == pytest.approx(12)
    assert len(halved.ends) == sum(edges)
    assert len(halved.triangles) == 2 + sum(edges) + diagonal


def test_neighbors_share_the_new_node_on_their_common_edge() -> None:
    marked = np.array([[False, True, False], [False, False, True]])
    halved = halve(TWO, marked, SQUARE, np.arange(4))
    assert halved.ends.tolist() == [[0, 2]]
    assert (halved.triangles == 4).sum() == 4


def test_edges_from_nodes_that_stand_for_each_other_get_one_node() -> None:
    """Two triangles that meet in a pole whose nodes 3 and 4 are one place."""
    fan = np.array([[3, 0, 1], [4, 1, 2]])
    places = np.array([[-1, 1, 0], [0, 1, 0], [1, 1, 0], [0, 0, 0], [0, 0, 0]], dtype=float)
    marked = np.array([[False, True, False], [False, False, True]])
    assert len(halve(fan, marked, places, np.arange(5)).ends) == 2
    assert halve(fan, marked, places, np.array([0, 1, 2, 3, 3])).ends.tolist() == [[1, 3]]
