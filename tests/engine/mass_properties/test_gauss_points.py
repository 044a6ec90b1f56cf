"""Integrals round a domain are those over it, whatever its borders leave open."""

import numpy as np
import pytest

from engine.mass_properties.gauss_points import PER_BREAK, SOME, across_gaps, cut_at, on_line, spread
from engine.meshing.loops import Ends
from engine.model.arrays import Floats

NOWHERE = np.zeros(0)
CORNERS = np.array([(0.0, 0.0), (3.0, 0.0), (2.0, 2.0), (0.0, 1.0)])
AREA = 4.0
"""By the shoelace formula."""


def side(start: Floats, end: Floats) -> Floats:
    (u, v), (along_u, along_v) = start.tolist(), (end - start).tolist()
    return on_line((u, v), (along_u, along_v), 0.0, 1.0, NOWHERE)


def area(points: Floats) -> float:
    """Integral of -v du, counter-clockwise."""
    _, v, du = points
    return -float((v * du).sum())


def test_the_area_of_a_polygon_is_the_integral_round_it() -> None:
    sides = [side(*pair) for pair in zip(CORNERS, np.roll(CORNERS, -1, axis=0), strict=True)]
    assert area(np.concatenate(sides, axis=1)) == pytest.approx(AREA, rel=1e-14)


def test_a_side_that_a_file_leaves_out_is_closed_by_a_line() -> None:
    tails, heads = CORNERS[[2, 3, 0]], CORNERS[[3, 0, 1]]
    ends = Ends(tails, heads, lambda uv: np.column_stack([uv, np.zeros(len(uv))]), np.zeros(2))
    sides = [side(*pair) for pair in zip(tails, heads, strict=True)]
    assert area(np.concatenate(sides, axis=1)) == pytest.approx(AREA - 1.0)
    sides.append(across_gaps(ends, NOWHERE))
    assert area(np.concatenate(sides, axis=1)) == pytest.approx(AREA, rel=1e-14)


def test_a_line_along_which_u_stands_still_has_no_points() -> None:
    assert side(CORNERS[3], CORNERS[0]).shape == (3, 0)


def test_breaks_part_a_line_into_stretches_with_points_of_their_own() -> None:
    split_interval = on_line((0.0, 0.0), (2.0, 1.0), 0.0, 1.0, np.array([-1.0, 0.5, 1.5, 7.0]))
    assert split_interval.shape[1] == 3 * PER_BREAK[0][1]
    assert split_interval[2].sum() == pytest.approx(2.0)
    assert on_line((0.0, 0.0), (1.0, 0.5), 0.0, 1.0, NOWHERE).shape[1] == SOME


def test_places_outside_cut_nothing() -> None:
    np.testing.assert_array_equal(cut_at(np.array([5.0, 0.5, -1.0, 1.0]), 0.0, 1.0), [0.0, 0.5, 1.0])
    np.testing.assert_array_equal(cut_at(NOWHERE, 0.0, 1.0), [0.0, 1.0])


def test_weights_of_each_stretch_add_up_to_its_length() -> None:
    at, weight = spread(np.array([0.0, 1.0, 4.0]), 5)
    assert [weight[at < 1.0].sum(), weight[at > 1.0].sum()] == pytest.approx([1.0, 3.0])
