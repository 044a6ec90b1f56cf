"""Bosses drawn with known measures, round things that are none, and the same part in other words."""

import math

import numpy as np
import pytest
from OCP.TopoDS import TopoDS_Shape

from engine.features.bosses.relief import ReliefKind
from engine.model.feature import Role
from tests.support import draw, mutators, parts_blends
from tests.support.parts import face_at, part_of
from tests.support.parts_bosses import (
    MANY,
    TOP,
    bosses_in,
    bosses_of,
    coned,
    many_bosses,
    only,
    plate,
    ribs,
    role_at,
    row,
    rows,
    stage_rows,
    stud,
)
from tests.support.parts_holes import sawn

EXACT = 1e-6


def test_a_stud_on_a_plate_is_a_boss():
    part = part_of(draw.fuse(plate(), stud(20, 25)))
    boss = only(bosses_in(part))
    assert row(boss) == (20, 25, "none", 0)
    assert boss.shortest_height_mm == pytest.approx(25, abs=EXACT)
    assert boss.span_deg == 360
    assert boss.axis == pytest.approx([0, 0, 1], abs=EXACT)
    assert boss.center == pytest.approx([0, 0, TOP + 12.5], abs=EXACT)
    assert boss.foot == pytest.approx([0, 0, TOP], abs=EXACT)
    assert boss.box_mm == pytest.approx(np.array([[-10, -10, TOP], [10, 10, TOP + 25]]), abs=1e-5)
    assert role_at(part, boss, (0, 0, TOP + 25)) is Role.BOSS_TOP
    assert boss.fid == face_at(part, (10, 0, 20)).id
    assert role_at(part, boss, (10, 0, 20)) is Role.BOSS_WALL
    assert boss.base == (face_at(part, (25, 25, TOP)).id,)
    assert len(boss.faces) == 2


def test_a_hole_and_a_shaft_by_itself_are_no_bosses():
    assert bosses_of(draw.cut(plate(), draw.cylinder(10, 30))) == []
    assert bosses_of(draw.cylinder(10, 30)) == []
    assert bosses_of(draw.cut(draw.cylinder(10, 30), draw.cylinder(7, 30))) == []


def test_a_filleted_foot_is_looked_across_and_the_fillet_is_a_member():
    part = part_of(draw.fillet(draw.fuse(plate(), stud(20, 25)), 3, (-10, 0, TOP)))
    boss = only(bosses_in(part))
    assert row(boss) == (20, 25, "fillet", 3)
    corner = 3 * (1 - math.sqrt(0.5))
    assert role_at(part, boss, (10 + corner, 0, TOP + corner)) is Role.FILLET


def test_a_chamfered_foot_is_a_chamfer_with_its_leg():
    body = draw.chamfer(draw.fuse(plate(), stud(20, 25)), 1.5, (-10, 0, TOP))
    assert row(only(bosses_of(body))) == (20, 25, "chamfer", 1.5)


@pytest.mark.parametrize(("lean_deg", "is_flare"), [(22, True), (18, False)])
def test_a_short_cone_at_the_foot_softens_it_where_it_leans_by_more_than_a_draft(lean_deg, is_flare):
    """It is four times as high as what is left of the wall, so the cone by itself is no chamfer."""
    leg_mm = 6 * math.tan(math.radians(lean_deg))
    boss = only(bosses_of(draw.fuse(plate(), stud(20, 7.5), coned(20 + 2 * leg_mm, 20, 6))))
    relief = boss.base_relief
    assert relief.kind is (ReliefKind.CHAMFER if is_flare else ReliefKind.NONE)
    assert relief.radius_mm == pytest.approx(leg_mm if is_flare else 0, abs=EXACT)
    assert [shape for shape, *_ in stage_rows(boss)] == (["cylinder"] if is_flare else ["cone", "cylinder"])


@pytest.mark.parametrize("soften", [draw.fillet, draw.chamfer])
def test_a_softened_top_edge_changes_no_measure(soften):
    part = part_of(soften(draw.fuse(plate(), stud(20, 25)), 1.5, (-10, 0, TOP + 25)))
    boss = only(bosses_in(part))
    assert row(boss) == (20, 25, "none", 0)
    assert len(boss.faces) == 3
    assert role_at(part, boss, (0, 0, TOP + 25)) is Role.BOSS_TOP


