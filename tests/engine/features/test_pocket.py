"""Pockets drawn with known measures, recesses that are none, and the same part in other words."""

import math
from functools import cache

import numpy as np
import pytest
from OCP.TopoDS import TopoDS_Shape

from engine.model.feature import Kind, Role
from engine.model.part import Part
from tests.support import draw, mutators, parts_blends
from tests.support.parts import face_at, faces_at, part_of
from tests.support.parts_holes import drilled, sawn
from tests.support.parts_pockets import (
    TOP,
    block,
    channel,
    claimed,
    columned,
    corner_step,
    drafted,
    meshed_pockets_of,
    only,
    oval,
    pad,
    pockets_in,
    pockets_of,
    recess,
    regular,
    role_at,
    row,
    rows,
    shelled,
    step,
    sunk,
    vessel,
)


def test_a_rectangular_pocket_is_measured_from_its_mouth():
    part = part_of(draw.cut(block(), sunk((50, 30, 12))))
    found = only(pockets_in(part))
    assert row(found) == (12, 30, 50, 0, 0, False)
    assert found.fid == face_at(part, (0, 0, 18)).id
    assert found.faces == faces_at(part, (0, 0, 18), (25, 0, 24), (-25, 0, 24), (0, 15, 24), (0, -15, 24))
    assert role_at(part, found, (0, 0, 18)) is Role.POCKET_FLOOR
    assert role_at(part, found, (25, 0, 24)) is Role.POCKET_WALL
    assert found.axis == pytest.approx([0, 0, -1])
    assert found.center == pytest.approx([0, 0, 24])
    assert found.box_mm == pytest.approx(np.array([[-25, -15, 18], [25, 15, 30]]), abs=1e-5)
    assert found.corner_radii_mm == (0, 0, 0, 0)
    assert found.sub_features == ()


def test_a_window_goes_through_and_has_no_floor():
    part = part_of(draw.cut(block(), sunk((20, 12, 40), (5, 3, TOP))))
    found = only(pockets_in(part))
    assert row(found) == (30, 12, 20, 0, 0, True)
    assert {role for _, role in found.roles} == {Role.POCKET_WALL}
    assert abs(found.axis[2]) == pytest.approx(1)


@pytest.mark.parametrize(
    ("sides", "depth", "width", "length"),
    [(3, 10.0, 30.0, 20 * math.sqrt(3)), (6, 40.0, 20 * math.sqrt(3), 40.0)],
)
def test_three_and_six_walls_make_a_pocket_as_four_do(sides, depth, width, length):
    tool = draw.prism(regular(sides, 20.0, TOP - depth, 0.2), (0, 0, depth + 5))
    found = only(pockets_of(draw.cut(block(), tool)))
    assert found.width_mm == pytest.approx(width, abs=1e-4)
    assert found.length_mm == pytest.approx(length, abs=1e-4)
    assert found.through == (depth > TOP)
    assert found.depth_mm == pytest.approx(min(depth, TOP), abs=1e-6)


def test_fillets_do_not_change_the_measures_of_a_pocket():
    shape = draw.cut(block(), sunk((50, 30, 12), corner_mm=6, floor_mm=2))
    part = part_of(shape)
    found = only(pockets_in(part))
    assert row(found) == (12, 30, 50, 6, 0, False)
    assert found.corner_radii_mm == pytest.approx((6, 6, 6, 6))
    assert set(found.faces) == {face.id for face in part.faces} - set(
        faces_at(part, (0, 0, 0), (39, 0, 30), (40, 0, 5), (-40, 0, 5), (0, 30, 5), (0, -30, 5))
    )


def test_a_filleted_triangle_is_measured_at_its_virtual_corners():
    tool = draw.prism(regular(3, 20.0, 18, 0.2), (0, 0, 30))
    rounded = draw.fillet(tool, 2.0, *regular(3, 20.0, 33, 0.2))
    found = only(pockets_of(draw.cut(block(), rounded)))
    assert found.length_mm == pytest.approx(20 * math.sqrt(3), abs=1e-4)
    assert found.min_internal_radius_mm == pytest.approx(2.0, abs=1e-6)


def test_a_rounded_or_chamfered_mouth_leaves_the_measures_alone():
    pocketed = draw.cut(block(), sunk((50, 30, 12)))
    near = [(25, 0, TOP), (-25, 0, TOP), (0, 15, TOP), (0, -15, TOP)]
    for broken in (draw.fillet(pocketed, 1.0, *near), draw.chamfer(pocketed, 1.0, *near)):
        assert row(only(pockets_of(broken))) == (12, 30, 50, 0, 0, False)


