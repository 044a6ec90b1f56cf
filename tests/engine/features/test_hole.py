"""Holes drawn with known measures, round things that are none, and the same part in other words."""

import math

import numpy as np
import pytest

from engine.features.holes.stages import StageShape
from engine.model.feature import Role
from tests.support import draw, mutators
from tests.support.parts import face_at, unchecked_part
from tests.support.parts_holes import (
    DOWN,
    TOP,
    block,
    drilled,
    holes_in,
    holes_of,
    many_holes,
    only,
    role_at,
    row,
    rows,
    sawn,
    stage_rows,
    tip_length,
)

EXACT = 1e-6


def test_a_hole_through_a_block_is_open_at_both_ends():
    hole = only(holes_of(draw.cut(block(), drilled(10, 30))))
    assert row(hole) == ("simple", "open", 10, 20)
    assert hole.through
    assert stage_rows(hole) == [("cylinder", 10, 20, 0)]
    assert hole.shortest_depth_mm == pytest.approx(20, abs=EXACT)
    assert hole.span_deg == 360
    assert hole.axis @ np.array(DOWN) == pytest.approx(1)
    assert hole.center == pytest.approx([0, 0, 10])
    assert hole.entry == pytest.approx([0, 0, 20])
    assert hole.box_mm == pytest.approx(np.array([[-5, -5, 0], [5, 5, 20]]), abs=1e-5)


def test_a_blind_hole_ends_on_its_floor():
    part = unchecked_part(draw.cut(block(), drilled(6, 12.5, (7, -3, TOP))))
    hole = only(holes_in(part))
    assert row(hole) == ("simple", "flat", 6, 12.5)
    assert not hole.through
    assert role_at(part, hole, (7, -3, 7.5)) is Role.HOLE_FLOOR
    assert role_at(part, hole, (10, -3, 15)) is Role.HOLE_WALL
    assert hole.fid == face_at(part, (10, -3, 15)).id
    assert hole.faces == tuple(sorted((hole.fid, face_at(part, (7, -3, 7.5)).id)))


@pytest.mark.parametrize("angle", [90, 118, 140])
def test_the_tip_of_a_drill_does_not_count_as_depth(angle):
    part = unchecked_part(draw.cut(block(), drilled(6, 10, tip=angle)))
    hole = only(holes_in(part))
    assert row(hole) == ("simple", "conical", 6, 10)
    assert stage_rows(hole)[0] == ("cylinder", 6, 10, 0)
    tip = hole.stages[1]
    assert (tip.shape, tip.depth_mm) == (StageShape.TIP, pytest.approx(tip_length(6, angle), abs=1e-5))
    assert tip.angle_deg == pytest.approx(angle, abs=1e-3)
    assert role_at(part, hole, (0, 0, 10 - tip_length(6, angle))) is Role.HOLE_FLOOR


def test_the_blunt_tip_of_a_drill_is_a_tip_and_a_chamfered_floor_is_a_floor():
    blunt = draw.fuse(drilled(6, 10), draw.cone(3, 0.5, 1.5, (0, 0, 10), DOWN))
    chamfered = draw.fuse(drilled(6, 10), draw.cone(3, 2.5, 0.5, (0, 0, 10), DOWN))
    assert row(only(holes_of(draw.cut(block(), blunt)))) == ("simple", "conical", 6, 10)
    assert row(only(holes_of(draw.cut(block(), chamfered)))) == ("simple", "flat", 6, 10.5)


def test_a_ball_end_closes_without_being_flat_and_does_not_count_as_depth():
    hole = only(holes_of(draw.cut(block(), drilled(8, 6), draw.sphere(4, (0, 0, 14)))))
    assert row(hole) == ("simple", "conical", 8, 6)
    assert stage_rows(hole) == [("cylinder", 8, 6, 0), ("ball", 8, 4, 0)]


def test_a_filleted_floor_is_flat_and_the_fillet_belongs_to_the_hole():
    tool = draw.fillet(drilled(10, 8), 1.5, (5, 0, 12))
    part = unchecked_part(draw.cut(block(), tool))
    hole = only(holes_in(part))
    assert row(hole) == ("simple", "flat", 10, 8)
    assert stage_rows(hole) == [("cylinder", 10, 8, 0)]
    corner = 1.5 * math.sqrt(0.5)
    assert role_at(part, hole, (3.5 + corner, 0, 13.5 - corner)) is Role.FILLET


def test_a_wide_shallow_recess_is_a_hole():
    assert row(only(holes_of(draw.cut(block(), drilled(36, 2))))) == ("simple", "flat", 36, 2)


def test_shafts_and_bosses_are_no_holes():
    assert holes_of(draw.fuse(block(), draw.cylinder(8, 30))) == []
    assert holes_of(draw.cylinder(8, 30)) == []


