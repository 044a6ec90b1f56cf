"""Chamfers drawn with known widths, each with a twin that is none."""

import math

import pytest

from engine.model.feature import Role
from tests.support import draw, parts_blends
from tests.support.parts import face_at, part_of
from tests.support.parts_blends import chamfers_of, claims_in, split

EXACT = 1e-6
UPRIGHT = ((0, 0, 10), (60, 0, 10), (0, 40, 10), (60, 40, 10))
"""Points near the upright edges of `block`."""


def block() -> draw.TopoDS_Shape:
    return draw.box((60, 40, 20))


def widths(shape: draw.TopoDS_Shape, unit: str = "MM", scale: float = 1.0) -> list[float]:
    return sorted(round(chamfer.width_mm / scale, 4) for chamfer in chamfers_of(shape, unit))


def test_a_chamfered_edge_has_the_role_and_no_entry():
    part = part_of(draw.chamfer(block(), 3, (30, 0, 20)))
    (chamfer,) = claims_in(part)
    face = face_at(part, (30, 1.5, 18.5)).id
    assert chamfer.roles == ((face, Role.CHAMFER),)
    assert chamfer.width_mm == pytest.approx(3 * math.sqrt(2), abs=EXACT)
    assert not hasattr(chamfer, "kind")


def test_a_sharp_edge_and_a_rounded_one_are_no_chamfers():
    assert widths(block()) == []
    assert widths(draw.fillet(block(), 3, (30, 0, 20))) == []


def test_a_rim_chamfered_round_its_corners_is_chamfered_all_round():
    """The chamfers of round corners are cones: two flat ones and one cone to a corner."""
    rim = draw.chamfer(draw.fillet(block(), 8, *UPRIGHT), 2, (30, 0, 20))
    assert widths(rim) == 8 * [pytest.approx(2 * math.sqrt(2), abs=1e-4)]


def test_the_mouth_of_a_pocket_is_chamfered_all_round():
    pocket = draw.chamfer(parts_blends.pocket(corner_mm=6), 2, (0, -15, 30))
    assert widths(pocket) == 8 * [pytest.approx(2 * math.sqrt(2), abs=1e-4)]


def test_a_chamfered_shaft_is_chamfered_at_both_ends():
    shaft = draw.chamfer(draw.cylinder(10, 50), 1, (-10, 0, 0), (-10, 0, 50))
    assert widths(shaft) == 2 * [pytest.approx(math.sqrt(2), abs=1e-4)]


def test_the_mouth_of_a_bore_is_left_to_the_hole():
    drilled = draw.cut(block(), draw.cylinder(5, 30, (30, 20, -5)))
    assert widths(draw.chamfer(drilled, 1, (25, 20, 20))) == []


def test_a_tapered_shaft_is_no_chamfer():
    assert widths(draw.fuse(draw.cylinder(10, 20), draw.cone(10, 6, 30, (0, 0, 20)))) == []


@pytest.mark.parametrize("sides", [5, 6, 8, 12])
def test_the_sides_of_a_prism_are_no_chamfers(sides):
    turns = [2 * math.pi * i / sides for i in range(sides)]
    assert widths(draw.prism([(20 * math.cos(a), 20 * math.sin(a), 0) for a in turns], (0, 0, 60))) == []


@pytest.mark.parametrize(("chords", "found"), [(1, 1), (2, 2), (3, 0)])
def test_a_corner_of_a_plate_that_is_rounded_by_straight_lines_is_no_row_of_chamfers(chords, found):
    turns = [math.pi / 2 * i / chords for i in range(chords + 1)]
    rounding = [(40 + 20 * math.cos(turn), 20 + 20 * math.sin(turn), 0) for turn in turns]
    outline = [(0, 0, 0), (60, 0, 0), *rounding, (0, 40, 0)]
    assert len(widths(draw.prism(outline, (0, 0, 5)))) == found