def test_drafted_walls_are_measured_at_the_mouth():
    found = only(pockets_of(drafted(5.0)))
    assert (found.depth_mm, found.width_mm, found.length_mm) == pytest.approx((12, 30, 50), abs=1e-4)


@pytest.mark.parametrize(
    ("rounded", "mirror"),
    [((15,), None), ((-15,), (1, 0, 0)), ((15, -15), (0, 1, 0))],
    ids=["one side", "the other mirrored x", "both mirrored y"],
)
def test_a_recess_whose_mouth_is_flared_keeps_its_floor(rounded, mirror):
    flared = draw.fillet(recess(), 3.0, *((40, y, 24) for y in rounded))
    found = only(pockets_of(draw.mirrored(flared, mirror) if mirror else flared))
    assert (found.depth_mm, found.open_sides) == (pytest.approx(12, abs=1e-6), 1)


@draw.once
def wedge_recess(depth: float) -> TopoDS_Shape:
    """Draw a block with a recess open to one side, 4 mm wide at its end and 12.2 mm at the side."""
    low = 40 - depth
    outline = [(33.6, 18, low), (33.6, 22, low), (60.3, 26.1, low), (60.3, 13.9, low)]
    return draw.cut(draw.box((60.3, 40, 40)), draw.prism(outline, (0, 0, 50)))


@cache
def wedge_width_mm() -> float:
    return only(pockets_of(wedge_recess(10.0))).width_mm


@pytest.mark.parametrize(("deeper_mm", "count", "turned_deg"), [(0.0, 1, 0.0), (0.0, 1, 34.6), (0.1, 0, 0.0)])
def test_a_recess_is_open_at_its_side_up_to_twice_its_width(deeper_mm, count, turned_deg):
    """At the limit, where parts are drawn, rounding does not decide."""
    width_mm = wedge_width_mm()
    deep = draw.turned(wedge_recess(2.0 * width_mm + deeper_mm), turned_deg, (1, 2, 3), (11.1, 7.7, 3.3))
    assert len(pockets_of(deep)) == count


def test_a_step_is_no_pocket_and_neither_is_the_corner_of_one():
    assert pockets_of(step()) == []
    assert pockets_of(corner_step()) == []
    assert pockets_of(block()) == []


def test_a_channel_open_at_both_ends_is_no_pocket():
    assert pockets_of(channel()) == []


def test_a_recess_open_to_one_side_is_a_pocket():
    part = part_of(recess())
    found = only(pockets_in(part))
    assert row(found) == (12, 15, 30, 0, 1, False)
    assert found.fid == face_at(part, (35, 0, 18)).id
    assert found.axis == pytest.approx([0, 0, -1])


def test_a_free_form_wall_that_turns_round_makes_an_open_recess_by_itself():
    found = only(pockets_of(draw.cut(block(), oval(30, 24, 8, (33, 0, TOP)))))
    assert (found.depth_mm, found.open_sides) == (pytest.approx(8), 1)
    assert (found.width_mm, found.length_mm) == pytest.approx((22, 24), abs=0.01)
    assert len(found.faces) == 2
    # A shallow scallop hardly turns.
    assert pockets_of(draw.cut(block(), oval(30, 24, 8, (50, 0, TOP)))) == []


def test_what_a_slot_explains_is_no_pocket():
    part = part_of(recess(run=35.0, width=10.0))
    found = only(pockets_in(part))
    slot = claimed(Kind.SLOT, found)
    assert pockets_in(part, (slot,)) == []


def test_round_holes_blind_or_through_are_no_pockets():
    assert pockets_of(draw.cut(block(), drilled(20, 10, (0, 0, TOP)))) == []
    assert pockets_of(draw.cut(block(), drilled(20, 40, (0, 0, TOP)))) == []
    assert pockets_of(draw.fuse(block(), draw.cylinder(8, 50))) == []


def test_a_round_groove_is_no_pocket_and_a_square_island_in_a_round_recess_makes_one():
    groove = draw.cut(drilled(30, 8, (0, 0, TOP)), draw.cylinder(6, 60))
    square = draw.cut(drilled(30, 8, (0, 0, TOP)), draw.box((8, 8, 60), (-4, -4, 0)))
    assert pockets_of(draw.cut(block(), groove)) == []
    assert row(only(pockets_of(draw.cut(block(), square)))) == (8, 30, 30, 15, 0, False)


