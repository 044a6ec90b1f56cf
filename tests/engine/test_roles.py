"""Roles: one for every face, the most particular claim first."""

import itertools
import math

import numpy as np
import pytest

from engine import roles
from engine.kinds import DECLARED
from engine.model.feature import Claim, Feature, Kind, Role
from engine.model.part import BodyId, FaceId
from engine.progress import Progress
from engine.recognition import recognize
from engine.run_context import RunContext
from tests.support import draw, parts_blends
from tests.support.parts import face_at
from tests.support.parts_walls import measured


@pytest.fixture(scope="module")
def block():
    return measured(draw.box((40, 30, 20)), max_edge_mm=20)


def claim(role: Role, *faces: int) -> Claim:
    ids = tuple(map(FaceId, faces))
    return Claim(faces=ids, roles=tuple((face, role) for face in ids), body=BodyId(0))


def feature(kind: Kind, fid: int) -> Feature:
    return Feature(
        kind=kind,
        fid=FaceId(fid),
        faces=(FaceId(fid),),
        roles=(),
        body=BodyId(0),
        center=np.zeros(3),
        axis=None,
        box_mm=np.zeros((2, 3)),
        uncertainty_mm=0.0,
    )


def test_every_role_has_one_rank():
    ranked = [role.code for kind in DECLARED for role in kind.roles]
    assert sorted([Role.UNCLASSIFIED, *ranked]) == sorted(Role)


STRONGER_FIRST = [
    (Role.FILLET, Role.HOLE_WALL),
    (Role.CHAMFER, Role.COUNTERSINK),
    (Role.BEND, Role.WALL),
    (Role.HOLE_FLOOR, Role.SLOT_FLOOR),
    (Role.BOSS_TOP, Role.FIN_TOP),
    (Role.FIN_WALL, Role.POCKET_WALL),
    (Role.POCKET_FLOOR, Role.WALL),
    (Role.PROTRUSION_TOP, Role.SLAB),
]


@pytest.mark.parametrize(("strong", "weak"), STRONGER_FIRST)
def test_the_more_particular_role_wins_in_either_order(block, strong, weak):
    for order in itertools.permutations([claim(strong, 2), claim(weak, 2, 3)]):
        assigned = roles.assign(block, order).role_of_face
        assert (assigned[2], assigned[3]) == (strong, weak)


def test_of_two_roles_of_one_rank_the_first_stays(block):
    claims = (claim(Role.HOLE_WALL, 1), claim(Role.BOSS_WALL, 1))
    assert roles.assign(block, claims).role_of_face[1] is Role.HOLE_WALL
    assert roles.assign(block, claims[::-1]).role_of_face[1] is Role.BOSS_WALL


def test_what_nobody_claims_is_unexplained(block):
    top = face_at(block.part, (20, 15, 20)).id
    rest = [face.id for face in block.part.faces if face.id != top]
    recognition = roles.assign(block, (claim(Role.WALL, *rest),))
    assert recognition.role_of_face[top] is Role.UNCLASSIFIED
    assert recognition.unexplained_faces == (top,)
    assert recognition.unexplained_area_share == pytest.approx(40 * 30 / (2 * (40 * 30 + 40 * 20 + 30 * 20)))
    assert roles.assign(block, ()).unexplained_area_share == pytest.approx(1)
    assert roles.assign(block, (claim(Role.WALL, *range(6)),)).unexplained_area_share == 0


def test_features_come_by_kind_then_face_and_claims_make_no_entry(block):
    claims = (
        feature(Kind.FILLET, 1),
        claim(Role.CHAMFER, 4),
        feature(Kind.HOLE, 3),
        feature(Kind.HOLE, 2),
        feature(Kind.WALL, 5),
    )
    ordered = roles.assign(block, claims).features
    assert [(each.kind, each.fid) for each in ordered] == [
        (Kind.WALL, 5),
        (Kind.HOLE, 2),
        (Kind.HOLE, 3),
        (Kind.FILLET, 1),
    ]


def test_a_drawn_part_is_explained_face_by_face():
    body = draw.chamfer(parts_blends.bracket(inner_mm=4), 2, (60, 20, 10))
    body = draw.cut(body, draw.cylinder(4, 20, (40, 20, -5)), draw.cylinder(7, 10, (40, 20, 6)))
    prepared = measured(body)
    recognition = roles.assign(prepared, recognize.recognize_all(RunContext(prepared), Progress()).claims)

    def role_at(point: draw.Point) -> Role:
        return recognition.role_of_face[face_at(prepared.part, point).id]

    bend = 10 + 4 - 4 * 0.5**0.5
    assert role_at((bend, 20, bend)) is Role.FILLET
    assert role_at((59, 20, 9)) is Role.CHAMFER
    assert role_at((36, 20, 3)) is Role.HOLE_WALL
    assert role_at((33, 20, 8)) is Role.HOLE_WALL
    assert role_at((35, 20, 6)) is Role.HOLE_STEP
    assert role_at((30, 20, 0)) is Role.SLAB
    assert role_at((5, 0, 30)) is Role.WALL
    assert recognition.unexplained_area_share == 0
    assert [str(each.kind) for each in recognition.features if each.kind not in (Kind.WALL, Kind.SLAB)] == [
        "HOLE",
        "FILLET",
    ]


def test_a_curved_face_that_nobody_knows_stays_unclassified():
    prepared = measured(draw.common(draw.box((20, 20, 20)), draw.sphere(20)))
    recognition = roles.assign(prepared, recognize.recognize_all(RunContext(prepared), Progress()).claims)
    at = 20 / math.sqrt(3)
    assert recognition.role_of_face[face_at(prepared.part, (at, at, at)).id] is Role.UNCLASSIFIED
    # in areas of the disk of that radius: an eighth of a ball has a half, its three flats a quarter each
    assert recognition.unexplained_area_share == pytest.approx(0.5 / (0.5 + 3 / 4))


def test_an_upright_one_between_flat_ends_is_a_curved_wall():
    prepared = measured(draw.common(draw.box((20, 20, 20)), draw.cylinder(20, 20)))
    recognition = roles.assign(prepared, recognize.recognize_all(RunContext(prepared), Progress()).claims)
    at = 20 / math.sqrt(2)
    assert recognition.role_of_face[face_at(prepared.part, (at, at, 10)).id] is Role.CURVED_WALL
    assert recognition.unexplained_area_share == 0.0


def test_what_turned_is_explained():
    prepared = measured(draw.cylinder(10, 20))
    recognition = roles.assign(prepared, recognize.recognize_all(RunContext(prepared), Progress()).claims)
    assert recognition.role_of_face[face_at(prepared.part, (10, 0, 10)).id] is Role.TURNED_DIAMETER
    assert recognition.unexplained_area_share == 0.0
