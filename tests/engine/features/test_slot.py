"""Slots drawn with known measures, gaps that are none, and the same part in other words."""

import math
from functools import cache

import numpy as np
import pytest

from engine.model.feature import Kind, Role
from tests.support import draw, mutators
from tests.support.parts import face_at, faces_at, unchecked_part
from tests.support.parts_holes import CLEAR, TOP, block, drilled, sawn, stadium
from tests.support.parts_slots import (
    bar,
    bent,
    drafted,
    finned,
    grooved,
    keyway,
    only,
    ring,
    row,
    rows,
    slots_in,
    slots_of,
)
from tests.support.parts_turned import recognized


def test_a_groove_is_two_walls_and_a_floor_open_at_both_ends():
    part = unchecked_part(grooved(6, 5))
    slot = only(slots_in(part))
    assert row(slot) == (6, 5, 60, False, 2)
    walls, floor = faces_at(part, (0, -3, 18), (0, 3, 18)), face_at(part, (0, 0, 15)).id
    assert slot.faces == tuple(sorted((*walls, floor)))
    assert dict(slot.roles) == {floor: Role.SLOT_FLOOR, **dict.fromkeys(walls, Role.SLOT_WALL)}
    assert slot.fid == floor
    assert slot.axis == pytest.approx([0, 0, -1])
    assert slot.center == pytest.approx([0, 0, 17.5])
    assert slot.box_mm == pytest.approx(np.array([[-30, -3, 15], [30, 3, 20]]), abs=1e-5)
    assert slot.undercut_width_mm is None


def test_a_step_is_no_slot():
    assert slots_of(draw.cut(block(), draw.box((70, 30, 10), (-35, 0, 15)))) == []


def test_a_low_channel_is_a_slot_up_to_six_times_as_wide_as_deep():
    assert row(only(slots_of(grooved(29.9, 5))))[0] == 29.9
    assert slots_of(grooved(30.1, 5)) == []


@pytest.mark.parametrize(
    ("width", "land", "count"),
    [(15.1, 3.4, 1), (15.1, 3.3, 0), (14.9, 3.3, 1)],
    ids=["low for what stands beside it", "between plates", "between plates, narrow"],
)
def test_between_plates_that_stand_up_from_its_floor_a_slot_is_narrower(width, land, count):
    """A plate of 3.33 mm stands up by 1.5 of its thicknesses, which are 5 mm."""
    bar = draw.box((60, width + land + 20, 20), (-30, -width / 2 - land, 0))
    channel = draw.box((62, width, 6), (-31, -width / 2, 15))
    assert len(slots_of(draw.cut(bar, channel))) == count


@pytest.mark.parametrize(("width", "count"), [(14.9, 1), (15.1, 0)])
def test_a_slot_with_a_square_end_is_at_most_three_times_as_wide_as_deep(width, count):
    assert len(slots_of(draw.cut(block(), bar(width, 5, -10)))) == count


@pytest.mark.parametrize(("width", "count"), [(0.0059, 0), (0.0061, 1)])
def test_what_two_faces_that_miss_each_other_leave_is_no_slot(width, count):
    found = slots_of(draw.cut(block(), draw.box((62, width, 4), (-31, 0, TOP - 4))))
    assert len(found) == count


def test_a_gap_wider_than_long_is_no_slot():
    short = draw.box((6, 40, 20))
    assert row(only(slots_of(draw.cut(short, draw.box((8, 5.9, 20), (-1, 17, 15)))))) == (5.9, 5, 6, False, 2)
    assert slots_of(draw.cut(short, draw.box((8, 6.1, 20), (-1, 17, 15)))) == []


@pytest.mark.parametrize(("run", "count"), [(8.1, 1), (7.9, 0)])
def test_a_recess_with_one_square_end_is_a_slot_when_it_runs_further_than_it_is_wide(run, count):
    slots = slots_of(draw.cut(block(), bar(8, 5, 30 - run)))
    assert rows(slots) == [(8, 5, run, False, 1)] * count


def test_a_pocket_with_four_walls_is_no_slot_however_narrow():
    assert slots_of(draw.cut(block(), bar(3, 5, -20, 20))) == []
    assert slots_of(draw.cut(block(), bar(3, 30, -20, 20))) == []