def test_the_chamfers_round_the_top_of_a_prism_meet_at_their_ends_and_stay():
    """Twelve strips side by side would be an outline; these hang together in a ring, end to end."""
    around = [(math.cos(math.pi / 12 * i), math.sin(math.pi / 12 * i)) for i in range(24)]
    prism = draw.prism([(20 * x, 20 * y, 0) for x, y in around[::2]], (0, 0, 60))
    top = [(19.3 * x, 19.3 * y, 60) for x, y in around[1::2]]
    assert widths(draw.chamfer(prism, 2, *top)) == 12 * [pytest.approx(2 * math.sqrt(2), abs=1e-4)]


def test_strips_that_end_at_facets_of_their_corners_are_no_row():
    """The ends of the strip between two cut corners are parallel, as its sides are, and so are a facet's."""
    mitered = draw.chamfer(block(), 3, (30, 0, 20), (0, 20, 20), (60, 20, 20), (0, 0, 10), (60, 0, 10))
    corners = [
        draw.prism([(x - 21 * i, -7, 27), (x + 7 * i, 21, 27), (x + 7 * i, -7, -1)], (21 * i, -21, 21))
        for x, i in ((0, -1), (60, 1))
    ]
    assert len(widths(draw.cut(mitered, *corners))) == 5 + 2


def test_of_three_sides_between_square_walls_two_are_chamfers():
    """A bar of 10 by 10 mm whose two upper edges are broken by 3.5 mm: 3 mm of its top are left."""
    outline = [(0, 0, 0), (10, 0, 0), (10, 6.5, 0), (6.5, 10, 0), (3.5, 10, 0), (0, 6.5, 0)]
    assert widths(draw.prism(outline, (0, 0, 5))) == 2 * [pytest.approx(3.5 * math.sqrt(2), abs=1e-4)]
    leaning = [(0, 0, 0), (10, 0, 0), (10, 6.5, 0), (6.5, 9.7, 0), (3.5, 10, 0), (0, 6.5, 0)]
    assert widths(draw.prism(leaning, (0, 0, 5))) == []


def test_a_shallow_corner_step_is_no_chamfer():
    """A triangle let into a corner has the angles of a chamfer and a floor."""
    step = draw.prism([(0, 0, 12), (18, 0, 12), (0, 18, 12)], (0, 0, 20))
    assert widths(draw.cut(block(), step)) == []


def ribbed(
    ribs: int, on_top: bool, in_front: bool, slope_mm: float, wide_mm: float = 4.0
) -> draw.TopoDS_Shape:
    """Draw a bar with one slope along it; ribs stand on its supports and end at the slope."""
    shape = draw.chamfer(draw.box((240, 40, 20)), slope_mm, (120, 0, 20))
    standing = []
    for i in range(ribs):
        x = 240 * (i + 0.5) / ribs - wide_mm / 2
        if on_top:
            standing.append(draw.box((wide_mm, 40 - slope_mm, 10), (x, slope_mm, 20)))
        if in_front:
            standing.append(draw.box((wide_mm, 10, 20 - slope_mm), (x, -10, 0)))
    return draw.fuse(shape, *standing)


@pytest.mark.parametrize(
    ("ribs", "sides"),
    [(1, (True, False)), (1, (False, True)), (17, (True, True))],
    ids=["one on top", "one in front", "17 on both sides"],
)
def test_a_chamfer_between_ribs_is_one_however_many_ribs_there_are(ribs, sides):
    """It has up to 36 edges, more than are crossed; its longest may face ribs wherever they are crossed."""
    assert widths(ribbed(ribs, *sides, slope_mm=2)) == [pytest.approx(2 * math.sqrt(2), abs=1e-4)]


def test_a_wide_slope_between_ribs_is_no_chamfer():
    assert widths(ribbed(4, True, True, slope_mm=18, wide_mm=12)) == []


def test_a_slope_that_ribs_leave_little_of_is_no_chamfer():
    """They leave 0.61 or 0.583 of its length."""
    assert widths(ribbed(3, True, True, slope_mm=2, wide_mm=31.2)) == [
        pytest.approx(2 * math.sqrt(2), abs=1e-4)
    ]
    assert widths(ribbed(3, True, True, slope_mm=2, wide_mm=33.36)) == []


