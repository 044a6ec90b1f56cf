"""T slots and dovetails: as wide as their mouths, and what is none."""

import math

import pytest

from engine.model.feature import Role
from tests.support import draw, mutators
from tests.support.parts import face_at, unchecked_part
from tests.support.parts_holes import TOP, block
from tests.support.parts_slots import (
    bar,
    drafted,
    only,
    row,
    slots_in,
    slots_of,
    tee,
)


def test_a_t_slot_is_one_slot_as_wide_as_its_neck():
    part = unchecked_part(draw.cut(block(), tee(6, 5, 12, 4)))
    slot = only(slots_in(part))
    assert row(slot) == (6, 9, 60, False, 2)
    assert slot.undercut_width_mm == pytest.approx(12)
    assert len(slot.faces) == 7
    assert dict(slot.roles)[face_at(part, (0, 5, 15)).id] is Role.SLOT_WALL


def test_a_t_slot_with_a_shallow_foot_is_one_slot_too():
    slot = only(slots_of(draw.cut(block(), tee(6, 7, 14, 3))))
    assert row(slot) == (6, 10, 60, False, 2)
    assert slot.undercut_width_mm == pytest.approx(14)


@pytest.mark.parametrize("depth", [8.0, 30.0])
def test_a_triangle_is_no_dovetail(depth):
    corners = [(8 * math.cos(math.tau * k / 3), 8 * math.sin(math.tau * k / 3)) for k in range(3)]
    tool = draw.prism([(x, y, TOP + 1) for x, y in corners], (0, 0, -depth))
    assert slots_of(draw.cut(block(), tool)) == []


def test_a_groove_in_a_groove_is_no_t_slot():
    assert slots_of(draw.cut(block(), bar(12, 5), bar(6, 9)))[0].undercut_width_mm is None


def test_a_t_slot_roofed_on_one_side_is_none():
    half = draw.fuse(bar(6, 5), draw.box((70, 9, 4), (-35, -3, 11)))
    assert slots_of(draw.cut(block(), half)) == []


def test_a_dovetail_is_as_wide_as_its_mouth():
    slot = only(slots_of(draw.cut(block(), drafted(12, 5, -30))))
    mouth = 12 - 2 * 5 * math.tan(math.radians(30))
    assert row(slot) == (round(mouth, 3), 5, 60, False, 2)
    assert slot.undercut_width_mm == pytest.approx(12)
    assert slots_of(draw.cut(block(), drafted(4, 5, 30))) == []


@pytest.mark.parametrize(("lean_deg", "wide", "count"), [(45, 18, 1), (48, 18, 1), (55, 20, 0)])
def test_the_sides_of_a_dovetail_lean_over_its_floor_by_up_to_fifty_degrees(lean_deg, wide, count):
    found = slots_of(draw.cut(block(), drafted(wide, 5, -lean_deg)))
    mouth = wide - 10 * math.tan(math.radians(lean_deg))
    assert [(each.width_mm, each.undercut_width_mm) for each in found] == [
        (pytest.approx(mouth), pytest.approx(wide))
    ] * count


@pytest.mark.parametrize(("slope_deg", "count"), [(0, 1), (22, 1), (29, 0)])
def test_the_ceilings_of_a_t_slot_slope_by_up_to_25_degrees(slope_deg, count):
    low = 15 - 3 * math.tan(math.radians(slope_deg))
    side = [(3, 25), (3, 15), (6, low), (6, 10)]
    outline = [*side, *((-y, z) for y, z in reversed(side))]
    found = slots_of(draw.cut(block(), draw.prism([(-35, y, z) for y, z in outline], (70, 0, 0))))
    assert [(*row(each), each.undercut_width_mm) for each in found] == [
        (6, 10, 60, False, 2, pytest.approx(12))
    ] * count


@pytest.mark.parametrize(
    ("lean_deg", "mutator"),
    [
        (7.4, mutators.unchanged),
        (7.5, mutators.turned),
        (7.5, mutators.mirrored),
        (7.5, mutators.nurbs),
        (7.6, mutators.unchanged),
    ],
)
def test_a_slot_whose_sides_lean_over_its_floor_is_one_at_any_angle_however_its_file_writes_it(
    lean_deg, mutator
):
    wider = 3 + 5 * math.tan(math.radians(lean_deg))
    outline = [(-45, -3, 0), (-45, 3, 0), (-45, wider, -5), (-45, -wider, -5)]
    body = draw.cut(draw.box((80, 60, 10), (-40, -30, -10)), draw.prism(outline, (90, 0, 0)))
    assert len(slots_of(mutator(body).shape)) == 1