def test_a_keyway_ends_half_round():
    part = unchecked_part(keyway(8, 5, 30))
    slot = only(slots_in(part))
    assert row(slot) == (8, 5, 30, False, 1)
    assert dict(slot.roles)[face_at(part, (0, 0, 18)).id] is Role.SLOT_WALL
    assert len(slot.faces) == 4


def test_an_obround_is_a_slot_blind_and_through():
    assert row(only(slots_of(draw.cut(block(), stadium(8, 20, 6))))) == (8, 6, 28, False, 0)
    assert row(only(slots_of(draw.cut(block(), stadium(8, 20, 30))))) == (8, 20, 28, True, 0)


def test_a_round_hole_is_no_slot():
    assert slots_of(draw.cut(block(), drilled(8, 6))) == []


def test_an_obround_with_one_square_end_is_a_pocket():
    assert slots_of(draw.cut(block(), draw.fuse(stadium(8, 20, 6), bar(8, 6, -14, 0)))) == []


def test_fillets_at_the_floor_and_chamfers_at_the_mouth_change_no_measure():
    filleted = draw.fillet(stadium(8, 20, 6), 1, (0, 4, 14))
    part = unchecked_part(draw.cut(block(), filleted))
    slot = only(slots_in(part))
    assert row(slot) == (8, 6, 28, False, 0)
    assert (
        dict(slot.roles)[face_at(part, (0, 4 - (1 - math.sqrt(0.5)), 15 - math.sqrt(0.5))).id] is Role.FILLET
    )
    chamfered = draw.chamfer(grooved(6, 5), 0.8, (0, 3, TOP), (0, -3, TOP))
    assert row(only(slots_of(chamfered))) == (6, 5, 60, False, 2)


def test_a_notch_in_the_edge_of_a_plate_goes_through_it():
    plate = draw.box((60, 40, 3))
    square = draw.cut(plate, draw.box((20, 6, 10), (45, 17, -1)))
    assert row(only(slots_of(square))) == (6, 3, 15, True, 1)
    tool = draw.fuse(draw.box((20, 6, 10), (45, 17, -1)), draw.cylinder(3, 10, (45, 20, -1)))
    assert row(only(slots_of(draw.cut(plate, tool)))) == (6, 3, 18, True, 1)
    shallow = draw.cut(plate, draw.box((20, 6, 10), (55, 17, -1)))
    assert slots_of(shallow) == []


def test_a_groove_with_a_round_floor_is_as_deep_as_that_and_one_that_is_but_round_half_as_deep_as_wide():
    tool = draw.fuse(bar(6, 5), draw.cylinder(3, 70, (-35, 0, 15), (1, 0, 0)))
    assert row(only(slots_of(draw.cut(block(), tool)))) == (6, 8, 60, False, 2)
    channel = draw.cylinder(3, 70, (-35, 0, TOP), (1, 0, 0))
    assert row(only(slots_of(draw.cut(block(), channel)))) == (6, 3, 60, False, 2)


def test_a_saw_cut_across_ridges_is_one_slot():
    ridged = draw.cut(block(), *[draw.box((8, 50, 12), (x, -25, 10)) for x in (-22, -4, 14)])
    cut = draw.cut(ridged, bar(4, 6))
    assert (4, 6, 60, False, 2) in rows(slots_of(cut))
    apart = draw.cut(ridged, bar(4, 6, -30 - CLEAR, 0), draw.moved(bar(4, 6, 0, 30 + CLEAR), (0, 5, 0)))
    assert (4, 6, 60, False, 2) not in rows(slots_of(apart))


def test_slots_that_cross_are_two():
    crossed = draw.cut(block(), bar(6, 5), draw.turned(bar(4, 5), 90))
    assert rows(slots_of(crossed)) == [(4, 5, 40, False, 2), (6, 5, 60, False, 2)]
    deeper = draw.cut(block(), bar(6, 5), draw.turned(bar(4, 8), 90))
    assert rows(slots_of(deeper)) == [(4, 8, 40, False, 2), (6, 5, 60, False, 2)]


def test_the_walls_of_a_slot_may_lean_and_it_is_measured_half_way_up():
    slot = only(slots_of(draw.cut(block(), drafted(6, 8, 5))))
    lean = 8 * math.tan(math.radians(5))
    assert row(slot) == (round(6 + lean, 3), 8, 60, False, 2)
    assert (slot.min_width_mm, slot.max_width_mm) == pytest.approx((6, 6 + 2 * lean), abs=1e-6)


