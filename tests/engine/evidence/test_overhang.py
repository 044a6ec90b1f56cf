"""What hangs over of drawn parts, built along z, in numbers that follow from the drawing."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from OCP.TopoDS import TopoDS_Shape

from engine.evidence import overhang
from engine.model.arrays import frozen
from engine.model.printing import BuildDirection, Overhang
from engine.run_context import RunContext
from tests.support import draw, parts_blends
from tests.support.draw import Point
from tests.support.parts import face_at
from tests.support.printed import EDGES_ACROSS, meshed

INF = math.inf
BUILD = BuildDirection(frozen((0, 0, 1)), (), 0.0, 0.0, 0.0)
HELD_BELOW = math.radians(45.1)
"""What leans from the vertical by less holds itself, and what lies above it."""


FINE = 60
"""Edges across where rims are round and what is measured hangs on their chords."""


def found(
    shape: TopoDS_Shape, up: Point = (0, 0, 1), edges_across: float = EDGES_ACROSS
) -> tuple[Overhang, ...]:
    prepared = meshed(shape, edges_across)
    return overhang.find(RunContext(prepared), BuildDirection(frozen(up), (), 0.0, 0.0, 0.0))


def at(
    shape: TopoDS_Shape, point: Point, up: Point = (0, 0, 1), edges_across: float = EDGES_ACROSS
) -> Overhang:
    """Return what hangs over of the face at a point."""
    prepared = meshed(shape, edges_across)
    overhangs = overhang.find(RunContext(prepared), BuildDirection(frozen(up), (), 0.0, 0.0, 0.0))
    face = face_at(prepared.part, point).id
    return next(each for each in overhangs if each.face == face)


@draw.once
def tunnel(width_mm: float) -> TopoDS_Shape:
    """Draw a block, 60 x 40 x 20, with a square tunnel along y, 10 high, through its foot."""
    return draw.cut(draw.box((60, 40, 20)), draw.box((width_mm, 42, 10), (20, -1, 0)))


def ledge(out_mm: float, lean_deg: float = 90.0) -> TopoDS_Shape:
    """Draw an upright plate with a ledge at its top, whose underside leans from the vertical."""
    plate = draw.box((10, 40, 40))
    low = 35 - out_mm / math.tan(math.radians(lean_deg)) if lean_deg < 90 else 35
    outline = [(10, 0, low), (10 + out_mm, 0, 35), (10 + out_mm, 0, 40), (10, 0, 40)]
    return draw.fuse(plate, draw.prism(outline, (0, 40, 0)))


def test_a_block_has_no_overhang_for_it_lies_on_the_bed() -> None:
    assert found(draw.box((60, 40, 20))) == ()


def test_the_ceiling_of_a_tunnel_is_a_bridge_from_wall_to_wall() -> None:
    ceiling = at(tunnel(9), (24, 20, 10))
    assert ceiling.angle_deg == pytest.approx(90.0)
    assert ceiling.span_mm == pytest.approx(9.0)
    assert ceiling.reach_mm == pytest.approx(4.5, rel=5e-3)
    assert ceiling.area_mm2 == pytest.approx(360.0)
    assert ceiling.witness is not None
    start, end = ceiling.witness
    assert sorted((start[0], end[0])) == pytest.approx([20, 29])
    assert (start[2], end[2]) == pytest.approx((10, 10))


def test_the_shorter_way_counts_where_a_ceiling_is_held_all_round() -> None:
    room = draw.cut(draw.box((60, 40, 30)), draw.box((30, 12, 20), (5, 5, 0)))
    assert at(room, (20, 10, 20)).span_mm == pytest.approx(12.0)


def test_a_ceiling_that_is_open_on_one_side_is_a_bridge_over_the_other_two() -> None:
    alcove = draw.cut(draw.box((60, 40, 30)), draw.box((14, 25, 20), (20, -5, 0)))
    assert at(alcove, (27, 10, 20)).span_mm == pytest.approx(14.0)


def test_a_ceiling_in_a_corner_is_no_bridge() -> None:
    corner = draw.cut(draw.box((60, 40, 30)), draw.box((25, 25, 20), (-5, -5, 0)))
    under = at(corner, (5, 5, 20))
    assert under.span_mm == INF
    assert under.reach_mm == pytest.approx(20.0)


@pytest.mark.parametrize("turn_deg", [0.0, 20.0])
def test_a_ledge_inside_a_bore_is_bridged_beside_its_opening_wherever_its_mesh_begins(
    turn_deg: float,
) -> None:
    # A ledge from 5.7 to 6.8 mm from the axis. A tenth of it lies within 5.82 mm, where the shortest chord of
    # the bore that keeps clear of the opening is 2 √(6.8² - 5.82²) long; further out chords are shorter.
    block = draw.cut(draw.box((20, 20, 12), (-10, -10, 0)), draw.cylinder(6.8, 6), draw.cylinder(5.7, 12))
    near = math.sqrt(5.7**2 + 0.1 * (6.8**2 - 5.7**2))
    ledge = at(draw.turned(block, turn_deg, (0, 0, 1)), (0, 6.2, 6), edges_across=FINE)
    assert ledge.span_mm == pytest.approx(2.0 * math.sqrt(6.8**2 - near**2), rel=0.02)
    assert ledge.reach_mm == pytest.approx(1.1, rel=0.02)


def test_a_ledge_reaches_as_far_as_it_was_drawn() -> None:
    under = at(ledge(5), (12, 20, 35))
    assert (under.angle_deg, under.span_mm, under.arch_mm) == (pytest.approx(90.0), INF, INF)
    assert under.reach_mm == pytest.approx(5.0)
    assert under.location[0] == pytest.approx(15.0)
    assert under.witness is not None
    assert under.witness[0][0] == pytest.approx(10.0)


@pytest.mark.parametrize("lean_deg", [46.0, 75.0])
def test_a_slope_leans_as_much_as_it_was_drawn(lean_deg: float) -> None:
    under = at(ledge(5, lean_deg), (12.5, 20, 35 - 2.5 / math.tan(math.radians(lean_deg))))
    assert under.angle_deg == pytest.approx(lean_deg)
    assert under.reach_mm == pytest.approx(5.0)
    assert (under.span_uncertainty_mm, under.reach_uncertainty_mm) == (0.0, 0.0)


@pytest.mark.parametrize(("lean_deg", "n_found"), [(45.09, 0), (45.11, 1)])
def test_a_slope_of_45_degrees_holds_itself_for_a_tenth_of_a_degree_more(
    lean_deg: float, n_found: int
) -> None:
    assert len(found(ledge(5, lean_deg))) == n_found


def gouged(radius_mm: float, over_deg: float, long_mm: float = 60.0) -> TopoDS_Shape:
    """Draw a block, 40 x 60 x 30, with a groove that leans by up to 45.1° and so much more."""
    out = radius_mm * math.cos(HELD_BELOW + math.radians(over_deg))
    tool = draw.cylinder(radius_mm, long_mm, (40 + out, 30 - long_mm / 2, 15), (0, 1, 0))
    return draw.cut(draw.box((40, 60, 30)), tool)


@pytest.mark.parametrize(("over_deg", "n_found"), [(4.46, 0), (5.57, 1)])
def test_a_face_hangs_over_when_a_twentieth_of_it_does(over_deg: float, n_found: int) -> None:
    """The groove leans from 45.1° and that much one way to as much the other: 4.5 and 5.5 % hang over."""
    assert len(found(gouged(1.0, over_deg, 10.0))) == n_found


@pytest.mark.parametrize(("over_deg", "n_found"), [(0.93, 0), (1.14, 1)])
def test_a_face_hangs_over_when_a_thousandth_of_the_part_does(over_deg: float, n_found: int) -> None:
    """Of 10840 mm² a strip of 9.7 and of 11.9 mm², a hundredth of the groove."""
    assert len(found(gouged(10.0, over_deg))) == n_found


@pytest.mark.parametrize(("fall", "reach_mm"), [(0.09, INF), (0.11, 5.0)])
def test_a_ceiling_is_held_by_a_floor_that_falls_by_a_tenth_from_where_they_meet(
    fall: float, reach_mm: float
) -> None:
    """A groove in the side of a block, 5 deep, whose ceiling is level."""
    groove = [(35, -1, 20), (41, -1, 20), (41, -1, 20 - 6 * fall)]
    (ceiling,) = found(draw.cut(draw.box((40, 60, 30)), draw.prism(groove, (0, 62, 0))))
    assert ceiling.reach_mm == pytest.approx(reach_mm)


def flange(lean_deg: float) -> TopoDS_Shape:
    """Draw a mushroom whose round head widens at an angle from the vertical."""
    slant = 10.0 / math.tan(math.radians(lean_deg))
    outline = [(0, 0), (6, 0), (6, 30), (16, 30 + slant), (16, 40 + slant), (0, 40 + slant)]
    return draw.revolve([(x, 0, z) for x, z in outline])


@pytest.mark.parametrize("edges_across", [8, 40])
def test_a_cone_leans_alike_all_round_on_any_mesh(edges_across: float) -> None:
    build = BuildDirection(frozen((0, 0, 1)), (), 0.0, 0.0, 0.0)
    (under,) = overhang.find(RunContext(meshed(flange(60.0), edges_across)), build)
    assert under.angle_deg == pytest.approx(60.0, abs=1e-6)
    assert overhang.find(RunContext(meshed(flange(45.0), edges_across)), build) == ()


def test_a_pin_below_a_ceiling_starts_in_the_air() -> None:
    hung = draw.fuse(tunnel(30), draw.cylinder(2, 5, (35, 20, 6)))
    pin = at(hung, (35, 20, 6))
    assert (pin.span_mm, pin.reach_mm, pin.witness) == (INF, INF, None)
    stood = draw.fuse(tunnel(30), draw.cylinder(2, 10, (35, 20, 0)))
    assert [each.area_mm2 for each in found(stood)] == pytest.approx([30 * 40 - math.pi * 4], rel=1e-3)


def test_the_roof_of_a_hole_that_lies_is_an_arch() -> None:
    drilled = draw.cut(draw.box((60, 40, 30)), draw.cylinder(2.0, 50, (30, -5, 15), (0, 1, 0)))
    (roof,) = found(drilled)
    assert roof.arch_mm == pytest.approx(4.0)
    # What leans by more than 45 degrees is half a square's diagonal wide.
    assert roof.span_mm == pytest.approx(4.0 / math.sqrt(2), rel=0.01)
    # A quarter of a roof from 45 to 90 degrees leans by more than three quarters of the way between.
    assert roof.angle_deg == pytest.approx(78.75, abs=2.5)


def test_a_hole_with_an_opening_in_its_roof_is_an_arch_and_a_gutter_is_none() -> None:
    block, bore = draw.box((12, 20, 16)), draw.cylinder(2.5, 40, (-5, 10, 8), (1, 0, 0))
    opened = draw.cut(block, bore, draw.cylinder(1.25, 20, (6, 10, 8)))
    assert [each.arch_mm for each in found(opened)] == pytest.approx([5.0])
    gutter = draw.cut(block, bore, draw.box((40, 2, 20), (-5, 9, 8)))
    assert [each.arch_mm for each in found(gutter)] == [INF] * len(found(gutter))


@pytest.mark.parametrize(
    ("edges_across", "respell"),
    [(8, lambda shape: shape), (13, draw.as_nurbs), (40, lambda shape: shape)],
    ids=["coarse", "as NURBS", "fine"],
)
def test_the_roof_of_a_hole_reaches_as_far_on_any_mesh(
    edges_across: float, respell: Callable[[TopoDS_Shape], TopoDS_Shape]
) -> None:
    drilled = draw.cut(draw.box((60, 40, 30)), draw.cylinder(6.0, 50, (30, -5, 15), (0, 1, 0)))
    build = BuildDirection(frozen((0, 0, 1)), (), 0.0, 0.0, 0.0)
    (roof,) = overhang.find(RunContext(meshed(respell(drilled), edges_across)), build)
    half = 6.0 * math.cos(HELD_BELOW)
    assert roof.reach_mm == pytest.approx(half, rel=0.01)
    assert abs(roof.reach_mm - half) <= roof.reach_uncertainty_mm
    assert roof.span_mm == pytest.approx(2.0 * half, rel=0.01)
    assert abs(roof.angle_deg - 78.78) <= roof.angle_uncertainty_deg


@pytest.mark.parametrize("edges_across", [8, 40])
def test_a_ledge_with_a_fillet_below_reaches_out_from_where_the_fillet_holds_itself(
    edges_across: float,
) -> None:
    corner = [(10, 0, 33), (12, 0, 35), (10, 0, 35)]
    fillet = draw.cut(draw.prism(corner, (0, 40, 0)), draw.cylinder(2.0, 42, (12, -1, 33), (0, 1, 0)))
    shape = draw.fuse(ledge(5), fillet)
    build = BuildDirection(frozen((0, 0, 1)), (), 0.0, 0.0, 0.0)
    overhangs = overhang.find(RunContext(meshed(shape, edges_across)), build)
    under = max(overhangs, key=lambda each: each.area_mm2)
    assert under.reach_mm == pytest.approx(3.0 + 2.0 * math.cos(HELD_BELOW), rel=0.01)
    least = min(overhangs, key=lambda each: each.area_mm2)
    assert least.reach_mm == pytest.approx(2.0 * math.cos(HELD_BELOW), rel=0.02)
    assert least.area_mm2 == pytest.approx(40.0 * 2.0 * (math.pi / 2 - HELD_BELOW), rel=0.01)


def test_a_hole_that_stands_has_no_roof() -> None:
    assert found(draw.cut(draw.box((60, 40, 30)), draw.cylinder(6, 40, (30, 20, -5)))) == ()


def test_the_mouth_of_a_hole_that_lies_is_part_of_its_roof() -> None:
    drilled = draw.cut(draw.box((60, 40, 30)), draw.cylinder(2.0, 50, (30, -5, 15), (0, 1, 0)))
    sunk = draw.cut(drilled, draw.cone(2.5, 2.0, 1.0, (30, 0, 15), (0, 1, 0)))
    assert sorted(each.arch_mm for each in found(sunk, edges_across=FINE)) == pytest.approx(
        [4.0, 5.0], rel=0.02
    )
    # a round leans by more than 45 degrees until it has turned by the rest
    softened = draw.fillet(drilled, 0.5, (32, 0, 15))
    widest_mm = 4.0 + 2.0 * 0.5 * (1.0 - math.cos(math.pi / 2 - HELD_BELOW))
    assert sorted(each.arch_mm for each in found(softened)) == pytest.approx([4.0, widest_mm], rel=0.02)


@pytest.mark.parametrize(("round_mm", "edges_across"), [(0.1, 12), (0.3, 40)])
def test_a_narrow_round_at_a_mouth_is_part_of_the_roof_though_no_bridge_is_seen_in_it(
    round_mm: float, edges_across: int
) -> None:
    bored = draw.cut(draw.box((60, 4, 30)), draw.cylinder(2.15, 50, (30, -5, 15), (0, 1, 0)))
    softened = meshed(draw.fillet(bored, round_mm, (32.15, 0, 15)), edges_across)
    arches = [each.arch_mm for each in overhang.find(RunContext(softened), BUILD)]
    widest_mm = 4.3 + 2.0 * round_mm * (1.0 - math.cos(math.pi / 2 - HELD_BELOW))
    assert sorted(arches) == pytest.approx([4.3, widest_mm], rel=0.02)


@pytest.mark.parametrize(("rises_deg", "is_roof"), [(27.0, True), (33.0, False)])
def test_the_mouth_of_a_hole_that_rises_by_more_than_thirty_degrees_is_no_roof_of_a_lying_hole(
    rises_deg: float, is_roof: bool
) -> None:
    drilled = draw.cut(draw.box((60, 40, 30)), draw.cylinder(2.0, 50, (30, -5, 15), (0, 1, 0)))
    sunk = draw.cut(drilled, draw.cone(2.5, 2.0, 1.0, (30, 0, 15), (0, 1, 0)))
    rises = math.radians(rises_deg)
    mouth = at(sunk, (30, 0.5, 17.25), (0, math.sin(rises), math.cos(rises)))
    assert math.isfinite(mouth.arch_mm) == is_roof


def test_the_ceiling_of_a_hole_that_stands_is_no_arch_and_neither_is_an_outer_round() -> None:
    block = draw.cut(draw.box((60, 40, 30)), draw.cone(10.0, 2.0, 5.0, (30, 20, 10)))
    standing = draw.cut(block, draw.cylinder(10.0, 11.0, (30, 20, -1)), draw.cylinder(2.0, 30, (30, 20, 5)))
    assert [each.arch_mm for each in found(standing)] == [INF]
    wheel = draw.fillet(draw.cylinder(15.0, 20.0, (0, 0, 30), (0, 1, 0)), 4.0, (15, 0, 30), (15, 20, 30))
    legs = draw.fuse(wheel, draw.box((8, 10, 30), (-15, 5, 0)), draw.box((8, 10, 30), (7, 5, 0)))
    assert {each.arch_mm for each in found(legs)} == {INF}


def test_a_shaft_in_the_air_is_no_arch() -> None:
    legs = draw.fuse(draw.box((10, 20, 30)), draw.box((10, 20, 30), (50, 0, 0)))
    shaft = draw.fuse(legs, draw.cylinder(5, 40, (10, 10, 20), (1, 0, 0)))
    under = at(shaft, (30, 10, 15))
    assert under.arch_mm == INF


def test_a_ball_is_held_where_it_touches_the_bed() -> None:
    (under,) = found(draw.sphere(10))
    assert under.span_mm == INF
    assert 5.0 < under.reach_mm < 10 / math.sqrt(2) + 1.0


def test_what_is_a_little_above_the_bed_lies_on_it_and_what_is_higher_does_not() -> None:
    low = draw.cut(draw.box((60, 40, 30)), draw.box((30, 50, 0.1), (35, -5, 0)))
    high = draw.cut(draw.box((60, 40, 30)), draw.box((30, 50, 3), (35, -5, 0)))
    assert found(low) == ()
    assert [each.reach_mm for each in found(high)] == pytest.approx([25.0])


@pytest.mark.parametrize(("high_mm", "n_found"), [(0.28, 0), (0.35, 1)])
def test_what_lies_within_three_thousandths_of_the_size_lies_on_the_bed(high_mm: float, n_found: int) -> None:
    """The surface, some 10800 mm², is a square 104 mm wide: 0.31 mm."""
    raised = draw.cut(draw.box((60, 40, 30)), draw.box((30, 50, high_mm), (35, -5, 0)))
    assert len(found(raised)) == n_found


def test_upside_down_the_ledge_lies_on_the_bed() -> None:
    assert found(ledge(5, 60.0), (0, 0, -1)) == ()


SPELLINGS: dict[str, tuple[Callable[[TopoDS_Shape], TopoDS_Shape], float]] = {
    "mirrored and turned about the build direction, as NURBS": (
        lambda shape: draw.as_nurbs(draw.turned(draw.mirrored(shape, (2, -1, 0)), 37.3)),
        1.0,
    ),
    "small": (lambda shape: draw.scaled(shape, 0.05), 0.05),
    "large": (lambda shape: draw.scaled(shape, 100.0), 100.0),
}


@pytest.mark.parametrize(
    ("part", "spelling"), [*(("tunnel", spelling) for spelling in SPELLINGS), ("ledge", "large")]
)
def test_the_same_part_respelled_hangs_over_alike(part: str, spelling: str) -> None:
    respell, scale = SPELLINGS[spelling]
    (region,) = found(respell(tunnel(9) if part == "tunnel" else ledge(5, 60.0)))
    assert region.angle_deg == pytest.approx(90.0 if part == "tunnel" else 60.0)
    assert region.span_mm == (pytest.approx(9.0 * scale) if part == "tunnel" else INF)
    assert region.reach_mm == pytest.approx((4.5 if part == "tunnel" else 5.0) * scale, rel=0.02)


def test_the_halves_of_a_split_ceiling_span_what_the_whole_does() -> None:
    halves = draw.compound(
        draw.common(tunnel(9), draw.box((60, 17, 20))),
        draw.common(tunnel(9), draw.box((60, 23, 20), (0, 17, 0))),
    )
    assert [each.span_mm for each in found(halves)] == pytest.approx([9.0, 9.0])


def test_any_direction_is_as_good_as_z() -> None:
    turn = np.array([1.0, 2.0, 2.0]) / 3.0
    turned = draw.turned(tunnel(9), 90, turn)
    up = np.array([0.0, 0.0, 1.0])
    now = np.cross(turn, up) + turn * (turn @ up)
    (ceiling,) = found(turned, now)
    assert ceiling.span_mm == pytest.approx(9.0)
    assert ceiling.angle_deg == pytest.approx(90.0)


@pytest.mark.parametrize(("share", "span_mm"), [(0.09, 9.0), (0.11, 15.0)])
def test_a_tenth_of_a_ceiling_may_span_more_than_is_reported(share: float, span_mm: float) -> None:
    """A tunnel, 9 wide, that widens to 15 before its end."""
    long_mm = 9 * 40 * share / (15 - 6 * share)
    wider = draw.unified(draw.cut(tunnel(9), draw.box((15, long_mm + 1, 10), (17, 40 - long_mm, 0))))
    (ceiling,) = overhang.find(RunContext(meshed(wider, 80)), BUILD)
    assert ceiling.span_mm == pytest.approx(span_mm)


def test_a_narrow_ledge_inside_a_bore_is_bridged_all_round() -> None:
    """Within a tenth of a millimeter no chord clears the opening but those along the ledge."""
    block = draw.cut(draw.box((20, 20, 12), (-10, -10, 0)), draw.cylinder(6.8, 6), draw.cylinder(6.5, 12))
    (ledge_,) = overhang.find(RunContext(meshed(block, 60)), BUILD)
    near = math.sqrt(6.5**2 + 0.1 * (6.8**2 - 6.5**2))
    assert ledge_.span_mm == pytest.approx(2.0 * math.sqrt(6.8**2 - near**2), rel=0.05)


@pytest.mark.parametrize(("apart_deg", "span_mm"), [(3.3, 98.0), (2.7, INF)])
def test_beams_that_differ_by_more_than_three_degrees_are_bridged_each_along_itself(
    apart_deg: float, span_mm: float
) -> None:
    """Two beams, 2 wide, from one post to two others 100 mm away; what runs askew leaves them after 42 mm."""
    beams = [draw.turned(draw.box((104, 2, 2), (0, -1, 20)), each) for each in (0.0, apart_deg)]
    posts = [
        draw.turned(draw.box((6, wide, 22), (98, -wide / 2, 0)), each)
        for each, wide in ((0.0, 3.0), (apart_deg, 2.0))
    ]
    body = draw.fuse(draw.box((6, 8, 22), (-6, -4, 0)), *beams, *posts)
    (under,) = overhang.find(RunContext(meshed(body, 100)), BUILD)
    assert under.span_mm == pytest.approx(span_mm, rel=0.01)


def test_a_ledge_round_a_room_of_114_sides_is_bridged_along_all_57_of_their_directions() -> None:
    """It is 0.4 mm wide, so what runs askew leaves it. Twelve sides in a row are shorter than the others."""
    turn = 2.0 * math.pi / 114
    corners = [np.zeros(2)]
    for side in range(113):
        along = np.array([math.cos(side * turn), math.sin(side * turn)])
        corners.append(corners[-1] + (3.0 if side % 57 < 12 else 3.75) * along)
    middle = np.mean(corners, axis=0)
    out = [np.array([math.sin((side - 0.5) * turn), -math.cos((side - 0.5) * turn)]) for side in range(114)]
    rooms = [
        draw.prism(
            [
                (*(corner - middle - narrower / math.cos(turn / 2.0) * each), 0)
                for corner, each in zip(corners, out, strict=True)
            ],
            (0, 0, high_mm),
        )
        for narrower, high_mm in ((0.0, 20), (0.4, 40))
    ]
    body = draw.cut(draw.box((170, 170, 40), (-85, -85, 0)), *rooms)
    (under,) = overhang.find(RunContext(meshed(body, 30)), BUILD)
    assert under.span_mm == pytest.approx(13.8, abs=0.1)


def test_a_freeform_slope_is_known_to_three_tenths_of_a_degree() -> None:
    """It winds about 59 degrees, by less than a degree."""
    outs = (5.0, 4.0, 3.2, 2.5, 1.8, 1.0, 0.0)
    slope = [(10 + out, 32 + 0.6 * out + 0.01 * math.sin(0.4 * math.pi * out)) for out in outs]
    pieces = [[(10, 0, slope[-1][1]), (10, 0, 40)], [(10, 0, 40), (15, 0, 40)], [(15, 0, 40), (15, 0, 35)]]
    pieces.append([(x, 0, z) for x, z in slope])
    body = draw.fuse(draw.box((10, 40, 40)), parts_blends.extruded(pieces, (0, 40, 0)))
    (under,) = overhang.find(RunContext(meshed(body, 100)), BUILD)
    assert under.angle_uncertainty_deg == pytest.approx(0.3, abs=0.04)
