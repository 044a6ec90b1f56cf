"""Turned parts are explained whole: the journals are bosses, and every face of theirs has its role."""

import math
from collections import Counter
from functools import cache

import numpy as np
import pytest

from engine.features.boss import Boss
from engine.features.bosses.relief import ReliefKind
from engine.kinds import ROLES
from engine.model.feature import Kind, Role
from tests.support import draw, mutators, parts_turned
from tests.support.parts import face_at
from tests.support.parts_holes import drilled

EXACT = 1e-6

SHAFT_ROLES = {
    "Journal": 4,
    "Turned diameter": 1,
    "Turned groove": 1,
    "Shoulder": 4,
    "Wall": 2,
    "Chamfer": 2,
    "Slot wall": 6,
    "Slot floor": 2,
}
"""Of `stepped_shaft`: the ring groove and the keyway keep theirs, the ends are walls."""

KEYWAY_DEPTH = math.sqrt(15**2 - 4**2) - 11
"""Its walls begin where the keyway of 8 mm leaves the shaft of Ø30."""


def features_of(recognition, kind):
    return [feature for feature in recognition.features if feature.kind == kind]


def rows(recognition, scale=1.0):
    """Write the bosses as lines: diameter and height as they were drawn, and what is at the foot."""
    return sorted(
        (
            round(boss.diameter_mm / scale, 4),
            round(boss.height_mm / scale, 4),
            str(boss.base_relief.kind),
        )
        for boss in features_of(recognition, Kind.BOSS)
    )


def role_names(recognition):
    return dict(Counter(ROLES[role].label for role in recognition.role_of_face))


@cache
def plain(name: str):
    return parts_turned.recognized(getattr(parts_turned, name)())


def test_a_shaft_is_explained_whole_and_its_journals_are_bosses():
    context, recognition = plain("stepped_shaft")
    assert recognition.unexplained_area_share == 0.0
    assert role_names(recognition) == SHAFT_ROLES
    assert rows(recognition) == [(15, 30, "none"), (20, 30, "none"), (25, 30, "groove")]
    ring, keyway = sorted(features_of(recognition, Kind.SLOT), key=lambda slot: slot.width_mm)
    assert (ring.width_mm, ring.depth_mm) == pytest.approx((2.4, 1.8), abs=EXACT)
    assert (keyway.width_mm, keyway.length_mm, keyway.depth_mm) == pytest.approx(
        (8, 38, KEYWAY_DEPTH),
        abs=1e-3,  # its ends are read off points along a curved rim
    )
    assert role_at(context, recognition, (0, 15, 40)) is Role.TURNED_DIAMETER
    assert role_at(context, recognition, (0, 12.2, 81)) is Role.TURNED_GROOVE
    assert role_at(context, recognition, (0, 13, 30)) is Role.SHOULDER
    assert role_at(context, recognition, (0, 2, 0)) is Role.WALL


def role_at(context, recognition, point):
    return Role(recognition.role_of_face[face_at(context.part, point).id])


def test_a_journal_points_away_from_what_it_follows_on():
    context, recognition = plain("stepped_shaft")
    thin, low, high = sorted(features_of(recognition, Kind.BOSS), key=lambda boss: boss.diameter_mm)
    assert all(isinstance(boss, Boss) and boss.journal for boss in (low, high, thin))
    assert low.axis == pytest.approx([0, 0, -1], abs=EXACT)
    assert low.foot == pytest.approx([0, 0, 30], abs=EXACT)
    assert low.center == pytest.approx([0, 0, 15], abs=EXACT)
    assert low.base == (face_at(context.part, (0, 13, 30)).id,)
    assert np.stack([high.axis, thin.axis]) == pytest.approx(np.array([[0, 0, 1]] * 2), abs=EXACT)
    assert high.foot == pytest.approx([0, 0, 80], abs=EXACT)
    assert thin.stages[0].height_mm == pytest.approx(30, abs=EXACT)
    assert (thin.span_deg, thin.bore_diameter_mm) == (360, 0)
    assert low.box_mm == pytest.approx(np.array([[-10, -10, 1], [10, 10, 30]]), abs=1e-5)


