"""The axis of a turned body, its diameters and grooves, and what is not turned."""

import math

import numpy as np
import pytest

from engine.graph import build, turning
from engine.model.evidence import Turned
from engine.model.part import BodyId
from engine.run_context import RunContext
from tests.support import draw, parts_holes, parts_turned
from tests.support.parts import face_at, part_of, without_mesh


def turned(shape: draw.TopoDS_Shape, unit: str = "MM") -> Turned | None:
    part = part_of(shape, unit)
    return turning.axis_of(part, build.build(part), BodyId(0))


def rows(found: Turned | None, scale: float = 1.0) -> list[tuple[float, float, float, bool, bool]]:
    """Write the diameters as lines: diameter, from, to, whether outermost, whether a groove."""
    assert found is not None
    return [
        (
            round(each.diameter_mm / scale, 3),
            round(each.low_mm / scale, 3),
            round(each.high_mm / scale, 3),
            each.is_outermost,
            each.is_groove,
        )
        for each in found.diameters
    ]


GROOVED = [
    (30.0, 0.0, 20.0, True, False),
    (20.0, 20.0, 50.0, False, False),
    (16.0, 50.0, 52.0, False, True),
    (20.0, 52.0, 60.0, False, False),
]


def test_a_shaft_is_known_by_its_axis_its_diameters_and_its_groove():
    found = turned(parts_turned.shaft())
    assert found is not None
    np.testing.assert_allclose(found.direction, draw.Z, atol=1e-9)
    np.testing.assert_allclose(found.origin, (0, 0, 0), atol=1e-9)
    assert (found.length_mm, found.diameter_mm) == pytest.approx((60, 30))
    assert found.share == pytest.approx(1.0)
    assert rows(found) == GROOVED
    assert [groove.diameter_mm for groove in found.grooves] == pytest.approx([16])


def test_without_the_groove_there_are_two_diameters():
    assert rows(turned(parts_turned.shaft(0))) == [(30, 0, 20, True, False), (20, 20, 60, False, False)]


def test_a_wide_neck_is_no_groove():
    assert [row[4] for row in rows(turned(parts_turned.shaft(9)))] == [False, False, True, False]
    longer = draw.fuse(parts_turned.shaft(0), draw.cylinder(15, 20, (0, 0, 60)))
    assert not any(row[4] for row in rows(turned(longer)))


@pytest.mark.parametrize(
    ("change", "scale"),
    [
        (lambda body: draw.mirrored(draw.turned(body, 40, (1, 2, 3), (300, -200, 100))), 1),
        (lambda body: draw.scaled(parts_holes.in_pieces(body, 4), 0.05), 0.05),
        (lambda body: draw.scaled(parts_holes.sawn(body, 3.0), 100), 100),
    ],
    ids=["turned far away and mirrored", "in pieces and tiny", "sawn and huge"],
)
def test_the_diameters_stay_however_the_shaft_is_written(change, scale):
    assert rows(turned(change(parts_turned.shaft())), scale) == GROOVED


def test_an_inch_file_gives_the_same_diameters():
    assert rows(turned(parts_turned.shaft(), "INCH")) == GROOVED


def test_keyways_flats_and_cross_holes_do_not_change_what_a_shaft_is():
    milled = draw.cut(
        parts_turned.shaft(),
        draw.box((5, 3, 25), (-2.5, 8, 22)),
        draw.box((30, 5, 12), (-15, 13, 4)),
        draw.cylinder(3, 40, (-20, 0, 12), draw.X),
    )
    found = turned(milled)
    assert rows(found) == GROOVED
    assert found is not None
    assert found.share < 0.95


def test_a_bolt_is_turned_though_its_head_is_a_hexagon():
    found = turned(parts_turned.hexagon_bolt())
    shank = 2 * math.pi * 4 * 40 + math.pi * 16
    head = 6 * 13 / math.sqrt(3) * 5.3 + 2 * math.sqrt(3) / 2 * 13**2 - math.pi * 16
    assert found is not None
    assert found.share == pytest.approx(shank / (shank + head), abs=1e-6)
    assert [row[0] for row in rows(found)] == [8.0]


