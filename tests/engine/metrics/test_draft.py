"""Draft metrics, towards the mold half that frees the face."""

from dataclasses import replace

import numpy as np
import pytest

from engine.model.arrays import frozen
from tests.support.analyses import face_at, tray, with_undercut
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
