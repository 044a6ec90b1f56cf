"""Light is soft: corners are darker than open faces, and nothing is black."""

import numpy as np

from engine.raycast import bvh
from engine.render import light
from tests.support import analyses


def openness(mesh):
    skins = np.arange(mesh.face_of_vertex.max() + 1)
    return light.openness(mesh, bvh.build(mesh.vertices[mesh.triangles]), skins)


def openness_at(analysis, point):
    mesh = analysis.assessed.prepared.mesh
    mine = np.flatnonzero(mesh.face_of_vertex == analyses.face_at(analysis, point))
    nearest = mine[np.argmin(np.linalg.norm(mesh.vertices[mine] - point, axis=1))]
    return openness(mesh)[nearest]


def test_outside_faces_of_a_block_see_everything() -> None:
    block = analyses.blocks([0, 10], [0, 10], [0, 10], np.ones((1, 1, 1), dtype=bool))
    np.testing.assert_allclose(openness(block.assessed.prepared.mesh), 1.0)


def test_a_corner_of_a_tray_is_darker_than_the_middle_of_its_floor_and_that_than_its_rim() -> None:
    tray = analyses.tray(0.0)
    corner, floor, rim = (openness_at(tray, point) for point in ((5, 5, 4), (32, 40, 4), (2, 40, 30)))
    assert corner < floor - 0.1
    assert floor < rim
    assert rim == 1.0


def test_nothing_is_black_even_where_nothing_is_seen() -> None:
    hollow = np.ones((3, 3, 3), dtype=bool)
    hollow[1, 1, 1] = False
    box = analyses.blocks([0, 9, 10, 19], [0, 9, 10, 19], [0, 9, 10, 19], hollow)
    inside = openness_at(box, (9.5, 9.5, 9))
    assert light.DEEPEST <= inside < light.DEEPEST + 0.2


def test_a_dark_face_just_below_an_open_one_does_not_shade_it() -> None:
    # two sheets of 40 x 40 x 1 mm, a tenth of a millimeter apart
    filled = np.ones((1, 1, 3), dtype=bool)
    filled[0, 0, 1] = False
    sheets = analyses.blocks([0, 40], [0, 40], [0, 1, 1.1, 2.1], filled)
    assert openness_at(sheets, (20, 20, 2.1)) == 1.0
    assert openness_at(sheets, (20, 20, 1.0)) < light.DEEPEST + 0.05
