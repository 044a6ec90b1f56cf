"""Setups, on parts that a machinist would count by heart."""

from dataclasses import replace
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from engine.evidence import setups
from engine.model.access import BodyAccess, Patch
from engine.model.arrays import frozen
from engine.model.part import BodyId
from engine.run_context import RunContext
from tests.support import draw
from tests.support.machined import Machined, block, drilled, machined, obliquely_drilled


def test_a_block_takes_one_setup_and_is_clamped_by_a_side_of_the_blank() -> None:
    found = machined(block(), max_edge_mm=20.0)
    (body,) = found.bodies
    assert (len(body.setups), len(body.stock_faces), body.is_exact) == (1, 1, True)
    (stock,) = body.stock_faces
    normal = found.prepared.part.faces[stock].inner_normal
    assert normal @ body.setups[0].direction == pytest.approx(-1.0)
    assert set(body.setups[0].faces) == set(range(6)) - {stock}


@pytest.mark.parametrize(
    ("sides", "count"),
    [(("+z",), 1), (("+z", "-z"), 2), (("+z", "+x", "-y"), 3)],
)
def test_every_side_with_a_blind_hole_takes_a_setup(sides: tuple[str, ...], count: int) -> None:
    found = machined(drilled(*sides), max_edge_mm=20.0)
    (body,) = found.bodies
    assert found.count == count
    ways = {"+x": (1, 0, 0), "+y": (0, 1, 0), "-y": (0, -1, 0), "+z": (0, 0, 1), "-z": (0, 0, -1)}
    assert found.directions == sorted(ways[side] for side in sides)
    # hole walls and floors are what needs them
    for setup in body.setups:
        assert setup.is_forced
        assert len(setup.forced_by) >= 2


def test_holes_that_go_through_are_drilled_from_the_same_side() -> None:
    plate = draw.box((60, 40, 6))
    holes = [draw.cylinder(3, 8, (x, 20, -1)) for x in (10, 30, 50)]
    counterbore = draw.cylinder(5, 4, (30, 20, 3))
    assert machined(draw.cut(plate, *holes, counterbore), max_edge_mm=20.0).count == 1
    below = draw.cylinder(5, 4, (10, 20, -1))
    assert machined(draw.cut(plate, *holes, counterbore, below), max_edge_mm=20.0).count == 2


def test_a_step_on_the_underside_takes_the_part_out_of_the_vise() -> None:
    body = draw.cut(drilled("+z"), draw.box((20, 42, 5), (-1, -1, -1)))
    (found,) = machined(body, max_edge_mm=20.0).bodies
    # the step is open to three sides: it is milled from -x or from below, and the hole from above
    assert len(found.setups) == 2
    assert not found.stock_faces


def test_an_oblique_hole_costs_a_setup_and_an_upright_one_does_not() -> None:
    assert machined(obliquely_drilled(0), max_edge_mm=20.0).count == 1
    leaning = machined(obliquely_drilled(30), max_edge_mm=20.0)
    assert leaning.count == 2
    assert (0.5, 0.0, 0.866) in leaning.directions


def test_a_ball_takes_two() -> None:
    found = machined(draw.sphere(20), max_edge_mm=3.0)
    first, second = found.bodies[0].setups
    assert first.direction @ second.direction == pytest.approx(-1.0)


def test_a_turned_part_is_chucked_once_and_its_cross_hole_takes_a_drill_from_the_side() -> None:
    shaft = draw.fuse(draw.cylinder(10, 40), draw.cylinder(6, 80))
    grooved = draw.cut(shaft, draw.cut(draw.cylinder(7, 3, (0, 0, 60)), draw.cylinder(4, 3, (0, 0, 60))))
    (found,) = machined(grooved, max_edge_mm=20.0).bodies
    assert [setup.is_turning for setup in found.setups] == [True]
    crossed = draw.cut(grooved, draw.cylinder(2, 30, (-15, 0, 20), (1, 0, 0)))
    (found,) = machined(crossed, max_edge_mm=20.0).bodies
    assert sorted(setup.is_turning for setup in found.setups) == [False, True]


def test_every_body_is_counted_by_itself() -> None:
    pair = draw.compound(block(), draw.moved(drilled("+z", "+x"), (100, 0, 0)))
    assert [len(body.setups) for body in machined(pair, max_edge_mm=20.0).bodies] == [1, 2]


def test_the_least_cover_is_the_least() -> None:
    """Against trying everything, on covers drawn by lot."""
    lot = np.random.default_rng(5)
    for _ in range(60):
        count = int(lot.integers(3, 8))
        masks = [int(each) for each in lot.integers(1, 2**count, size=int(lot.integers(1, 12)))]
        chosen, is_exact = setups.least_cover(masks, range(count))
        assert is_exact
        assert all(any(mask >> each & 1 for each in chosen) for mask in masks)
        for size in range(len(chosen)):
            for fewer in combinations(range(count), size):
                assert not all(any(mask >> each & 1 for each in fewer) for mask in masks)


def test_a_cover_too_wide_to_try_is_good_and_says_so() -> None:
    lot = np.random.default_rng(6)
    masks = [sum(1 << int(each) for each in lot.choice(30, 3, replace=False)) for _ in range(80)]
    chosen, is_exact = setups.least_cover(masks, range(30))
    assert not is_exact
    assert all(any(mask >> each & 1 for each in chosen) for mask in masks)
    for each in chosen:  # none is for nothing
        assert not all(any(mask >> other & 1 for other in chosen if other != each) for mask in masks)
    assert setups.least_cover([], range(3)) == ((), True)


@pytest.mark.parametrize(("n_directions", "is_exact"), [(12, True), (13, False)])
def test_up_to_twelve_directions_are_tried_in_every_combination(n_directions: int, is_exact: bool) -> None:
    """A ring of them, where each face is reached from two neighbors: every second one serves all."""
    masks = [1 << each | 1 << (each + 1) % n_directions for each in range(n_directions)]
    chosen, tried_all = setups.least_cover(masks, range(n_directions))
    assert all(any(mask >> each & 1 for each in chosen) for mask in masks)
    assert tried_all is is_exact
    assert len(chosen) == 6 or not is_exact


def test_a_direction_that_later_ones_make_needless_is_left_out() -> None:
    """The first serves four of six, more than any other; two that are needed serve three each."""
    first, second, third = 1, 2, 4
    masks = [second, first | second, first | second, third, first | third, first | third]
    assert setups._greedy(masks, [0, 1, 2]) == (1, 2)


@cache
def machined_block() -> Machined:
    return machined(block(), max_edge_mm=20.0)


@pytest.mark.parametrize(
    ("share", "count", "error"),
    [(0.04, 1, 0), (0.1, 1, 1), (0.13, 1, 1), (0.17, 2, 1), (0.2, 2, 1), (0.3, 2, 0)],
)
def test_a_share_near_what_may_be_left_leaves_the_number_of_setups_undecided(
    share: float, count: int, error: int
) -> None:
    """Nearly all of a face is reached from above, the rest from the side alone."""
    found = machined_block()
    face = found.at((30, 20, 30))
    ways = frozen([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]])
    patches = (Patch(face, 1.0 - share, (0,)), Patch(face, share, (1,)))
    access = replace(found.access, bodies=(BodyAccess(BodyId(0), ways, False, patches),))
    (body,) = setups.find(RunContext(found.prepared), access)
    assert (len(body.setups), body.count_error) == (count, error)