def test_a_pocket_in_the_floor_of_a_pocket_is_a_feature_in_it():
    part = part_of(draw.cut(block(), sunk((60, 40, 10)), sunk((30, 20, 8), (5, 5, 20))))
    found = pockets_in(part)
    assert rows(found) == [(8, 20, 30, 0, 0, False), (10, 40, 60, 0, 0, False)]
    outer = next(each for each in found if each.depth_mm > 9)
    inner = next(each for each in found if each is not outer)
    assert outer.sub_features == (inner.fid,)
    assert inner.sub_features == ()
    assert set(outer.faces).isdisjoint(inner.faces)


def test_holes_in_the_floor_and_fillets_are_features_in_it():
    tools = sunk((50, 30, 12), corner_mm=5), drilled(6, 40, (-15, 0, TOP)), drilled(4, 18, (15, 0, TOP))
    part = part_of(draw.cut(block(), *tools))
    found = only(pockets_in(part))
    assert row(found) == (12, 30, 50, 5, 0, False)
    holes = faces_at(part, (-12, 0, 9), (17, 0, 15))
    corner = 5 * (1 - math.sqrt(0.5))
    fillets = faces_at(
        part, *((sx * (25 - corner), sy * (15 - corner), 24) for sx in (-1, 1) for sy in (-1, 1))
    )
    assert found.sub_features == tuple(sorted(holes + fillets))
    # A hole beside the pocket is none of its features.
    beside = part_of(draw.cut(block(), sunk((50, 30, 12)), drilled(6, 40, (32, 0, TOP))))
    assert only(pockets_in(beside)).sub_features == ()


def test_a_step_in_the_floor_leaves_one_pocket_as_deep_as_its_deepest_floor():
    deep = sunk((20, 30, 16), (15, 0, TOP))
    found = only(pockets_of(draw.cut(block(), draw.fuse(sunk((50, 30, 12)), deep))))
    assert row(found) == (16, 30, 50, 0, 0, False)
    assert len(found.faces) == 7


def test_a_pocket_cut_across_a_step_is_as_deep_as_most_of_its_walls():
    tool = sunk((40, 30, 20), (5, 0, TOP))
    found = only(pockets_of(draw.cut(step(20.0), tool)))
    assert row(found)[1:] == (30, 40, 0, 0, False)
    assert found.depth_mm == pytest.approx(20)


def test_bosses_at_both_ends_of_a_recess_leave_its_mouth_at_the_rim():
    ends = [draw.box((30, 10, 10), (-15, y, TOP)) for y in (10, -20)]
    part = draw.fuse(draw.cut(block(), sunk((30, 20, 8))), *ends)
    assert row(only(pockets_of(part))) == (8, 20, 30, 0, 0, False)
    # With a third wall as high it is a recess up to there, open at one side.
    higher = draw.fuse(part, draw.box((10, 40, 10), (15, -20, TOP)))
    assert row(only(pockets_of(higher))) == (18, 20, 30, 0, 0, False)


def test_round_bosses_at_the_ends_of_a_recess_leave_its_mouth_at_the_rim():
    eyes = [draw.cylinder(20, 35, (x, 0, 5)) for x in (-25, 25)]
    arm = draw.cut(draw.box((70, 40, 20), (-35, -20, 10)), sunk((40, 36, 5)))
    assert only(pockets_of(draw.fuse(arm, *eyes))).depth_mm == pytest.approx(5)
    tall = draw.cut(draw.box((70, 40, 30), (-35, -20, 10)), sunk((40, 36, 15), (0, 0, 40)))
    assert only(pockets_of(draw.fuse(tall, *eyes))).depth_mm == pytest.approx(15)


def test_the_inside_of_an_open_box_is_one_pocket_and_a_low_rib_divides_it_not():
    assert row(only(pockets_of(shelled()))) == (27, 54, 74, 0, 0, False)
    assert row(only(pockets_of(shelled(rib_mm=12)))) == (27, 54, 74, 0, 0, False)


def test_a_rib_up_to_the_rim_divides_a_box_into_two_pockets():
    assert rows(pockets_of(shelled(rib_mm=27))) == [(27, 35.5, 54, 0, 0, False)] * 2


