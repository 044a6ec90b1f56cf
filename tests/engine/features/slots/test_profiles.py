"""V grooves and grooves with round sides, drawn with known measures, and hollows that are none."""

import math

import pytest

from engine.model.feature import Kind, Role
from tests.support import draw, mutators
from tests.support.parts import face_at, part_of
from tests.support.parts_holes import CLEAR, TOP, block
from tests.support.parts_slots import only, row, rows, slots_in, slots_of
from tests.support.parts_turned import recognized


def vee(angle_deg=60.0, depth=6.0, low=-30 - CLEAR, high=30 + CLEAR):
    """Draw the tool of a V groove along x in the top of `block`."""
    half = (depth + CLEAR) * math.tan(math.radians(angle_deg / 2))
    outline = [(low, 0, TOP - depth), (low, half, TOP + CLEAR), (low, -half, TOP + CLEAR)]
    return draw.prism(outline, (high - low, 0, 0))


def v_width(angle_deg, depth):
    return round(2 * depth * math.tan(math.radians(angle_deg / 2)), 3)


def channel(radius=3.0, above=0.0):
    """Draw the tool of a round channel along x whose axis lies `above` the top of `block`."""
    return draw.cylinder(radius, 60 + 2 * CLEAR, (-30 - CLEAR, 0, TOP + above), (1, 0, 0))


@draw.once
def coved(width=14.0, depth=2.0):
    """Draw the tool of a groove along x whose sides are quarter rounds tangent to its floor."""
    low, length = -30 - CLEAR, 60 + 2 * CLEAR
    flat = draw.box((length, width - 2 * depth, depth + CLEAR), (low, depth - width / 2, TOP - depth))
    rounds = [
        draw.cylinder(depth, length, (low, side * (width / 2 - depth), TOP), (1, 0, 0)) for side in (1, -1)
    ]
    return draw.fuse(flat, *rounds)


def test_a_v_groove_is_a_slot_with_its_angle():
    part = part_of(draw.cut(block(), vee(60, 6)))
    slot = only(slots_in(part))
    assert row(slot) == (v_width(60, 6), 6, 60, False, 2)
    assert slot.angle_deg == pytest.approx(60)
    assert (slot.min_width_mm, slot.max_width_mm) == (slot.width_mm, slot.width_mm)
    walls = [face_at(part, (0, side * 3 * math.tan(math.radians(30)), TOP - 3)).id for side in (1, -1)]
    assert dict(slot.roles) == dict.fromkeys(walls, Role.SLOT_WALL)
    assert slot.axis == pytest.approx([0, 0, -1], abs=1e-9)
    assert slot.center == pytest.approx([0, 0, TOP - 3], abs=1e-9)


def test_a_slot_with_upright_walls_has_no_angle():
    assert only(slots_of(draw.cut(block(), draw.box((70, 6, 6), (-35, -3, 15))))).angle_deg is None


def test_a_step_of_two_leaning_faces_is_no_v_groove():
    corner = draw.prism([(-31, 10, 21), (-31, 21, 21), (-31, 21, 10), (-31, 8, 13)], (62, 0, 0))
    assert slots_of(draw.cut(block(), corner)) == []


@pytest.mark.parametrize(("angle_deg", "count"), [(4.8, 0), (5.2, 1), (134.5, 1), (135.5, 0)])
def test_the_walls_of_a_v_groove_stand_5_to_135_degrees_apart(angle_deg, count):
    found = slots_of(draw.cut(block(), vee(angle_deg, 4)))
    assert [round(slot.angle_deg, 3) for slot in found] == [angle_deg] * count


@pytest.mark.parametrize(("slope_deg", "count"), [(7.4, 1), (7.7, 0)])
def test_both_sides_of_a_mouth_face_one_way_within_15_degrees(slope_deg, count):
    fall = 20 * math.tan(math.radians(slope_deg))
    roof = [(-30, -20, 0), (-30, 20, 0), (-30, 20, TOP - fall), (-30, 0, TOP), (-30, -20, TOP - fall)]
    assert len(slots_of(draw.cut(draw.prism(roof, (60, 0, 0)), vee(60, 6)))) == count


