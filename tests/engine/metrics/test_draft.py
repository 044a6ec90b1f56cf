"""Draft metrics, towards the mold half that frees the face."""

from dataclasses import replace

import numpy as np
import pytest

from engine.model.arrays import frozen
from engine.model.feature import Role
from tests.support.analyses import face_at, tray, with_draft, with_undercut
from tests.support.measuring import of_face, of_part

TRAY = tray(1.2)
BOTTOM, SIDE = face_at(TRAY, (30, 40, 0)), face_at(TRAY, (0, 40, 15))
FLOOR = face_at(TRAY, (30, 40, 4))


def test_a_wall_along_the_pull_has_no_draft() -> None:
    assert of_face(TRAY, "draft.min", SIDE).value == pytest.approx(0.0)
    assert of_face(TRAY, "draft.mean", SIDE).value == pytest.approx(0.0)


def test_both_mold_halves_see_their_faces_with_positive_draft() -> None:
    for face in (BOTTOM, FLOOR):
        assert of_face(TRAY, "draft.min", face).value == pytest.approx(90.0)
        assert of_face(TRAY, "draft.mean", face).value == pytest.approx(90.0)


def test_an_undercut_counts_as_negative() -> None:
    assert of_face(with_undercut(TRAY, FLOOR), "draft.mean", FLOOR).value == pytest.approx(-90.0)


def test_the_least_draft_is_the_pulls_own_and_names_its_face() -> None:
    least = TRAY.assessed.pull.min_draft_of_face.copy()
    least[FLOOR] = -3.0
    least[SIDE] = np.nan
    pull = replace(TRAY.assessed.pull, min_draft_of_face=frozen(least))
    analysis = replace(TRAY, assessed=replace(TRAY.assessed, pull=pull))
    found = of_face(analysis, "draft.min", FLOOR)
    assert (found.value, found.faces) == (-3.0, (FLOOR,))
    assert np.isnan(of_face(analysis, "draft.min", SIDE).value)
    assert of_part(analysis, "part.draft.min").value == -3.0
    assert of_part(analysis, "part.draft.min").faces == (FLOOR,)


def test_a_low_draft_is_that_of_a_tenth_of_the_area() -> None:
    mesh = TRAY.assessed.prepared.mesh
    (members,) = np.nonzero(mesh.face_of_vertex == SIDE)
    heights = mesh.vertices[members, 2]
    for share, expected in ((0.05, 5.0), (0.5, 0.0)):
        angles = TRAY.assessed.draft.values.copy()
        angles[members] = np.where(heights < share * 30.0, 0.0, 5.0)
        found = of_face(with_draft(TRAY, frozen(angles)), "draft.low", SIDE)
        assert found.value == pytest.approx(expected)


def test_the_low_draft_of_an_undercut_is_its_least_and_says_so() -> None:
    least = TRAY.assessed.pull.min_draft_of_face.copy()
    least[FLOOR] = -12.0
    marked = with_undercut(TRAY, FLOOR)
    pull = replace(marked.assessed.pull, min_draft_of_face=frozen(least))
    found = of_face(replace(marked, assessed=replace(marked.assessed, pull=pull)), "draft.low", FLOOR)
    assert (found.value, found.note) == (-12.0, "Neither half of the mold frees it.")
    assert of_face(TRAY, "draft.low", FLOOR).note == ""


def test_the_mold_grips_a_wall_over_its_height_a_floor_nowhere_and_an_undercut_for_good() -> None:
    assert of_face(TRAY, "draft.grip", SIDE).value == pytest.approx(30.0)
    assert of_face(TRAY, "draft.grip", FLOOR).value == pytest.approx(0.0)
    assert of_face(with_undercut(TRAY, FLOOR), "draft.grip", FLOOR).value == np.inf


def test_the_floor_of_a_hole_is_gripped_as_far_as_it_rises_also_where_the_hole_is_undercut() -> None:
    hidden = with_undercut(with_undercut(TRAY, FLOOR), SIDE)
    recognition = hidden.assessed.recognition
    roles = [*recognition.role_of_face]
    roles[FLOOR] = roles[SIDE] = Role.HOLE_FLOOR
    drilled = replace(recognition, role_of_face=tuple(roles))
    analysis = replace(hidden, assessed=replace(hidden.assessed, recognition=drilled))
    assert of_face(analysis, "draft.grip", FLOOR).value == pytest.approx(0.0)
    assert of_face(analysis, "draft.grip", SIDE).value == pytest.approx(30.0)
