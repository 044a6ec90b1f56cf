"""Which triangles are believed, and which tree they are in."""

import numpy as np
import pytest

from engine.raycast import scene
from tests.support import meshes


def test_a_triangle_folded_over_its_face_is_not_believed() -> None:
    mesh = meshes.block((4, 4, 4), 2.0)
    triangles = mesh.triangles.copy()
    triangles[11] = triangles[11][::-1]

    sound = scene.are_sound(meshes.replace(mesh, triangles=triangles))
    assert np.flatnonzero(~sound).tolist() == [11]
    assert scene.are_sound(mesh).all()


def test_each_body_has_a_tree_of_its_own() -> None:
    low, high = meshes.block((4, 4, 4), 2.0), meshes.block((2, 2, 2), 2.0, corner=(9, 9, 9))
    made_ready = scene.build(meshes.joined(low, high))

    assert [len(body.tree.rows) for body in made_ready.bodies] == [len(low.triangles), len(high.triangles)]
    assert [len(body.vertices) for body in made_ready.bodies] == [len(low.vertices), len(high.vertices)]
    assert made_ready.diagonal_mm == pytest.approx(11 * 3**0.5)
    by_place = scene.build(meshes.joined(low, high), by_direction=False)
    assert [len(body.tree.rows) for body in by_place.bodies] == [len(low.triangles), len(high.triangles)]