def test_a_chamfer_that_runs_into_a_wall_is_one_all_the_same():
    stepped = draw.cut(block(), draw.box((60, 60, 20), (40, -10, 12)))
    stepped = draw.chamfer(stepped, 2, (50, 0, 12))
    assert widths(stepped) == [pytest.approx(2 * math.sqrt(2), abs=1e-4)]


def test_a_bevel_in_an_inner_corner_is_a_chamfer():
    bracket = parts_blends.bracket()
    assert widths(bracket) == []
    assert widths(draw.chamfer(bracket, 3, (10, 20, 10))) == [pytest.approx(3 * math.sqrt(2), abs=1e-4)]


@pytest.mark.parametrize("sides", [4, 6, 12])
def test_the_walls_of_a_passage_are_no_bevels(sides):
    turns = [2 * math.pi * turn / sides for turn in range(sides)]
    outline = [(30 + 8 * math.cos(turn), 20 + 8 * math.sin(turn), -1.0) for turn in turns]
    assert widths(draw.cut(block(), draw.prism(outline, (0, 0, 22)))) == []


def test_a_support_reaches_as_far_as_it_is_wide_whatever_is_sunk_into_it():
    """The chamfer takes 11 of 30 mm; three quarters of what is left of the top are lost to a pocket."""
    bar = draw.box((60, 30, 30))
    chamfered = draw.chamfer(bar, 11, (30, 0, 30))
    wide = [pytest.approx(11 * math.sqrt(2), abs=1e-4)]
    assert widths(chamfered) == wide
    assert widths(draw.cut(chamfered, draw.box((56, 15, 4), (2, 13, 27)))) == wide
    assert widths(draw.chamfer(bar, 13, (30, 0, 30))) == []


def test_a_flat_along_a_shaft_is_no_chamfer():
    shaft = draw.cylinder(10, 50)
    assert widths(draw.cut(shaft, draw.box((4, 40, 60), (9, -20, -5)))) == []
    assert len(widths(draw.chamfer(shaft, 1, (-10, 0, 50)))) == 1


@pytest.mark.parametrize(
    ("leg_mm", "count", "degrees"),
    [(1.4, 4, 0.0), *((1.5, 4, degrees) for degrees in (17.3, 51.9)), (1.6, 0, 0.0)],
)
def test_a_chamfer_leaves_a_quarter_of_a_rim_at_any_angle_of_the_file(leg_mm, count, degrees):
    """On a plate of 2 mm 1.5 are three quarters."""
    plate = draw.box((50, 30, 2))
    cut = draw.chamfer(plate, leg_mm, (25, 0, 2), (25, 30, 2), (0, 15, 2), (50, 15, 2))
    assert len(chamfers_of(draw.turned(cut, degrees, axis=(1, 2, 3)))) == count


@pytest.mark.parametrize(("leg_mm", "degrees"), [(1.2, 0.0), (1.5, 17.3), (1.5, 51.9)])
def test_the_tip_of_a_chamfered_pin_is_no_chamfer(leg_mm, degrees):
    """Of what it and the chamfers beside it would reach to, 1.5 mm on a pin of 5 leave it two fifths."""
    pin = draw.box((5, 5, 20))
    cut = draw.chamfer(pin, leg_mm, (2.5, 0, 20), (2.5, 5, 20), (0, 2.5, 20), (5, 2.5, 20))
    assert len(chamfers_of(draw.turned(cut, degrees, axis=(1, 2, 3)))) == 4