def test_a_groove_at_the_foot_is_its_relief_and_no_stage():
    neck = draw.fuse(plate(), stud(16, 3), draw.cylinder(10, 22, (0, 0, TOP + 3)))
    boss = only(bosses_of(neck))
    assert row(boss) == (20, 25, "groove", 0)
    assert stage_rows(boss) == [("cylinder", 20, 25, 0)]


@pytest.mark.parametrize(
    ("neck_mm", "measured"), [(5.5, (12, 17.5, "groove", 0)), (6.5, (9, 18.5, "none", 0))]
)
def test_a_neck_up_to_half_as_long_as_what_stands_on_it_is_wide_is_a_relief(neck_mm, measured):
    neck = draw.fuse(plate(), stud(9, neck_mm), draw.cylinder(6, 12, (0, 0, TOP + neck_mm)))
    assert row(only(bosses_of(neck))) == measured


def test_a_long_neck_under_a_head_is_the_lowest_stage():
    boss = only(bosses_of(draw.fuse(plate(), stud(10, 20), draw.cylinder(8, 5, (0, 0, TOP + 20)))))
    assert row(boss) == (10, 25, "none", 0)
    assert stage_rows(boss) == [("cylinder", 10, 20, 0), ("cylinder", 16, 5, 0)]


def test_steps_about_one_axis_are_stages_of_one_boss():
    part = part_of(draw.fuse(plate(), stud(24, 6), stud(16, 14), stud(8, 20)))
    boss = only(bosses_in(part))
    assert row(boss) == (24, 20, "none", 0)
    assert stage_rows(boss) == [("cylinder", 24, 6, 0), ("cylinder", 16, 8, 0), ("cylinder", 8, 6, 0)]
    assert len(boss.faces) == 6
    assert boss.fid == face_at(part, (12, 0, 10)).id


def test_a_shoulder_may_be_nothing_but_a_round_and_a_fillet():
    """Of the step from 12 to 8 mm radius the round takes the outer 2 mm and the fillet the inner 2."""
    round_edge = draw.fuse(draw.cylinder(10, 2, (0, 0, TOP + 4)), draw.torus(10, 2, (0, 0, TOP + 4)))
    hollow = draw.cut(draw.cylinder(10, 2, (0, 0, TOP + 6)), draw.torus(10, 2, (0, 0, TOP + 8)))
    part = part_of(draw.fuse(plate(), stud(24, 4), round_edge, hollow, stud(16, 20)))
    boss = only(bosses_in(part))
    assert row(boss) == (24, 20, "none", 0)
    assert [stage[:2] for stage in stage_rows(boss)] == [("cylinder", 24), ("cylinder", 16)]
    corner = 2 * math.sqrt(0.5)
    assert role_at(part, boss, (10 + corner, 0, TOP + 4 + corner)) is Role.ROUND
    assert role_at(part, boss, (10 - corner, 0, TOP + 8 - corner)) is Role.FILLET


@pytest.mark.parametrize("off_or_thin", [stud(8, 20, (5, 0, TOP)), stud(5, 20)])
def test_a_pin_off_the_axis_or_thin_beside_what_it_stands_on_is_a_boss_by_itself(off_or_thin):
    measured = rows(bosses_of(draw.fuse(plate(), stud(24, 6), off_or_thin)))
    assert [(height, relief) for _, height, relief, _ in measured] == [(14, "none"), (6, "none")]
    assert measured[1][0] == 24


@pytest.mark.parametrize(("ratio", "heights"), [(3.8, [12]), (4.2, [5, 7])])
def test_a_step_to_a_quarter_of_the_width_parts_two_bosses(ratio, heights):
    found = bosses_of(draw.fuse(plate(), stud(24, 5), stud(24 / ratio, 12)))
    assert sorted(round(boss.height_mm, 4) for boss in found) == heights


def test_a_drafted_boss_is_as_wide_as_where_it_meets_its_base():
    boss = only(bosses_of(draw.fuse(plate(), coned(20, 16, 25))))
    assert row(boss) == (20, 25, "none", 0)
    assert boss.taper_deg == pytest.approx(math.degrees(math.atan(2 / 25)), abs=1e-4)