def test_a_pad_in_a_pocket_is_a_feature_in_it_and_no_wall_of_it():
    part = part_of(draw.fuse(draw.cut(block(), sunk((60, 40, 12))), pad((20, 10, 6), (5, 0, 18))))
    found = only(pockets_in(part))
    assert row(found) == (12, 40, 60, 0, 0, False)
    assert found.sub_features == (face_at(part, (5, 0, 24)).id,)
    assert face_at(part, (5, 5, 21)).id not in found.faces
    assert len(found.faces) == 5


def _bored_below(floor_mm: float) -> TopoDS_Shape:
    """Draw a block with a slot across it, 30 wide, and a bore along it whose axis is 1 mm below -8."""
    slotted = draw.cut(draw.box((60, 15, 20), (-30, -7.5, -20)), draw.box((30, 15, 8), (-15, -7.5, floor_mm)))
    return draw.cut(slotted, draw.cylinder(4.2, 60, (-30, 0, -9), (1, 0, 0)))


@pytest.mark.parametrize("radius_mm", [1.0, 1.5])
def test_a_slot_that_lays_a_bore_open_with_rounded_edges_is_no_window_into_it(radius_mm):
    half_mm = math.sqrt(4.2**2 - 1.0)
    rounded = draw.fillet(_bored_below(-8), radius_mm, (0, half_mm, -8), (0, -half_mm, -8))
    assert not pockets_of(rounded)


@draw.once
def _plate_with_window(sill_deg: float) -> TopoDS_Shape:
    """Draw a plate 1.8 thick with a window 3 wide, round above and below, whose sill slopes."""
    rise = math.tan(math.radians(sill_deg))
    between = draw.prism(
        [(-1.5, -5, -2 - 5 * rise), (-1.5, 5, -2 + 5 * rise), (-1.5, 5, 2), (-1.5, -5, 2)], (3, 0, 0)
    )
    tool = draw.fuse(
        between,
        draw.cylinder(1.5, 10, (0, -5, 2), (0, 1, 0)),
        draw.cylinder(1.5, 10 * math.hypot(1, rise), (0, -5, -2 - 5 * rise), (0, 1, rise)),
    )
    return draw.cut(draw.box((30, 1.8, 20), (-15, -0.9, -10)), draw.unified(tool))


@pytest.mark.parametrize("mutator", [mutators.nurbs, mutators.turned])
def test_a_window_over_a_sloping_sill_leads_out_of_its_mouth_in_every_spelling(mutator):
    # Its walls have no direction in common: the best one hung on how many samples their edges have.
    found = only(pockets_of(mutator(_plate_with_window(30)).shape))
    assert found.through
    assert found.depth_mm == pytest.approx(1.8, abs=1e-6)
    assert found.width_mm == pytest.approx(3.0, abs=1e-5)


def test_a_slanted_window_leads_along_its_walls():
    plate = draw.box((60, 5, 40), (-30, -2.5, -20))
    slanted = draw.cut(plate, draw.turned(draw.box((10, 40, 6), (-5, -20, -3)), 20, draw.X))
    found = only(pockets_of(slanted))
    assert found.through
    assert abs(found.axis[1]) == pytest.approx(math.cos(math.radians(20)))
    assert (found.width_mm, found.length_mm) == pytest.approx((6.0, 10.0))


@pytest.mark.parametrize(("lean_deg", "is_window"), [(28, True), (32, False)])
def test_a_window_whose_walls_lean_by_more_than_30_degrees_is_a_funnel(lean_deg, is_window):
    lean = math.tan(math.radians(lean_deg))
    low, high = 10 - 5 * lean, 10 + (TOP + 5) * lean
    outline = [(-low, -5), (low, -5), (high, TOP + 5), (-high, TOP + 5)]
    along_y = draw.prism([(r, -60, z) for r, z in outline], (0, 120, 0))
    along_x = draw.prism([(-60, r, z) for r, z in outline], (120, 0, 0))
    found = pockets_of(draw.cut(block((100, 100, TOP)), draw.common(along_x, along_y)))
    assert [(each.through, round(each.depth_mm, 4)) for each in found] == [(True, TOP)] * is_window


def test_a_window_into_a_bore_is_a_window():
    windowed = draw.cut(_bored_below(-1), draw.box((20, 4, 10), (-10, -2, -9)))
    (found,) = pockets_of(windowed)
    assert found.through
    assert (found.length_mm, found.width_mm) == pytest.approx((20.0, 4.0))