@pytest.mark.parametrize(("bend_mm", "degrees"), [(3.3, 0.0), (3.3, 17.3), (8.0, 80.0), (12.0, 17.3)])
def test_the_triangle_where_chamfers_meet_is_one_of_them(bend_mm, degrees):
    """From the middle of one side it is crossed to the corner of the other two, on to either."""
    outline = [(0, 0, 0), (20, 0, 0), (20, 0, 20), (bend_mm, 0, 20), (0, 0, 12)]
    side = [(bend_mm / 2, 0, 16), (0, 0, 6), (10 + bend_mm / 2, 0, 20)]
    bends = [(bend_mm, 5.5, 20), (0, 5.5, 12)]
    cut = draw.chamfer(draw.prism(outline, (0, 11, 0)), 0.4, *side, *bends)
    assert len(chamfers_of(draw.turned(cut, degrees, axis=(1, 2, 3)))) == len(side) + 2 * len(bends)


def test_a_wide_slope_is_no_chamfer():
    slope = draw.prism([(30, -1, 20), (60, -1, 20), (60, -1, 2)], (0, 50, 0))
    assert widths(draw.cut(block(), slope)) == []


def tip(size: tuple[float, float]) -> list[draw.TopoDS_Shape]:
    """Draw a pin with all edges of its end broken, plainly, turned and mirrored."""
    wide, deep = size
    rim = ((wide / 2, 0, 10), (wide / 2, deep, 10), (0, deep / 2, 10), (wide, deep / 2, 10))
    pin = draw.moved(draw.chamfer(draw.box((wide, deep, 10)), 0.15, *rim), (0, -2.1, 0))
    turned = [draw.turned(pin, degrees, (1, 2, 3)) for degrees in (30, 77)]
    return [pin, *turned, draw.mirrored(turned[0])]


def test_the_flat_end_of_a_square_pin_is_no_chamfer_however_it_is_turned():
    """What the bevels leave of it takes 0.4 of them: the limit itself."""
    assert [widths(pin) for pin in tip((0.5, 0.5))] == 4 * [4 * [0.1837]]
    assert [widths(pin) for pin in tip((2.0, 3.0))] == 4 * [4 * [0.2121]]
    assert widths(tip((0.5, 0.5))[1], "INCH") == 4 * [0.1837]


def test_a_facet_where_three_bevels_meet_is_the_same_however_it_is_turned():
    """A line square to its base from the middle ends at the vertex of two sides as long as one another.

    The facet cuts off the corner of the bevels: 1.5 mm a side, so it is as wide as such a triangle is high.
    """
    corner = draw.prism([(0, 0, 20.3), (0, 4, 20.3), (4, 0, 20.3)], (0, 0, 1))
    facet = draw.prism([(-1, -1, 17.5), (5.0, -1, 20.5), (-1, 5.0, 20.5)], (-0.5, -0.5, 1))
    cubes = [draw.cut(draw.box((20, 20, 20)), facet, corner)]
    cubes += [draw.turned(cubes[0], degrees, (1, 2, 3)) for degrees in (30, 77, 140)]
    assert {tuple(widths(draw.moved(cube, (3, -7, 0.1)))) for cube in cubes} == {(1.299,)}


@pytest.mark.parametrize("unit", ["MM", "INCH"])
def test_a_chamfer_that_leaves_a_pin_just_enough_of_its_end_is_one(unit):
    """A chamfer of 0.15 leaves 0.1 of the radius, which counts as half of it: three quarters are gone."""
    for degrees in (0, 30):
        pin = draw.turned(draw.chamfer(draw.cylinder(0.25, 3), 0.15, (-0.25, 0, 3)), degrees, (1, 2, 3))
        assert widths(pin, unit) == [pytest.approx(0.15 * math.sqrt(2), abs=1e-4)]
        pin = draw.turned(draw.chamfer(draw.cylinder(0.25, 3), 0.16, (-0.25, 0, 3)), degrees, (1, 2, 3))
        assert widths(pin, unit) == []


SAMPLER = sorted(8 * [2.8284] + [4.2426])


@pytest.fixture(scope="module")
def drawn() -> draw.TopoDS_Shape:
    """Draw a block with a chamfered rim, and on it another with one chamfered edge."""
    rim = draw.chamfer(draw.fillet(block(), 8, *UPRIGHT), 2, (30, 0, 20))
    return draw.fuse(rim, draw.moved(draw.chamfer(draw.box((20, 20, 20)), 3, (10, 0, 20)), (20, 10, 20)))