def test_a_fillet_at_its_foot_does_not_make_a_drafted_boss_narrower():
    body = draw.fillet(draw.fuse(plate(), coned(20, 16, 25)), 2, (-10, 0, TOP))
    assert row(only(bosses_of(body))) == (20, 25, "fillet", 2)


def test_a_cone_to_a_point_is_a_boss_as_high_as_the_point():
    assert row(only(bosses_of(draw.fuse(plate(), coned(20, 0, 15))))) == (20, 15, "none", 0)


def test_a_dome_counts_to_the_height():
    boss = only(bosses_of(draw.fuse(plate(), stud(12, 18), draw.sphere(6, (0, 0, TOP + 18)))))
    assert row(boss) == (12, 24, "none", 0)
    assert len(boss.faces) == 2


def test_the_ball_of_a_stud_belongs_to_it():
    ball = draw.sphere(8, (0, 0, TOP + 20))
    assert row(only(bosses_of(draw.fuse(plate(), stud(8, 20), ball)))) == (8, 28, "none", 0)


def test_the_hole_down_the_middle_is_the_holes():
    part = part_of(draw.cut(draw.fuse(plate(), stud(20, 25)), draw.cylinder(6, 60)))
    boss = only(bosses_in(part))
    assert row(boss) == (20, 25, "none", 0)
    assert boss.bore_diameter_mm == pytest.approx(12, abs=EXACT)
    assert role_at(part, boss, (8, 0, TOP + 25)) is Role.BOSS_TOP
    assert face_at(part, (6, 0, 20)).id not in boss.faces


def test_a_hole_that_takes_the_whole_top_is_its_bore_and_one_off_the_axis_is_not():
    body = draw.fuse(plate(), stud(20, 25))
    sunk = draw.cut(body, draw.cylinder(3, 60), draw.cone(3, 10, 7, (0, 0, TOP + 18)))
    assert only(bosses_of(sunk)).bore_diameter_mm == pytest.approx(6, abs=EXACT)
    assert row(only(bosses_of(sunk))) == (20, 25, "none", 0)
    assert only(bosses_of(draw.cut(body, draw.cylinder(3, 60, (5, 0, 0))))).bore_diameter_mm == 0


def test_threads_are_looked_up_by_the_outside_of_a_cylinder_and_not_of_a_drafted_wall():
    stud_of_ten = only(bosses_of(draw.fuse(plate(), stud(10, 25))))
    assert stud_of_ten.thread_candidates[0].designation == "M10"
    assert stud_of_ten.thread_candidates[0].delta_mm == pytest.approx(0, abs=EXACT)
    assert only(bosses_of(draw.fuse(plate(), stud(8.5, 25)))).thread_candidates == ()
    assert only(bosses_of(draw.fuse(plate(), coned(10, 8, 25)))).thread_candidates == ()


def test_a_slanted_base_is_measured_from_its_lowest_and_its_highest_point():
    wedge = draw.prism([(-30, -30, 0), (30, -30, 0), (30, -30, 20), (-30, -30, 8)], (0, 60, 0))
    slope = 12 / 60
    boss = only(bosses_of(draw.fuse(wedge, draw.cylinder(5, 39, (0, 0, 1)))))
    assert (boss.diameter_mm, boss.height_mm) == pytest.approx((10, 26 + 5 * slope), abs=1e-4)
    assert boss.shortest_height_mm == pytest.approx(26 - 5 * slope, abs=1e-4)


def test_a_fillet_on_a_slanted_base_changes_no_height():
    wedge = draw.prism([(-30, -30, 0), (30, -30, 0), (30, -30, 20), (-30, -30, 8)], (0, 60, 0))
    body = draw.fillet(draw.fuse(wedge, draw.cylinder(5, 39, (0, 0, 1))), 1.5, (-5, 0, 13))
    boss = only(bosses_of(body))
    assert (boss.height_mm, boss.shortest_height_mm) == pytest.approx((27, 25), abs=1e-2)
    assert boss.base_relief.kind is ReliefKind.FILLET
    assert boss.base_relief.radius_mm == pytest.approx(1.5, abs=5e-3)