def test_a_chamfered_mouth_on_rounded_corners_is_one_pocket_and_its_walls_are_none():
    pocketed = draw.cut(block(), sunk((50, 30, 12), corner_mm=6, floor_mm=2))
    assert row(only(pockets_of(draw.chamfer(pocketed, 1.0, (25, 0, TOP))))) == (12, 30, 50, 6, 0, False)


@pytest.mark.parametrize(("opening", "through"), [(27.0, True), (23.0, False)])
def test_a_ledge_beside_an_opening_makes_a_window_and_an_opening_in_a_floor_does_not(opening, through):
    slanted = draw.cut(block(), sunk((50, 30, 12)), draw.box((opening, 30, 40), (25 - opening, -15, -5)))
    found = only(pockets_of(slanted))
    assert (found.through, round(found.width_mm, 6), round(found.length_mm, 6)) == (through, 30, 50)


def test_spherical_dimples_are_no_pockets():
    assert pockets_of(draw.cut(block(), draw.sphere(10, (0, 0, TOP + 3)))) == []


def test_many_pockets_of_a_rib_grid_open_into_the_one_above():
    box = draw.cut(block(), draw.box((74, 54, 40), (-37, -27, 12)))
    cells = [draw.box((34, 24, 20), (x, y, 3)) for x in (-36, 2) for y in (-26, 2)]
    part = part_of(draw.cut(box, *cells))
    found = pockets_in(part)
    assert rows(found) == [(9, 24, 34, 0, 0, False)] * 4 + [(18, 54, 74, 0, 0, False)]
    (above,) = (each for each in found if each.depth_mm > 10)
    assert above.sub_features == tuple(sorted(each.fid for each in found if each is not above))


def test_a_recess_open_to_two_faces_is_seen_from_where_its_floor_is_largest():
    deep = only(pockets_of(draw.cut(block(), draw.box((12, 8, 25), (33, -4, 6)))))
    wide = only(pockets_of(draw.cut(block(), draw.box((18, 30, 25), (23, -15, 18)))))
    assert row(deep) == (7, 8, 24, 0, 1, False)
    assert row(wide) == (12, 17, 30, 0, 1, False)
    assert abs(deep.axis[0]) == pytest.approx(1)
    assert abs(wide.axis[2]) == pytest.approx(1)


def test_the_waists_of_a_vessel_with_a_narrow_neck_are_no_pockets():
    assert meshed_pockets_of(vessel(16)) == []
    # Straight through a wide neck both are seen.
    assert rows(meshed_pockets_of(vessel(56))) == [(10, 40, 40, 0, 0, True)] * 2


def test_a_pocket_between_the_jaws_of_a_bracket_is_one_and_in_a_closed_room_it_is_none():
    body, hollow = draw.box((80, 60, 60), (-40, -30, 0)), draw.box((30, 20, 8), (-15, -5, 12))
    jaws = draw.cut(body, draw.box((90, 60, 20), (-45, -20, 20)), hollow)
    assert row(only(meshed_pockets_of(jaws))) == (8, 20, 30, 0, 0, False)
    room = draw.cut(body, draw.box((60, 45, 20), (-30, -22, 20)), hollow, draw.cylinder(3, 40, (25, 0, 30)))
    assert meshed_pockets_of(room) == []


@pytest.mark.parametrize(("window_mm", "count"), [(10.6, 3), (11.2, 4)])
@pytest.mark.parametrize(("degrees", "is_mirrored"), [(0, False), (30, True)])
def test_what_is_seen_through_a_window_that_hardly_lets_in_a_cutter_hangs_on_no_axis(
    window_mm, count, degrees, is_mirrored
):
    """3.9 and 4.1 % of the ways out of the pocket in the floor are free; 32 places tell from 3.4 to 4.2."""
    body, hollow = draw.box((80, 60, 60), (-40, -30, 0)), draw.box((30, 20, 8), (-15, -5, 12))
    window = draw.box((30, window_mm, 20), (20, -window_mm / 2, 20))
    room = draw.cut(body, draw.box((60, 45, 20), (-30, -22, 20)), hollow, window)
    room = draw.turned(room, degrees, (1, 2, 3))
    assert len(meshed_pockets_of(draw.mirrored(room) if is_mirrored else room)) == count


