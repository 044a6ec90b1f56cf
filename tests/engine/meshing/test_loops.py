"""The order of coedges round a loop, and what is a gap between them and what is none."""

import math
from typing import NamedTuple

import numpy as np
import pytest

from engine.meshing import loops
from engine.meshing.loops import Ends, Places
from engine.model.arrays import Floats

TURN = 2 * math.pi


class Coedge(NamedTuple):
    edge: int
    is_forward: bool


def cylinder(radius: float) -> Places:
    return lambda uv: np.column_stack([radius * np.cos(uv[:, 0]), radius * np.sin(uv[:, 0]), uv[:, 1]])


def ball(radius: float) -> Places:
    def places(uv: Floats) -> Floats:
        u, v = uv.T
        return radius * np.column_stack([np.cos(v) * np.cos(u), np.cos(v) * np.sin(u), np.sin(v)])

    return places


def ends(
    places: Places, *around: tuple[tuple[float, float], tuple[float, float]], period: float = TURN
) -> Ends:
    table = np.array(around, dtype=np.float64)
    return Ends(table[:, 0], table[:, 1], places, np.array([period, 0.0]))


def test_coedges_whose_vertices_are_passed_once_are_ordered_by_them() -> None:
    vertices = [(0, 1), (2, 1), (2, 0)]
    loop = [Coedge(0, True), Coedge(2, True), Coedge(1, False)]
    assert loops.chained(loop, vertices) == [Coedge(0, True), Coedge(1, False), Coedge(2, True)]


@pytest.mark.parametrize(
    "vertices",
    [
        [(0, 0), (0, 1), (1, 1)],  # a full cylinder: its seam and its circles meet in two vertices
        [(0, 1), (2, 3), (4, 5)],  # every edge has vertices of its own
        [(0, -1), (-1, 1), (1, 0)],  # an edge without an end
        [(0, 1), (1, 0), (2, 2)],  # two loops in one
    ],
)
def test_vertices_say_no_order_where_they_are_no_single_ring(vertices: list[tuple[int, int]]) -> None:
    assert loops.chained([Coedge(edge, True) for edge in range(3)], vertices) is None


def test_a_degenerate_edge_leaves_the_order_to_the_parameters() -> None:
    assert loops.chained([Coedge(0, True), Coedge(-1, True)], [(0, 0)]) is None


SEAMED = (
    ((0.0, 0.0), (TURN, 0.0)),
    ((TURN, 0.0), (TURN, 100.0)),
    ((TURN, 100.0), (0.0, 100.0)),
    ((0.0, 100.0), (0.0, 0.0)),
)
"""Bottom, seam, top and seam of a cylinder."""


def is_ring(found: list[int]) -> bool:
    at = found.index(0)
    return found[at:] + found[:at] == [0, 1, 2, 3]


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 2, 1, 0), (1, 3, 0, 2), (0, 2, 1, 3), (2, 0, 3, 1)])
def test_a_loop_with_a_seam_is_ordered_by_its_ends(order: tuple[int, ...]) -> None:
    found = loops.order(ends(cylinder(5), *(SEAMED[index] for index in order)))
    assert is_ring([order[index] for index in found.tolist()])
    assert found[0] == 0  # what comes first stays first


def test_a_loop_that_is_in_order_already_stays_as_it_is() -> None:
    around = ends(cylinder(5), *SEAMED)
    np.testing.assert_array_equal(loops.order(around), [0, 1, 2, 3])


def test_two_rings_in_one_loop_are_reported_one_after_the_other() -> None:
    low = [((0.0, 0.0), (3.0, 0.0)), ((3.0, 0.0), (0.0, 0.0))]
    high = [((0.0, 9.0), (3.0, 9.0)), ((3.0, 9.0), (0.0, 9.0))]
    found = loops.order(ends(cylinder(5), low[0], high[0], low[1], high[1]))
    assert found.tolist() == [0, 2, 1, 3]


def test_ends_that_are_no_numbers_keep_their_order() -> None:
    around = ends(cylinder(5), *SEAMED[:2], ((math.nan, 0.0), (0.0, 1.0)))
    np.testing.assert_array_equal(loops.order(around), [0, 1, 2])


