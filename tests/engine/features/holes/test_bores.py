"""Which pieces of a bore belong together, and holes that are cut open."""

import math

import pytest

from engine.features.holes.stages import StageShape
from engine.model.feature import Claim, Role
from engine.model.surface import Freeform
from tests.support import draw, mutators
from tests.support.parts import unchecked_part
from tests.support.parts_holes import DOWN, TOP, block, drilled, holes_in, holes_of, only, row, rows, stadium


@pytest.mark.parametrize("across", [4.0, 10.0, 14.0])
def test_a_bore_crossed_by_another_stays_one_hole(across):
    cross = drilled(across, 50, (0, -20, 10), (0, 1, 0))
    holes = holes_of(draw.cut(block(), drilled(10, 70, (-30, 0, 10), (1, 0, 0)), cross))
    assert rows(holes) == sorted([("simple", "open", 10, 60), ("simple", "open", across, 40)])


def test_a_counterbored_hole_crossed_by_another_stays_one_hole():
    cross = drilled(6, 70, (-30, 0, 6), (1, 0, 0))
    holes = holes_of(draw.cut(block(), drilled(5, 30), drilled(10, 4), cross))
    assert rows(holes) == [("counterbore", "open", 5, 20), ("simple", "open", 6, 60)]


def test_bores_whose_crossing_is_rounded_stay_one_hole_each():
    wide, narrow = drilled(10, 70, (-30, 0, 10), (1, 0, 0)), drilled(6, 50, (0, -20, 10), (0, 1, 0))
    part = unchecked_part(draw.fillet(draw.cut(block(), wide, narrow), 0.6, (0, -4, 10), (0, 4, 10)))
    faces = tuple(face.id for face in part.faces if isinstance(face.surface, Freeform))
    rounds = Claim(faces=faces, roles=tuple((face, Role.ROUND) for face in faces), body=part.bodies[0].id)
    assert len(faces) == 2
    assert rows(holes_in(part, (rounds,))) == [("simple", "open", 6, 40), ("simple", "open", 10, 60)]


def test_a_hole_that_ends_in_another_is_through_and_entered_from_outside():
    bore = drilled(10, 70, (-30, 0, 10), (1, 0, 0))
    holes = holes_of(draw.cut(block(), bore, draw.cylinder(2, 15, (0, 0, 10))))
    oil = min(holes, key=lambda hole: hole.diameter_mm)
    assert row(oil) == ("simple", "open", 4, round(10 - math.sqrt(25 - 4), 4))
    assert oil.axis == pytest.approx(DOWN)


def test_a_hole_from_below_that_ends_in_another_is_entered_from_below():
    bore = drilled(10, 70, (-30, 0, 10), (1, 0, 0))
    holes = holes_of(draw.cut(block(), bore, draw.cylinder(2, 15, (0, 0, -5))))
    oil = min(holes, key=lambda hole: hole.diameter_mm)
    assert oil.axis == pytest.approx((0, 0, 1))


def test_a_hole_that_ends_in_a_pocket_is_through():
    pocket = draw.box((20, 20, 12), (-10, -10, 8))
    assert row(only(holes_of(draw.cut(block(), pocket, drilled(4, 30))))) == ("simple", "open", 4, 8)


def test_a_tip_that_breaks_into_a_cross_hole_ends_open_at_its_full_diameter():
    for height, end in ((6, "open"), (5, "conical")):
        bore = drilled(6, 70, (-30, 0, height), (1, 0, 0))
        holes = holes_of(draw.cut(block(), bore, drilled(6, 10, tip=118)))
        drill = next(hole for hole in holes if abs(hole.axis[2]) > 0.5)
        assert row(drill) == ("simple", end, 6, 10)


def test_a_hole_into_a_chamber_ends_there():
    """Through a wall of 3 mm into a hollow ball, through a lid of 5 mm into a hollow drum."""
    ball = draw.cut(draw.sphere(20), draw.sphere(17), draw.cylinder(2, 30))
    assert row(only(holes_of(ball))) == (
        "simple",
        "open",
        4,
        round(math.sqrt(400 - 4) - math.sqrt(289 - 4), 4),
    )
    drum = draw.cut(draw.cylinder(20, 40), draw.cylinder(15, 30, (0, 0, 5)))
    assert rows(holes_of(draw.cut(drum, draw.cylinder(2, 60, (0, 0, -5))))) == 2 * [("simple", "open", 4, 5)]