@pytest.mark.parametrize("mutator", [mutators.altogether, mutators.triangles], ids=lambda each: each.__name__)
def test_a_shaft_is_the_same_however_it_is_written(mutator):
    described = mutator(parts_turned.stepped_shaft())
    _, recognition = parts_turned.recognized(described)
    slack_mm = 1e-4 + 4.0 * described.chord_mm / described.scale
    expected = [(15, 30, "none"), (20, 30, "none"), (25, 30, "groove")]
    for found, known in zip(rows(recognition, described.scale), expected, strict=True):
        assert found[:2] == pytest.approx(known[:2], abs=slack_mm)
        assert found[2] == known[2]
    assert len(features_of(recognition, Kind.SLOT)) == 2
    assert recognition.unexplained_area_share == 0.0
    assert set(role_names(recognition)) == set(SHAFT_ROLES)


@pytest.mark.parametrize(
    ("name", "mutator"),
    [
        ("taper", mutators.turned_as_nurbs),
        ("standoff", mutators.sawn),
        ("flatted_shaft", mutators.small),
        ("pulley", mutators.large),
    ],
    ids=lambda each: each if isinstance(each, str) else each.__name__,
)
def test_turned_parts_are_the_same_however_they_are_written(name, mutator):
    described = mutator(getattr(parts_turned, name)())
    _, recognition = parts_turned.recognized(described)
    assert rows(recognition, described.scale) == rows(plain(name)[1])
    assert recognition.unexplained_area_share == 0.0
    assert set(role_names(recognition)) == set(role_names(plain(name)[1]))


def test_the_hub_of_a_flange_is_one_boss_and_its_rim_is_turned():
    context, recognition = plain("hub_flange")
    assert rows(recognition) == [(60, 30, "none")]
    assert len(features_of(recognition, Kind.HOLE)) == 7
    assert role_at(context, recognition, (0, 60, 7)) is Role.TURNED_DIAMETER
    assert recognition.unexplained_area_share == 0.0


def test_the_flanges_of_a_pulley_are_no_bosses():
    _, recognition = plain("pulley")
    assert rows(recognition) == []
    assert role_names(recognition) == {
        "Hole wall": 1,
        "Turned diameter": 2,
        "Turned groove": 3,
        "Wall": 2,
    }


def test_cones_and_balls_about_the_axis_have_roles_and_the_spigot_is_a_boss():
    context, recognition = plain("taper")
    assert rows(recognition) == [(16, 20, "none")]
    assert role_at(context, recognition, (17.5, 0, 25)) is Role.TURNED_CONE
    assert role_at(context, recognition, (8 / math.sqrt(2), 0, 70 + 8 / math.sqrt(2))) is Role.TURNED_CURVE
    assert recognition.unexplained_area_share == 0.0


def test_two_cones_make_a_groove_and_one_alone_is_a_cone():
    assert role_names(plain("v_ringed")[1]) == {"Turned groove": 4, "Turned diameter": 3, "Wall": 2}
    single = parts_turned.turned([(0, 0), (15, 0), (15, 20), (14, 21), (14, 40), (0, 40)])
    _, recognition = parts_turned.recognized(single)
    assert "Turned groove" not in role_names(recognition)


def test_a_milled_flat_is_a_flat_and_the_step_at_its_end_a_shoulder():
    context, recognition = plain("flatted_shaft")
    assert rows(recognition) == []
    assert role_at(context, recognition, (8, 0, 50)) is Role.FLAT
    assert role_at(context, recognition, (9, 0, 40)) is Role.SHOULDER
    assert len(features_of(recognition, Kind.WALL)) == 4
    assert recognition.unexplained_area_share == 0.0


def test_the_shank_of_a_bolt_is_a_boss_on_its_head():
    context, recognition = plain("hexagon_bolt")
    assert rows(recognition) == [(8, 40, "none")]
    assert role_at(context, recognition, (6.5 * math.cos(math.pi / 6), 6.5 / 2, 42)) is Role.FLAT
    assert recognition.unexplained_area_share == 0.0


def test_a_standoff_of_hexagon_bar_has_a_stud():
    _, recognition = plain("standoff")
    assert rows(recognition) == [(3, 6, "none")]
    assert recognition.unexplained_area_share == 0.0


def test_a_nut_is_explained_and_has_no_boss():
    _, recognition = plain("hexagon_nut")
    assert rows(recognition) == []
    assert role_names(recognition) == {"Flat": 6, "Turned cone": 2, "Wall": 2, "Hole wall": 1}


@pytest.mark.parametrize(
    ("ridges", "deep_mm", "is_knurl"),
    [(24, 0.4, True), (23, 0.4, False), (24, 2.0, False)],
)
def test_a_knurl_has_many_shallow_ridges(ridges, deep_mm, is_knurl):
    _, recognition = parts_turned.recognized(parts_turned.knurled_knob(ridges, deep_mm))
    assert role_names(recognition).get("Knurl", 0) == (2 * ridges if is_knurl else 0)
    assert (10, 22, "none") in rows(recognition)


