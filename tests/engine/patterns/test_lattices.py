"""Rows and grids of points, and what comes close to one and is none."""

import numpy as np
import pytest

from engine.model.pattern import PatternForm
from engine.patterns import lattices
from tests.support.placed import SLACK_MM, placed


def best(found):
    return min(found, key=lambda each: each.order)


def grid_points(columns: int, rows: int, steps=(10.0, 7.0), shift=0.0, without=()):
    return [
        (steps[0] * i + shift * (j % 2), steps[1] * j)
        for j in range(rows)
        for i in range(columns)
        if (i, j) not in without
    ]


def test_a_row_has_equal_steps_and_goes_on_from_its_first_feature():
    row = best(lattices.rows(placed([(12 * i, 3) for i in (4, 2, 0, 1, 3)])))
    assert (row.form, row.members.tolist()) == (PatternForm.LINEAR, [0, 4, 1, 3, 2])
    assert row.pitch_mm == (pytest.approx(12),)
    assert row.directions.tolist() == [pytest.approx([-1, 0, 0])]
    assert row.center == pytest.approx([24, 3, 0])


@pytest.mark.parametrize(("off_mm", "count"), [(0.9 * SLACK_MM, 6), (20 * SLACK_MM, 3)])
def test_a_feature_off_its_place_ends_a_row(off_mm, count):
    points = [(12.0 * i + (off_mm if i == 3 else 0.0), 0.0) for i in range(7)]
    found = lattices.rows(placed(points[:6]))
    assert len(best(found).members) == count


def test_two_features_are_no_row():
    assert lattices.rows(placed([(0, 0), (10, 0)])) == []


def test_steps_that_grow_are_no_row():
    assert lattices.rows(placed([(0, 0), (10, 0), (21, 0), (33, 0)])) == []


def test_a_grid_has_its_longer_rows_first():
    grid = best(lattices.grids(placed(grid_points(4, 6))))
    assert (grid.places, len(grid.members)) == ((6, 4), 24)
    assert grid.pitch_mm == pytest.approx((7, 10))
    assert np.abs(grid.axis) == pytest.approx([0, 0, 1])
    assert grid.members[:6].tolist() == [0, 4, 8, 12, 16, 20]


def test_a_grid_that_lacks_its_corners_is_one_of_what_is_there():
    corners = {(0, 0), (0, 3), (5, 0), (5, 3)}
    grid = best(lattices.grids(placed(grid_points(6, 4, without=corners))))
    assert (grid.places, len(grid.members)) == ((6, 4), 20)


def test_two_rows_at_right_angles_are_no_grid():
    points = [(10 * i, 0) for i in range(8)] + [(0, 10 * j) for j in range(1, 8)]
    assert not any(len(each.members) > 4 for each in lattices.grids(placed(points)))


def test_rows_far_apart_are_a_grid():
    grid = best(lattices.grids(placed(grid_points(10, 2, (5, 100)))))
    assert (grid.places, grid.pitch_mm) == ((10, 2), (pytest.approx(5), pytest.approx(100)))


def test_a_parallelogram_of_four_is_no_grid():
    assert lattices.grids(placed([(0, 0), (10, 0), (3, 8), (13, 8)])) == []
    assert len(lattices.grids(placed([(0, 0), (10, 0), (0, 8), (10, 8)]))) == 1


def test_a_staggered_grid_has_no_rows_and_columns():
    grid = best(lattices.grids(placed(grid_points(6, 5, (6, 6 * np.sqrt(3) / 2), shift=3))))
    assert (len(grid.members), grid.places) == (30, ())
    assert grid.pitch_mm == pytest.approx((6, 6))


def test_a_hexagon_round_one_is_left_to_circles():
    turns = np.radians(60 * np.arange(6))
    points = [(0, 0), *zip(6 * np.cos(turns), 6 * np.sin(turns), strict=True)]
    assert all(each.places for each in lattices.grids(placed(points)))


def test_a_grid_of_thousands_is_found_whole():
    grid = best(lattices.grids(placed(grid_points(50, 40, (5, 5)))))
    assert (grid.places, len(grid.members)) == ((50, 40), 2000)