def test_a_pocket_in_the_floor_of_an_open_room_is_one_with_a_mesh_too():
    nested = draw.cut(block(), sunk((60, 40, 10)), sunk((30, 20, 8), (5, 5, 20)))
    window = draw.cut(nested, sunk((10, 8, 40), (-22, 0, TOP)))
    assert rows(meshed_pockets_of(window)) == rows(pockets_of(window))
    assert len(pockets_of(window)) == 3


@cache
def many_pockets():
    """Draw a block with one pocket of each common sort."""
    body = block((160, 120, TOP))
    hexagon = draw.moved(draw.prism(regular(6, 10.0, -1), (0, 0, 40)), (50, 40, 0))
    return draw.cut(
        body,
        sunk((50, 30, 12), (-40, -30, TOP), corner_mm=6, floor_mm=2),
        sunk((40, 30, 10), (-40, 30, TOP)),
        sunk((20, 12, 5), (-40, 30, 20)),
        sunk((20, 12, 40), (10, 30, TOP), corner_mm=3),
        draw.box((20, 30, 17), (65, -45, 18)),
        hexagon,
        draw.cylinder(6, 40, (20, -30, -1)),
    )


MANY = [
    (5, 12, 20, 0, 0, False),
    (10, 30, 40, 0, 0, False),
    (12, 15, 30, 0, 1, False),
    (12, 30, 50, 6, 0, False),
    (30, 12, 20, 3, 0, True),
    (30, 17.3205, 20, 0, 0, True),
]


def test_one_of_each_common_pocket():
    assert rows(pockets_of(many_pockets())) == MANY


def test_pockets_are_the_same_however_the_part_is_written():
    """Sawn, far away, mirrored, closed faces in halves, shuffled, in inches and 100 times as large."""
    pieces = parts_blends.split(sawn(many_pockets()), (-40, 30, 20), (1, 0.2, 0))
    described = mutators.altogether(draw.scaled(draw.moved(pieces, (12345.6, -789.1, 0.01)), 100.0))
    assert_scaled(rows(pockets_of(described.shape, described.unit)), 100.0)


def test_pockets_scale_with_the_part():
    assert_scaled(rows(pockets_of(draw.scaled(many_pockets(), 0.05))), 0.05)


def assert_scaled(found, factor):
    for got, expected in zip(found, MANY, strict=True):
        assert [each / factor for each in got[:4]] == pytest.approx(expected[:4], abs=2e-3)
        assert got[4:] == expected[4:]


@pytest.mark.parametrize(
    ("radius_mm", "spelled"),
    [(3.0, lambda shape: shape), (6.0, draw.as_nurbs)],
    ids=["small as it is", "large as nurbs"],
)
def test_columns_that_bulge_between_gaps_take_nothing_from_what_closes_a_tray(radius_mm, spelled):
    """The walls turn by four right angles, the columns by up to 110 degrees the other way."""
    tray = max(pockets_of(spelled(columned(radius_mm))), key=lambda pocket: pocket.length_mm)
    assert row(tray)[:3] == pytest.approx((20, 52, 72), abs=1e-6)
    assert not tray.through


@pytest.mark.parametrize(("beside_mm", "count"), [(17.6, 1), (18.5, 0)])
def test_what_pierces_a_wall_beside_the_floor_is_not_in_the_pocket_of_a_turned_part(beside_mm, count):
    """The back wall of a pocket 30 wide goes on as a flange; 15 and a tenth of 30 are within its reach."""
    flanged = draw.fuse(draw.box((80, 60, 20), (-40, -45, 0)), draw.box((80, 10, 60), (-40, 15, 0)))
    recessed = draw.box((30, 30, 12), (-15, -15, 8))
    body = draw.cut(draw.unified(flanged), recessed, draw.cylinder(3, 20, (beside_mm, 10, 40), (0, 1, 0)))
    found = only(pockets_of(draw.turned(draw.unified(body), 45.0)))
    assert len(found.sub_features) == count


@pytest.mark.parametrize(("beyond_mm", "count"), [(18.0, 0), (22.0, 1)])
def test_what_opens_by_more_than_half_as_the_mouth_of_a_hole_is_no_pocket(beyond_mm, count):
    """The hole has 300 of its 360 degrees, 52.4 mm; beside it the mouth goes on for 12.7 and twice this."""
    tool = draw.fuse(draw.cylinder(10, 40, (0, 0, -5)), draw.box((10 + beyond_mm, 10, 40), (0, -5, -5)))
    found = pockets_of(draw.cut(block(), draw.moved(tool, (-15, 0, 0))))
    assert [row(each) for each in found] == [(30, 20, 20 + beyond_mm, 0, 0, True)] * count