def test_a_bore_through_a_ball_valve_is_one_hole_with_a_chamber():
    hole = only(holes_of(draw.cut(block(), drilled(6, 30), draw.sphere(5, (0, 0, 10)))))
    assert row(hole) == ("simple", "open", 6, 20)


def test_two_blind_holes_on_one_axis_are_two_holes():
    holes = holes_of(draw.cut(block(), drilled(6, 8), drilled(6, 7, (0, 0, 0), (0, 0, 1))))
    assert rows(holes) == [("simple", "flat", 6, 7), ("simple", "flat", 6, 8)]


def test_a_fork_has_a_hole_in_each_cheek():
    slot = draw.box((70, 20, 15), (-35, -10, 5))
    holes = holes_of(draw.cut(block(), slot, drilled(6, 50, (0, -20, 12), (0, 1, 0))))
    assert rows(holes) == 2 * [("simple", "open", 6, 10)]


@pytest.mark.parametrize(("inner", "expected"), [(18, [18, 30]), (6, [6, 12])])
def test_a_pin_through_a_thin_tube_makes_two_holes_and_through_a_thick_one_a_single_hole(inner, expected):
    tube = draw.cut(draw.cylinder(10, 30), draw.cylinder(inner / 2, 30))
    holes = holes_of(draw.cut(tube, drilled(2, 30, (-15, 0, 15), (1, 0, 0))))
    pins = [hole for hole in holes if hole.diameter_mm < 3]
    assert len(pins) == (2 if inner == 18 else 1)
    wall = 10 - math.sqrt((inner / 2) ** 2 - 1)
    assert [round(pin.depth_mm, 4) for pin in pins] == (2 * [round(wall, 4)] if inner == 18 else [20])
    assert any(row(hole) == ("simple", "open", inner, 30) for hole in holes)


def test_a_hole_across_a_wide_crossing_is_two_holes_and_no_bevel_of_one():
    crossing = drilled(10, 70, (-30, 0, 10), (1, 0, 0)), drilled(14, 50, (0, -20, 10), (0, 1, 0))
    holes = holes_of(draw.cut(block(), *crossing, drilled(5, 30)))
    pins = [hole for hole in holes if hole.diameter_mm == pytest.approx(5)]
    wall = 10 - math.sqrt(49 - 2.5**2)
    assert [pin.depth_mm for pin in pins] == pytest.approx([wall, wall], abs=1e-5)
    assert all(len(pin.faces) == 1 for pin in pins)


def test_holes_of_two_bodies_are_never_joined():
    plates = [
        draw.cut(draw.box((20, 20, 5), (-10, -10, z)), draw.cylinder(3, 50, (0, 0, -5))) for z in (0, 5)
    ]
    assert rows(holes_of(draw.compound(*plates))) == 2 * [("simple", "open", 6, 5)]


def test_a_hole_that_breaks_the_edge_counts_while_it_goes_more_than_half_round():
    hole = only(holes_of(draw.cut(block(), drilled(10, 30, (0, 18, TOP)))))
    assert row(hole) == ("simple", "open", 10, 20)
    assert hole.span_deg == pytest.approx(360 - 2 * math.degrees(math.acos(2 / 5)), abs=1e-6)


@pytest.mark.parametrize("y", [20, 22])
def test_a_groove_of_half_a_circle_or_less_is_no_hole(y):
    assert holes_of(draw.cut(block(), drilled(10, 30, (0, y, TOP)))) == []


def test_the_ends_of_a_slot_are_no_holes():
    assert holes_of(draw.cut(block(), stadium(8, 20, 30))) == []
    assert holes_of(draw.cut(block(), stadium(8, 20, 6))) == []


