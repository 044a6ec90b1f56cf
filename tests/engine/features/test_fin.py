"""Ribs, gussets, webs and cooling fins, and pads, pins, housing walls and brackets that are none."""

import math
from collections import Counter
from functools import cache

import numpy as np
import pytest
from OCP.TopoDS import TopoDS_Shape

from engine.features.fins import borders
from engine.graph import blend_suppressed
from engine.model.feature import Role
from engine.model.part import Circle
from engine.run_context import RunContext
from tests.engine.kernel.test_edges import saddle
from tests.support import draw, mutators, parts_blends, parts_fins, parts_walls
from tests.support.parts import face_at, faces_at, part_of, without_mesh
from tests.support.parts_fins import fins_in, fins_of, fins_of_file, sizes
from tests.support.parts_walls import measured

EXACT = 1e-5


def fins_of_respelled(respelled):
    """Recognize the fins of a respelled part; one that is not in millimeters goes through a file."""
    if respelled.unit == "MM":
        return fins_of(respelled.shape)
    return fins_of_file(respelled.shape, respelled.unit)


def only(fins):
    assert len(fins) == 1, sizes(fins)
    return fins[0]


def test_a_rib_is_a_fin_of_its_walls_its_top_and_its_ends():
    prepared = measured(parts_fins.rib())
    fin = only(fins_in(prepared))
    assert (fin.thickness_mm, fin.height_mm, fin.length_mm) == pytest.approx((3, 12, 50), abs=EXACT)
    walls = faces_at(prepared.part, (0, -1.5, 6), (0, 1.5, 6), (-25, 0, 6), (25, 0, 6))
    top = face_at(prepared.part, (0, 0, 12)).id
    assert fin.faces == tuple(sorted((*walls, top)))
    assert fin.fid == min(faces_at(prepared.part, (0, -1.5, 6), (0, 1.5, 6)))
    assert dict(fin.roles) == {**dict.fromkeys(walls, Role.FIN_WALL), top: Role.FIN_TOP}
    assert fin.base_fids == (face_at(prepared.part, (30, 20, 0)).id,)
    assert fin.axis == pytest.approx([0, 0, 1])
    assert fin.center == pytest.approx([0, 0, 6], abs=EXACT)
    assert fin.box_mm == pytest.approx(np.array([[-25, -1.5, 0], [25, 1.5, 12]]), abs=EXACT)
    assert (fin.draft_deg, fin.base_fillet_mm) == pytest.approx((0, 0), abs=EXACT)


@draw.once
def _held_rib(near_mm: float, far_mm: float, far_high_mm: float) -> TopoDS_Shape:
    """Draw a rib 2 thick and 10 high, from x = -20 to 20, that a block holds on either side of its end."""
    near = draw.box((38 - near_mm, 20, 20), (near_mm, 1, -1))
    far = draw.box((38 - far_mm, 20, far_high_mm + 1), (far_mm, -21, -1))
    behind = draw.box((18, 2, far_high_mm + 1), (20, -1, -1))
    return draw.fuse(parts_fins.plate(), draw.box((40, 2, 11), (-20, -1, -1)), near, far, behind)


@pytest.mark.parametrize("mutator", [mutators.turned, mutators.mirrored])
def test_a_rib_held_on_both_sides_ends_at_the_outer_of_two_holds_whatever_their_order(mutator):
    # At an upright end each of them holds the height of the rib: the last digit decided.
    both = draw.fuse(_held_rib(18, 20, 20), draw.moved(_held_rib(20, 18, 20), (80, 0, 0)))
    fins = fins_of_respelled(mutator(both))
    assert [fin.length_mm for fin in fins] == pytest.approx([40, 40], abs=EXACT)


@pytest.mark.parametrize("is_swapped", [False, True])
def test_of_two_holds_the_longer_one_says_where_a_rib_ends(is_swapped):
    shape = _held_rib(18, 20, 7)
    (fin,) = fins_of(draw.mirrored(shape, draw.Y) if is_swapped else shape)
    assert fin.length_mm == pytest.approx(38, abs=EXACT)


@pytest.mark.parametrize(("share", "measured"), [(0.42, []), (0.55, [(3, 12, 50)])])
def test_a_rib_with_a_block_behind_most_of_it_is_none(share, measured):
    """The block leaves this share of one side facing the other."""
    block = draw.box((50 * (1 - share), 15, 13), (-25 + 50 * share, 1.5, -1))
    assert sizes(fins_of(draw.fuse(parts_fins.rib(), block))) == measured