def test_a_tube_is_turned_and_a_square_tube_with_the_same_bore_is_not():
    part = part_of(parts_turned.bored())
    found = turning.axis_of(part, build.build(part), BodyId(0))
    assert found is not None
    assert found.faces == tuple(sorted(face.id for face in part.faces))
    assert found.diameters[0].faces == (face_at(part, (12, 0, 25)).id,)
    assert turned(parts_turned.bored(20)) is None


@pytest.mark.parametrize(
    ("degrees", "is_turned"), [(360.0, True), (240.0, True), (220.0, False), (180.0, False)]
)
def test_what_leaves_out_over_a_third_of_a_turn_by_its_ends_is_not_turned(
    degrees: float, is_turned: bool
) -> None:
    """Rings of 3 mm wall between Ø34 and Ø40, open by 0, 0.33, 0.39 and half a turn."""
    outline = [(17, 0, 0), (20, 0, 0), (20, 0, 10), (17, 0, 10)]
    assert (turned(draw.revolve(outline, turn=degrees)) is not None) is is_turned


def test_a_shaft_with_a_flat_at_half_its_radius_stays_turned() -> None:
    """The flat of the D leaves out a third of a turn."""
    assert turned(draw.cut(draw.cylinder(10, 80), draw.box((40, 40, 100), (5, -20, -10)))) is not None


def test_a_plate_with_a_boss_and_a_block_are_not_turned():
    assert turned(parts_turned.disc_on_plate()) is None
    assert turned(parts_holes.block()) is None


def test_of_two_bodies_each_is_asked_by_itself():
    part = part_of(draw.compound(draw.moved(parts_holes.block(), (100, 0, 0)), parts_turned.shaft()))
    graph = build.build(part)
    found = [turning.axis_of(part, graph, body.id) for body in part.bodies]
    assert [each is not None for each in found] == [False, True]


def test_a_block_whose_only_round_face_is_a_dimple_has_no_axis():
    dimpled = draw.cut(draw.box((40, 30, 20)), draw.sphere(6, (20, 15, 20)))
    assert turned(dimpled) is None
    assert turned(draw.sphere(10)) is None
    # the twin: the same ball with a shank is turned about the shank
    assert turned(draw.fuse(draw.sphere(10), draw.cylinder(5, 30))) is not None


@pytest.mark.parametrize(("long_mm", "is_turned"), [(40.9, False), (49.2, True)])
def test_six_tenths_of_the_area_of_a_turned_body_turn(long_mm: float, is_turned: bool) -> None:
    """A shank of Ø20 below a head of 30 x 30 x 5: 2884 and 3406 mm² beside 2086 are 0.58 and 0.62."""
    headed = draw.fuse(draw.cylinder(10, long_mm), draw.box((30, 30, 5), (-15, -15, long_mm)))
    assert (turned(headed) is not None) is is_turned


@pytest.mark.parametrize(("apart_mm", "is_turned"), [(14.6, True), (12.2, False)])
def test_a_flat_half_of_whose_outline_runs_round_is_turned(apart_mm: float, is_turned: bool) -> None:
    """A shaft of Ø20 with two flats at its end: 0.54 and 0.45 of the outline there are round."""
    flats = (
        draw.box((40, 40, 10), (-20, apart_mm / 2, 70)),
        draw.box((40, 40, 10), (-20, -40 - apart_mm / 2, 70)),
    )
    part = part_of(draw.cut(draw.cylinder(10, 80), *flats))
    found = turning.axis_of(part, build.build(part), BodyId(0))
    assert found is not None
    assert (face_at(part, (0, 0, 80)).id in found.faces) is is_turned


@pytest.mark.parametrize(("off_mm", "is_turned"), [(0.045, True), (0.055, False)])
def test_an_edge_runs_round_when_its_radius_changes_by_a_hundredth_at_most(
    off_mm: float, is_turned: bool
) -> None:
    """The end of a shaft, Ø20, that is off by half of that."""
    part = part_of(draw.fuse(draw.cylinder(15, 60), draw.cylinder(10, 20, (off_mm, 0, 60))))
    found = turning.axis_of(part, build.build(part), BodyId(0))
    assert found is not None
    assert (face_at(part, (0, 0, 80)).id in found.faces) is is_turned