@pytest.mark.parametrize(("share", "count"), [(0.49, 1), (0.51, 0)])
def test_a_v_groove_along_a_shaft_is_at_most_half_as_wide_as_the_shaft(share, count):
    half = 10 * share
    top = math.sqrt(100 - half**2)
    rise = CLEAR / math.tan(math.radians(30))
    outline = [
        (-CLEAR, 0, top - half / math.tan(math.radians(30))),
        (-CLEAR, half + CLEAR, top + rise),
        (-CLEAR, -half - CLEAR, top + rise),
    ]
    shaft = draw.cut(draw.cylinder(10, 50, (0, 0, 0), (1, 0, 0)), draw.prism(outline, (50 + 2 * CLEAR, 0, 0)))
    found = slots_of(shaft)
    assert len(found) == count
    for slot in found:
        assert (slot.width_mm, slot.length_mm) == pytest.approx((2 * half, 50), abs=1e-3)


def test_a_v_groove_between_two_levels_is_as_deep_as_up_to_the_lower():
    body = draw.fuse(block(), draw.box((60, 15, 4), (-30, 5, TOP)))
    tool = draw.prism([(-31, 5, TOP - 6), (-31, 15, TOP + 6), (-31, -5, TOP + 6)], (62, 0, 0))
    angle_deg = 2 * math.degrees(math.atan(10 / 12))
    slot = only(slots_of(draw.cut(body, tool)))
    assert row(slot) == (v_width(angle_deg, 6), 6, 60, False, 2)


def test_a_v_groove_ends_at_one_wall_and_between_two_it_is_no_slot():
    slot = only(slots_of(draw.cut(block(), vee(60, 6, -10))))
    assert row(slot) == (v_width(60, 6), 6, 40, False, 1)
    assert len(slot.faces) == 3
    assert slots_of(draw.cut(block(), vee(60, 6, -10, 10))) == []


@pytest.mark.parametrize(("lean_deg", "count"), [(24, 1), (27, 0)])
def test_the_end_of_a_v_groove_looks_along_it_within_25_degrees(lean_deg, count):
    beyond = 40 * math.tan(math.radians(lean_deg))
    keep = draw.prism(
        [(-30, -20, 0), (0 - beyond / 2, -20, 0), (0 + beyond / 2, 20, 0), (-30, 20, 0)], (0, 0, TOP)
    )
    assert len(slots_of(draw.cut(block(), draw.cut(vee(60, 6), keep)))) == count


@pytest.mark.parametrize(("length", "count"), [(7.1, 1), (6.8, 0)])
def test_no_v_groove_is_wider_than_long(length, count):
    short = draw.common(block(), draw.box((length, 40, TOP), (0, -20, 0)))
    assert v_width(60, 6) == 6.928
    assert len(slots_of(draw.cut(short, vee(60, 6)))) == count


def test_teeth_without_a_land_between_them_have_no_v_grooves():
    teeth = [draw.moved(vee(60, 3), (0, y * v_width(60, 3), 0)) for y in range(-7, 8)]
    found = slots_of(draw.cut(block(), *teeth))
    assert found == []


def test_engraved_strokes_that_go_on_round_a_corner_are_no_v_grooves():
    before = draw.prism([(-60, -60, 0), (60, -60, 0), (-60, 60, 0)], (0, 0, 40))
    beyond = draw.prism([(60, 60, 0), (60, -60, 0), (-60, 60, 0)], (0, 0, 40))
    one = draw.common(vee(60, 2), before)
    other = draw.common(draw.turned(vee(60, 2), 90, (0, 0, 1)), beyond)
    assert slots_of(draw.cut(block(), one, other)) == []
    assert len(slots_of(draw.cut(block(), vee(60, 2, -31, 0)))) == 1