@pytest.mark.parametrize("lean_deg", [7, 8, 15])
def test_the_sides_of_a_cast_slot_lean_out_by_up_to_fifteen_degrees(lean_deg):
    slot = only(slots_of(draw.cut(block(), drafted(10, 8, lean_deg))))
    lean = 8 * math.tan(math.radians(lean_deg))
    assert row(slot) == (round(10 + lean, 3), 8, 60, False, 2)
    assert (slot.min_width_mm, slot.max_width_mm) == pytest.approx((10, 10 + 2 * lean), abs=1e-6)
    assert slot.undercut_width_mm is None


@pytest.mark.parametrize(("width", "depth", "lean_deg"), [(10, 8, 17), (4, 8, 15)])
def test_sides_that_lean_further_or_leave_little_of_a_floor_make_a_v(width, depth, lean_deg):
    assert slots_of(draw.cut(block(), drafted(width, depth, lean_deg))) == []


@pytest.mark.parametrize("lean_deg", [12, 15])
def test_a_drafted_slot_with_a_drafted_end_is_as_long_as_its_mouth_and_with_two_a_pocket(lean_deg):
    lean, rise = 8 * math.tan(math.radians(lean_deg)), 9 * math.tan(math.radians(lean_deg))
    sides = drafted(8, 8, lean_deg)
    one_end = draw.prism([(0, -30, 12), (40, -30, 12), (40, -30, 21), (-rise, -30, 21)], (0, 60, 0))
    slot = only(slots_of(draw.cut(block(), draw.common(sides, one_end))))
    assert (slot.open_ends, len(slot.faces)) == (1, 4)
    assert slot.length_mm == pytest.approx(30 + lean, abs=1e-6)
    two_ends = draw.prism([(0, -30, 12), (20, -30, 12), (20 + rise, -30, 21), (-rise, -30, 21)], (0, 60, 0))
    assert slots_of(draw.cut(block(), draw.common(sides, two_ends))) == []


def test_a_groove_on_the_far_side_does_not_make_the_land_thin():
    tall = draw.box((60, 40, 80), (-30, -20, TOP - 80))
    upper = drafted(10, 8, 10)
    lower = draw.turned(upper, 180, (1, 0, 0), (0, 0, TOP - 40))
    width = round(10 + 8 * math.tan(math.radians(10)), 3)
    assert rows(slots_of(draw.cut(tall, upper, lower))) == [(width, 8, 60, False, 2)] * 2
    beside = [draw.moved(bar(11, 8), (0, y, 0)) for y in (-13.5, 13.5)]
    assert (width, 8, 60, False, 2) not in rows(slots_of(draw.cut(tall, upper, *beside)))


def test_a_v_groove_is_a_slot_as_deep_as_its_walls_reach():
    tool = draw.prism([(-35, 0, 12), (-35, 6, 21), (-35, -6, 21)], (70, 0, 0))
    assert row(only(slots_of(draw.cut(block(), tool)))) == (round(32 / 3, 3), 8, 60, False, 2)


def test_a_window_shaped_like_an_l_is_no_slot():
    window = draw.fuse(draw.box((30, 5, 40), (-15, -10, -5)), draw.box((5, 20, 40), (-15, -10, -5)))
    assert slots_of(draw.cut(block(), window)) == []
    assert slots_of(draw.cut(block(), draw.moved(window, (0, 0, 15)))) == []


def test_the_floor_of_a_key_for_a_side_cutter_is_curved():
    shaft = draw.cylinder(15, 60, (-30, 0, 5), (1, 0, 0))
    woodruff = draw.cylinder(8, 5, (0, -2.5, 22), (0, 1, 0))
    slot = only(slots_of(draw.cut(shaft, woodruff)))
    assert slot.width_mm == pytest.approx(5)
    assert (slot.through, len(slot.faces)) == (False, 3)
    assert dict(slot.roles)[slot.faces[0]] in (Role.SLOT_WALL, Role.SLOT_FLOOR)


def test_a_slot_bent_to_an_arc_is_as_long_as_its_middle():
    for depth, through in ((6, False), (30, True)):
        slot = only(slots_of(draw.cut(draw.box((80, 80, 20), (-40, -40, 0)), bent(20, 26, 60, depth))))
        ends = 2 * 2 * 23 * math.asin(3 / 2 / 23)
        expected = (6, min(depth, 20), round(23 * math.radians(60) + ends, 3), through, 0)
        assert row(slot) == expected


