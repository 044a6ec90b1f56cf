"""Steps of blocks, by make, and hollows that are none."""

import math
from functools import cache

import pytest

from engine.model.feature import Role
from tests.support import draw, mutators, parts_steps
from tests.support.parts import face_at
from tests.support.parts_turned import recognized

STEPS = {Role.THROUGH_STEP, Role.SLANTED_STEP, Role.BLIND_STEP}


def roles_at(shape, *points):
    return roles_in(recognized(shape), *points)


def roles_in(found, *points):
    context, recognition = found
    return [Role(recognition.role_of_face[face_at(context.part, point).id]) for point in points]


def steps_of(shape):
    return steps_in(recognized(shape))


def steps_in(found):
    return sorted(role for role in found[1].role_of_face if role in STEPS)


@cache
def plain(make):
    return recognized(make())


def test_a_step_from_side_to_side_is_a_floor_and_a_wall():
    found = plain(parts_steps.through)
    assert roles_in(found, (30, 7, 12), (30, 15, 16)) == [Role.THROUGH_STEP] * 2
    assert roles_in(found, (30, 30, 20), (30, 0, 5), (60, 30, 10), (30, 20, 0)) == [Role.WALL] * 4
    assert steps_of(parts_steps.block()) == []


def test_the_faces_of_a_step_stay_walls():
    context, recognition = plain(parts_steps.through)
    walls = {face for each in recognition.features if each.kind == "WALL" for face in each.faces}
    assert face_at(context.part, (30, 7, 12)).id in walls


@pytest.mark.parametrize(("lean_deg", "role"), [(2.9, Role.THROUGH_STEP), (3.1, Role.SLANTED_STEP)])
def test_a_step_is_slanted_where_it_leans_by_more_than_3_degrees(lean_deg, role):
    assert steps_of(parts_steps.slanted(15 * math.tan(math.radians(lean_deg)))) == [role] * 2


def test_a_corner_cut_down_is_a_blind_step_and_one_cut_off_askew_a_slanted_one():
    assert roles_at(parts_steps.corner(), (7, 7, 12), (15, 7, 16), (7, 15, 16)) == [Role.BLIND_STEP] * 3
    assert roles_in(plain(parts_steps.cut_corner), (3, 3, 12), (7.5, 7.5, 16)) == [Role.SLANTED_STEP] * 2
    assert steps_of(parts_steps.bent_wall()) == [Role.BLIND_STEP] * 3


def test_a_round_wall_on_its_floor_is_a_blind_step():
    middle = 15 * math.sqrt(0.5)
    assert (
        roles_in(plain(parts_steps.round_corner), (5, 5, 12), (middle, middle, 16)) == [Role.BLIND_STEP] * 2
    )


def test_a_fillet_in_a_step_stays_one():
    found = recognized(draw.fillet(parts_steps.through(), 2, (30, 15, 12)))
    assert steps_in(found) == [Role.THROUGH_STEP] * 2
    assert Role.FILLET in found[1].role_of_face


@pytest.mark.parametrize(("rise", "count"), [(0.99, 0), (1.01, 2)])
def test_the_hollow_of_a_step_is_of_45_degrees_or_more(rise, count):
    outline = [(-1, -10, 12), (-1, 20, 12), (-1, 20 + 30 / rise, 42), (-1, -10, 42)]
    assert len(steps_of(draw.cut(parts_steps.block(), draw.prism(outline, (62, 0, 0))))) == count


@pytest.mark.parametrize(("between_deg", "count"), [(45, 0), (49, 3)])
def test_a_tool_comes_to_all_faces_of_a_step_from_one_direction(between_deg, count):
    """Walls at an angle b over a floor: the mean normal leans off them by 2 s² / √(4 s² + 1), s = sin(b/2).

    That is 0.25 at 47.2 degrees.
    """
    half = 21 * math.tan(math.radians(between_deg / 2))
    tool = draw.prism([(30, 20, 17), (30 - half, -1, 17), (30 + half, -1, 17)], (0, 0, 4))
    assert steps_of(draw.cut(parts_steps.block(), tool)) == [Role.BLIND_STEP] * count


def test_a_channel_a_pocket_and_a_v_groove_are_no_steps():
    for tool in (
        draw.box((62, 30, 5), (-1, 5, 15)),
        draw.box((30, 20, 9), (15, 10, 12)),
        draw.prism([(-1, 20, 12), (-1, 28, 21), (-1, 12, 21)], (62, 0, 0)),
    ):
        assert steps_of(draw.cut(parts_steps.block(), tool)) == []


def test_the_ground_round_a_pad_is_no_step_and_beside_one_at_the_edge_it_is():
    pad = draw.box((20, 14, 10), (20, 13, 20))
    assert steps_of(draw.fuse(parts_steps.block(), pad)) == []


def test_the_inside_of_a_folded_sheet_is_no_step():
    angle = draw.cut(draw.box((40, 40, 60)), draw.box((42, 40, 62), (2, 2, -1)))
    sheet = draw.fillet(draw.fillet(angle, 1, (2, 2, 30)), 3, (0, 0, 30))
    assert steps_of(sheet) == []
    assert steps_of(angle) == [Role.THROUGH_STEP] * 2


def test_the_ledge_where_a_chamfer_stops_is_a_step_and_the_wall_it_runs_up_to_is_that_of_another():
    assert roles_at(parts_steps.stopped_chamfer(), (30, 1, 19), (15, 2, 18)) == [
        Role.SLANTED_STEP,
        Role.CHAMFER,
    ]
    assert roles_at(parts_steps.chamfer_up_to_a_wall(), (30, 1, 19), (15, 20, 20)) == [Role.THROUGH_STEP] * 2


@pytest.mark.parametrize(
    ("make", "respelled"),
    [
        (parts_steps.through, mutators.sawn),
        (parts_steps.slanted, mutators.altogether),
        (parts_steps.cut_corner, mutators.sawn),
        (parts_steps.round_corner, mutators.turned_as_nurbs),
    ],
)
def test_steps_are_the_same_however_they_are_written(make, respelled):
    assert set(steps_of(respelled(make()))) == set(steps_in(plain(make))) != set()


@pytest.mark.parametrize(("rise_mm", "count"), [(0.5, 0), (0.7, 2)])
def test_a_fin_between_two_cuts_has_steps_at_its_sides_and_a_rib_on_one_ground_has_none(rise_mm, count):
    """The fin is 12 mm high less the rise: a rise of 0.571 mm is a twentieth of that."""
    left = draw.box((62, 19, 13), (-1, -1, 8))
    right = draw.box((62, 19, 13), (-1, 22, 8 + rise_mm))
    found = recognized(draw.cut(parts_steps.block(), left, right))
    assert steps_in(found) == [Role.THROUGH_STEP] * count
    assert roles_in(found, (30, 18, 15), (30, 22, 15)) == [Role.FIN_WALL] * 2


def test_a_rib_on_a_sloping_ground_is_beside_no_step():
    ground = draw.prism([(0, 0, 4), (0, 0, 0), (0, 40, 0), (0, 40, 10)], (60, 0, 0))
    rib = draw.box((60, 4, 15), (0, 18, 3))
    found = recognized(draw.fuse(ground, rib))
    assert steps_in(found) == []
    assert roles_in(found, (30, 18, 15)) == [Role.FIN_WALL]
