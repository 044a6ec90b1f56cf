"""A close-up shows the face it is about."""

import numpy as np
import pytest

from engine.render import closeup, picture, scene
from tests.support import analyses


@pytest.fixture(scope="module")
def tray():
    return analyses.tray()


@pytest.fixture(scope="module")
def lit(tray):
    return scene.build(tray.assessed.prepared.mesh, with_soft_light=False)


@pytest.mark.parametrize(
    "point", [(0, 40, 15), (120, 40, 15), (60, 0, 15), (60, 80, 15), (60, 40, 0), (60, 40, 15), (32, 40, 4)]
)
def test_the_camera_goes_where_the_face_is_seen(tray, lit, point) -> None:
    face = analyses.face_at(tray, point)
    aimed = closeup.aim(lit, [face])
    seen, whole = picture.samples_of_faces(lit, aimed, np.array([face]))
    assert seen > 0.5 * whole
    assert seen > 0.03 * aimed.size[0] * aimed.size[1]


def test_a_small_face_is_shown_larger_than_in_the_whole_part_but_with_its_surroundings() -> None:
    filled = np.ones((3, 3, 2), dtype=bool)
    filled[..., 1] = False
    filled[1, 1, 1] = True
    plate = analyses.blocks([0, 47, 53, 100], [0, 47, 53, 100], [0, 5, 9], filled)
    built = scene.build(plate.assessed.prepared.mesh, with_soft_light=False)
    aimed = closeup.aim(built, [analyses.face_at(plate, (50, 50, 9))])
    assert aimed.focal_px > 3 * closeup.aim(built, []).focal_px
    top = aimed.project(np.array([[47.0, 47, 9], [53, 53, 9], [47, 53, 9], [53, 47, 9]]))
    assert 0.15 * aimed.size[0] < np.ptp(top[:, 0]) < 0.7 * aimed.size[0]


def test_in_a_face_as_large_as_the_part_the_place_is_shown(tray, lit) -> None:
    bottom = analyses.face_at(tray, (60, 40, 0))
    place = np.array([20.0, 20.0, 0.0])
    aimed = closeup.aim(lit, [bottom], place)
    x, y = aimed.project(place[None])[0, :2]
    assert abs(x - aimed.size[0] / 2) < 0.25 * aimed.size[0]
    assert abs(y - aimed.size[1] / 2) < 0.25 * aimed.size[1]
    assert aimed.focal_px > 1.5 * closeup.aim(lit, []).focal_px


def test_faces_that_are_not_there_give_the_whole_part(lit) -> None:
    aimed = closeup.aim(lit, [999])
    flat = aimed.project(lit.mesh.vertices)[:, :2]
    assert flat.min() >= 0
    assert (flat.max(axis=0) <= aimed.size).all()
