"""How the diameters of a hole follow each other, from the entry in."""

import math

import pytest

from engine.model.feature import Role
from tests.support import draw
from tests.support.parts import part_of
from tests.support.parts_holes import (
    DOWN,
    TOP,
    block,
    drilled,
    holes_in,
    holes_of,
    only,
    role_at,
    row,
    rows,
    sink,
    stage_rows,
    thread,
)

EXACT = 1e-6


def test_a_counterbored_hole_is_one_hole():
    part = part_of(draw.cut(block(), drilled(6.6, 30), drilled(11, 6.8)))
    hole = only(holes_in(part))
    assert row(hole) == ("counterbore", "open", 6.6, 20)
    assert stage_rows(hole) == [("cylinder", 11, 6.8, 0), ("cylinder", 6.6, 13.2, 0)]
    assert role_at(part, hole, (4.4, 0, 13.2)) is Role.HOLE_STEP
    assert hole.axis == pytest.approx(DOWN)


def test_a_counterbore_from_below_makes_the_lower_mouth_the_entry():
    tool = drilled(11, 6.8, (0, 0, 0), (0, 0, 1))
    hole = only(holes_of(draw.cut(block(), drilled(6.6, 30), tool)))
    assert hole.axis == pytest.approx((0, 0, 1))
    assert stage_rows(hole) == [("cylinder", 11, 6.8, 0), ("cylinder", 6.6, 13.2, 0)]


def test_a_hole_counterbored_from_both_sides_is_one_hole():
    below = drilled(9, 3, (0, 0, 0), (0, 0, 1))
    hole = only(holes_of(draw.cut(block(), drilled(5, 30), drilled(10, 4), below)))
    assert row(hole) == ("counterbore", "open", 5, 20)
    assert stage_rows(hole) == [("cylinder", 10, 4, 0), ("cylinder", 5, 13, 0), ("cylinder", 9, 3, 0)]


def test_a_blind_counterbored_hole_counts_its_depth_from_the_top():
    hole = only(holes_of(draw.cut(block(), drilled(5, 15, tip=118), drilled(10, 4))))
    assert row(hole) == ("counterbore", "conical", 5, 15)


def test_the_fillet_at_the_foot_of_a_counterbore_belongs_to_it():
    tool = draw.fillet(drilled(12, 6), 1.0, (6, 0, 14))
    hole = only(holes_of(draw.cut(block(), drilled(5, 30), tool)))
    assert stage_rows(hole) == [("cylinder", 12, 6, 0), ("cylinder", 5, 14, 0)]
    assert Role.FILLET in dict(hole.roles).values()


@pytest.mark.parametrize("angle", [82, 90, 120])
def test_a_countersunk_hole_is_one_hole(angle):
    part = part_of(draw.cut(block(), drilled(5, 30), sink(10, 5, angle)))
    hole = only(holes_in(part))
    length = round(2.5 / math.tan(math.radians(angle / 2)), 4)
    assert row(hole) == ("countersink", "open", 5, 20)
    assert stage_rows(hole) == [("cone", 10, length, angle), ("cylinder", 5, round(20 - length, 4), 0)]
    assert role_at(part, hole, (3.75, 0, TOP - length / 2)) is Role.COUNTERSINK


def test_a_chamfered_mouth_leaves_the_hole_simple():
    hole = only(holes_of(draw.chamfer(draw.cut(block(), drilled(10, 30)), 0.8, (0, 5, TOP), (5, 0, TOP))))
    assert row(hole) == ("simple", "open", 10, 20)
    assert stage_rows(hole) == [("chamfer", 11.6, 0.8, 90), ("cylinder", 10, 19.2, 0)]
    assert Role.CHAMFER in dict(hole.roles).values()


def test_a_cone_at_each_mouth_is_a_chamfer_unless_a_head_fits_it():
    def coned(top: float, bottom: float):
        below = sink(bottom, 5, 90, (0, 0, 0), (0, 0, 1))
        return only(holes_of(draw.cut(block(), drilled(5, 30), sink(top, 5, 90), below)))

    alike, other = coned(8, 8), coned(8, 6)
    assert [stage.shape for stage in alike.stages] == ["chamfer", "cylinder", "chamfer"]
    assert str(alike.hole_type) == "simple"
    assert [stage.shape for stage in other.stages] == ["cone", "cylinder", "chamfer"]
    assert str(other.hole_type) == "countersink"
    assert [stage.shape for stage in coned(11, 11).stages] == ["cone", "cylinder", "cone"]


