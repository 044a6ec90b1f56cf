"""Scan lines find the inside of outlines with holes, face by face."""

import numpy as np
import pytest

from engine.meshing.scan import Lines, clearance, cross, widths_inside
from engine.model.arrays import Floats, Ints


def ring(*corners: tuple[float, float]) -> tuple[Floats, Floats]:
    """Begin and end of the segments of a closed polygon."""
    points = np.array(corners, dtype=float)
    return points, np.roll(points, -1, axis=0)


def square_with_a_hole() -> tuple[Floats, Floats]:
    outer = ring((0, 0), (10, 0), (10, 10), (0, 10))
    hole = ring((4, 4), (6, 4), (6, 6), (4, 6))
    return np.concatenate([outer[0], hole[0]]), np.concatenate([outer[1], hole[1]])


def lines(face: list[int], level: list[float]) -> Lines:
    return Lines(np.array(face, dtype=np.int64), np.array(level, dtype=float))


def test_a_line_through_a_hole_has_two_stretches_inside() -> None:
    begin, end = square_with_a_hole()
    crossings = cross(lines([0, 0], [2.0, 5.0]), np.zeros(len(begin), dtype=np.int64), begin, end)
    line, left, right = widths_inside(crossings)
    assert list(zip(line.tolist(), left.tolist(), right.tolist(), strict=True)) == [
        (0, 0.0, 10.0),
        (1, 0.0, 4.0),
        (1, 6.0, 10.0),
    ]


def test_a_line_through_corners_counts_each_once() -> None:
    """A rhombus cut at the height of its side corners, where four segments end."""
    begin, end = ring((0, -5), (5, 0), (0, 5), (-5, 0))
    crossings = cross(lines([0], [0.0]), np.zeros(4, dtype=np.int64), begin, end)
    assert crossings.is_even.all()
    assert [part.tolist() for part in widths_inside(crossings)] == [[0], [-5.0], [5.0]]


def test_lines_cross_only_their_own_face() -> None:
    one, other = ring((0, 0), (1, 0), (1, 1), (0, 1)), ring((5, 0), (9, 0), (9, 1), (5, 1))
    begin, end = (np.concatenate([one[side], other[side]]) for side in (0, 1))
    face: Ints = np.repeat([0, 1], 4)
    line, left, right = widths_inside(cross(lines([0, 1, 1], [0.5, 0.2, 0.7]), face, begin, end))
    assert line.tolist() == [0, 1, 2]
    assert (left.tolist(), right.tolist()) == ([0, 5, 5], [1, 9, 9])


def test_an_outline_that_leaks_has_no_inside() -> None:
    begin, end = ring((0, 0), (10, 0), (10, 10), (0, 10))
    crossings = cross(lines([0], [5.0]), np.zeros(3, dtype=np.int64), begin[:3], end[:3])
    assert not crossings.is_even.any()
    assert len(widths_inside(crossings)[0]) == 0
    assert clearance(crossings, np.array([0]), np.array([5.0])) < 0


@pytest.mark.parametrize(("at", "expected"), [(1.0, 1.0), (3.5, 0.5), (5.0, -1.0), (9.0, 1.0), (12.0, -2.0)])
def test_clearance_is_the_way_to_the_nearest_crossing_and_negative_outside(
    at: float, expected: float
) -> None:
    begin, end = square_with_a_hole()
    crossings = cross(lines([0], [5.0]), np.zeros(len(begin), dtype=np.int64), begin, end)
    assert clearance(crossings, np.array([0]), np.array([at])) == pytest.approx(expected)