@pytest.mark.parametrize(("share", "count"), [(0.46, 0), (0.54, 1)])
def test_a_rib_stands_on_half_of_its_foot(share, count):
    """The rest hangs over the end of the plate."""
    start = 40 - 50 * share
    foot, over = draw.box((50 * share, 3, 2), (start, -1.5, -1)), draw.box((50, 3, 12), (start, -1.5, 0))
    assert sizes(fins_of(draw.fuse(parts_fins.plate(), foot, over))) == [(3, 12, 50)] * count


@pytest.mark.parametrize(("share", "count"), [(0.22, 1), (0.28, 0)])
def test_three_quarters_of_the_top_of_a_rib_are_free(share, count):
    head = draw.box((50 * share, 20, 5), (-25 * share, -10, 12))
    assert sizes(fins_of(draw.fuse(parts_fins.rib(), head))) == [(3, 12, 50)] * count


def test_a_pad_is_too_low_for_its_thickness_and_a_pin_too_short():
    """Of those as good as twice as high, or as long, as thick, either the one or the other is a rib."""
    ribs = [parts_fins.rib(5.9, y_mm=-22), parts_fins.rib(6.1, y_mm=-8)]
    ribs += [parts_fins.rib(long_mm=6.1, y_mm=8), parts_fins.rib(long_mm=5.9, y_mm=22)]
    assert sizes(fins_of(draw.fuse(*ribs))) == [(3, 12, 6.1), (5.9, 12, 50)]


@pytest.mark.parametrize(("at", "count"), [(20, 1), (0, 0)])
def test_the_leg_of_a_bracket_runs_flush_outside(at, count):
    assert len(fins_of(parts_fins.tee(at))) == count


def test_the_walls_of_a_box_are_no_fins_and_its_ribs_are():
    assert fins_of(parts_fins.tray()) == []
    assert sizes(fins_of(parts_fins.tray(3))) == [(2, 15, 44)] * 3


def test_the_sides_of_a_frame_are_no_fins_until_one_is_missing():
    assert fins_of(parts_fins.frame()) == []
    opened = draw.cut(
        parts_fins.frame(), draw.box((4, 36, 20), (17, -18, 0)), draw.box((4, 4, 20), (17, 17, 0))
    )
    opened = draw.cut(opened, draw.box((4, 4, 20), (17, -21, 0)))
    assert [size[:2] for size in sizes(fins_of(opened))] == [(2, 12), (2, 12)]


def test_the_skins_of_bent_sheet_are_no_fins():
    assert fins_of(parts_blends.bent_sheet()) == []


@pytest.mark.parametrize("cut_mm", [0, 5])
def test_a_web_that_is_held_at_both_edges_is_no_fin(cut_mm):
    body = parts_fins.beam()
    if cut_mm:
        body = draw.cut(body, draw.box((100, 60, 20), (-1, -1, 30 - cut_mm)))
    assert sizes(fins_of(body)) == ([(4, 21, 80)] if cut_mm else [])


@pytest.mark.parametrize(("foot", "top"), [(0, 1), (2, 1)])
def test_fillets_and_rounds_do_not_change_a_rib(foot, top):
    fin = only(fins_of(parts_fins.filleted_rib(foot, top)))
    assert (fin.thickness_mm, fin.height_mm, fin.length_mm) == pytest.approx((3, 12, 50), abs=EXACT)
    assert fin.base_fillet_mm == pytest.approx(foot, abs=EXACT)


def test_chamfers_do_not_change_a_rib():
    assert sizes(fins_of(parts_fins.chamfered_rib(0.8))) == [(3, 12, 50)]


def test_a_full_round_top_counts_to_its_crown():
    prepared = measured(parts_blends.rib())
    fin = only(fins_in(prepared))
    assert (fin.thickness_mm, fin.height_mm, fin.length_mm) == pytest.approx((6, 22, 50), abs=EXACT)
    assert face_at(prepared.part, (0, 0, 28)).id in fin.faces


@pytest.mark.parametrize("lean", [0.5, 3.0])
def test_a_drafted_rib_is_measured_halfway_up(lean):
    fin = only(fins_of(parts_walls.drafted_rib(lean)))
    spread = 20 * math.tan(math.radians(lean))
    assert (fin.thickness_mm, fin.height_mm) == pytest.approx((3 + spread, 20), abs=EXACT)
    assert (fin.min_thickness_mm, fin.max_thickness_mm) == pytest.approx((3, 3 + 2 * spread), abs=EXACT)
    assert fin.draft_deg == pytest.approx(lean, abs=EXACT)


