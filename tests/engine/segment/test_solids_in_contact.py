"""Surfaces that cross themselves are told from those that touch and those that do neither."""

import numpy as np
import pytest

from engine.segment import mesh_repair, solids
from tests.support import draw
from tests.support import gltf_by_hand as glb
from tests.support.tessellated import segmented_of

CUBE = glb.CUBE_VERTICES.astype(float) * 20


def two_cubes(shift):
    corners = glb.CUBE_TRIANGLES.astype(np.int64)
    places = np.concatenate([CUBE, CUBE + np.array(shift)])
    facets, _ = mesh_repair.build([(places, np.concatenate([corners, corners + 8]))])
    return facets


def test_cubes_apart_give_no_note():
    assert solids.contact_notes(two_cubes([30.0, 1.0, 2.0])) == ()


def test_cubes_through_each_other_cross():
    (sentence,) = solids.contact_notes(two_cubes([7.0, 5.0, 3.0]))
    assert "runs through itself" in sentence


def test_cubes_that_share_an_edge_touch():
    (sentence,) = solids.contact_notes(two_cubes([20.0, 20.0, 0.0]))
    assert "touch along 1 mesh edge" in sentence


def test_a_cube_inside_a_cube_does_not_cross_it():
    corners = glb.CUBE_TRIANGLES.astype(np.int64)
    inner = CUBE * 0.8 + 2
    facets, _ = mesh_repair.build(
        [(np.concatenate([CUBE, inner]), np.concatenate([corners, corners[:, ::-1] + 8]))]
    )
    assert solids.contact_notes(facets) == ()


@pytest.mark.parametrize(
    "shape",
    [
        draw.cut(draw.cylinder(20, 60), draw.cylinder(8, 100, (-50, 0, 30), (1, 0, 0))),
        draw.fillet(draw.box((40, 30, 20)), 3, (0, 0, 10), (40, 0, 10), (20, 0, 20)),
        draw.cone(10, 0, 20),
        draw.torus(20, 5),
    ],
)
def test_sound_parts_give_no_note(shape):
    assert solids.contact_notes(segmented_of(shape)[0]) == ()