def test_the_sampler_has_what_was_drawn(drawn):
    assert widths(drawn) == SAMPLER


@pytest.mark.parametrize(("degrees", "scale"), [(33, 0.05), (-117, 100.0)])
def test_turning_mirroring_and_scaling_changes_nothing(drawn, degrees, scale):
    body = draw.scaled(draw.turned(drawn, degrees, (1, 2, 3)), scale)
    assert widths(draw.mirrored(body), scale=scale) == SAMPLER


def test_an_inch_file_of_splines_says_the_same(drawn):
    assert widths(draw.as_nurbs(drawn), unit="INCH") == SAMPLER


def test_chamfers_split_in_two_stay_chamfers(drawn):
    halves = split(drawn, (30, 0, 0), draw.X)
    chamfers = chamfers_of(halves)
    assert sorted(round(chamfer.width_mm, 4) for chamfer in chamfers) == SAMPLER
    assert sum(len(chamfer.faces) for chamfer in chamfers) == len(SAMPLER) + 3


# --- either side of the limits ------------------------------------------------------------------


@pytest.mark.parametrize(("turn_deg", "count"), [(4.5, 1), (3.5, 0)])
def test_a_chamfer_turns_by_four_degrees_at_least(turn_deg, count):
    """It cuts off a corner of 150 degrees: what it does not turn by at the top it does at the flank."""
    turn, flank = math.radians(turn_deg), math.radians(30)
    x, z = 30 + 2 * math.cos(turn), 20 - 2 * math.sin(turn)
    outline = [(0, 0, 0), (60, 0, 0), (x + 20 * math.cos(flank), 0, z - 20 * math.sin(flank)), (x, 0, z)]
    assert len(widths(draw.prism([*outline, (30, 0, 20), (0, 0, 20)], (0, 40, 0)))) == count


@pytest.mark.parametrize(("turn_deg", "count"), [(1.8, 1), (2.2, 0)])
def test_a_chamfer_turns_by_two_degrees_at_most_straight_across(turn_deg, count):
    """The strip of 4 mm is drawn as a spline that bends, as the eighth power does, towards its end."""
    slope = math.tan(math.radians(turn_deg))
    strip = [(20 + step / 5, 0, 20 - 4 * slope / 8 * (step / 20) ** 8) for step in range(21)]
    end = strip[-1]
    feet = (end[0] + end[2], 0, 0), (0, 0, 0)
    pieces = [feet, (feet[1], strip[0]), strip, (end, feet[0])]
    assert len(widths(parts_blends.extruded(pieces, (0, 60, 0)))) == count


@pytest.mark.parametrize(("share", "count"), [(0.65, 1), (0.55, 0)])
def test_a_chamfer_fills_three_fifths_of_its_face(share, count):
    """A ridge of 20 by 4 mm between flanks of 45 degrees ends in pads that are no part of it."""
    pad_mm = (20 * 4 / share - 20 * 4) / (2 * 8)
    ridge = draw.prism([(0, -22, 0), (0, 22, 0), (0, 2, 20), (0, -2, 20)], (20, 0, 0))
    pads = (draw.box((pad_mm, 8, 20), (x, -4, 0)) for x in (-pad_mm, 20))
    assert widths(draw.fuse(ridge, *pads)) == count * [pytest.approx(4, abs=1e-4)]


@pytest.mark.parametrize(("widths_long", "count"), [(2.2, 1), (1.8, 0)])
def test_a_chamfer_that_runs_into_a_wall_is_twice_as_long_as_wide(widths_long, count):
    length_mm = widths_long * 3 * math.sqrt(2)
    stepped = draw.cut(block(), draw.box((60, 60, 20), (60 - length_mm, -10, 12)))
    stepped = draw.chamfer(stepped, 3, (60 - length_mm / 2, 0, 12))
    assert widths(stepped) == count * [pytest.approx(3 * math.sqrt(2), abs=1e-4)]


