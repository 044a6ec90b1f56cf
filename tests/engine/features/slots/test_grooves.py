"""Grooves that go round: in a face, round a shaft and in a bore, with softened edges and drafted walls."""

import math

import pytest

from engine.model.feature import Kind, Role
from tests.support import draw, mutators
from tests.support.parts import face_at, unchecked_part
from tests.support.parts_holes import TOP, block, drilled
from tests.support.parts_slots import (
    only,
    ring,
    ringed_shaft,
    row,
    rows,
    slots_in,
    slots_of,
)
from tests.support.parts_turned import recognized

CORNERS = tuple((x, y, 15) for x in (-10, 10) for y in (-10, 10))
"""Of a square bar."""


@pytest.mark.parametrize(
    ("outer_mm", "width_mm", "mutator"),
    [
        (10.0, None, mutators.turned),
        (10.000005, None, mutators.turned),
        (12.0, 2.0, mutators.unchanged),
    ],
)
def test_a_post_and_a_rim_of_one_radius_have_no_groove_between_them(outer_mm, width_mm, mutator):
    post = draw.cut(
        draw.cylinder(10, 5), draw.box((20, 40, 5), (-20, -20, 0)), draw.box((40, 20, 5), (-20, -20, 0))
    )
    rim = draw.cut(
        draw.cylinder(15, 5),
        draw.cylinder(outer_mm, 5),
        draw.box((22, 40, 5), (-2, -20, 0)),
        draw.box((40, 20, 5), (-20, -20, 0)),
    )
    plate = draw.cylinder(20, 3, (0, 0, -3))
    found = slots_of(mutator(draw.fuse(plate, post, rim)).shape)
    assert [slot.width_mm for slot in found] == (
        [] if width_mm is None else [pytest.approx(width_mm, abs=1e-6)]
    )


def test_a_ring_groove_in_a_face_goes_once_round():
    slot = only(slots_of(draw.cut(block(), ring(10, 13, 2))))
    assert row(slot) == (3, 2, round(math.pi * 23, 3), False, 0)
    assert slot.axis == pytest.approx([0, 0, -1])
    assert slots_of(draw.cut(block(), ring(3, 13, 6))) == []


def test_a_drafted_ring_groove_and_a_drafted_obround_are_measured_half_way_down():
    out = 5 * math.tan(math.radians(3))
    tool = draw.cut(
        draw.cone(13, 13 + out, 5, (0, 0, 15)),
        draw.cone(10, 10 - out, 5, (0, 0, 15)),
    )
    slot = only(slots_of(draw.cut(block(), tool)))
    assert row(slot) == (round(3 + out, 3), 5, round(math.pi * 23, 3), False, 0)
    ends = [draw.cone(4, 4 + out, 5, (x, 0, 15)) for x in (-10, 10)]
    outline = [(-10, -4, 15), (-10, 4, 15), (-10, 4 + out, 20), (-10, -4 - out, 20)]
    slot = only(slots_of(draw.cut(block(), draw.prism(outline, (20, 0, 0)), *ends)))
    assert row(slot) == (round(8 + out, 3), 5, round(28 + 2 * out, 3), False, 0)
    assert slots_of(draw.cut(block(), draw.cone(13, 13 + out, 5, (0, 0, 15)))) == []


def test_a_groove_round_a_shaft_and_one_in_a_bore():
    slot = only(slots_of(ringed_shaft(10, 9, 1.3)))
    assert row(slot) == (1.3, 1, round(math.pi * 19, 3), False, 0)
    bored = draw.cut(block(), drilled(16, 30), draw.cylinder(8.5, 1.1, (0, 0, 10)))
    assert row(only(slots_of(bored))) == (1.1, 0.5, round(math.pi * 16.5, 3), False, 0)


def test_what_juts_out_of_a_neck_over_its_flange_makes_no_groove_with_it():
    neck = draw.fuse(draw.cylinder(40, 12), draw.cylinder(22, 60))
    assert slots_of(draw.fuse(neck, draw.box((30, 24, 24), (10, -12, 24)))) == []
    slot = only(slots_of(draw.fuse(neck, draw.cylinder(34, 24, (0, 0, 20)))))
    assert row(slot) == (8, 12, round(math.pi * 56, 3), False, 0)


def test_a_spool_and_a_relief_are_no_grooves():
    assert slots_of(ringed_shaft(20, 10, 12)) == []
    assert slots_of(ringed_shaft(10, 9.7, 2)) == []


@pytest.mark.parametrize("mutator", [mutators.turned, mutators.mirrored])
def test_a_groove_as_wide_as_one_may_be_is_one_however_its_file_writes_it(mutator):
    """Half as wide as the shaft in it, or six times as wide as it is deep: round numbers that parts have."""
    sizes_mm = (8, 6, 6), (10, 9.7, 1.8), (7, 3, 3)
    found = slots_of(mutator(draw.in_a_row(*(ringed_shaft(*each) for each in sizes_mm))).shape)
    assert [slot.width_mm for slot in sorted(found, key=lambda slot: slot.body)] == pytest.approx([6, 1.8, 3])


@pytest.mark.parametrize(("radius_mm", "core_mm", "width_mm"), [(8, 6, 6), (10, 9.7, 1.8), (7, 3, 3)])
def test_a_groove_wider_than_one_may_be_is_none(radius_mm, core_mm, width_mm):
    assert slots_of(ringed_shaft(radius_mm, core_mm, 1.01 * width_mm)) == []