def steps(around: Ends) -> Floats:
    return loops.gaps(around)[1]


@pytest.mark.parametrize("radius", [0.05, 5.0, 500.0])
@pytest.mark.parametrize("height", [0.1, 100.0, 10_000.0])
def test_a_jump_over_the_seam_is_no_gap_however_long_or_thin_the_cylinder(
    radius: float, height: float
) -> None:
    """Two circles and no seam: each begins where it ends, a turn apart."""
    circles = ((0.0, 0.0), (TURN, 0.0)), ((TURN, height), (0.0, height))
    for circle in circles:
        assert (
            not len(steps(ends(cylinder(radius), circle))) or not steps(ends(cylinder(radius), circle)).any()
        )


def test_coedges_out_of_order_leave_no_gaps() -> None:
    """A long half cylinder: from the end of one side to the start of another is less than a tenth of it."""
    half = (
        ((0.0, 0.0), (math.pi, 0.0)),
        ((math.pi, 0.0), (math.pi, 100.0)),
        ((math.pi, 100.0), (0.0, 100.0)),
        ((0.0, 100.0), (0.0, 0.0)),
    )
    for order in ((0, 2, 1, 3), (1, 0, 3, 2), (3, 1, 0, 2)):
        assert not len(steps(ends(cylinder(5), *(half[index] for index in order))))


@pytest.mark.parametrize("width_mm", [1e-6, 1e-3, 0.3])
def test_a_gap_is_closed_whether_it_lies_along_u_or_beside_the_seam(width_mm: float) -> None:
    open_ = width_mm / 5.0
    along = (*SEAMED[:2], ((TURN - open_, 100.0), (0.0, 100.0)), SEAMED[3])
    assert steps(ends(cylinder(5), *along)) == pytest.approx(np.array([[-open_, 0.0]]), rel=1e-6)
    beside = ((0.0, 0.0), (TURN - open_, 0.0))  # a circle that does not quite close, without a seam
    assert steps(ends(cylinder(5), beside)) == pytest.approx(np.array([[open_, 0.0]]), rel=1e-6)


def test_a_side_that_is_left_out_along_v_adds_nothing_and_one_along_u_is_drawn() -> None:
    patch = (
        ((0.0, 0.0), (1.0, 0.0)),
        ((1.0, 0.0), (1.0, 50.0)),
        ((1.0, 50.0), (0.0, 50.0)),
        ((0.0, 50.0), (0.0, 0.0)),
    )
    assert not len(steps(ends(cylinder(5), patch[0], *patch[2:])))
    np.testing.assert_allclose(steps(ends(cylinder(5), *patch[:2], patch[3])), [[-1.0, 0.0]])


def test_a_pole_that_is_left_out_is_closed_over_all_its_angles() -> None:
    half = math.pi / 2
    lune = ((0.0, -half), (1.5, -half)), ((1.5, -half), (1.5, half)), ((0.0, half), (0.0, -half))
    np.testing.assert_allclose(steps(ends(ball(7), *lune)), [[-1.5, 0.0]])
    whole = ((TURN, -half), (TURN, half)), ((0.0, half), (0.0, -half))
    found = steps(ends(ball(7), *whole))
    np.testing.assert_allclose(found[np.argsort(found[:, 0])], [[-TURN, 0.0], [TURN, 0.0]])


def test_a_strip_that_winds_round_more_than_once_has_no_gaps() -> None:
    wound = (
        ((0.0, 0.0), (3 * TURN, 30.0)),
        ((3 * TURN, 30.0), (3 * TURN, 34.0)),
        ((3 * TURN, 34.0), (0.0, 4.0)),
        ((0.0, 4.0), (0.0, 0.0)),
    )
    for order in ((0, 1, 2, 3), (2, 0, 3, 1)):
        around = ends(cylinder(5), *(wound[index] for index in order))
        assert not len(steps(around))
        assert is_ring([order[index] for index in loops.order(around).tolist()])