@pytest.mark.parametrize(("wider", "count"), [(1.225, 2), (1.28, 1)])
def test_a_chamfer_runs_on_round_a_bend_where_it_is_a_quarter_wider_at_most(wider, count):
    """A ridge of 4 mm bends down by 30 degrees, and is the wider the further down: its flanks lean by 20."""
    lean = math.tan(math.radians(20))
    drop_mm = 4 * (wider - 1) / (2 * lean)  # in the middle of the bend
    radius_mm = drop_mm / (1 - math.cos(math.radians(15)))
    reach_mm = radius_mm * math.sin(math.radians(30))
    ridge = draw.fuse(
        draw.box((40, 80, 40), (-40, -40, -40)),
        draw.common(
            draw.cylinder(radius_mm, 80, (0, -40, -radius_mm), draw.Y),
            draw.box((reach_mm, 80, 40), (0, -40, -40)),
        ),
    )
    flanks = draw.prism(
        [(-50, -2 - 60 * lean, -60), (-50, 2 + 60 * lean, -60), (-50, 2, 0), (-50, -2, 0)], (150, 0, 0)
    )
    assert len(widths(draw.common(ridge, flanks))) == count


@pytest.mark.parametrize(("lower_mm", "found"), [(0.0, 0), (0.1, 1)])
def test_a_land_between_two_cuts_in_the_plane_of_a_larger_face_is_no_chamfer(lower_mm, found):
    """The land is 2 mm wide, between a V groove and a slope; with the rest lower it is a blunt edge."""
    vee = draw.prism([(-1, 12, 16), (-1, 17, 21), (-1, 7, 21)], (62, 0, 0))
    slope = draw.prism([(-1, -1, 6), (-1, 6, 20), (-1, 6, 21), (-1, -1, 21)], (62, 0, 0))
    lower = draw.box((62, 25, 1 + lower_mm), (-1, 16 - lower_mm, 20 - lower_mm))
    assert widths(draw.cut(block(), vee, slope, lower)).count(2.0) == found


def test_the_stretches_of_a_chamfer_that_a_slot_divides_are_no_lands():
    slotted = draw.cut(draw.chamfer(block(), 3, (30, 0, 20)), draw.box((6, 42, 10), (10, -1, 12)))
    assert widths(slotted) == 2 * [pytest.approx(3 * math.sqrt(2), abs=1e-4)]


@pytest.mark.parametrize(
    ("longer_mm", "found", "turn_deg"),
    [(0.0, 1, 20.0), (0.0, 1, 50.0), (0.01, 0, 30.0)],
)
def test_a_stretch_is_no_land_beside_one_of_equal_size_that_is_no_chamfer_however_the_part_lies(
    longer_mm, found, turn_deg
):
    """A slot divides a chamfer in the middle; on one half of it a block stands that ends where it does."""
    slotted = draw.cut(draw.chamfer(block(), 3, (30, 0, 20)), draw.box((6, 42, 10), (27 - longer_mm, -1, 12)))
    stepped = draw.fuse(slotted, draw.box((27, 37, 10), (33, 3, 20)))
    assert len(widths(draw.turned(stepped, turn_deg, (1, 2, 3)))) == found


def test_an_edge_broken_between_floor_and_ceiling_of_a_recess_is_a_chamfer():
    """It is shorter than two widths; the corner step that it looks like has a floor at one end alone."""
    recess = draw.cut(block(), draw.box((20, 31, 10), (20, -1, 5)))
    assert widths(draw.chamfer(recess, 8, (20, 0, 10))) == [pytest.approx(8 * math.sqrt(2), abs=1e-4)]
    bay = draw.cut(block(), draw.box((20, 31, 10), (20, -1, 12)))
    assert widths(draw.chamfer(bay, 8, (20, 0, 16))) == []