def _with_sloping_floor(slope_deg: float) -> TopoDS_Shape:
    """Draw a pocket of 50 x 30, 12 deep in the middle, whose floor slopes along it between upright walls."""
    rise = 25 * math.tan(math.radians(slope_deg))
    side = [(-25, -15, 18 - rise), (25, -15, 18 + rise), (25, -15, 35), (-25, -15, 35)]
    return draw.cut(block(), draw.prism(side, (0, 30, 0)))


@pytest.mark.parametrize(("slope_deg", "axis_deg"), [(2.9, 2.9), (3.2, 0.0)])
def test_a_floor_that_slopes_by_a_degree_on_the_mean_of_the_walls_is_what_a_pocket_leads_off(
    slope_deg, axis_deg
):
    """Three eighths of the walls lean by it against the way off the floor: by a sine of 0.02 from 3.06 on."""
    found = only(pockets_of(_with_sloping_floor(slope_deg)))
    assert found.axis[2] == pytest.approx(-math.cos(math.radians(axis_deg)), abs=1e-6)


@pytest.mark.parametrize(("draft_deg", "axis_deg"), [(0.39, 1.0), (0.42, 0.0)])
def test_drafted_walls_of_a_tilted_window_run_along_it_up_to_0_4_degrees(draft_deg, axis_deg):
    """Half of the walls look across the window each way: √2 times the sine of the draft is 0.01."""
    spread = 40 * math.tan(math.radians(draft_deg))
    side = [(spread - 10, -40), (10 - spread, -40), (10 + spread, 40), (-10 - spread, 40)]
    along_y = draw.prism([(r, -60, z) for r, z in side], (0, 120, 0))
    along_x = draw.prism([(-60, r, z) for r, z in side], (120, 0, 0))
    tool = draw.moved(draw.turned(draw.common(along_x, along_y), 1.0, draw.Y), (0, 0, TOP / 2))
    found = only(pockets_of(draw.cut(block(), tool)))
    assert found.through
    assert abs(found.axis[2]) == pytest.approx(math.cos(math.radians(axis_deg)), abs=1e-6)


@pytest.mark.parametrize(("higher_mm", "through"), [(0.0112, True), (0.0128, False)])
def test_a_ledge_belongs_to_a_window_that_is_as_deep_as_it_but_for_a_thousandth(higher_mm, through):
    """The plate lies 12 mm less this above the foot that the ledge is cut into, 12 deep."""
    plate = draw.box((100, 190, 12 - higher_mm), (-50, -30, 18 + higher_mm))
    footed = draw.fuse(plate, draw.box((33, 190, TOP), (-50, -30, 0)))
    assert row(only(pockets_of(draw.cut(footed, sunk((50, 30, 12)))))) == (12, 30, 50, 0, 0, through)


@pytest.mark.parametrize(("slit_mm", "open_sides"), [(1.9, 0), (2.3, 1)])
def test_a_slit_in_a_wall_is_an_open_side_from_one_fiftieth_of_the_border_on(slit_mm, open_sides):
    """The floor has a border of 100 mm, and of 2 mm on either side in the slit."""
    slit = draw.box((20, slit_mm, 20), (30, -slit_mm / 2, 18))
    slitted = draw.cut(block(), sunk((30, 20, 12), (23, 0, TOP)), slit)
    assert row(only(pockets_of(slitted))) == (12, 20, 32, 0, open_sides, False)


def keyhole(depth_mm: float, neck_mm: float) -> Part:
    """Draw a blind hole of 20 mm with a slot of 10 mm that runs out of it, as deep as `neck_mm`."""
    hole = draw.cylinder(10, 40, (0, 0, TOP - depth_mm))
    return part_of(draw.cut(draw.cut(block(), hole), sunk((30, 10, neck_mm), (15, 0, TOP))))


@pytest.mark.parametrize(("depth_mm", "is_through"), [(8, False), (40, True)])
def test_the_neck_of_a_keyhole_has_the_floor_of_its_hole(depth_mm, is_through):
    assert only(pockets_in(keyhole(depth_mm, depth_mm))).through is is_through