def test_a_boss_on_a_pipe_is_measured_from_the_pipes_crown_and_flank():
    pipe = draw.cylinder(20, 100, (-50, 0, 0), draw.X)
    boss = only(bosses_of(draw.fuse(pipe, draw.cylinder(6, 35))))
    assert boss.diameter_mm == pytest.approx(12, abs=EXACT)
    assert boss.height_mm == pytest.approx(35 - math.sqrt(20**2 - 6**2), abs=1e-4)
    assert boss.shortest_height_mm == pytest.approx(15, abs=1e-4)


def test_a_boss_stands_in_a_pocket_as_well():
    pocket = draw.cut(plate(60, 60, 20), draw.box((40, 40, 20), (-20, -20, 5)))
    assert row(only(bosses_of(draw.fuse(pocket, draw.cylinder(5, 10, (3, 4, 5)))))) == (10, 10, "none", 0)


def test_ribs_may_run_into_a_boss():
    low = only(bosses_of(draw.fuse(plate(), stud(9, 20), *ribs(4, 12, 12))))
    assert (*row(low)[:2], low.span_deg) == (9, 20, 360)
    full = only(bosses_of(draw.fuse(plate(), stud(9, 20), *ribs(4, 12, 20))))
    assert row(full)[:2] == (9, 20)
    assert full.span_deg == pytest.approx(360 - 8 * math.degrees(math.asin(1 / 4.5)), abs=1e-3)


def test_a_piece_of_a_top_that_reaches_beyond_the_boss_is_no_member_of_it():
    body = draw.fuse(plate(), stud(20, 25), *ribs(4, 28, 25))
    for at, normal in (((3, 0, 0), draw.X), ((-3, 0, 0), draw.X), ((0, 3, 0), draw.Y), ((0, -3, 0), draw.Y)):
        body = parts_blends.split(body, at, normal)
    part = part_of(body)
    boss = only(bosses_in(part))
    assert face_at(part, (0, 0, TOP + 25)).id not in boss.faces
    low = part_of(parts_blends.split(draw.fuse(plate(), stud(20, 25), *ribs(4, 28, 20)), (3, 0, 0), draw.X))
    boss = only(bosses_in(low))
    assert face_at(low, (0, 0, TOP + 25)).id in boss.faces
    assert face_at(low, (6, 0, TOP + 25)).id in boss.faces


def test_a_post_may_show_itself_only_in_the_bays_between_filleted_ribs():
    post = draw.fuse(plate(), stud(5, 20), *ribs(4, 12, 20, thick=1.5))
    across = math.sqrt(2.5**2 - 0.75**2)
    corners = [(across, 0.75), (0.75, across), (-0.75, across), (-across, 0.75)]
    corners += [(-x, -y) for x, y in corners]
    boss = only(bosses_of(draw.fillet(post, 0.5, *((x, y, TOP + 10) for x, y in corners))))
    assert row(boss)[:2] == (5, 20)
    bay_deg = 90 - 2 * math.degrees(math.asin(1.25 / 3))
    assert boss.span_deg == pytest.approx(4 * bay_deg, abs=1e-2)


@draw.once
def spoked(*rib_of_angle: tuple[float, float]) -> TopoDS_Shape:
    """Draw a post of 10 by 20 on a plate with ribs as high: at this angle one covers so many degrees."""
    wide = [(angle, 10 * math.sin(math.radians(covered / 2))) for angle, covered in rib_of_angle]
    spokes = [draw.turned(draw.box((14, y, 20), (0, -y / 2, TOP)), angle) for angle, y in wide]
    return draw.fuse(plate(), stud(10, 20), *spokes)


@pytest.mark.parametrize(("shown_deg", "is_boss"), [(110, False), (130, True)])
def test_three_bays_of_a_post_show_a_third_of_it(shown_deg, is_boss):
    covered = (360 - shown_deg) / 3
    found = bosses_of(spoked((0, covered), (120, covered), (240, covered)))
    assert [row(boss)[:2] for boss in found] == [(10, 20)] * is_boss


@pytest.mark.parametrize(("stands_share", "is_boss"), [(0.94, True), (0.86, False)])
def test_a_post_stands_on_its_base_with_nine_tenths_of_what_its_bays_show(stands_share, is_boss):
    """Of three bays of 50 degrees the middle of one hangs over the end of the plate."""
    over_mm = 5 * math.cos(math.radians((1 - stands_share) * 150 / 2))
    post = spoked((60, 70), (180, 70), (300, 70))
    found = bosses_of(draw.cut(post, draw.box((60, 80, TOP), (over_mm, -40, 0))))
    assert [row(boss)[:2] for boss in found] == [(10, 20)] * is_boss


