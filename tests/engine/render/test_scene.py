"""A scene holds what does not change from picture to picture."""

import dataclasses

import numpy as np

from engine.model.arrays import frozen
from engine.render import scene
from tests.support import analyses


def test_a_scene_without_soft_light_is_bright_everywhere_and_one_with_it_is_not() -> None:
    mesh = analyses.tray().assessed.prepared.mesh
    assert (scene.build(mesh, with_soft_light=False).openness == 1.0).all()
    assert scene.build(mesh).openness.min() < 0.9


def test_vertices_without_a_normal_do_no_harm() -> None:
    mesh = analyses.tray().assessed.prepared.mesh
    normals = mesh.normals.copy()
    normals[:5] = np.nan
    built = scene.build(dataclasses.replace(mesh, normals=frozen(normals)))
    assert np.isfinite(built.normals).all()
    assert np.isfinite(built.openness).all()