def test_a_rib_that_leans_over_is_as_high_as_it_is_long_up_its_middle():
    fin = only(fins_of(parts_fins.slanted_rib(5)))
    lean = math.atan(1.1 * 20 * math.tan(math.radians(5)) / 22)
    assert fin.thickness_mm == pytest.approx(3 * math.cos(lean), abs=EXACT)
    assert fin.height_mm == pytest.approx(20 / math.cos(lean), abs=EXACT)
    assert fin.draft_deg == pytest.approx(0, abs=EXACT)


@pytest.mark.parametrize(("leg", "rise"), [(20, 12), (12, 20), (15, 15)])
def test_a_gusset_stands_on_its_longer_leg(leg, rise):
    prepared = measured(parts_fins.gusset(leg, rise))
    fin = only(fins_in(prepared))
    assert (fin.thickness_mm, fin.height_mm, fin.length_mm) == pytest.approx(
        (3, min(leg, rise), max(leg, rise)), abs=EXACT
    )
    assert len(fin.faces) == 3
    assert Role.FIN_TOP in dict(fin.roles).values()


def test_fillets_all_round_a_rib_between_walls_do_not_shorten_it():
    corners = [(x, y, z) for x in (39, 41) for y, z in ((25, 3), (3, 10), (47, 10))]
    fin = only(fins_of(draw.fillet(parts_fins.tray(1), 1.0, *corners)))
    assert (fin.thickness_mm, fin.height_mm, fin.length_mm) == pytest.approx((2, 15, 44), abs=EXACT)
    assert fin.base_fillet_mm == pytest.approx(1)


def test_a_rib_between_two_floors_is_as_high_as_above_the_higher_one():
    body = draw.fuse(
        draw.box((60, 20, 10), (0, 0, -10)),
        draw.box((60, 20, 10), (0, 23, -14)),
        draw.box((60, 3, 34), (0, 20, -14)),
    )
    assert sizes(fins_of(body)) == [(3, 20, 60)]


def test_a_hole_through_a_rib_leaves_it_a_fin():
    assert sizes(fins_of(draw.cut(parts_fins.rib(), draw.cylinder(3, 20, (0, -10, 6), draw.Y)))) == [
        (3, 12, 50)
    ]


def test_crossing_ribs_are_one_fin_each():
    assert sizes(fins_of(parts_fins.grid(2))) == [(2, 10, 50)] * 2 + [(2, 10, 70)] * 2


def test_low_ribs_that_high_ones_cross_are_one_fin_each():
    assert sizes(fins_of(parts_fins.grid(2, low_mm=6))) == [(2, 6, 70)] * 2 + [(2, 10, 50)] * 2


def test_ribs_on_all_sides_of_a_boss_are_one_fin_each():
    assert [size[0] for size in sizes(fins_of(parts_fins.boss_with_ribs()))] == [2, 2, 2, 2]


@pytest.mark.parametrize(("web", "sized"), [(3, [(3, 15, 36)]), (8, [])])
def test_a_web_between_two_pockets_is_a_fin_when_it_is_thin(web, sized):
    prepared = measured(parts_fins.milled_web(web))
    fins = fins_in(prepared)
    assert sizes(fins) == sized
    assert all(face_at(prepared.part, (39, 0, 30)).id not in fin.faces for fin in fins)


def test_wings_of_a_shaft_stand_on_its_cylinder():
    fins = fins_of(draw.in_a_row(*map(parts_fins.winged_shaft, (3, 4))))
    assert sizes(fins) == [(2, 15, 30)] * 7
    assert all(abs(fin.axis[2]) < EXACT for fin in fins)


def test_fins_on_a_plate_of_a_heat_sink():
    assert sizes(fins_of(parts_fins.heat_sink(rim_mm=5))) == [(1.5, 15, 40)] * 6


def test_the_outer_fins_of_a_heat_sink_are_flush_with_its_base_and_like_the_others():
    assert sizes(fins_of(parts_fins.heat_sink())) == [(1.5, 15, 40)] * 6


def test_an_outer_fin_flush_with_the_base_is_as_thick_as_the_next_within_two_percent():
    sinks = []
    for ratio in (1.018, 1.0225, 0.9775):
        fins = [draw.box((60, 2 * (1 if at else ratio), 21), (0, 8 * at, 4)) for at in range(3)]
        sinks.append(draw.fuse(draw.box((60, 18, 5)), *fins))
    assert Counter(int(fin.body) for fin in fins_of(draw.in_a_row(*sinks))) == {0: 3, 1: 2, 2: 2}


def test_legs_flush_with_the_base_are_no_fins_beside_lower_ones():
    lowered = draw.cut(parts_fins.heat_sink(), draw.box((22, 60, 10), (3, -10, 12)))
    assert sizes(fins_of(lowered)) == [(1.5, 12, 40)] * 4


