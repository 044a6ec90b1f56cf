"""Undercut metrics."""

from dataclasses import replace

import pytest

from engine.model.analysis import Analysis
from engine.model.arrays import Vector, frozen
from engine.model.pull import UndercutRegion
from tests.support.analyses import face_at, tray, with_undercut
from tests.support.measuring import measure, of_face, of_part

TRAY = tray(1.2)
FACE, OTHER = face_at(TRAY, (0, 40, 15)), face_at(TRAY, (120, 40, 15))


def undercut(side_action: Vector | None) -> Analysis:
    """Make one side of the tray an undercut of 70 mm²."""
    marked = with_undercut(TRAY, FACE)
    area = marked.assessed.pull.undercut_area_of_face.copy()
    area[FACE] = 70.0
    region = UndercutRegion((FACE,), 70.0, frozen([0.0, 40.0, 15.0]), side_action)
    pull = replace(marked.assessed.pull, undercut_area_of_face=frozen(area), regions=(region,))
    return replace(marked, assessed=replace(marked.assessed, pull=pull))


def test_the_undercut_area_of_a_face_is_the_pulls_own() -> None:
    analysis = undercut(None)
    assert of_face(analysis, "undercut.area_mm2", FACE).value == pytest.approx(70.0)
    assert of_face(analysis, "undercut.area_mm2", OTHER).value == 0.0
    assert of_part(analysis, "part.undercut_area_mm2").value == pytest.approx(70.0)


def test_an_undercut_that_no_direction_frees_is_locked() -> None:
    found = of_face(undercut(None), "undercut.is_locked", FACE)
    assert found.value == 1.0
    assert found.location is not None
    assert found.location.tolist() == [0.0, 40.0, 15.0]
    assert of_part(undercut(None), "part.locked_undercut_count").value == 1.0


def test_an_undercut_that_a_slide_frees_is_not_locked_and_names_the_way() -> None:
    found = of_face(undercut(frozen([-1.0, 0.0, 0.0])), "undercut.is_locked", FACE)
    assert (found.value, found.note) == (0.0, "It is open along -X.")
    assert of_part(undercut(frozen([-1.0, 0.0, 0.0])), "part.locked_undercut_count").value == 0.0


def test_a_face_that_is_freed_is_not_locked() -> None:
    assert of_face(undercut(None), "undercut.is_locked", OTHER).value == 0.0


def test_undercuts_are_counted_by_face_and_by_region() -> None:
    assert of_part(undercut(None), "part.undercut_count").value == 1.0
    assert of_part(undercut(None), "part.undercut_region_count").value == 1.0
    assert of_part(TRAY, "part.undercut_count").value == 0.0


def test_only_undercut_faces_are_in_the_set_of_undercut_faces() -> None:
    subjects = measure(undercut(None), "undercut_faces").subjects
    assert [each.fid for each in subjects if "undercut_faces" in each.sets] == [FACE]


def test_an_undercut_that_a_slide_frees_is_slid_and_a_locked_one_is_not() -> None:
    assert of_face(undercut(frozen([-1.0, 0.0, 0.0])), "undercut.is_slid", FACE).value == 1.0
    assert of_face(undercut(None), "undercut.is_slid", FACE).value == 0.0
    assert of_face(undercut(None), "undercut.is_slid", OTHER).value == 0.0


def test_a_part_without_undercuts_needs_the_pull_alone() -> None:
    assert of_part(TRAY, "part.undercut_level").value == 0.0


def test_a_part_that_slides_free_names_them() -> None:
    found = of_part(undercut(frozen([-1.0, 0.0, 0.0])), "part.undercut_level")
    assert (found.value, found.faces) == (1.0, (FACE,))
    assert found.note == "Found: 1 undercut, 1 slide along -X."


def test_a_part_with_an_undercut_that_no_slide_frees_shows_that_one() -> None:
    analysis = undercut(frozen([-1.0, 0.0, 0.0]))
    locked = UndercutRegion((OTHER,), 5.0, frozen([120.0, 40.0, 15.0]), None)
    regions = (*analysis.assessed.pull.regions, locked)
    pull = replace(analysis.assessed.pull, regions=regions)
    found = of_part(replace(analysis, assessed=replace(analysis.assessed, pull=pull)), "part.undercut_level")
    assert (found.value, found.faces) == (2.0, (OTHER,))
    assert found.note == ("Found: 2 undercuts, 1 slide along -X, no straight slide for 1.")
    assert found.location is not None
    assert found.location.tolist() == [120.0, 40.0, 15.0]