def test_the_round_end_of_a_keyhole_is_a_hole():
    tool = draw.fuse(drilled(12, 30), draw.box((20, 5, 40), (0, -2.5, -10)))
    hole = only(holes_of(draw.cut(block(), tool)))
    assert row(hole) == ("simple", "open", 12, 20)
    assert hole.span_deg == pytest.approx(360 - 2 * math.degrees(math.asin(2.5 / 6)), abs=1e-6)


def test_a_bore_with_a_flat_in_it_is_no_hole():
    assert holes_of(draw.cut(block(), draw.cut(drilled(12, 30), draw.box((20, 20, 60), (4, -10, -20))))) == []


def test_a_bore_with_a_keyway_is_a_hole():
    keyway = draw.box((8, 4, 40), (0, -2, -10))
    hole = only(holes_of(draw.cut(block(), drilled(12, 30), keyway)))
    assert row(hole) == ("simple", "open", 12, 20)
    assert hole.span_deg == pytest.approx(360 - 2 * math.degrees(math.asin(2 / 6)), abs=1e-6)


def test_a_bore_that_slots_cut_into_fingers_is_one_hole():
    tube = draw.cut(draw.cylinder(10, 30), drilled(12, 40, (0, 0, 30)))
    slots = draw.box((30, 2, 40), (-15, -1, 5)), draw.box((2, 30, 40), (-1, -15, 5))
    hole = only(holes_of(draw.cut(tube, *slots)))
    assert row(hole) == ("simple", "open", 12, 30)


def test_a_taper_that_a_slot_cuts_into_halves_is_one_hole():
    tube = draw.cut(draw.cylinder(10, 30), draw.cone(5, 6, 31, (0, 0, 0)))
    halves = draw.cut(tube, draw.box((30, 2, 40), (-15, -1, -5)))
    assert holes_of(halves) == []  # two bodies: nothing holds the halves together
    hole = only(holes_of(draw.cut(tube, draw.box((30, 2, 40), (-15, -1, 5)))))
    (stage,) = hole.stages
    assert stage.shape is StageShape.CONE
    assert stage.angle_deg == pytest.approx(2 * math.degrees(math.atan(1 / 31)), abs=1e-6)
    assert len(hole.faces) == 1  # it is whole below the slot
    floor = draw.cylinder(10, 2, (0, 0, -2))
    hole = only(holes_of(draw.fuse(halves, floor)))
    assert (hole.end, len(hole.faces)) == ("flat", 3)
    assert hole.span_deg == pytest.approx(360 - 2 * math.degrees(2 * math.asin(1 / 5)), abs=8)


def _with_half_walls(overlap_mm):
    """Draw a bore with one half of its wall below, and the other half above, on some length both."""
    half = 0.5 * overlap_mm
    below = draw.box((20, 20, 10 - half), (-20, -10, 0))
    above = draw.box((20, 20, 10 - half), (0, -10, 10 + half))
    return draw.cut(block(), drilled(10, 30), below, above)


@pytest.mark.parametrize("degrees", [10.0, 137.0])
def test_half_walls_that_meet_at_one_level_are_no_bore(degrees):
    assert holes_of(draw.turned(_with_half_walls(0.0), degrees, (1, 2, 3))) == []


def test_half_walls_side_by_side_are_a_bore():
    assert row(only(holes_of(_with_half_walls(1.0)))) == ("simple", "open", 10, 20)


@pytest.mark.parametrize(
    ("mutator", "way"),
    [
        (mutators.unchanged, -1.0),
        (mutators.turned, 1.0),
        (mutators.mirrored, 1.0),
    ],
)
def test_a_set_screw_hole_leaves_out_the_slivers_of_it_beyond_the_bore_it_opens_into(mutator, way):
    # As wide as the bore and drilled 0.07 beyond its axis, it touches the slivers beyond in a point.
    collar = draw.cut(draw.cylinder(3, 10), drilled(3, 12, (0, 0, 11)))
    otherwise = mutator(draw.cut(collar, drilled(3, 3.07, (-3 * way, 0, 6), (way, 0, 0))))
    screw, bore = sorted(holes_of(otherwise.shape), key=lambda hole: hole.depth_mm)
    assert (row(screw), len(screw.faces)) == (("simple", "open", 3, 3), 1)
    assert row(bore) == ("simple", "open", 3, 10)