@pytest.mark.parametrize(
    ("radius", "groove", "width", "count"),
    [(20, 18, 11.5, 1), (20, 18, 12.5, 0), (10, 6, 5.7, 1), (10, 6, 6.6, 0)],
    ids=["six times as wide as deep", "wider", "half as wide as its core", "a spool"],
)
def test_a_wide_groove_round_a_shaft_is_none(radius, groove, width, count):
    found = slots_of(ringed_shaft(radius, groove, width))
    assert [row(each)[:2] for each in found] == [(width, radius - groove)] * count


@pytest.mark.parametrize(("wide", "count"), [(6.8, 1), (7.6, 0)])
def test_a_ring_of_more_than_three_fifths_of_the_diameter_inside_it_is_no_groove(wide, count):
    found = slots_of(draw.cut(block(), ring(6, 6 + wide, 8)))
    assert [row(each)[:2] for each in found] == [(wide, 8)] * count


def test_a_groove_in_a_bore_laid_open_by_less_than_half_goes_round_its_axis():
    """With 200 degrees of it left, a side cutter does not make it."""
    bored = draw.cut(block(), drilled(16, 30), draw.cylinder(10, 2, (0, 0, 8)))
    laid_open = draw.cut(bored, draw.cylinder(60, 40, (0, 0, -5), turn=160))
    assert row(only(slots_of(laid_open))) == (2, 2, round(9 * math.radians(200), 3), False, 2)


GLAND = ring(8, 11, 3)
MOUTH, FLOOR = ((-8, 0, TOP), (-11, 0, TOP)), ((-8, 0, TOP - 3), (-11, 0, TOP - 3))
ONCE_ROUND = (3, 3, round(math.pi * 19, 3), False, 0)


@pytest.mark.parametrize(
    ("soften", "mutator"), [(draw.fillet, mutators.turned), (draw.chamfer, mutators.altogether)]
)
def test_a_ring_groove_with_a_softened_mouth_and_floor_is_one_slot_and_its_post_no_boss(soften, mutator):
    plain = draw.cut(block(), GLAND)
    described = mutator(draw.fillet(soften(plain, 0.4, *MOUTH), 0.5, *FLOOR))
    assert rows(slots_of(described.shape, described.unit)) == [ONCE_ROUND]
    recognition = recognized(described.shape)[1]
    assert [each.kind for each in recognition.features if each.kind in (Kind.SLOT, Kind.BOSS)] == [Kind.SLOT]
    assert recognition.unexplained_faces == ()


def test_the_cone_at_the_outer_edge_of_a_ring_groove_is_its_chamfer():
    part = unchecked_part(draw.chamfer(draw.cut(block(), GLAND), 0.4, *MOUTH))
    cone = face_at(part, (11.2, 0, TOP - 0.2)).id
    assert dict(only(slots_in(part)).roles)[cone] is Role.CHAMFER


def test_a_post_that_stands_out_of_its_softened_ring_groove_is_a_boss():
    post = draw.fuse(draw.cut(block(), GLAND), draw.cylinder(8, 10, (0, 0, TOP - 6)))
    softened = draw.chamfer(post, 0.4, (-11, 0, TOP))
    kinds = [each.kind for each in recognized(softened)[1].features]
    assert (kinds.count(Kind.BOSS), kinds.count(Kind.SLOT)) == (1, 1)


@pytest.mark.parametrize("soften", [draw.fillet, draw.chamfer])
def test_a_groove_round_a_shaft_or_in_a_bore_is_as_deep_with_softened_edges(soften):
    shaft = ringed_shaft(10, 7, 4)
    softened = draw.fillet(soften(shaft, 0.4, (-10, 0, 10), (-10, 0, 14)), 0.5, (-7, 0, 10), (-7, 0, 14))
    assert rows(slots_of(softened)) == [(4, 3, round(math.pi * 17, 3), False, 0)]
    bored = draw.cut(block(), drilled(16, 30), draw.cylinder(11, 4, (0, 0, 8)))
    softened = draw.fillet(bored, 0.5, (-11, 0, 8), (-11, 0, 12))
    assert rows(slots_of(softened)) == [(4, 3, round(math.pi * 19, 3), False, 0)]


@pytest.mark.parametrize(("lean_deg", "count"), [(5, 1), (7.4, 1), (7.6, 0)])
def test_the_walls_of_a_groove_round_a_shaft_lean_by_half_of_15_degrees_at_most(lean_deg, count):
    """It is 4 mm wide at its floor of radius 7; its width is that half way up, at radius 8.5."""
    out = math.tan(math.radians(lean_deg))
    section = [(7, 0, 20), (12, 0, 20 - 5 * out), (12, 0, 24 + 5 * out), (7, 0, 24)]
    found = slots_of(draw.cut(draw.cylinder(10, 60), draw.revolve(section)))
    assert rows(found) == [(round(4 + 3 * out, 3), 3, round(math.pi * 17, 3), False, 0)] * count


@pytest.mark.parametrize("mutator", [mutators.turned, mutators.halves], ids=lambda m: m.__name__)
def test_a_groove_round_a_square_bar_is_as_deep_as_in_a_round_one_with_flanges_as_large(mutator):
    """The flanges have 20² mm² but for the rounds of 4 mm at the corners; the floor has a radius of 6 mm."""
    bar = draw.fillet(draw.box((20, 20, 30), (-10, -10, 0)), 4.0, *CORNERS)
    groove = draw.cut(draw.cylinder(20, 3, (0, 0, 12)), draw.cylinder(6, 3, (0, 0, 12)))
    flange_mm2 = 400.0 - (4.0 - math.pi) * 4.0**2
    slot = only(slots_of(mutator(draw.cut(bar, groove)).shape))
    assert slot.depth_mm == pytest.approx(math.sqrt(flange_mm2 / math.pi) - 6.0, abs=1e-5)
