"""Kinds: what recognizers declare, and that what is on the wire stays as it is."""

import dataclasses

import pytest

from engine import kinds
from engine.features import bend, blend, boss, fin, hole, pocket, protrusion, slab, slot, wall
from engine.model.feature import BLEND_ROLES, HOLE_ROLES, FeatureKind, Kind, SizeForm

IN_RESULTS = "WALL SLAB HOLE BOSS SLOT FIN POCKET PROTRUSION ROUND FILLET BEND".split()
IN_LISTS = "HOLE BOSS SLOT FIN POCKET PROTRUSION BEND FILLET ROUND SLAB WALL".split()
ROLES_ALONE = "CHAMFER TURNED_SURFACE STEP CURVED_WALL".split()

LABEL_OF_CODE = {
    0: "Unclassified",
    1: "Hole wall",
    2: "Hole floor",
    3: "Boss wall",
    4: "Boss top",
    5: "Slot wall",
    6: "Slot floor",
    7: "Fin wall",
    8: "Fin top",
    9: "Pocket wall",
    10: "Pocket floor",
    11: "Protrusion wall",
    12: "Protrusion top",
    13: "Round",
    14: "Fillet",
    15: "Bend",
    16: "Wall",
    17: "Slab",
    18: "Chamfer",
    19: "Countersink",
    20: "Hole step",
    21: "Journal",
    22: "Turned diameter",
    23: "Turned cone",
    24: "Turned curve",
    25: "Turned recess",
    26: "Turned groove",
    27: "Shoulder",
    28: "Flat",
    29: "Thread",
    30: "Knurl",
    31: "Through step",
    32: "Slanted step",
    33: "Blind step",
    34: "Curved wall",
    35: "Tooth",
}
"""On the wire."""

CLASS_OF_KIND = {
    Kind.HOLE: hole.Hole,
    Kind.BOSS: boss.Boss,
    Kind.SLOT: slot.Slot,
    Kind.FIN: fin.Fin,
    Kind.POCKET: pocket.Pocket,
    Kind.PROTRUSION: protrusion.Protrusion,
    Kind.ROUND: blend.Blend,
    Kind.FILLET: blend.Blend,
    Kind.BEND: bend.Bend,
    Kind.WALL: wall.Wall,
    Kind.SLAB: slab.Slab,
}


def test_kinds_come_in_the_order_of_results_and_in_the_order_people_read_them():
    assert [kind.key for kind in kinds.KINDS] == IN_RESULTS
    assert [each["kind"] for each in kinds.document()] == IN_LISTS + ROLES_ALONE


def test_roles_keep_their_codes_and_their_names():
    assert {code: role.label for code, role in kinds.ROLES.items()} == LABEL_OF_CODE
    assert list(kinds.ROLES) == sorted(LABEL_OF_CODE)


@pytest.mark.parametrize("kind", kinds.KINDS, ids=lambda kind: kind.key)
def test_the_sizes_of_a_kind_are_fields_of_its_features(kind: FeatureKind):
    fields = {field.name for field in dataclasses.fields(CLASS_OF_KIND[Kind(kind.key)])}
    assert {size.field for size in kind.sizes} <= fields
    named = kind.sizes[: kind.n_sizes_in_name]
    assert len(named) == kind.n_sizes_in_name
    assert all(size.form in (SizeForm.NUMBER, SizeForm.RANGE) for size in named)


def test_what_gives_roles_alone_is_no_feature():
    assert [each["kind"] for each in kinds.document() if each["selector"] is None] == ROLES_ALONE


def test_floors_are_lighter_than_walls_and_a_kind_has_the_color_of_its_first_role():
    for kind in kinds.DECLARED:
        first, *others = kind.roles
        assert kinds.color_of_role(first.code) == kind.color
        assert all(kinds.color_of_role(role.code) > kind.color for role in others)


def test_the_sets_of_roles_are_whole():
    assert {role.code for role in hole.KIND.roles} == HOLE_ROLES
    assert {role.code for kind in (blend.ROUND, blend.FILLET) for role in kind.roles} < BLEND_ROLES
