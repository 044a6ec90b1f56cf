"""The rectangle round a pocket at its mouth."""

import math

import numpy as np
import pytest
from OCP.TopoDS import TopoDS_Shape

from tests.support import draw
from tests.support.parts_pockets import block, only, pockets_of


@pytest.mark.parametrize(
    ("radius", "length", "seam_deg"), [(30.0, 25.0, 0.0), (30.0, 25.0, 3.0), (24.0, 19.0, 7.0)]
)
def test_a_recess_open_to_a_round_rim_is_as_long_as_the_rim_stands_out_wherever_its_edges_begin(
    radius: float, length: float, seam_deg: float
) -> None:
    disc = draw.turned(draw.cylinder(radius, 20), seam_deg)
    found = only(pockets_of(draw.cut(disc, draw.box((40, 16, 10), (5, -8, 14)))))
    assert found.length_mm == pytest.approx(length, abs=1e-4)
    assert found.width_mm == pytest.approx(16.0, abs=1e-4)
    assert found.open_sides == 1


def windowed(*tools: TopoDS_Shape) -> TopoDS_Shape:
    return draw.cut(draw.box((150, 150, 10), (-75, -75, 0)), *tools)


@pytest.mark.parametrize("turn_deg", [0.0, 21.0])
def test_a_window_with_a_bay_in_each_side_is_measured_along_its_sides(turn_deg: float) -> None:
    bays = (draw.cylinder(6.35, 20, (x, y, 0)) for x, y in ((-40, 0), (40, 0), (0, -25), (0, 25)))
    shape = windowed(draw.box((80, 50, 20), (-40, -25, 0)), *bays)
    found = only(pockets_of(draw.turned(shape, turn_deg, (1, 2, 3))))
    assert found.length_mm == pytest.approx(92.7, abs=0.01)
    assert found.width_mm == pytest.approx(62.7, abs=0.01)


def test_a_window_of_stairs_is_measured_along_the_stairs() -> None:
    down = [(4.0 * (n + side), 4.0 * n, 0.0) for n in range(6) for side in (0, 1)]
    up = [(4.0 * (n + side), 4.0 * n + 8.0, 0.0) for n in reversed(range(6)) for side in (1, 0)]
    found = only(pockets_of(windowed(draw.prism([*down, *up], (0, 0, 20)))))
    assert found.length_mm == pytest.approx(52.0 / 2.0**0.5, abs=0.01)
    assert found.width_mm == pytest.approx(12.0 / 2.0**0.5, abs=0.01)


@pytest.mark.parametrize(("spelling", "turn_deg"), [(draw.unified, 0.0), (draw.as_nurbs, 11.0)])
def test_a_socket_with_a_round_chamfered_mouth_is_as_wide_as_the_mouth(spelling, turn_deg: float) -> None:
    """The mouth is one circle: no flat wall meets it."""
    corners = [
        (2.5 * math.cos(math.radians(60 * n)), 2.5 * math.sin(math.radians(60 * n)), 2.0) for n in range(6)
    ]
    head = draw.cut(draw.cylinder(6, 6), draw.prism(corners, (0, 0, 5)), draw.cone(1.6, 2.6, 1.0, (0, 0, 5)))
    found = only(pockets_of(spelling(draw.turned(head, turn_deg, (1, 2, 3)))))
    assert found.length_mm == pytest.approx(5.2, abs=1e-6)
    assert found.width_mm == pytest.approx(5.2, abs=1e-6)


@pytest.mark.parametrize(
    ("seam_deg", "spelled"),
    [(0.0, lambda shape: shape), (5.0, lambda shape: shape), (7.5, draw.mirrored)],
    ids=["0", "5", "7.5 mirrored"],
)
def test_a_socket_with_a_round_mouth_is_as_wide_as_that_wherever_its_edge_begins(
    seam_deg: float, spelled
) -> None:
    """A hexagon at the bottom of a countersink that takes all of its corners."""
    hexagon = [(6 * math.cos(turn), 6 * math.sin(turn), 4) for turn in np.radians(np.arange(6) * 60.0)]
    sink = draw.turned(draw.cone(4.5, 7.0, 2.5, (0, 0, 12.5)), seam_deg)
    shape = draw.cut(draw.turned(draw.cylinder(10, 15), seam_deg), draw.prism(hexagon, (0, 0, 20)), sink)
    found = only(pockets_of(spelled(shape)))
    assert (found.width_mm, found.length_mm) == pytest.approx((14.0, 14.0), abs=1e-5)


SIDE = 60.0


def sizes_of(tool: TopoDS_Shape) -> tuple[float, float]:
    found = only(pockets_of(windowed(tool)))
    return found.width_mm, found.length_mm


