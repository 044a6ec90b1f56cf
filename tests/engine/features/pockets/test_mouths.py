"""What the openings in a face lead into, however the file spells that face."""

import math

import pytest

from engine.model.feature import Role
from tests.support import draw
from tests.support.parts import unchecked_part
from tests.support.parts_holes import thread
from tests.support.parts_pockets import (
    block,
    meshed_pockets_of,
    only,
    pockets_in,
    pockets_of,
    role_at,
    row,
    rows,
)


def shaft(*flats: tuple[int, float, float]):
    """Draw a shaft with its seam at +x, and flats 2 deep toward -x or +x, each from a height to a height."""
    tools = (draw.box((4, 30, high - low), (side * 10 - 2, -15, low)) for side, low, high in flats)
    return draw.cut(draw.cylinder(10, 60), *tools)


FLAT = (2.0, 12.0, 15.0, -1.0, 0, False)
"""The chord 8 from the middle of a radius of 10 is 12 wide."""


@pytest.mark.parametrize("sides", [(-1,), (1,), (-1, 1)])
def test_a_flat_between_shoulders_is_reported_the_same_wherever_the_seam_of_the_shaft_lies(
    sides: tuple[int, ...],
) -> None:
    shape = shaft(*((side, 20.0, 35.0) for side in sides))
    assert rows(pockets_of(shape)) == [FLAT] * len(sides)
    assert rows(pockets_of(draw.turned(shape, 77.0))) == [FLAT] * len(sides)


@pytest.mark.parametrize("side", [-1, 1])
def test_a_flat_that_runs_out_at_the_end_of_the_shaft_is_no_pocket(side: int) -> None:
    assert pockets_of(shaft((side, 45.0, 60.0))) == []


def over_column(seam_deg: float, at: float, radius: float, base: tuple[float, float, float, float]):
    """Draw a plate with a window of 20 x 12, cut 4 deep into the column that holds it up from a base.

    `at` is where the column stands along x, `base` how far the base reaches: low x and y, high x and y.
    """
    x0, y0, x1, y1 = base
    column = draw.turned(draw.cylinder(radius, 40, (at, 0, 0)), seam_deg, about=(at, 0, 0))
    plate = draw.box((100, 60, 6), (-50, -30, 34))
    shape = draw.fuse(plate, column, draw.box((x1 - x0, y1 - y0, 6), (x0, y0, -6)))
    return draw.cut(shape, draw.box((20, 12, 20), (-10, -6, 30)))


@pytest.mark.parametrize("seam_deg", [0.0, 180.0])
def test_what_lies_below_a_mouth_is_known_by_its_area_not_by_one_point_of_it(seam_deg: float) -> None:
    # A fifth of the column is below the window, and a tenth of the base.
    beside = over_column(seam_deg, 12.0, 10.0, (-30, -30, 12, 30))
    assert rows(meshed_pockets_of(beside)) == [(10.0, 12.0, 20.0, 0.0, 0, False)]
    # Three fifths of the column are, and nearly all of the base: it is the floor.
    below = over_column(seam_deg, 7.0, 4.0, (-8, -5, 7, 5))
    assert rows(meshed_pockets_of(below)) == [(40.0, 12.0, 20.0, 0.0, 0, False)]


def bored():
    return draw.cut(draw.box((40, 40, 30), (-20, -20, 0)), draw.cylinder(10, 40))


@pytest.mark.parametrize("turned_deg", [0.0, 50.0])
def test_a_thread_that_is_drawn_is_no_pocket(turned_deg: float) -> None:
    threaded = draw.cut(bored(), thread(20, 24, 4, 5.0, 25.5))
    assert meshed_pockets_of(draw.turned(threaded, turned_deg, (1, 2, 3))) == []


def test_a_pocket_round_the_mouth_of_a_hole_is_one() -> None:
    sunk = draw.cut(bored(), draw.box((26, 24, 6), (-13, -12, 24)))
    assert rows(meshed_pockets_of(sunk)) == [(6.0, 24.0, 26.0, 0.0, 0, False)]


def test_a_pocket_with_relieved_corners_is_one() -> None:
    shape = draw.cut(draw.box((60, 60, 30), (-30, -30, 0)), draw.box((30, 20, 12), (-15, -10, 18)))
    for x in (-15, 15):
        for y in (-10, 10):
            shape = draw.cut(shape, draw.cylinder(3, 12, (x, y, 18)))
    (found,) = meshed_pockets_of(shape)
    assert found.depth_mm == pytest.approx(12.0)


@pytest.mark.parametrize(("at", "depth_mm"), [(10.4, 40.0), (11.25, 10.0)])
def test_a_wall_is_inside_where_two_fifths_of_it_lie_below_the_mouth(at: float, depth_mm: float) -> None:
    """Of a column 44 and 37 % do: down the one the way leads to the base, which lies below the mouth."""
    shape = over_column(0.0, at, 4.0, (-8, -5, 7, 5))
    assert rows(meshed_pockets_of(shape)) == [(depth_mm, 12.0, 20.0, 0.0, 0, False)]


@pytest.mark.parametrize(("lean_deg", "n_faces"), [(11.0, 7), (12.0, 6)])
def test_what_looks_down_by_more_than_12_degrees_is_not_reached_through_a_mouth(
    lean_deg: float, n_faces: int
) -> None:
    """One wall bulges: upright, then in, then back; the last, below the bulge, is what leans."""
    back = 7 + 6 * math.tan(math.radians(lean_deg))
    side = [(-10, 35), (10, 35), (10, 28), (7, 24), (back, 18), (-10, 18)]
    found = only(pockets_of(draw.cut(block(), draw.prism([(x, -15, z) for x, z in side], (0, 30, 0)))))
    assert row(found) == (12.0, 20.0, 30.0, 0.0, 0, False)
    assert len(found.faces) == n_faces


@pytest.mark.parametrize(("slope_deg", "role"), [(44.0, Role.POCKET_FLOOR), (47.0, Role.POCKET_WALL)])
def test_a_slope_of_up_to_45_degrees_in_a_pocket_is_floor(slope_deg: float, role: Role) -> None:
    run = 17 / math.tan(math.radians(slope_deg))
    side = [(-25, 18), (10, 18), (10 + run, 35), (-25, 35)]
    part = unchecked_part(draw.cut(block(), draw.prism([(x, -15, z) for x, z in side], (0, 30, 0))))
    found = only(pockets_in(part))
    assert role_at(part, found, (10 + run / 2.0, 0, 26.5)) is role