def test_a_chamfer_at_the_far_mouth_leaves_a_counterbore():
    far = sink(5.1, 3.1, 90, (0, 0, 0), (0, 0, 1))
    tools = drilled(3.1, 30), drilled(7, 7), sink(9, 7, 90), far
    hole = only(holes_of(draw.cut(block(), *tools)))
    assert row(hole) == ("counterbore", "open", 3.1, 20)
    assert stage_rows(hole) == [
        ("chamfer", 9, 1, 90),
        ("cylinder", 7, 6, 0),
        ("cylinder", 3.1, 12, 0),
        ("chamfer", 5.1, 1, 90),
    ]


def test_a_rounded_mouth_belongs_to_the_hole():
    part = part_of(draw.fillet(draw.cut(block(), drilled(10, 12)), 1.5, (5, 0, TOP)))
    hole = only(holes_in(part))
    assert row(hole) == ("simple", "flat", 10, 12)
    assert stage_rows(hole) == [("cylinder", 10, 12, 0)]
    corner = 1.5 * math.sqrt(0.5)
    assert role_at(part, hole, (6.5 - corner, 0, TOP - 1.5 + corner)) is Role.ROUND


def test_a_lip_rounded_over_to_the_outside_is_entered_at_its_crest():
    tube = draw.cut(draw.cylinder(10, 30), drilled(12, 40, (0, 0, 30)))
    lip = draw.torus(8, 2, (0, 0, 30))
    hole = only(holes_of(draw.fuse(tube, lip)))
    assert row(hole) == ("simple", "open", 12, 32)


def test_three_diameters_are_a_stepped_hole():
    tools = drilled(4, 16, tip=118), drilled(8, 9), drilled(12, 4)
    hole = only(holes_of(draw.cut(block(), *tools)))
    assert row(hole) == ("stepped", "conical", 4, 16)
    assert [stage.depth_mm for stage in hole.stages[:3]] == pytest.approx([4, 5, 7], abs=EXACT)


def test_a_conical_step_is_a_stage_and_no_countersink():
    tools = drilled(5, 30), draw.fuse(drilled(8, 8), draw.cone(4, 2.5, 1.5, (0, 0, 12), DOWN))
    part = part_of(draw.cut(block(), *tools))
    hole = only(holes_in(part))
    assert row(hole) == ("stepped", "open", 5, 20)
    assert stage_rows(hole) == [("cylinder", 8, 8, 0), ("cone", 8, 1.5, 90), ("cylinder", 5, 10.5, 0)]
    assert role_at(part, hole, (3.25, 0, 11.25)) is Role.HOLE_STEP


def test_a_countersink_below_a_counterbore_makes_it_stepped():
    tools = drilled(5, 30), drilled(14, 4), sink(9, 5, 90, (0, 0, 16))
    hole = only(holes_of(draw.cut(block(), *tools)))
    assert row(hole) == ("stepped", "open", 5, 20)
    assert stage_rows(hole) == [("cylinder", 14, 4, 0), ("cone", 9, 2, 90), ("cylinder", 5, 14, 0)]


@pytest.mark.parametrize(
    ("wide", "shape", "kind"), [(8.2, "chamfer", "simple"), (8.6, "cone", "countersink")]
)
def test_a_cone_that_opens_a_hole_to_less_than_the_head_of_a_screw_is_a_chamfer(wide, shape, kind):
    hole = only(holes_of(draw.cut(block(), drilled(6, 30), sink(wide, 6, 90))))
    assert row(hole) == (kind, "open", 6, 20)
    assert stage_rows(hole)[0] == (shape, wide, round((wide - 6) / 2, 4), 90)