def test_two_bays_of_a_post_are_the_sides_of_a_web():
    assert bosses_of(spoked((0, 100), (180, 100))) == []


@pytest.mark.parametrize(("bay_at_deg", "is_boss"), [(100, True), (110, False)])
def test_bays_on_one_side_of_it_make_no_post(bay_at_deg, is_boss):
    """Bays of 50 degrees lie opposite the wide rib and at this angle to it on both sides."""
    between, narrow = (180 + bay_at_deg) / 2, 130 - bay_at_deg
    found = bosses_of(spoked((0, 2 * bay_at_deg - 50), (between, narrow), (-between, narrow)))
    assert [row(boss)[:2] for boss in found] == [(10, 20)] * is_boss


@pytest.mark.parametrize(("long_mm", "measured"), [(110, [(10, 6, "none", 0)]), (134, [])])
def test_the_round_end_of_a_long_land_is_no_boss(long_mm, measured):
    """A bar of its height leaves it; with it the top is 9.1 or 10.9 times as large as the end's own."""
    bar = draw.box((long_mm, 6, 6), (0, -3, TOP))
    assert rows(bosses_of(draw.fuse(plate(320, 60), stud(10, 6), bar))) == measured


def test_a_thick_web_with_a_bulge_on_both_sides_is_no_boss():
    assert bosses_of(draw.fuse(plate(), stud(5, 20), *ribs(2, 12, 20, thick=4.5))) == []


@pytest.mark.parametrize(("away", "is_boss"), [(4.0, True), (1.0, True), (-1.0, False)])
def test_a_boss_may_merge_with_a_wall_up_to_half_of_it(away, is_boss):
    box = draw.fuse(plate(), draw.box((60, 4, 30), (-30, 26, 0)))
    body = draw.fuse(box, stud(12, 18, (0, 26 - away, TOP)))
    assert [row(boss)[:2] for boss in bosses_of(body)] == ([(12, 18)] if is_boss else [])


@pytest.mark.parametrize(("corner", "is_boss"), [(0.0, False), (30.0, True)])
def test_the_rounded_end_of_a_lug_is_no_boss_and_a_hub_in_the_middle_of_an_arm_is(corner, is_boss):
    arm = draw.box((60, 20, 10), (-60 + corner, -10, 0))
    eye = draw.fuse(arm, draw.cylinder(10, 18, (0, 0, 0)))
    assert [row(boss)[:2] for boss in bosses_of(eye)] == ([(20, 8)] if is_boss else [])


@pytest.mark.parametrize(("wide", "is_boss"), [(21.3, False), (22.0, True)])
def test_a_boss_stands_on_something_clearly_wider(wide, is_boss):
    body = draw.fuse(plate(wide, wide, 30), stud(20, 6, (0, 0, 30)))
    assert len(bosses_of(body)) == is_boss


@pytest.mark.parametrize(("length", "is_boss"), [(80.0, False), (6.0, True)])
def test_the_shank_of_a_shaft_is_no_boss_and_the_hub_of_a_disc_is(length, is_boss):
    """The disc is 60 across and 20 thick: with 80 more it is bar work, with 6 it is a disc with a hub."""
    body = draw.fuse(draw.cylinder(30, 20), stud(36, length, (0, 0, 20)))
    assert [row(boss)[:2] for boss in bosses_of(body)] == ([(36, length)] if is_boss else [])


@pytest.mark.parametrize(("height", "is_boss"), [(60.0, False), (4.0, True)])
def test_a_can_on_a_flange_is_the_body_itself(height, is_boss):
    can = draw.fuse(plate(60, 60, 6), stud(50, height, (0, 0, 6)))
    body = draw.cut(can, draw.cylinder(22, 100, (0, 0, 3)))
    assert [row(boss)[:2] for boss in bosses_of(body)] == ([(50, height)] if is_boss else [])