def test_the_gaps_between_fins_are_slots():
    assert rows(slots_of(finned(4, 3, 2, 12))) == [(3, 12, 40, False, 2)] * 3


def test_fins_far_apart_stand_round_no_slots():
    assert rows(slots_of(finned(3, 9.9, 2, 12))) == [(9.9, 12, 40, False, 2)] * 2
    assert slots_of(finned(3, 10.1, 2, 12)) == []


def test_a_fork_deeper_than_wide_has_a_slot_and_the_ears_of_a_clevis_none():
    assert row(only(slots_of(finned(2, 11.9, 6, 12)))) == (11.9, 12, 40, False, 2)
    assert slots_of(finned(2, 12.1, 6, 12)) == []
    assert row(only(slots_of(finned(2, 12.1, 13, 12)))) == (12.1, 12, 40, False, 2)


def test_the_inside_of_a_folded_sheet_is_no_slot():
    sheet = draw.cut(draw.box((40, 22, 30)), draw.box((60, 20, 40), (-10, 1, 1)))
    assert slots_of(sheet) == []
    thick = draw.cut(draw.box((40, 60, 30)), draw.box((60, 20, 40), (-10, 20, 1)))
    assert row(only(slots_of(thick))) == (20, 29, 40, False, 2)


def test_an_obround_crossed_by_a_hole_stays_one_slot():
    crossed = draw.cut(block(), stadium(8, 20, 30), drilled(6, 50, (0, -25, 10), (0, 1, 0)))
    assert row(only(slots_of(crossed))) == (8, 20, 28, True, 0)
    halved = draw.cut(block(), stadium(8, 20, 30), drilled(9, 25, (0, -25, 10), (0, 1, 0)))
    assert row(only(slots_of(halved))) == (8, 20, 28, True, 0)


def test_engraved_strokes_are_no_slots():
    strokes = [draw.box((20, 3, 9), (-10, y, 18)) for y in (-10, -1.5, 7)]
    letter = draw.cut(block(), draw.box((3, 20, 9), (-10, -10, 18)), *strokes)
    assert slots_of(letter) == []
    assert rows(slots_of(draw.cut(letter, draw.box((40, 3, 9), (-10, -1.5, 18))))) != []


def test_the_plate_that_a_groove_runs_down_to_is_no_part_of_it():
    post = draw.cut(draw.box((12, 12, 20), (-6, -6, TOP)), draw.box((5, 3, 40), (3, -1.5, TOP)))
    part = unchecked_part(draw.fuse(block(), post))
    slot = only(slots_in(part))
    assert row(slot) == (3, 3, 20, False, 1)
    assert face_at(part, (20, 10, TOP)).id not in slot.faces


@pytest.mark.parametrize(("height", "count"), [(11, 1), (13, 0)])
def test_a_lip_before_a_high_wall_makes_no_slot(height, count):
    wall, lip = draw.box((60, 6, height), (-30, 2, TOP)), draw.box((60, 6, 3), (-30, -8, TOP))
    assert rows(slots_of(draw.fuse(block(), wall, lip))) == [(4, 3, 60, False, 2)] * count


@pytest.mark.parametrize(("gap", "count"), [(9.5, 2), (10.5, 0)])
@pytest.mark.parametrize(("fin", "height"), [(2, 20), (4, 10)], ids=["five thicknesses", "as deep as wide"])
def test_far_apart_thin_plates_have_no_slot_between_them(fin, height, gap, count):
    assert rows(slots_of(finned(3, gap, fin, height))) == [(gap, height, 40, False, 2)] * count


@pytest.mark.parametrize(("fin", "count"), [(6.4, 0), (6.9, 2)])
def test_a_plate_one_and_a_half_times_as_high_as_thick_is_thin(fin, count):
    """A groove wider than deep is one between what is thicker."""
    assert rows(slots_of(finned(3, 11, fin, 10))) == [(11, 10, 40, False, 2)] * count


@pytest.mark.parametrize(("floor", "count"), [(2.9, 0), (4.0, 1)])
def test_a_leaning_groove_whose_floor_is_half_as_wide_as_its_mouth_is_no_v(floor, count):
    mean = floor + 8 * math.tan(math.radians(12))
    found = slots_of(draw.cut(block(), drafted(floor, 8, 12)))
    assert [each.width_mm for each in found] == pytest.approx([mean] * count)