def test_two_tapers_side_by_side_stay_two_holes():
    tapers = [draw.cone(4, 5, 25, (x, 0, 0)) for x in (-10, 10)]
    assert len(holes_of(draw.cut(block(), *tapers))) == 2


def test_kidney_slots_round_a_hub_are_no_holes():
    ring = draw.cut(drilled(24, 30), draw.cylinder(8, 60, (0, 0, -20)))
    webs = draw.box((80, 4, 60), (-40, -2, -20)), draw.box((4, 80, 60), (-2, -40, -20))
    assert holes_of(draw.cut(block(), draw.cut(ring, *webs))) == []


def test_the_inside_of_a_spoked_wheel_is_no_hole_but_its_hub_has_one():
    rim = draw.cut(draw.cylinder(40, 10), draw.cylinder(34, 10))
    spokes = draw.box((70, 6, 4), (-35, -3, 3)), draw.box((6, 70, 4), (-3, -35, 3))
    wheel = draw.fuse(rim, draw.cylinder(10, 10), *spokes)
    assert row(only(holes_of(draw.cut(wheel, draw.cylinder(5, 30, (0, 0, -5)))))) == (
        "simple",
        "open",
        10,
        10,
    )


def test_a_slot_across_the_mouth_does_not_make_a_hole_shallower():
    slot = draw.box((60, 3, 4), (-30, -1.5, 16))
    hole = only(holes_of(draw.cut(block(), drilled(10, 15), slot)))
    assert row(hole) == ("simple", "flat", 10, 15)
    assert hole.shortest_depth_mm == pytest.approx(11, abs=1e-4)


def test_a_counterbore_cut_by_the_edge_of_the_part_is_still_one():
    tools = drilled(5, 30, (0, 15, TOP)), drilled(14, 4, (0, 15, TOP))
    hole = only(holes_of(draw.cut(block(), *tools)))
    assert row(hole) == ("counterbore", "open", 5, 20)
    assert hole.span_deg == 360


def test_a_slot_whose_end_is_concentric_with_a_hole_is_no_counterbore():
    slot = stadium(10, 20, 5, (10, 0, TOP))
    assert row(only(holes_of(draw.cut(block(), drilled(5, 30), slot)))) == ("simple", "open", 5, 15)


@pytest.mark.parametrize(
    ("shared_mm", "count", "degrees"),
    [(0.0, 0, 17.3), (0.0, 0, 80.0), (1.0, 1, 17.3)],
    ids=["end to end turned", "end to end turned far", "side by side"],
)
def test_fingers_on_two_sides_are_a_bore_where_they_face_each_other(shared_mm, count, degrees):
    """Where one ends as the other begins, rounding does not lay them side by side."""
    bored = draw.cut(draw.box((40, 30, 14.4), (-20, -15, 0)), drilled(10, 20, (0, 0, 15)))
    lower = draw.box((22, 16, 7.3), (-2, -8, -0.1))
    upper = draw.box((22, 16, 9), (-20, -8, 7.2 + shared_mm))
    halves = draw.cut(bored, lower, upper)
    assert len(holes_of(draw.turned(halves, degrees, axis=(1, 2, 3), about=(11.1, 7.7, 3.3)))) == count


@pytest.mark.parametrize(("span_deg", "expected"), [(57, ("simple", 16)), (62, ("counterbore", 20))])
def test_what_both_sides_of_a_bar_leave_of_a_counterbore_goes_round_by_60_degrees_at_least(
    span_deg, expected
):
    width = 14 * math.sin(math.radians(span_deg / 2))
    bar = draw.box((60, width, TOP), (-30, -width / 2, 0))
    hole = only(holes_of(draw.cut(bar, drilled(4.5, 30), drilled(14, 4))))
    assert (str(hole.hole_type), round(hole.depth_mm, 4)) == expected
    assert hole.diameter_mm == pytest.approx(4.5)
