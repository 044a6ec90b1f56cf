"""The outlines of turned bodies, from the heavier end to the lighter."""

from functools import partial

import pytest

from engine.evidence import turned_profiles
from engine.model.feature import Kind
from tests.support import draw, mutators, parts_turned

SHAFT = [
    ("end", 0, 0, 0, 18),
    ("chamfer", 0, 1, 18, 20),
    ("journal", 1, 30, 20, 20),
    ("groove", 10, 12.4, 16.4, 16.4),
    ("shoulder", 30, 30, 20, 30),
    ("journal", 30, 80, 30, 30),
    ("shoulder", 80, 80, 30, 24.4),
    ("undercut", 80, 82.5, 24.4, 24.4),
    ("shoulder", 82.5, 82.5, 24.4, 25),
    ("journal", 82.5, 110, 25, 25),
    ("shoulder", 110, 110, 25, 15),
    ("journal", 110, 139, 15, 15),
    ("chamfer", 139, 140, 15, 13),
    ("end", 140, 140, 13, 0),
]


def profiles_of(described):
    return turned_profiles.find(*parts_turned.recognized(described))


def outline(profile):
    return [
        (
            str(each.kind),
            *(
                round(float(value), 3) + 0.0
                for value in (each.from_mm, each.to_mm, each.from_diameter_mm, each.to_diameter_mm)
            ),
        )
        for each in profile.segments
    ]


def test_the_outline_of_a_shaft_is_what_was_drawn():
    context, recognition = parts_turned.recognized(parts_turned.stepped_shaft())
    (profile,) = turned_profiles.find(context, recognition)
    assert outline(profile) == SHAFT
    assert profile.turned.length_mm == pytest.approx(140)
    described = [face for segment in profile.segments for face in segment.faces]
    assert len(described) == len(set(described))
    keyway = [face for slot in recognition.of_kind(Kind.SLOT) for face in slot.faces if face not in described]
    assert sorted([*described, *keyway]) == list(range(len(context.part.faces)))


@pytest.mark.parametrize("mutator", [mutators.turned_as_nurbs, mutators.sawn], ids=lambda each: each.__name__)
def test_the_outline_is_the_same_however_the_shaft_is_written(mutator):
    known = [
        ("end", 0, 0, 0, 30),
        ("journal", 0, 20, 30, 30),
        ("shoulder", 20, 20, 30, 20),
        ("journal", 20, 60, 20, 20),
        ("groove", 50, 52, 16, 16),
        ("end", 60, 60, 20, 0),
    ]
    (profile,) = profiles_of(mutator(parts_turned.shaft()))
    assert [each[0] for each in outline(profile)] == [each[0] for each in known]
    for found, drawn in zip(outline(profile), known, strict=True):
        assert found[1:] == pytest.approx(drawn[1:], abs=2e-3)


@pytest.mark.parametrize(
    ("drawn_part", "expected"),
    [
        (
            parts_turned.hub_flange,
            [
                ("end", 0, 0, 30, 120),
                ("journal", 0, 15, 120, 120),
                ("shoulder", 15, 15, 120, 60),
                ("journal", 15, 45, 60, 60),
                ("end", 45, 45, 60, 30),
            ],
        ),
        (
            parts_turned.pulley,
            [
                ("end", 0, 0, 20, 100),
                ("journal", 0, 40, 100, 100),
                ("groove", 8, 32, 80, 80),
                ("end", 40, 40, 100, 20),
            ],
        ),
        (
            parts_turned.taper,
            [
                ("end", 0, 0, 0, 40),
                ("cone", 0, 50, 40, 30),
                ("shoulder", 50, 50, 30, 16),
                ("journal", 50, 70, 16, 16),
                ("round", 70, 78, 16, 0),
            ],
        ),
        (
            parts_turned.v_ringed,
            [
                ("end", 0, 0, 0, 30),
                ("journal", 0, 40, 30, 30),
                ("groove", 9, 11, 28, 28),
                ("groove", 19, 21, 28, 28),
                ("end", 40, 40, 30, 0),
            ],
        ),
        (
            parts_turned.standoff,
            [
                ("end", 0, 0, 2.5, 6.351),
                ("hexagon", 0, 12, 5.5, 5.5),
                ("shoulder", 12, 12, 6.351, 3),
                ("journal", 12, 18, 3, 3),
                ("end", 18, 18, 3, 0),
            ],
        ),
        (
            partial(parts_turned.knurled_knob, 24),
            [
                ("end", 0, 0, 0, 29),
                ("journal", 0, 18, 29, 29),
                ("shoulder", 3, 3, 29, 30),
                ("knurl", 3, 15, 30, 30),
                ("shoulder", 15, 15, 30, 29),
                ("shoulder", 18, 18, 29, 10),
                ("journal", 18, 40, 10, 10),
                ("end", 40, 40, 10, 0),
            ],
        ),
        (
            parts_turned.flatted_shaft,
            [("end", 0, 0, 0, 20), ("journal", 0, 60, 20, 20), ("end", 60, 60, 20, 0)],
        ),
    ],
)
def test_outlines_of_drawn_parts(drawn_part, expected):
    (profile,) = profiles_of(drawn_part())
    assert outline(profile) == expected


def test_a_groove_let_into_a_face_has_the_diameters_of_its_walls():
    ring = draw.cut(draw.cylinder(20, 3, (0, 0, 27)), draw.cylinder(17, 3, (0, 0, 27)))
    (profile,) = profiles_of(draw.cut(draw.cylinder(30, 30), ring))
    (groove,) = [each for each in outline(profile) if each[0] == "groove"]
    assert groove[3:] == (34, 40)
    assert sorted(groove[1:3]) in ([0, 3], [27, 30])


def test_a_plate_with_a_boss_has_no_outline():
    assert profiles_of(parts_turned.disc_on_plate()) == ()
    assert profiles_of(parts_turned.bored(22.0)) == ()