def test_a_flange_thicker_than_broad_is_no_fin():
    """A triangle, 12 thick and 40 a side, loses its middle until strips of 4 are left."""
    whole = parts_fins.gusset(40, 40, 12)
    cut = draw.prism([(4, -9, 4), (30, -9, 4), (4, -9, 30)], (0, 18, 0))
    assert len(fins_of(whole)) == 1
    assert fins_of(draw.cut(whole, cut)) == []


def test_a_rib_knows_the_wall_it_stands_on():
    plain = only(fins_of(parts_fins.rib()))
    assert plain.wall_thickness_mm == pytest.approx(6, rel=0.01)
    assert plain.wall_uncertainty_mm == pytest.approx(0, abs=0.01)
    stepped = draw.cut(parts_fins.rib(), draw.box((100, 100, 3), (-50, -50, -6)))
    assert only(fins_of(stepped)).wall_thickness_mm == pytest.approx(3, rel=0.01)


def test_a_rib_over_a_step_says_how_far_the_wall_under_it_strays():
    """Two fifths of what lies near the foot are 3 thick, the rest 6."""
    stepped = draw.cut(parts_fins.rib(y_mm=0), draw.box((100, 30, 3), (-50, -32, -6)))
    fin = only(fins_of(stepped))
    assert fin.wall_thickness_mm == pytest.approx(6, rel=0.01)
    assert fin.wall_uncertainty_mm == pytest.approx(3, rel=0.01)


def _ribs_at_limits(times: float) -> TopoDS_Shape:
    """Draw two ribs on one plate: one so many thicknesses high, the other so many long."""
    return draw.fuse(parts_fins.rib(high_mm=3 * times, y_mm=-15), parts_fins.rib(long_mm=3 * times, y_mm=15))


@pytest.mark.parametrize("mutator", [mutators.turned, mutators.mirrored, mutators.inches])
def test_a_rib_drawn_at_a_limit_is_a_fin_however_its_file_writes_it(mutator):
    """Twice as high as thick, and twice as long as thick."""
    assert sizes(fins_of_respelled(mutator(_ribs_at_limits(2.0)))) == [(3, 6, 50), (3, 12, 6)]


def test_a_rib_lower_or_shorter_than_the_limit_is_none():
    assert fins_of(_ribs_at_limits(1.97)) == []


def test_what_is_twice_as_thick_as_its_base_carries_it():
    bodies = (
        draw.fuse(draw.box((80, 60, floor), (-40, -30, -floor)), draw.box((50, 4, 12), (-25, -2, 0)))
        for floor in (2.1, 2.0, 1.9)
    )
    assert [int(fin.body) for fin in fins_of(draw.in_a_row(*bodies))] == [0, 1]


def test_discs_in_a_stack_are_fins_that_stand_out_all_round():
    prepared = measured(parts_fins.stacked_discs())
    fins = fins_in(prepared)
    assert len(fins) == 5
    for fin in fins:
        assert (fin.thickness_mm, fin.height_mm) == pytest.approx((1.5, 8), abs=EXACT)
        assert fin.length_mm == pytest.approx(math.pi * 24, abs=EXACT)
        assert fin.axis is None
    rim = face_at(prepared.part, (16, 0, 14.75)).id
    assert [dict(fin.roles)[rim] for fin in fins if rim in fin.faces] == [Role.FIN_TOP]


def test_three_low_discs_are_a_stack_and_two_flanges_and_collars_are_none():
    """Three discs, or five just high enough; then two, five a little lower, and three too thick."""
    discs = (
        {"count": 3},
        {"radius_mm": 11.1},
        {"count": 2},
        {"radius_mm": 10.9},
        {"count": 3, "thick_mm": 4.1},
    )
    found = fins_of(draw.in_a_row(*(parts_fins.stacked_discs(**each) for each in discs)))
    assert Counter(int(fin.body) for fin in found) == {0: 3, 1: 5}


def test_a_segment_of_a_ring_has_a_fins_proportions():
    """It is nearly round, just high enough or just long enough; a ring, slit or not, is none."""
    fins = [{"turn_deg": 290}, {"high_mm": 4.1}, {"turn_deg": 13}]
    others = [{"turn_deg": 310}, {"high_mm": 3.9}, {"turn_deg": 11}, {"turn_deg": 360}]
    drawn = [parts_fins.ring_segment(**each) for each in (*fins, *others)]
    found = fins_of(draw.in_a_row(*drawn))
    assert {int(fin.body): sizes([fin]) for fin in found} == {
        0: [(2, 12, 96.168)],
        1: [(2, 4.1, 29.845)],
        2: [(2, 12, 4.311)],
    }