def test_the_room_between_two_bosses_is_no_slot():
    towers = [draw.box((10, 10, 12), (-5, y, TOP)) for y in (-14, 4)]
    assert slots_of(draw.fuse(block(), *towers)) == []


def test_a_six_sided_pocket_is_no_slot():
    for depth in (8.0, 30.0):
        corners = [(6 * math.cos(math.pi * k / 3), 6 * math.sin(math.pi * k / 3)) for k in range(6)]
        tool = draw.prism([(x, y, TOP + 1) for x, y in corners], (0, 0, -depth))
        assert slots_of(draw.cut(block(), tool)) == []


def lopsided(left_deg, right_deg):
    """Draw the tool of a groove along x, 10 wide at its floor and 8 deep, whose walls lean out unequally."""
    outline = [
        (-5 - 13 * math.tan(math.radians(left_deg)), 25),
        (-5, 12),
        (5, 12),
        (5 + 13 * math.tan(math.radians(right_deg)), 25),
    ]
    return draw.prism([(-35, y, z) for y, z in outline], (70, 0, 0))


@pytest.mark.parametrize(
    ("sides_deg", "count"),
    [((12, 9.37), 1), ((12, 8.79), 0), ((-9.5, -7.6), 1), ((-9.5, -6.8), 0)],
    ids=["drafted alike", "not alike", "a dovetail", "one side hardly leans over"],
)
def test_the_sides_of_a_slot_lean_alike_within_three_degrees(sides_deg, count):
    assert len(slots_of(draw.cut(block(), lopsided(*sides_deg)))) == count


@pytest.mark.parametrize(
    ("rise_deg", "open_ends", "ramp_is"), [(22, 2, Role.SLOT_FLOOR), (29, 1, Role.SLOT_WALL)]
)
def test_a_floor_that_rises_to_the_top_steeper_than_25_degrees_closes_the_slot(rise_deg, open_ends, ramp_is):
    slope = math.tan(math.radians(rise_deg))
    begin, end = 30 - 5 / slope, 30 + CLEAR / slope
    outline = [(-35, 15), (begin, 15), (end, TOP + CLEAR), (-35, TOP + CLEAR)]
    part = unchecked_part(draw.cut(block(), draw.prism([(x, -3, z) for x, z in outline], (0, 6, 0))))
    slot = only(slots_in(part))
    assert row(slot) == (6, 5, 60, False, open_ends)
    assert dict(slot.roles)[face_at(part, ((begin + 30) / 2, 0, 17.5)).id] is ramp_is


@pytest.mark.parametrize(("lean_deg", "count"), [(14.5, 0), (18, 1)])
def test_what_grows_thicker_by_more_than_15_degrees_towards_its_foot_is_no_thin_plate(lean_deg, count):
    """The room between two thin plates as wide as deep is no slot."""
    foot = 4 + 12 * math.tan(math.radians(lean_deg))
    ears = [
        draw.prism([(0, y, 0), (0, y, 12), (0, y + way * 4, 12), (0, y + way * foot, 0)], (40, 0, 0))
        for y, way in ((0, -1), (12.1, 1))
    ]
    found = slots_of(draw.fuse(draw.box((40, 40, 6), (0, -14, -6)), *ears))
    assert rows(found) == [(12.1, 12, 40, False, 2)] * count


@pytest.mark.parametrize(("ledge", "is_end"), [(1.95, True), (2.85, False)])
def test_a_face_of_which_two_fifths_close_a_slot_is_its_end(ledge, is_end):
    """A notch of 4 x 4 down to a foot that stands out by a ledge: 16 of 35.5 or of 44.5 mm² lie in it."""
    post = draw.cut(draw.box((10, 10, 20)), draw.box((4, 4, 40), (3, 0, 0)))
    part = unchecked_part(draw.fuse(draw.box((10, 10 + ledge, 5), (0, -ledge, 0)), post))
    slot = only(slots_in(part))
    assert row(slot) == (4, 4, 15, False, 1)
    assert (face_at(part, (5, 2, 5)).id in slot.faces) is is_end


