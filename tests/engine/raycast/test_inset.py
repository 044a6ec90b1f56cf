"""Where vertices look from."""

import numpy as np
import pytest

from engine.raycast import inset
from tests.support import meshes


def test_a_vertex_moves_into_its_own_face_even_at_a_corner_of_300_degrees() -> None:
    mesh = meshes.pierced_block(side=20, length=10, radius=9, edge=1)
    front = mesh.face_of_vertex == 0
    starts = inset.starts(mesh, 0.3)[front]

    # inside the block, and outside the passage: beyond one of its three sides
    sides = np.radians([90, 210, 330])
    beyond = starts[:, [0, 2]] @ np.array([np.cos(sides), np.sin(sides)])
    assert (np.abs(starts[:, [0, 2]]) < 10).all()
    assert (beyond.max(axis=1) > 4.5 - 1e-9).all()
    assert starts[:, 1] == pytest.approx(0, abs=1e-12)


def test_a_start_without_a_normal_or_a_triangle_is_no_place() -> None:
    mesh = meshes.block((4, 4, 4), 2.0)
    normals = mesh.normals.copy()
    normals[3] = np.nan
    gone = np.flatnonzero(mesh.face_of_triangle == 2)
    starts = inset.starts(meshes.without(meshes.replace(mesh, normals=normals), gone), 1e-3)

    lost = (mesh.face_of_vertex == 2) | (np.arange(len(starts)) == 3)
    assert np.isnan(starts[lost]).all()
    assert np.isfinite(starts[~lost]).all()