@pytest.mark.parametrize(("span_deg", "is_hole"), [(170, False), (190, True)])
def test_a_bore_that_an_edge_cuts_is_a_hole_while_more_than_half_of_it_is_left(span_deg, is_hole):
    away = 10 * math.cos(math.radians(span_deg / 2))
    found = holes_of(draw.cut(block(), draw.cylinder(10, 40, (0, 20 + away, -10))))
    assert [row(hole) for hole in found] == [("simple", "open", 20, 20)] * is_hole


def test_a_ring_groove_is_no_hole_and_the_hole_inside_it_is():
    groove = draw.cut(draw.cylinder(12, 10, (0, 0, 17)), draw.cylinder(9, 10, (0, 0, 17)))
    assert holes_of(draw.cut(block(), groove)) == []
    assert row(only(holes_of(draw.cut(block(), groove, drilled(8, 30))))) == ("simple", "open", 8, 20)


def test_a_groove_with_a_round_bottom_is_no_hole():
    assert holes_of(draw.cut(block(), draw.torus(10, 2, (0, 0, TOP)))) == []


@pytest.mark.parametrize("x", [0, 5])
def test_a_round_pocket_with_an_island_is_no_hole(x):
    assert holes_of(draw.cut(block(), draw.cut(drilled(30, 8), draw.cylinder(4, 40, (x, 0, 0))))) == []


def test_a_void_inside_the_material_is_no_hole():
    assert holes_of(draw.cut(block(), draw.cylinder(5, 10, (0, 0, 5)))) == []
    assert holes_of(draw.cut(block(), draw.sphere(5, (0, 0, 10)))) == []


def test_rounded_corners_of_a_pocket_are_no_holes():
    pocket = draw.fillet(
        draw.box((20, 16, 20), (-10, -8, 8)), 4, *[(x, y, 18) for x in (-10, 10) for y in (-8, 8)]
    )
    assert holes_of(draw.cut(block(), pocket)) == []


def test_the_bore_of_a_tube_is_a_hole():
    assert row(only(holes_of(draw.cut(draw.cylinder(10, 30), draw.cylinder(7, 30))))) == (
        "simple",
        "open",
        14,
        30,
    )


@pytest.mark.parametrize(
    ("wide_mm", "kind", "spelled"),
    [
        (6.0, "counterbore", draw.as_nurbs),
        (6.0, "counterbore", draw.mirrored),
        (5.98, "stepped", draw.mirrored),
    ],
)
def test_a_counterbore_of_just_enough_width_is_one_however_it_is_spelled(wide_mm, kind, spelled):
    """6 mm over 5 mm is a ratio of 1.2, but for rounding."""
    body = draw.cut(block(), drilled(5, 40), drilled(wide_mm, 12))
    assert only(holes_of(spelled(draw.turned(body, 37.3, (1, 2, 3))))).hole_type == kind


MANY = [
    ("counterbore", "open", 4, 20),
    ("countersink", "open", 5, 20),
    ("simple", "conical", 6, 12),
    ("simple", "flat", 7, 8),
    ("simple", "open", 10, 20),
    ("stepped", "conical", 3, 16),
]


def test_one_of_each_common_hole():
    assert rows(holes_of(many_holes())) == MANY


def test_holes_are_the_same_however_the_part_is_written():
    """Sawn, far away, mirrored, closed faces in halves, shuffled, in inches and 100 times as large."""
    pieces = draw.moved(sawn(many_holes(), 20.0), (12345.6, -789.1, 0.01))
    described = mutators.altogether(draw.scaled(pieces, 100.0))
    holes = holes_of(described.shape, described.unit)
    assert_scaled(holes, 100.0)
    assert all(hole.span_deg == 360 for hole in holes)


def test_holes_scale_with_the_part():
    assert_scaled(holes_of(draw.scaled(many_holes(), 0.05)), 0.05)


def assert_scaled(holes, factor):
    measured = sorted(
        (str(h.hole_type), str(h.end), h.diameter_mm / factor, h.depth_mm / factor) for h in holes
    )
    for got, expected in zip(measured, MANY, strict=True):
        assert got[:2] == expected[:2]
        assert got[2:] == pytest.approx(expected[2:], abs=1e-4)


def test_threads_are_looked_up_for_the_smallest_stage():
    hole = only(holes_of(draw.cut(block(), drilled(5, 12, tip=118), drilled(9, 2))))
    first = hole.thread_candidates[0]
    assert (first.designation, str(first.fit)) == ("M6", "tap_drill")
    assert first.delta_mm == pytest.approx(0, abs=EXACT)
    assert only(holes_of(draw.cut(block(), drilled(13.3, 12)))).thread_candidates == ()