@pytest.mark.parametrize("foot", [0, 1])
def test_a_segment_of_a_ring_is_a_fin_along_its_middle(foot):
    prepared = measured(parts_fins.ring_segment(foot_mm=foot))
    fin = only(fins_in(prepared))
    assert (fin.thickness_mm, fin.height_mm) == pytest.approx((2, 12), abs=EXACT)
    assert fin.length_mm == pytest.approx(19 * math.pi / 2, rel=1e-4)
    assert fin.axis == pytest.approx([0, 0, 1])
    assert fin.base_fillet_mm == pytest.approx(foot, abs=EXACT)
    assert fin.wall_thickness_mm == pytest.approx(6, rel=0.01)
    top = face_at(prepared.part, (19 / math.sqrt(2), 19 / math.sqrt(2), 12)).id
    assert dict(fin.roles)[top] == Role.FIN_TOP
    assert len(fin.faces) == 5


def test_the_round_corners_of_a_tray_are_no_fins():
    assert fins_of(parts_blends.tray()) == []


def test_plates_of_two_bodies_make_no_fin():
    plate = draw.box((80, 60, 6), (-40, -30, -6))
    assert fins_of(draw.compound(plate, draw.box((50, 3, 12), (-25, -1.5, 0)))) == []


@cache
def _shown() -> TopoDS_Shape:
    return draw.fuse(
        parts_fins.grid(2, 2),
        draw.moved(parts_fins.filleted_rib(2, 1), (0, 60, 0)),
        draw.moved(parts_fins.ring_segment(), (80, 0, 0)),
    )


SIZES = [(2, 10, 50)] * 2 + [(2, 10, 70)] * 2 + [(2, 12, 29.845), (3, 12, 50)]


def test_the_same_part_respelled_has_the_same_fins():
    """Split, far away, mirrored, closed faces in halves, shuffled, in inches and 100 times as large."""
    pieces = parts_blends.split(_shown(), (0, 0, 5), draw.Z)
    respelled = mutators.altogether(draw.scaled(draw.moved(pieces, (1234.5, -678.9, 0.01)), 100.0))
    assert sizes(fins_of_file(respelled.shape, respelled.unit, 1000.0), 100.0) == SIZES


def test_fins_scale_with_the_part():
    assert sizes(fins_of(draw.scaled(_shown(), 0.05), 0.5), 0.05) == SIZES


def test_a_rib_on_a_saddle_stands_halfway_up_its_foot_wherever_that_is_cut():
    """The foot rises by x²/200 from 20 in its middle; half a rib's thickness beside it is 0.02 lower."""
    body = draw.fuse(saddle(), draw.box((20, 3, 40), (-10, -1.5, 0)))
    for cut_mm in (-3.0, 10.0):  # along the rib, and where it ends
        body = parts_blends.split(body, (cut_mm, 0, 0), (1, 0, 0))
    assert only(fins_of(body)).height_mm == pytest.approx(20 - 0.5 / 2 + 0.0225, abs=0.01)


@pytest.mark.parametrize("cut_mm", [None, 2.0, 7.0])
def test_a_curved_border_lies_on_a_side_as_a_whole_however_it_is_cut(cut_mm):
    """The quarter arc spans 12 down; cut 2 above its end, the lower piece by itself runs nearly upright."""
    body = draw.cut(draw.box((40, 6, 30)), draw.cylinder(12, 6, (0, 0, 0), draw.Y))
    if cut_mm is not None:
        body = parts_blends.split(body, (0, 0, cut_mm), (0, 0, 1))
    part = part_of(body)
    context = RunContext(without_mesh(part))
    graph = context.graph
    wall = int(graph.group_of_face[face_at(part, (20, 0, 20)).id])
    border = borders.gathered(
        list(borders.of_group(context, blend_suppressed.build(context, ()), {}, wall)), part
    )
    facing = border.facing(np.array([0.0, 0.0, -1.0]))
    arcs = [isinstance(part.edges[stretch.edge].curve, Circle) for stretch in border.stretches]
    assert sum(arcs) == (1 if cut_mm is None else 2)
    assert (facing[arcs] > 0.0).all()
    assert facing[arcs].sum() == pytest.approx(12.0, abs=1e-6)
    assert facing.sum() == pytest.approx(40.0, abs=1e-6)
    lowest = borders.outermost(border, np.array([-1.0, 0.0, 0.0]))
    assert {isinstance(part.edges[each.edge].curve, Circle) for each in lowest.stretches} == {True, False}
    assert sum(isinstance(part.edges[each.edge].curve, Circle) for each in lowest.stretches) == sum(arcs)
