"""Where an issue is, what is written there, and by whose limits it is colored."""

import dataclasses

import numpy as np
import pytest

from engine.model.arrays import frozen
from engine.model.part import FaceId
from engine.render import scene
from engine.report import issues, places
from tests.support import analyses, layer_limits

TRAY = analyses.tray()


def issue(**changes):
    (found,) = issues.gather(analyses.verdict(analyses.finding(**changes)))
    return found


@pytest.mark.parametrize(
    ("faces", "has_place"),
    [((3,), True), ((), False), (tuple(range(len(TRAY.assessed.prepared.part.faces))), False)],
)
def test_what_is_about_no_face_or_about_all_has_no_place(faces, has_place) -> None:
    found = issue(fid=None, faces=tuple(map(FaceId, faces)))
    assert places.has_place(found, TRAY) is has_place


@pytest.mark.parametrize(
    ("changes", "label"),
    [
        ({"value": 1.2, "uncertainty": 0.3}, "1.20 mm"),
        ({"value": -90.0, "unit": "°", "margin": None, "threshold": None}, "-90.0°"),
        ({"value": 3.0, "unit": "setups"}, ""),
        ({"value": float("inf")}, ""),
    ],
)
def test_lengths_and_angles_are_written_without_their_uncertainty_and_nothing_else_is(changes, label) -> None:
    assert places.label_of(analyses.finding(**changes)) == label


@pytest.mark.parametrize(("apart_mm", "is_drawn"), [(1.2, True), (1.3, True), (1.4, False)])
def test_a_dimension_is_as_long_as_it_says_within_a_tenth(apart_mm, is_drawn) -> None:
    witness = (frozen([0.0, 0, 0]), frozen([apart_mm, 0, 0]))
    finding = analyses.finding(value=1.2, witness=witness)
    assert places.is_as_long_as_said(finding) is is_drawn


def test_an_issue_at_one_place_is_worst_where_it_was_found_and_at_several_nowhere() -> None:
    at = frozen([60.0, 40, 15])
    one = issue(location=at)
    np.testing.assert_array_equal(places.place_of(one), at)
    assert places.place_of(issue(location=frozen(np.full(3, np.nan)))) is None
    assert places.place_of(dataclasses.replace(one, places=(*one.places, *one.places))) is None


def test_only_a_corner_is_shown_by_the_edge_between_its_faces() -> None:
    faces = (FaceId(1), FaceId(4))
    assert places.edges_of(issue(kind="CORNER", faces=faces)) == (faces,)
    assert places.edges_of(issue(kind="FACE", faces=faces)) == ()


def test_the_limits_are_those_of_the_rule_that_objects() -> None:
    (configuration,) = analyses.verdict().configurations
    limits = {"thickness": layer_limits.judged(TRAY, fail=2.5)}
    judged = dataclasses.replace(
        analyses.verdict(), configurations=(dataclasses.replace(configuration, limits=limits),)
    )
    under = dataclasses.replace(TRAY, verdicts=(judged,))
    found = issue()
    assert places.layer_of(found) == "thickness"
    assert places.process_of(found, under) == "Casting · Investment"
    assert places.process_of(dataclasses.replace(found, rule_key="another"), under) == ""
    assert places.process_of(found, TRAY) == ""


def test_a_camera_looks_at_the_faces_of_an_issue() -> None:
    face = analyses.face_at(TRAY, (0, 40, 15))
    lit = scene.build(TRAY.assessed.prepared.mesh, with_soft_light=False)
    aimed = places.aim(lit, issue(fid=face, faces=(face,), location=frozen([0.0, 40, 15])), (200, 150))
    across, down, _ = aimed.project(np.array([[0.0, 40, 15]]))[0]
    assert 0.0 < across < 200.0
    assert 0.0 < down < 150.0
    assert aimed.toward[0] < 0.0, "the face looks toward -X"