@pytest.mark.parametrize(("wide_mm", "is_groove"), [(9.5, True), (10.5, False)])
def test_a_groove_is_half_as_wide_as_the_shaft_at_most(wide_mm: float, is_groove: bool) -> None:
    ring = draw.cut(draw.cylinder(12, wide_mm, (0, 0, 20)), draw.cylinder(8, wide_mm, (0, 0, 20)))
    assert [row[4] for row in rows(turned(draw.cut(draw.cylinder(10, 60), ring)))] == [
        False,
        is_groove,
        False,
    ]


@pytest.mark.parametrize(("n_holes", "is_turned"), [(11, True), (12, False)])
def test_twelve_axes_are_tried_those_of_the_largest_faces_first(n_holes: int, is_turned: bool) -> None:
    """Holes of 402 mm² through a disc whose rim falls in steps, 314 mm² and less each."""
    steps = [(x, 0, z) for k in range(10) for x, z in ((50 - 0.3 * k, k), (50 - 0.3 * k, k + 1))]
    angles = [2 * math.pi * hole / n_holes for hole in range(n_holes)]
    holes = [draw.cylinder(6.4, 30, (35 * math.cos(each), 35 * math.sin(each), -5)) for each in angles]
    disc = draw.cut(draw.revolve([(0, 0, 0), *steps, (0, 0, 10)]), *holes)
    assert (turned(disc) is not None) is is_turned


def test_a_standoff_of_hexagon_bar_is_turned_with_its_flats_alone():
    context = RunContext(without_mesh(part_of(parts_turned.standoff())))
    assert turning.of_body(context, BodyId(0)) is None
    found = turning.with_hexagons(context, BodyId(0))
    assert found is not None
    assert found.length_mm == pytest.approx(18)
    assert [each.diameter_mm for each in found.diameters] == pytest.approx([3])


@pytest.mark.parametrize(("stud_mm", "is_turned"), [(0.85, True), (0.65, False)])
def test_a_fifth_of_a_hexagon_bar_is_turned_itself(stud_mm: float, is_turned: bool) -> None:
    """A stud of Ø5 on a bar of 6 across flats, 4 long; its flats take 83 mm² and its ends 31 each."""
    flats_mm2, end_mm2 = 6 * 4 * 6 / math.sqrt(3), 6**2 * math.sqrt(3) / 2
    turned_mm2 = math.pi * 5 * stud_mm + math.pi * 2.5**2
    share = turned_mm2 / (turned_mm2 + flats_mm2 + 2 * end_mm2 - math.pi * 2.5**2)
    assert (share > 0.2) == is_turned
    shape = draw.fuse(parts_turned.hexagon(6, 4), draw.cylinder(2.5, 4 + stud_mm))
    found = turning.with_hexagons(RunContext(without_mesh(part_of(shape))), BodyId(0))
    assert (found is not None) == is_turned


def test_a_bar_that_is_nothing_but_a_hexagon_is_not_turned():
    context = RunContext(without_mesh(part_of(parts_turned.hexagon(5.5, 12))))
    assert turning.with_hexagons(context, BodyId(0)) is None


def test_grooves_do_not_part_a_journal():
    context = RunContext(without_mesh(part_of(parts_turned.shaft())))
    found = turning.with_hexagons(context, BodyId(0))
    assert found is not None
    assert [(each.diameter_mm, each.low_mm, each.high_mm) for each in turning.journals(found)] == [
        pytest.approx((30, 0, 20)),
        pytest.approx((20, 20, 60)),
    ]


def test_cylinders_whose_diameters_differ_by_rounding_stay_in_their_order() -> None:
    """As NURBS the stretch beyond the groove may come out thinner by a part in 10¹²."""
    outline = [(0, 0), (15, 0), (15, 20), (10, 20), (10, 50), (8, 50), (8, 52)]
    thinner = 10 - 1e-9
    part = part_of(parts_turned.turned([*outline, (thinner, 52), (thinner, 60), (0, 60)]))
    assert rows(turning.axis_of(part, build.build(part), BodyId(0))) == GROOVED