@pytest.mark.parametrize(("wide", "is_boss"), [(68.0, False), (74.0, True)])
def test_what_is_half_as_wide_as_its_plate_is_the_body_itself(wide, is_boss):
    found = bosses_of(draw.fuse(plate(wide, wide, 6), stud(50, 40, (0, 0, 6))))
    assert [row(boss)[:2] for boss in found] == [(50, 40)] * is_boss


@pytest.mark.parametrize(("wide", "is_boss"), [(9.0, True), (10.8, False)])
def test_the_end_of_a_long_bar_is_its_neck_from_a_third_of_its_reach_on(wide, is_boss):
    bar = draw.fuse(plate(20, 20, 60), stud(wide, 6, (0, 0, 60)))
    assert [row(boss)[:2] for boss in bosses_of(bar)] == [(wide, 6)] * is_boss


@pytest.mark.parametrize(("long_mm", "is_boss"), [(53.7, True), (59.4, False)])
def test_a_bar_with_a_neck_is_twice_as_long_as_wide(long_mm, is_boss):
    bar = draw.fuse(plate(20, 20, long_mm - 6), stud(12.7, 6, (0, 0, long_mm - 6)))
    assert [row(boss)[:2] for boss in bosses_of(bar)] == [(12.7, 6)] * is_boss


@pytest.mark.parametrize(("deep", "is_boss"), [(1.9, True), (2.2, False)])
def test_a_ring_three_times_as_wide_as_deep_is_no_groove(deep, is_boss):
    ring = draw.cut(
        draw.cylinder(13.5, deep, (0, 0, TOP - deep)), draw.cylinder(7.5, deep, (0, 0, TOP - deep))
    )
    assert [row(boss)[:2] for boss in bosses_of(draw.cut(plate(), ring))] == [(15, deep)] * is_boss


@pytest.mark.parametrize(("gap", "measured"), [(6.75, (30, 3, "groove", 0)), (8.25, (30, 7, "none", 0))])
def test_a_ring_up_to_half_as_wide_as_the_radius_is_a_relief(gap, measured):
    ring = draw.cut(draw.cylinder(15 + gap, 5, (0, 0, 4)), draw.cylinder(15, 5, (0, 0, 4)))
    assert row(only(bosses_of(draw.fuse(draw.cut(plate(), ring), stud(30, 3))))) == measured


@pytest.mark.parametrize(("above", "measured"), [(0.0, []), (3.0, [(30, 3, "groove", 0)])])
def test_the_island_of_a_ring_groove_is_no_boss_until_it_stands_out(above, measured):
    groove = draw.cut(draw.cylinder(20, 5, (0, 0, 4)), draw.cylinder(15, 5, (0, 0, 4)))
    body = draw.cut(plate(), groove)
    if above:
        body = draw.fuse(body, stud(30, above))
    assert rows(bosses_of(body)) == measured


@pytest.mark.parametrize(("wide", "is_boss"), [(33.0, False), (35.0, True)])
def test_in_a_wide_round_pocket_stands_a_boss_though_it_does_not_stand_out(wide, is_boss):
    """Of a boss of 15 the widest groove is 9 wide on all sides."""
    well = draw.cut(draw.cylinder(wide / 2, 5, (0, 0, 4)), draw.cylinder(7.5, 5, (0, 0, 4)))
    measured = rows(bosses_of(draw.cut(plate(), well)))
    assert measured == ([(15, 4, "none", 0)] if is_boss else [])


def test_a_pillar_between_two_plates_is_no_boss():
    assert bosses_of(draw.fuse(plate(), stud(12, 24), draw.box((60, 60, 6), (-30, -30, 30)))) == []


SPELLINGS = ("mirrored", "turned", "large")


def respelled(how: str, body: TopoDS_Shape) -> TopoDS_Shape:
    """Spell a drawn part in another way: where its numbers are rounded differs."""
    match how:
        case "mirrored":
            return draw.mirrored(body)
        case "turned":
            return draw.turned(draw.turned(body, 33, (1, 2, 3)), 200, (-2, 1, 0.3), (5, 5, 5))
        case "large":
            return draw.scaled(body, 100.0)
    return body