@pytest.mark.parametrize(("beyond_mm", "found"), [(0.0, 1), (1.0, 0)])
def test_a_support_that_a_slot_divides_reaches_to_its_far_side(beyond_mm, found):
    """Of the top 1 mm is left beside a chamfer that takes 6; it is as large as before if it goes on."""
    slotted = draw.cut(draw.chamfer(block(), 6, (30, 0, 20)), draw.box((62, 8, 9), (-1, 7, 12)))
    lower = draw.box((62, 40, 5), (-1, 15, 20 - beyond_mm))
    assert len(widths(draw.cut(slotted, lower))) == found


@pytest.mark.parametrize(("share", "found"), [(0.49, 1), (0.51, 0)])
def test_a_bevel_in_an_inner_corner_of_square_walls_leaves_half_of_them(share, found):
    set_back = 20 * share
    filled = draw.prism([(20, 10, 0), (20 + set_back, 10, 0), (20, 10 + set_back, 0)], (0, 0, 40))
    opened = draw.cut(draw.box((20, 20, 42), (20, 10, -1)), filled)
    passage = draw.cut(draw.box((60, 40, 40)), opened)
    assert widths(passage) == [pytest.approx(set_back * math.sqrt(2), abs=1e-4)] * found


@pytest.mark.parametrize(("off_deg", "found"), [(0.0, 1), (2.8, 1), (3.3, 0)])
def test_walls_end_in_square_inner_corners_within_three_degrees(off_deg, found):
    """The bevel takes 0.45 of both, and the far corner of one is off square."""
    far = 40 + 20 * math.tan(math.radians(off_deg))
    outline = [(29, 10, -1), (40, 10, -1), (far, 30, -1), (20, 30, -1), (20, 19, -1)]
    passage = draw.cut(draw.box((60, 40, 40)), draw.prism(outline, (0, 0, 42)))
    assert len(widths(passage)) == found


def test_the_sides_of_an_eight_sided_passage_are_no_bevels():
    """Each takes 0.41 of its neighbors, which do not end square."""
    turns = [2 * math.pi * (turn + 0.5) / 8 for turn in range(8)]
    outline = [(30 + 8 * math.cos(turn), 20 + 8 * math.sin(turn), -1.0) for turn in turns]
    assert widths(draw.cut(block(), draw.prism(outline, (0, 0, 22)))) == []


def test_a_slanted_wall_in_the_corner_of_a_groove_is_no_bevel():
    """It takes 0.45 of the side and of the floor, and the side ends at the mouth, at an outer edge."""
    outline = [(-10, 21), (-10, 14.5), (-5.5, 10), (0, 10), (0, 21)]
    tool = draw.prism([(-1, 20 + y, z) for y, z in outline], (62, 0, 0))
    assert widths(draw.cut(block(), tool)) == []


def test_the_ramp_from_a_slot_into_a_bore_is_no_chamfer():
    """It runs between the walls of the slot as a chamfer does, but to a round face."""
    bored = draw.cut(block(), draw.cylinder(6, 30, (30, 20, -5)))
    ramp = draw.prism([(24, 18, 8), (34, 18, 21), (24, 18, 21)], (0, 4, 0))
    assert widths(draw.cut(bored, draw.moved(ramp, (-3, 0, 0)))) == []


@pytest.mark.parametrize(("slot_at", "found"), [(17, 0), (19, 1)])
def test_beside_an_inner_edge_a_support_ends_at_the_slot_that_divides_it(slot_at, found):
    """The bevel takes 6 mm of the floor and leaves 1 or 3 up to the slot: it takes three quarters of 8."""
    bracket = draw.cut(draw.box((60, 40, 40)), draw.box((62, 40, 31), (-1, 10, 10)))
    bevel = draw.prism([(0, 10, 10), (0, 16, 10), (0, 10, 16)], (60, 0, 0))
    slot = draw.box((62, 8, 9), (-1, slot_at, 2))
    assert len(widths(draw.cut(draw.fuse(bracket, bevel), slot))) == found
