"""Mirrored pairs of points, and what comes close to one and is none."""

import numpy as np
import pytest

from engine.patterns import mirrors
from tests.support.placed import placed

OUTLINE = np.array([[0.0, 0, 0], [80, 0, 0], [80, 50, 0], [0, 50, 0], [80, 50, 10]])


def mirrored(points, axes=None, outline=OUTLINE):
    return [each.members.tolist() for each in mirrors.find(placed(points, axes), outline, 0.001)]


def test_a_pair_has_the_middle_of_the_outline_between_it():
    assert mirrored([(20, 10), (60, 10)]) == [[0, 1]]
    assert mirrored([(20, 10), (61, 10)]) == []


def test_pairs_across_one_plane_are_one_pattern():
    assert mirrored([(20, 10), (30, 33), (60, 10), (50, 33)]) == [[0, 2, 1, 3]]


def test_a_pair_across_the_diagonal_has_its_plane_reported_the_same_way():
    square = np.array([[0.0, 0, 0], [50, 50, 0], [0, 50, 0], [50, 0, 0]])
    points = [(10, 20), (25, 40), (20, 10), (40, 25)]
    (found,) = mirrors.find(placed(points), square, 0.001)
    assert found.members.tolist() == [0, 2, 1, 3]
    assert found.axis == pytest.approx(np.array([1, -1, 0]) / np.sqrt(2))


def test_axes_are_mirrored_with_their_features():
    points = [(0, 25), (80, 25)]
    assert mirrored(points, [(1.0, 0.0, 0.0), (-1.0, 0.0, 0.0)]) == [[0, 1]]
    assert mirrored(points, [(1.0, 0.0, 0.0), (1.0, 0.0, 0.0)]) == []