@pytest.mark.parametrize(
    ("end", "n_bosses", "how"),
    [*((0.0, 0, how) for how in SPELLINGS), (-1e-5, 0, "turned"), (-1e-5, 0, "large"), (-3.0, 1, "as drawn")],
)
def test_a_pillar_with_half_its_top_under_a_ledge_is_no_boss_however_it_is_written(end, n_bosses, how):
    """The ledge ends above the middle of the pillar, to a hair, and 3 mm short of it: two thirds are free."""
    ledge = draw.box((30 + end, 60, 6), (-30, -30, TOP + 24))
    assert len(bosses_of(respelled(how, draw.fuse(plate(), stud(12, 24), ledge)))) == n_bosses


@pytest.mark.parametrize(
    ("end", "is_on_step", "how"),
    [
        *((0.0, False, how) for how in SPELLINGS),
        (1e-5, False, "turned"),
        (1e-5, False, "large"),
        (3.0, True, "as drawn"),
    ],
)
def test_a_boss_half_on_a_step_stands_below_it_however_it_is_written(end, is_on_step, how):
    body = draw.fuse(plate(), stud(12, 25), draw.box((30 + end, 60, 4), (-30, -30, TOP)))
    boss = only(bosses_of(respelled(how, body)))
    assert boss.shortest_height_mm == pytest.approx(boss.height_mm * (21 / 25 if is_on_step else 1), rel=1e-6)
    assert len(boss.base) == (2 if is_on_step else 1)


@pytest.mark.parametrize(("half", "how"), [*((0, how) for how in SPELLINGS), (90, "turned")])
def test_a_shoulder_half_at_one_level_and_half_at_another_is_one_shoulder_however_it_is_written(half, how):
    lower = draw.cut(stud(16, 16), draw.turned(draw.box((9, 18, 9), (0, -9, TOP + 12)), half))
    boss = only(bosses_of(respelled(how, draw.fuse(plate(), lower, stud(8, 24)))))
    assert len(boss.stages) == 2
    assert boss.height_mm == pytest.approx(1.5 * boss.diameter_mm, rel=1e-6)


def test_the_rounded_corners_of_a_pad_are_no_bosses():
    corners = [(x, y, TOP + 6) for x in (-10, 10) for y in (-10, 10)]
    pad = draw.fillet(draw.box((20, 20, 12), (-10, -10, TOP)), 4, *corners)
    assert bosses_of(draw.fuse(plate(), pad)) == []


def test_bosses_of_two_bodies_are_distinguished():
    one = draw.fuse(plate(), stud(20, 25))
    assert [boss.body for boss in bosses_of(draw.compound(one, draw.moved(one, (200, 0, 0))))] == [0, 1]
    resting = draw.compound(plate(), draw.moved(draw.cylinder(10, 25), (0, 0, TOP)))
    assert bosses_of(resting) == []


def test_one_of_each_common_boss():
    assert rows(bosses_of(many_bosses())) == MANY


def test_bosses_are_the_same_however_the_part_is_written():
    """Sawn, far away, mirrored, closed faces in halves, shuffled, in inches and 100 times as large."""
    pieces = draw.moved(sawn(many_bosses(), 20.0), (12345.6, -789.1, 0.01))
    described = mutators.altogether(draw.scaled(pieces, 100.0))
    assert_scaled(bosses_of(described.shape, described.unit), 100.0)


def test_bosses_scale_with_the_part():
    assert_scaled(bosses_of(draw.scaled(many_bosses(), 0.05)), 0.05)


def assert_scaled(bosses, factor):
    measured = sorted((b.diameter_mm / factor, b.height_mm / factor, str(b.base_relief.kind)) for b in bosses)
    for got, expected in zip(measured, MANY, strict=True):
        assert got[2] == expected[2]
        assert got[:2] == pytest.approx(expected[:2], abs=1e-4)


def low_cone(half_angle_deg: float) -> TopoDS_Shape:
    top = 10 - 3 * math.tan(math.radians(half_angle_deg))
    return draw.fuse(draw.box((80, 60, 6), (-40, -30, -6)), draw.cone(10, top, 3))


@pytest.mark.parametrize("mutator", [mutators.turned, mutators.mirrored, mutators.nurbs, mutators.halves])
def test_a_cone_drawn_at_the_limit_is_a_boss_however_its_file_writes_it(mutator):
    assert len(bosses_of(mutator(low_cone(60.0)).shape)) == 1


def test_a_cone_flatter_than_the_limit_is_no_boss():
    assert bosses_of(low_cone(60.5)) == []