@pytest.mark.parametrize(("shorter", "is_knurl"), [(0.018, True), (0.022, False)])
def test_the_ridges_of_a_knurl_are_alike_within_two_hundredths_of_their_area(shorter, is_knurl):
    """Every second ridge of 24 ends earlier, so that 24 faces are of either size."""
    end = 15.0 - 12.0 * shorter
    side = [(14.6, 0, end), (16, 0, end), (16, 0, 15), (14.6, 0, 15)]
    wedge = draw.revolve(side, turn=15.0)
    wedges = [draw.turned(wedge, 15.0 * (place - 0.5)) for place in range(0, 24, 2)]
    shape = draw.cut(parts_turned.knurled_knob(24), *wedges)
    _, recognition = parts_turned.recognized(shape)
    assert (role_names(recognition).get("Knurl", 0) >= 48) == is_knurl


def test_a_ring_groove_does_not_part_a_journal_and_a_collar_does():
    outline = [(0, 0), (15, 0), (15, 20), (10, 20), (10, 40), (8, 40), (8, 42), (10, 42), (10, 60), (0, 60)]
    _, grooved = parts_turned.recognized(parts_turned.turned(outline))
    assert rows(grooved) == [(20, 40, "none")]
    collar = [(0, 0), (15, 0), (15, 20), (10, 20), (10, 40), (12, 40), (12, 42), (10, 42), (10, 60), (0, 60)]
    _, collared = parts_turned.recognized(parts_turned.turned(collar))
    assert rows(collared) == [(20, 18, "none"), (20, 20, "none"), (24, 2, "none")]


@pytest.mark.parametrize(("floor_mm", "height_mm"), [(7.2, 20), (6.8, 17)])
def test_a_relief_counts_to_the_journal_down_to_seven_tenths_of_it(floor_mm, height_mm):
    outline = [(0, 0), (15, 0), (15, 40), (floor_mm, 40), (floor_mm, 43), (10, 43), (10, 60), (0, 60)]
    _, recognition = parts_turned.recognized(parts_turned.turned(outline))
    assert (20, height_mm) in [row[:2] for row in rows(recognition)]


def test_a_fillet_at_the_shoulder_is_the_relief_of_the_journal_and_changes_no_length():
    body = parts_turned.turned([(0, 0), (15, 0), (15, 20), (10, 20), (10, 60), (0, 60)])
    body = draw.chamfer(draw.fillet(body, 2, (-10, 0, 20)), 1, (-10, 0, 60))
    _, recognition = parts_turned.recognized(body)
    (boss,) = features_of(recognition, Kind.BOSS)
    assert boss.height_mm == pytest.approx(40, abs=EXACT)
    assert (boss.base_relief.kind, boss.base_relief.radius_mm) == (ReliefKind.FILLET, pytest.approx(2))
    assert role_names(recognition)["Fillet"] == 1


def test_a_bore_in_the_end_of_a_journal_is_reported():
    body = draw.cut(parts_turned.shaft(groove_mm=0), drilled(8, 30, (0, 0, 60)))
    _, recognition = parts_turned.recognized(body)
    (boss,) = features_of(recognition, Kind.BOSS)
    assert boss.bore_diameter_mm == pytest.approx(8, abs=EXACT)


def test_what_is_not_turned_has_none_of_these_roles():
    for shape in (parts_turned.disc_on_plate(), parts_turned.bored(22.0)):
        _, recognition = parts_turned.recognized(shape)
        assert max(recognition.role_of_face) < Role.JOURNAL
        assert not any(boss.journal for boss in features_of(recognition, Kind.BOSS))


@pytest.mark.parametrize(("count", "n_teeth"), [(8, 24), (7, 0)])
def test_a_gear_is_explained_whole_by_its_teeth_and_what_turns_and_seven_lobes_are_no_teeth(count, n_teeth):
    """A bottom and two flanks for each gap; the tips are the outside, a face each."""
    _, recognition = parts_turned.recognized(parts_turned.gear(count))
    named = role_names(recognition)
    assert named.get("Tooth", 0) == n_teeth
    if n_teeth:
        assert named["Turned diameter"] == count
        assert "Unclassified" not in named


def test_the_rounds_of_teeth_belong_to_them_however_the_file_splits_them():
    rounded = draw.chamfer(parts_turned.gear(8), 0.5, (20, 0.1, 12), (20, 0.1, 0))
    assert "Unclassified" not in role_names(parts_turned.recognized(rounded)[1])