@pytest.mark.parametrize(("beside", "count"), [(1.64, 1), (2.44, 0)])
def test_half_of_a_floor_lies_in_slots(beside, count):
    """Two blocks 5 mm apart: 100 mm² between them, of ground that goes on by so much past both their ends."""
    ground = draw.box((20 + 2 * beside, 25, 5), (-beside, 0, -5))
    found = slots_of(draw.fuse(ground, draw.box((20, 10, 10)), draw.box((20, 10, 10), (0, 15, 0))))
    assert rows(found) == [(5, 10, 20, False, 2)] * count


@pytest.mark.parametrize(("across", "count"), [(4.5, 1), (5.5, 0)])
def test_a_slot_with_a_post_before_its_end_is_open_over_half_of_its_width(across, count):
    post = draw.box((5, across, 25), (30, -5, 0))
    found = slots_of(draw.fuse(draw.cut(block(), bar(10, 8, 0)), post))
    assert rows(found) == [(10, 8, 30, False, 1)] * count


def test_a_groove_with_a_pad_in_one_side_is_as_wide_as_up_to_the_pad():
    """The side behind the pad, 1.5 mm further away, makes no wider slot."""
    found = slots_of(draw.fuse(draw.cut(block(), bar(10, 8)), draw.box((40, 1.5, 6), (-20, 3.5, 12))))
    assert rows(found) == [(8.5, 6, 40, False, 2)]


@pytest.mark.parametrize(("common", "count"), [(8.1, 0), (9.9, 1)])
def test_walls_that_stand_past_each_other_over_three_tenths_of_their_length_make_a_slot(common, count):
    """Two towers joined at their feet, staggered so that this much of 30 mm lies opposite."""
    towers = [draw.box((30, 10, 60), (0, -10, 0)), draw.box((30, 10, 60), (30 - common, 4, 0))]
    found = slots_of(draw.fuse(*towers, draw.box((common, 4, 2), (30 - common, 0, 0))))
    assert rows(found) == [(4, 58, common, False, 2)] * count


@pytest.mark.parametrize(("straight", "count"), [(2.86, 0), (3.56, 1)])
def test_an_obround_is_one_where_it_is_at_most_three_times_as_wide_as_its_straight_sides(straight, count):
    """In a plate 1 mm thick: sides of 3.03 or 3.70 mm from corner to corner."""
    found = slots_of(draw.cut(draw.box((60, 40, 1), (-30, -20, 19)), stadium(10, straight, 30)))
    assert rows(found) == [(10, 1, 10 + straight, True, 0)] * count


@pytest.mark.parametrize(("tilt_deg", "count"), [(13.5, 1), (17, 0)])
def test_a_round_end_stands_upright_between_the_sides_of_a_slot_within_a_draft(tilt_deg, count):
    """A slot four times as wide as deep needs one; tilted further it is but curved."""
    tilt = math.radians(tilt_deg)
    round_end = draw.cylinder(12, 80, (8, -40 * math.tan(tilt), -20), (0, math.sin(tilt), math.cos(tilt)))
    tool = draw.fuse(bar(16, 4, 0), draw.common(bar(16, 4, -20, 5), round_end))
    found = slots_of(draw.cut(block(), tool))
    assert [row(each)[:2] for each in found] == [(16, 4)] * count


@pytest.mark.parametrize(("lip", "count"), [(27, 1), (33, 0)])
def test_a_groove_with_a_lip_over_half_of_one_side_is_no_slot(lip, count):
    roofed = draw.fuse(draw.cut(block(), bar(9, 9)), draw.box((lip, 3, 2), (-lip / 2, 1.5, 18)))
    assert rows(slots_of(roofed)) == [(9, 9, 60, False, 2)] * count


@cache
def many_slots():
    """Draw a block with one of each common slot, none touching another."""
    plate = draw.box((120, 100, 20), (-60, -50, 0))
    return draw.cut(
        plate,
        draw.moved(draw.box((130, 6, 5 + CLEAR), (-65, -3, 15)), (0, 40, 0)),
        stadium(8, 20, 6, (-35, 22, TOP)),
        stadium(5, 12, 30, (0, 22, TOP)),
        draw.fuse(draw.box((30, 7, 9), (40, 18, 16)), draw.cylinder(3.5, 9, (40, 21.5, 16))),
        draw.moved(drafted(5, 7, 3, 140), (0, -35, 0)),
        ring(8, 11, 2, (-35, -8, TOP)),
        draw.moved(bent(10, 14, 90, 5), (10, -15, 0)),
    )