@pytest.mark.parametrize(("gap", "count"), [(59, 0), (61, 1)])
def test_a_v_groove_that_looks_at_a_wall_nearer_than_it_is_long_is_a_corner_of_a_window(gap, count):
    jaw = draw.box((60, 40, 10), (-30, -20, TOP + gap))
    back = draw.box((60, 5, TOP + gap + 10), (-30, 20, 0))
    clamp = draw.fuse(block(), jaw, back)
    assert len([each for each in slots_of(draw.cut(clamp, vee(60, 6))) if each.angle_deg]) == count


def test_v_grooves_that_cross_are_two():
    cross = draw.turned(vee(60, 4), 90, (0, 0, 1))
    found = rows(slots_of(draw.cut(block(), vee(60, 4), cross)))
    assert found == [(v_width(60, 4), 4, 40, False, 2), (v_width(60, 4), 4, 60, False, 2)]


@pytest.mark.parametrize(("gap", "count"), [(29, 1), (31, 2)])
def test_stretches_in_line_are_one_groove_where_they_are_together_as_long_as_their_gap(gap, count):
    trench = draw.box((gap, 50, 15), (-gap / 2, -25, TOP - 14))
    found = rows(slots_of(draw.cut(block(), vee(60, 3), trench)))
    lengths = [60] if count == 1 else [(60 - gap) / 2] * 2
    vees = [each for each in found if each[1] == 3]
    assert vees == [(v_width(60, 3), 3, length, False, 2) for length in lengths]


def test_a_round_channel_is_a_slot_as_wide_as_its_mouth():
    part = part_of(draw.cut(block(), channel(3)))
    slot = only(slots_in(part))
    assert row(slot) == (6, 3, 60, False, 2)
    assert dict(slot.roles) == {face_at(part, (0, 0, TOP - 3)).id: Role.SLOT_FLOOR}
    assert slot.angle_deg is None
    assert row(only(slots_of(draw.cut(block(), channel(5, 3))))) == (8, 2, 60, False, 2)


@pytest.mark.parametrize(("span_deg", "count"), [(59, 0), (61, 1), (180, 1), (184, 0)])
def test_a_round_channel_goes_round_by_60_to_180_degrees(span_deg, count):
    above = 10 * math.cos(math.radians(span_deg / 2))
    assert len(slots_of(draw.cut(block(), channel(10, above)))) == count


def test_half_a_pipe_has_no_channel_in_it():
    pipe = draw.common(
        draw.cut(
            draw.cylinder(8, 60, (-30, 0, TOP), (1, 0, 0)), draw.cylinder(6, 60, (-30, 0, TOP), (1, 0, 0))
        ),
        draw.box((60, 40, TOP), (-30, -20, 0)),
    )
    assert slots_of(pipe) == []


@pytest.mark.parametrize(("width", "count"), [(19.9, 1), (20.2, 0)])
def test_a_groove_with_coved_sides_is_at_most_ten_times_as_wide_as_deep(width, count):
    assert rows(slots_of(draw.cut(block(), coved(width, 2)))) == [(width, 2, 60, False, 2)] * count


def test_a_coved_groove_has_a_floor_and_two_walls():
    part = part_of(draw.cut(block(), coved(14, 2)))
    slot = only(slots_in(part))
    lean = 2 * math.sqrt(0.5)
    assert dict(slot.roles) == {
        face_at(part, (0, 0, TOP - 2)).id: Role.SLOT_FLOOR,
        face_at(part, (0, 5 + lean, TOP - lean)).id: Role.SLOT_WALL,
        face_at(part, (0, -5 - lean, TOP - lean)).id: Role.SLOT_WALL,
    }