@pytest.mark.parametrize(("cut_mm", "is_square"), [(31.29, True), (31.57, False)])
def test_a_rectangle_along_the_walls_may_be_a_twentieth_larger_than_the_smallest(
    cut_mm: float, is_square: bool
) -> None:
    """A square window whose opposite corners are cut by arcs, as far as a diagonal rectangle would cut them.

    That one is 84.85 by 40.6 or 40.2, and by the 0.1 mm that the arcs bulge: 4.5 or 5.5 % less.
    """
    window = draw.box((SIDE, SIDE, 20), (-SIDE / 2, -SIDE / 2, -5))
    half_mm, radius_mm = (SIDE - cut_mm) / 2**0.5, 400.0
    for way in (1, -1):
        at = way * (half_mm - radius_mm) / 2**0.5
        window = draw.common(window, draw.cylinder(radius_mm, 40, (at, -at, -10)))
    askew = 2 * half_mm, SIDE * 2**0.5
    expected = (SIDE, SIDE) if is_square else askew
    assert sizes_of(window) == pytest.approx(expected, abs=1e-4 if is_square else 0.1)


def clipped(turned_deg: float = 0.0, tooth_mm: float = 0.0) -> TopoDS_Shape:
    """Draw the tool of a square window with two opposite corners cut by walls, one turned by an angle more.

    Two teeth reach into it from one side, which makes the walls along the sides longer by four times as much.
    The rectangle along the cuts is 3 % smaller than the square.
    """
    cut_mm = 0.515 * SIDE
    rise_mm = cut_mm * math.tan(math.radians(45.0 - turned_deg))
    teeth = [(x + dx, y) for x in (6, 15) for dx, y in ((0, 0), (0, tooth_mm), (3, tooth_mm), (3, 0))]
    outline = [
        (0, 0),
        *(teeth if tooth_mm else ()),
        (SIDE - cut_mm, 0),
        (SIDE, cut_mm),
        (SIDE, SIDE),
        (cut_mm, SIDE),
        (0, SIDE - rise_mm),
    ]
    return draw.prism([(x - SIDE / 2, y - SIDE / 2, -5) for x, y in outline], (0, 0, 20))


@pytest.mark.parametrize(("tooth_mm", "is_square"), [(10.62, False), (19.5, True)])
def test_walls_askew_count_where_they_run_for_half_of_what_the_others_do(
    tooth_mm: float, is_square: bool
) -> None:
    """They run for 0.55 or 0.45 of it."""
    expected = (SIDE, SIDE) if is_square else (0.485 * SIDE * 2**0.5, SIDE * 2**0.5)
    assert sizes_of(clipped(tooth_mm=tooth_mm)) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize(("turned_deg", "is_square"), [(1.03, False), (1.29, True)])
def test_walls_within_a_degree_of_each_other_run_along_one_rectangle(
    turned_deg: float, is_square: bool
) -> None:
    """Of the two cuts each by itself is too short to count."""
    assert (sizes_of(clipped(turned_deg)) == pytest.approx((SIDE, SIDE), abs=1e-4)) is is_square


@pytest.mark.parametrize(("turn_deg", "is_corner"), [(5.4, False), (6.2, True)])
def test_a_rounded_corner_between_walls_that_turn_by_six_degrees_is_measured_as_a_sharp_one(
    turn_deg: float, is_corner: bool
) -> None:
    """One wall of a pocket of 60 by 20 is bent outwards in its middle, with a radius of 100."""
    half = math.radians(turn_deg / 2)
    apex = 10 + 30 * math.tan(half)
    reach, foot = 100 * math.sin(half), apex - 100 * math.tan(half) * math.sin(half)
    outline = [(-30, -10), (30, -10), (30, 10), (reach, foot), (-reach, foot), (-30, 10)]
    bend = draw.common(
        draw.cylinder(100, 20, (0, apex - 100 / math.cos(half), 20)),
        draw.box((2 * reach, 5, 20), (-reach, foot, 20)),
    )
    tool = draw.fuse(draw.prism([(*at, 20) for at in outline], (0, 0, 20)), bend)
    found = only(pockets_of(draw.cut(block(), tool)))
    assert found.length_mm == pytest.approx(60.0)
    assert (found.width_mm == pytest.approx(10 + apex, abs=1e-4)) is is_corner
    assert 10 + foot <= found.width_mm + 1e-6 <= 10 + apex + 2e-6


@pytest.mark.parametrize("slope_deg", [16.5, 20.5, 45.0])
def test_a_pocket_cut_at_a_slant_with_a_ramp_up_to_its_mouth_is_as_long_as_they_reach(
    slope_deg: float,
) -> None:
    """Its floor is tilted by 40 degrees, its ramp by more; half of the walls reach higher than the ramp."""
    tilt, slope = math.radians(40), math.radians(slope_deg)
    floor, ramp = 15.0, (15 - 15 * math.sin(tilt)) / math.sin(tilt + slope)
    low = (floor * math.cos(tilt), -15 + floor * math.sin(tilt))
    clear = 5.0
    outline = [
        (0, -15),
        low,
        (low[0] + ramp * math.cos(tilt + slope) + clear / math.tan(tilt + slope), clear),
        (-(15 + clear) * math.tan(tilt), clear),
    ]
    tool = draw.prism([(x, -8, 30 + z) for x, z in outline], (0, 16, 0))
    found = only(pockets_of(draw.cut(block(), tool)))
    assert found.depth_mm == pytest.approx(15 / math.cos(tilt))
    assert (found.width_mm, found.length_mm) == pytest.approx((16, floor + ramp * math.cos(slope)))