WIDTH = round(5 + 7 * math.tan(math.radians(3)), 3)
ARC = round(12 * math.pi / 2 + 4 * 12 * math.asin(4 / 4 / 12), 3)
MANY = sorted(
    [
        (6, 5, 120, False, 2),
        (8, 6, 28, False, 0),
        (5, 20, 17, True, 0),
        (7, 4, 23.5, False, 1),
        (WIDTH, 7, 120, False, 2),
        (3, 2, round(19 * math.pi, 3), False, 0),
        (4, 5, ARC, False, 0),
    ]
)


def test_one_of_each_common_slot():
    assert rows(slots_of(many_slots())) == MANY


def test_slots_are_the_same_however_the_part_is_written():
    """Sawn, far away, mirrored, closed faces in halves, shuffled, in inches and 100 times as large."""
    pieces = draw.moved(sawn(many_slots(), 1.0), (1234.5, -789.1, 0.01))
    described = mutators.altogether(draw.scaled(pieces, 100.0))
    found = rows(slots_of(described.shape, described.unit), 100.0)
    for got, expected in zip(found, MANY, strict=True):
        assert got[:3] == pytest.approx(expected[:3], abs=2e-3)
        assert got[3:] == expected[3:]


def test_slots_scale_with_the_part():
    assert rows(slots_of(draw.scaled(many_slots(), 0.05)), 0.05) == MANY


@pytest.mark.parametrize(
    ("thickness_mm", "through", "turned_deg", "spelled"),
    [
        (8.0, False, 37.3, lambda body: body),
        (8.0, False, 37.3, draw.as_nurbs),
        (8.0, False, 211.0, draw.mirrored),
        (7.9, True, 0.0, lambda body: body),
        (8.1, False, 0.0, lambda body: body),
    ],
    ids=["turned", "nurbs", "mirrored", "thinner", "thicker"],
)
def test_a_notch_as_wide_as_its_plate_is_thick_is_a_groove_however_it_is_turned(
    thickness_mm, through, turned_deg, spelled
):
    """Which of the two it is hangs on width against thickness: equal but for rounding, it is the groove."""
    plate = draw.box((thickness_mm, 40, 60))
    notched = draw.cut(plate, draw.box((thickness_mm + 2, 8, 20), (-1, 16, 45)))
    slot = only(slots_of(spelled(draw.turned(notched, turned_deg, (1, 2, 3)))))
    assert slot.through is through
    assert (slot.length_mm, slot.depth_mm) == pytest.approx(
        (15, thickness_mm) if through else (thickness_mm, 15)
    )


@pytest.mark.parametrize("mutator", [mutators.turned, mutators.mirrored])
def test_an_obround_recess_of_which_a_window_parts_one_end_is_a_slot(mutator):
    """The window cuts the wall at y = 4 and a part of the round end at x = 11."""
    window = draw.prism([(4, 3, -1), (20, 3, -1), (12, 15, -1)], (0, 0, TOP + 2))
    described = mutator(draw.cut(block(), stadium(8, 22, 5), window))
    assert rows(slots_of(described.shape, described.unit)) == [(8, 5, 30, False, 0)]


def test_a_recess_that_ends_in_a_larger_round_is_no_obround():
    tool = draw.fuse(
        draw.box((22, 8, 5 + CLEAR), (-11, -4, TOP - 5)),
        draw.cylinder(4, 5 + CLEAR, (-11, 0, TOP - 5)),
        draw.common(
            draw.cylinder(8, 5 + CLEAR, (11, 4, TOP - 5)), draw.box((8, 8, 5 + CLEAR), (11, -4, TOP - 5))
        ),
    )
    window = draw.prism([(4, 3, -1), (24, 3, -1), (12, 15, -1)], (0, 0, TOP + 2))
    assert slots_of(draw.cut(block(), tool, window)) == []


def test_an_obround_recess_and_the_window_that_parts_it_are_both_reported():
    window = draw.prism([(4, 3, -1), (20, 3, -1), (12, 15, -1)], (0, 0, TOP + 2))
    features = recognized(draw.cut(block(), stadium(8, 22, 5), window))[1].features
    assert sorted(each.kind for each in features if each.kind in (Kind.SLOT, Kind.POCKET)) == [
        Kind.POCKET,
        Kind.SLOT,
    ]


"""Of the gland: width, depth, length round the middle, through, open ends."""