@pytest.mark.parametrize(
    ("near", "far", "kind"),
    [
        (11.8, 11.8, "simple"),
        (12.2, 12.2, "countersink"),
        (10.0, 10.45, "simple"),
        (10.0, 10.56, "countersink"),
    ],
    ids=["alike", "alike and twice as wide", "alike within 5 %", "unlike"],
)
def test_cones_alike_at_both_mouths_are_chamfers_unless_they_are_twice_as_wide(near, far, kind):
    sinks = sink(near, 6, 90), sink(far, 6, 90, (0, 0, 0), (0, 0, 1))
    assert row(only(holes_of(draw.cut(block(), drilled(6, 30), *sinks)))) == (kind, "open", 6, 20)


@pytest.mark.parametrize(
    ("wide", "measured"),
    [
        (7.0, [("stepped", "open", 6, 20)]),
        (7.4, [("counterbore", "open", 6, 20)]),
        (23.0, [("counterbore", "open", 6, 20)]),
        (25.0, [("simple", "flat", 25, 5), ("simple", "open", 6, 15)]),
    ],
)
def test_a_counterbore_is_between_one_and_a_fifth_and_four_diameters_wide(wide, measured):
    assert rows(holes_of(draw.cut(block(), drilled(6, 30), drilled(wide, 5)))) == measured


def test_a_groove_for_a_ring_inside_a_bore_is_a_stage_of_it():
    groove = draw.cut(draw.cylinder(6, 2, (0, 0, 8)), draw.cylinder(1, 2, (0, 0, 8)))
    hole = only(holes_of(draw.cut(block(), drilled(10, 30), groove)))
    assert row(hole) == ("stepped", "open", 10, 20)
    assert stage_rows(hole) == [("cylinder", 10, 10, 0), ("cylinder", 12, 2, 0), ("cylinder", 10, 8, 0)]


def test_a_groove_in_the_floor_of_a_counterbore_is_stepped_over():
    seal = draw.cut(draw.cylinder(7, 1.5, (0, 0, 13.5)), draw.cylinder(5, 1.5, (0, 0, 13.5)))
    hole = only(holes_of(draw.cut(block(), drilled(6, 30), drilled(20, 5), seal)))
    assert row(hole) == ("counterbore", "open", 6, 20)
    assert stage_rows(hole) == [("cylinder", 20, 5, 0), ("cylinder", 6, 15, 0)]
    blind = only(holes_of(draw.cut(block(), drilled(20, 5), seal)))
    assert row(blind) == ("simple", "flat", 20, 5)


def rings(count: int, outer: float, inner: float):
    """Draw the rings a thread would be if it did not climb, 1 mm apart."""
    ring = draw.cut(draw.cylinder(outer / 2, 0.4, (0, 0, 6)), draw.cylinder(inner / 2 - 0.5, 0.4, (0, 0, 6)))
    return [draw.moved(ring, (0, 0, step)) for step in range(count)]


def test_many_equal_grooves_are_a_thread_and_a_few_are_grooves():
    thread = only(holes_of(draw.cut(block(), drilled(5, 16), *rings(8, 6, 5))))
    assert row(thread) == ("simple", "flat", 5, 16)
    assert stage_rows(thread) == [("cylinder", 5, 16, 0)]
    assert set(dict(thread.roles).values()) == {Role.HOLE_WALL, Role.HOLE_FLOOR}
    grooved = only(holes_of(draw.cut(block(), drilled(5, 16), *rings(2, 6, 5))))
    assert [stage.diameter_mm for stage in grooved.stages] == pytest.approx([5, 6, 5, 6, 5])


@pytest.mark.parametrize(("grooves", "diameters"), [(2, [5, 6, 5, 6, 5]), (3, [5])])
def test_from_four_equal_crests_on_a_row_of_grooves_is_a_thread(grooves, diameters):
    hole = only(holes_of(draw.cut(block(), drilled(5, 16), *rings(grooves, 6, 5))))
    assert [stage.diameter_mm for stage in hole.stages] == pytest.approx(diameters)


