"""A close-up shows the face it is about."""

import numpy as np
import pytest

from engine.raycast import occlusion
from engine.render import closeup, raster, scene
from tests.support import analyses


@pytest.fixture(scope="module")
def tray():
    return analyses.tray()


@pytest.fixture(scope="module")
def lit(tray):
    return scene.build(tray.assessed.prepared.mesh, with_soft_light=False)


def samples_of(built, aimed, face):
    """Count the pixels on which a face is seen, and those it would have to itself."""
    counts = []
    for chosen in (np.arange(len(built.mesh.triangles)), np.flatnonzero(built.mesh.face_of_triangle == face)):
        owner = np.full(aimed.size[::-1], -1, dtype=np.int32)
        nearness = np.full(owner.shape, -np.inf, dtype=np.float32)
        raster.cover(
            aimed.project(built.mesh.vertices), built.mesh.triangles.copy(), chosen, True, owner, nearness
        )
        counts.append(int((built.mesh.face_of_triangle[owner[owner >= 0]] == face).sum()))
    return counts


@pytest.mark.parametrize(
    "point", [(0, 40, 15), (120, 40, 15), (60, 0, 15), (60, 80, 15), (60, 40, 0), (60, 40, 15), (32, 40, 4)]
)
def test_the_camera_goes_where_the_face_is_seen(tray, lit, point) -> None:
    face = analyses.face_at(tray, point)
    aimed = closeup.aim(lit, [face])
    seen, whole = samples_of(lit, aimed, face)
    assert seen > 0.5 * whole
    assert seen > 0.03 * aimed.size[0] * aimed.size[1]


def test_no_side_would_show_more_though_not_all_are_looked_from(tray, lit) -> None:
    for face in range(len(tray.assessed.prepared.part.faces)):
        own = np.flatnonzero(lit.mesh.face_of_triangle == face)
        points, normals, area = closeup._samples(lit, own)
        worth = []
        for direction, liking in closeup.DIRECTIONS:
            toward = np.array(direction) / np.linalg.norm(direction)
            facing = np.maximum(normals @ toward, 0.0)
            seen = np.where(occlusion.are_hidden(lit.tree, points, toward), 0.0, facing)
            worth.append(float(f"{area * seen.mean() * (0.4 + 0.6 * (seen > 0.0).mean()) * liking:.3g}"))
        assert closeup._best_side(lit, own) == closeup.DIRECTIONS[int(np.argmax(worth))][0], face


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


@pytest.mark.parametrize(("place", "other"), [((5, 40, 15), (115, 40, 15)), ((115, 40, 15), (5, 40, 15))])
def test_of_faces_all_over_the_part_those_at_the_place_are_seen(tray, lit, place, other) -> None:
    faces = [analyses.face_at(tray, point) for point in (place, other)]
    aimed = closeup.aim(lit, faces, np.array(place, dtype=float))
    seen, whole = samples_of(lit, aimed, faces[0])
    assert seen > 0.5 * whole


def test_faces_that_are_not_there_give_the_whole_part(lit) -> None:
    aimed = closeup.aim(lit, [999])
    flat = aimed.project(lit.mesh.vertices)[:, :2]
    assert flat.min() >= 0
    assert (flat.max(axis=0) <= aimed.size).all()


def test_an_edge_is_shown_rather_than_the_large_faces_that_meet_on_it(tray, lit) -> None:
    corner = [analyses.face_at(tray, point) for point in ((32, 40, 4), (5, 40, 15))]
    edge = lit.borders.ends[lit.borders.between([tuple(corner)])].ravel()
    aimed = closeup.aim(lit, corner, around=edge)
    x, y = aimed.project(tray.assessed.prepared.mesh.vertices[edge])[:, :2].T
    assert 0 < x.min() < x.max() < aimed.size[0]
    assert 0 < y.min() < y.max() < aimed.size[1]
    # the edge runs along Y inside the wall at x = 5: it is seen from the other side
    assert aimed.toward[0] > 0
