"""Faces seen from an axis, and whether they go round it."""

import math

import pytest

from engine.graph import build, rings
from engine.graph.coaxial import AxisLine
from engine.model.arrays import frozen
from tests.support import draw
from tests.support.parts import face_at, part_of
from tests.support.parts_holes import TOP, block, drilled, stadium

UPRIGHT = AxisLine(frozen((0, 0, 0)), frozen((0, 0, 1)))


def ring_at(shape, point, axis=UPRIGHT):
    part = part_of(shape)
    graph = build.build(part)
    group = int(graph.group_of_face[face_at(part, point).id])
    return rings.around(part, graph, graph.faces_of_group[group], axis)


def test_a_bore_is_a_full_ring_with_two_rims():
    ring = ring_at(draw.cut(block(), drilled(10, 30)), (0, 5, 10))
    assert ring.is_full
    assert not ring.covers_axis
    assert sorted((round(rim.low_mm, 6), round(rim.radius_mm, 6)) for rim in ring.rims) == [(0, 5), (20, 5)]
    upper = max(ring.rims, key=lambda rim: rim.low_mm)
    assert upper.turn_deg == pytest.approx(360)
    assert [rim.low_mm for rim in ring.other_rims(upper)] == [0]


def test_a_window_does_not_keep_a_bore_from_going_round():
    ring = ring_at(draw.cut(block(), drilled(10, 30), drilled(4, 50, (0, -20, 10), (0, 1, 0))), (5, 0, 10))
    assert ring.is_full
    assert len(ring.windows) == 2


def test_the_end_of_a_slot_goes_half_way():
    axis = AxisLine(frozen((10, 0, 0)), frozen((0, 0, 1)))
    ring = ring_at(draw.cut(block(), stadium(8, 20, 30)), (14, 0, 10), axis)
    assert not ring.is_full
    assert ring.span_deg == pytest.approx(180, abs=1e-6)
    assert len(ring.sides) == 2


def test_a_cut_bore_spans_what_is_left_of_it():
    ring = ring_at(draw.cut(block(), drilled(20, 30), draw.box((60, 10, 40), (-30, 5, -5))), (0, -10, 10))
    assert ring.span_deg == pytest.approx(360 - 2 * math.degrees(math.acos(0.5)), abs=1e-6)


def test_a_floor_covers_the_axis_and_a_shoulder_does_not():
    stepped = draw.cut(block(), drilled(6, 15), drilled(12, 5))
    assert ring_at(stepped, (0, 0, 5)).covers_axis
    shoulder = ring_at(stepped, (4.5, 0, 15))
    assert not shoulder.covers_axis
    assert sorted(round(rim.radius_mm, 6) for rim in shoulder.rims) == [3, 6]


def test_a_hole_off_the_axis_leaves_the_axis_covered():
    assert ring_at(draw.cut(block(), drilled(20, 5), drilled(4, 30, (6, 0, TOP))), (-5, 0, 15)).covers_axis


def test_the_tip_of_a_drill_covers_the_axis_at_any_turn():
    body = draw.cut(block(), drilled(6, 10, tip=118))
    assert ring_at(body, (1.5, 0, 10 - 1.5 / math.tan(math.radians(59)))).covers_axis


def test_a_whole_ball_has_no_rims():
    ring = ring_at(draw.sphere(5), (0, 0, 5))
    assert (ring.rims, ring.span_deg, ring.covers_axis) == ((), 0, False)


@pytest.mark.parametrize(("overlap_mm", "count"), [(0.0, 2), (1e-10, 2), (0.1, 1)])
def test_pieces_lie_side_by_side_where_they_share_more_than_an_end(overlap_mm: float, count: int) -> None:
    def piece(face: int, low_mm: float, high_mm: float) -> rings.Ring:
        rims = (
            rings.Rim((), 90.0, low_mm, low_mm, 5.0, 0.0),
            rings.Rim((), -90.0, high_mm, high_mm, 5.0, 0.0),
        )
        return rings.Ring((face,), UPRIGHT, rims, (), (), 90.0, False)

    assert len(rings.courses([piece(0, 0.0, 3.0), piece(1, 3.0 - overlap_mm, 4.0)])) == count


@pytest.mark.parametrize(("lean_deg", "n_sides"), [(29.0, 2), (31.0, 1)])
def test_an_edge_that_leans_from_the_axis_by_30_degrees_runs_along_it(lean_deg: float, n_sides: int) -> None:
    """A piece of a tube between an upright side and one that leans; the sine of 30° is a half."""
    out = 3 * math.tan(math.radians(lean_deg))
    kept = draw.prism([(0, -20, 0), (0, -out, 0), (0, out, 6), (0, -20, 6)], (-20, 0, 0))
    tube = draw.cut(draw.cylinder(14, 6), draw.cylinder(10, 6))
    ring = ring_at(draw.common(tube, kept), (-10 * 0.5**0.5, -10 * 0.5**0.5, 3))
    assert len(ring.sides) == n_sides