def test_a_modelled_thread_leaves_one_hole_of_its_minor_diameter():
    """The thread runs from z = 9 to 11.4; sawn off above z = 11 the hole is threaded up to its mouth."""
    tool = thread(5, 6, 2.0, 2.4, 9)
    threaded = part_of(draw.cut(block(), drilled(5, 18), tool))
    assert threaded.volume_mm3 < 60 * 40 * TOP - 18 * math.pi * 2.5**2 - 5
    assert row(only(holes_in(threaded))) == ("simple", "flat", 5, 18)
    low = draw.box((60, 40, 11), (-30, -20, 0))
    hole = only(holes_of(draw.cut(low, drilled(5, 18), tool)))
    assert row(hole) == ("simple", "flat", 5, 9)
    assert hole.span_deg == 360


def test_holes_in_the_floor_of_a_recess_are_holes_of_their_own():
    bolts = [drilled(3, 30, (x, y, TOP)) for x, y in ((10, 0), (-10, 0), (0, 10), (0, -10))]
    holes = holes_of(draw.cut(block(), drilled(30, 6), *bolts))
    assert rows(holes) == [("simple", "flat", 30, 6)] + 4 * [("simple", "open", 3, 14)]


def test_a_shoulder_stepped_for_printing_is_a_shoulder():
    """Printers bridge such a shoulder in two layers: first the sides of a square, then the other two."""
    first = draw.common(drilled(6, 5.3), draw.box((40, 3.2, 60), (-20, -1.6, -20)))
    second = draw.box((3.2, 3.2, 20), (-1.6, -1.6, TOP - 5.6))
    part = part_of(draw.cut(block(), drilled(3.2, 30), drilled(6, 5), first, second))
    hole = only(holes_in(part))
    assert row(hole) == ("counterbore", "open", 3.2, 20)
    assert role_at(part, hole, (0, 2.5, TOP - 5)) is Role.HOLE_STEP


def test_a_low_lump_in_the_wall_leaves_a_hole_and_a_bar_across_it_does_not():
    lump = draw.box((2, 2, 3), (2.2, -1, 8))
    bar = draw.box((20, 2, 8), (-10, -1, 7))
    assert row(only(holes_of(draw.cut(block(), draw.cut(drilled(6, 15), lump))))) == ("simple", "flat", 6, 15)
    assert holes_of(draw.cut(block(), draw.cut(drilled(6, 15), bar))) == []


def test_a_drafted_hole_is_measured_at_its_narrow_end():
    taper = draw.cone(5, 5 - 20 * math.tan(math.radians(2)), 20, (0, 0, TOP), DOWN)
    hole = only(holes_of(draw.cut(block(), taper)))
    assert row(hole) == ("simple", "open", round(10 - 40 * math.tan(math.radians(2)), 4), 20)
    assert hole.stages[0].angle_deg == pytest.approx(4, abs=1e-4)
    assert list(dict(hole.roles).values()) == [Role.HOLE_WALL]
    assert hole.axis == pytest.approx(DOWN)


@pytest.mark.parametrize("half_deg", [19.9999, 20.0001])
def test_a_taper_of_twenty_degrees_is_a_wall_whatever_its_last_digits(half_deg):
    taper = draw.cone(5, 5 - 8 * math.tan(math.radians(half_deg)), 8, (0, 0, TOP), DOWN)
    assert Role.HOLE_WALL in dict(only(holes_of(draw.cut(block(), taper))).roles).values()
    # at 30 degrees it is a countersink
    taper = draw.cone(5, 5 - 8 * math.tan(math.radians(30)), 8, (0, 0, TOP), DOWN)
    assert Role.HOLE_WALL not in dict(only(holes_of(draw.cut(block(), taper))).roles).values()


def test_a_countersink_without_a_drill_is_a_conical_hole():
    hole = only(holes_of(draw.cut(block(), draw.cone(5, 0, 5, (0, 0, TOP), DOWN))))
    assert row(hole) == ("countersink", "conical", 10, 5)
    assert list(dict(hole.roles).values()) == [Role.COUNTERSINK]
    assert hole.thread_candidates == ()


def test_a_cone_through_a_plate_is_measured_at_its_narrow_end():
    plate = draw.box((60, 40, 3), (-30, -20, 17))
    hole = only(holes_of(draw.cut(plate, draw.cone(5, 2, 3, (0, 0, TOP), DOWN))))
    assert row(hole) == ("countersink", "open", 4, 3)