@pytest.mark.parametrize(("thickness", "count"), [(4.9, 0), (5.1, 1)])
def test_a_fold_is_no_v_groove_where_its_backs_are_nearer_than_it_is_deep(thickness, count):
    outer = [(-20, 0), (-5, 0), (0, -5), (5, 0), (20, 0)]
    lower = [(y, z - thickness * math.sqrt(2)) for y, z in reversed(outer)]
    sheet = draw.prism([(0, y, z) for y, z in outer + lower], (40, 0, 0))
    assert len(slots_of(sheet)) == count


def test_the_round_sides_of_a_coved_groove_are_no_fillets():
    context, recognition = recognized(draw.cut(block(), coved(14, 2)))
    assert [each.kind for each in recognition.features if each.kind in (Kind.FILLET, Kind.SLOT)] == [
        Kind.SLOT
    ]
    side = face_at(context.part, (0, 5 + 2 * math.sqrt(0.5), TOP - 2 * math.sqrt(0.5)))
    assert recognition.role_of_face[side.id] is Role.SLOT_WALL
    sunk = draw.cut(block(), draw.moved(coved(14, 2), (0, 0, -2)), draw.box((70, 14, 5), (-35, -7, TOP - 2)))
    assert [each.kind for each in recognized(sunk)[1].features].count(Kind.FILLET) == 2


@pytest.mark.parametrize("mutator", mutators.SEVERAL, ids=lambda each: each.__name__)
def test_profiled_grooves_are_the_same_however_they_are_written(mutator):
    tools = [
        draw.moved(vee(90, 3), (0, -12, 0)),
        draw.moved(channel(2.5), (0, -2, 0)),
        draw.moved(coved(9, 2), (0, 11, 0)),
    ]
    described = mutator(draw.cut(block(), *tools))
    found = slots_of(described.shape, described.unit)
    assert [slot.angle_deg for slot in found if slot.angle_deg is not None] == [pytest.approx(90, abs=1e-3)]
    expected = [(5, 2.5, 60, False, 2), (6, 3, 60, False, 2), (9, 2, 60, False, 2)]
    for got, known in zip(rows(found), expected, strict=True):
        assert got[:3] == pytest.approx(known[:3], abs=2e-3)
        assert got[3:] == known[3:]


def test_a_v_groove_that_breaks_through_into_a_slot_below_is_a_slot():
    """The slot's ceiling is 2 mm above the tip of the groove, on half of its length."""
    slot = draw.box((40, 60, 6), (0, -30, TOP - 12))
    found = [each for each in slots_of(draw.cut(block(), vee(60, 8), slot)) if each.angle_deg is not None]
    assert [row(each) for each in found] == [(v_width(60, 8), 8, 60, False, 2)]
    assert found[0].axis == pytest.approx([0, 0, -1], abs=1e-9)


@pytest.mark.parametrize("lean_deg", [0, 20, 45])
def test_what_a_v_groove_breaks_through_into_may_lean(lean_deg):
    rise = 40 * math.tan(math.radians(lean_deg))
    below = [(0, -20, 2), (0, 20, 2), (0, 20, TOP - 6 + rise / 2), (0, -20, TOP - 6 - rise / 2)]
    found = slots_of(draw.cut(block(), vee(60, 8), draw.prism(below, (31, 0, 0))))
    vees = [row(each) for each in found if each.angle_deg is not None]
    assert vees == [(v_width(60, 8), 8, 60, False, 2)]


@pytest.mark.parametrize(("half", "count"), [(5, 0), (20, 1)])
def test_a_slope_that_goes_on_beyond_the_wall_it_runs_down_to_is_no_v_groove(half, count):
    """A plate with a broken edge, against which a bar lies that is 1 mm higher than the slope's foot."""
    plate = [(-20, -20, -20), (0, -20, -20), (0, -2, -20), (-2, 0, -20), (-20, 0, -20)]
    bar = draw.box((30, 19, 2 * half), (0, -20, -half))
    found = slots_of(draw.fuse(draw.prism(plate, (0, 0, 40)), bar))
    assert [(round(each.angle_deg), row(each)) for each in found] == [(45, (1, 1, 40, False, 2))] * count
