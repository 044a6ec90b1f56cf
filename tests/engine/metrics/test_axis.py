"""Angles of features to the pull, which is along z here."""

from dataclasses import replace

import numpy as np
import pytest

from engine.model.analysis import Analysis
from engine.model.arrays import frozen
from engine.model.part import FaceId
from engine.model.surface import Cone, Cylinder, Freeform, Sphere, Surface, Torus
from tests.support.analyses import face_at, tray, with_features
from tests.support.measuring import hole, measure, of_face, of_feature

TRAY = tray(1.2)
SIDE = face_at(TRAY, (0, 40, 15))
SLANTED = frozen([np.sin(np.radians(30.0)), 0.0, -np.cos(np.radians(30.0))])
ORIGIN = frozen([0.0, 0.0, 0.0])


def lying_on(surface: Surface, face: FaceId = SIDE) -> Analysis:
    part = TRAY.assessed.prepared.part
    faces = tuple(replace(each, surface=surface) if each.id == face else each for each in part.faces)
    prepared = replace(TRAY.assessed.prepared, part=replace(part, faces=faces))
    return replace(TRAY, assessed=replace(TRAY.assessed, prepared=prepared))


def test_a_feature_stands_as_its_axis_does_whichever_way_it_points() -> None:
    for sign in (1.0, -1.0):
        analysis = with_features(TRAY, hole(0, axis=frozen(sign * SLANTED)))
        assert of_feature(analysis, "axis_angle_to_pull").value == pytest.approx(30.0)


def test_a_plane_stands_as_its_normal_does() -> None:
    assert of_face(TRAY, "axis_angle_to_pull", SIDE).value == pytest.approx(90.0)
    assert of_face(TRAY, "axis_angle_to_pull", face_at(TRAY, (30, 40, 0))).value == pytest.approx(0.0)


@pytest.mark.parametrize(
    "surface", [Cylinder(ORIGIN, SLANTED, 3.0), Cone(ORIGIN, SLANTED, 20.0), Torus(ORIGIN, SLANTED, 5.0, 1.0)]
)
def test_a_turned_face_stands_as_its_axis_does(surface: Surface) -> None:
    assert of_face(lying_on(surface), "axis_angle_to_pull", SIDE).value == pytest.approx(30.0)


@pytest.mark.parametrize("surface", [Sphere(ORIGIN, 3.0), Freeform(1.0, 1.0)])
def test_a_face_without_an_axis_is_not_measured(surface: Surface) -> None:
    table = measure(lying_on(surface))
    measured = {table.subjects[index].fid for index in table.values["axis_angle_to_pull"]}
    assert measured == {face.id for face in TRAY.assessed.prepared.part.faces} - {SIDE}
