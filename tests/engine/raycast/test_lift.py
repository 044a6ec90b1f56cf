"""The lift brings coarse triangles back to the circle they stand for."""

import numpy as np
import pytest

from engine.raycast import bvh, lift, rays
from engine.raycast.rays import Facing
from tests.support import meshes


@pytest.mark.parametrize("edge", [8.0, 4.0, 2.0])
def test_a_ray_through_a_tube_ends_on_the_circle_with_an_error_of_the_fourth_order(edge: float) -> None:
    mesh = meshes.tube(outer=20, inner=17, height=30, edge=edge)
    turns = np.linspace(0, 2 * np.pi, 97)
    origins = np.stack([0 * turns, 0 * turns, np.full_like(turns, 14.3)], axis=1)
    directions = np.stack([np.cos(turns), np.sin(turns), 0 * turns], axis=1)
    tree = bvh.build(mesh.vertices[mesh.triangles])

    hits = rays.first_hits(tree, origins, directions, Facing.EXIT)
    lifted = lift.rays_to_surface(lift.facets_of(mesh), origins, directions, hits.distances, hits.triangles)
    assert np.abs(hits.distances - 20).max() > 0.5 * mesh.chord_mm
    half_turn = edge / (2 * 20)
    assert np.abs(lifted - 20).max() < 0.5 * 20 * half_turn**4


def test_flat_triangles_are_left_where_they_are() -> None:
    mesh = meshes.block((4, 4, 4), 2.0)
    origins, up = np.array([[1.2, 1.3, 2.0]]), np.array([[0.0, 0, 1]])
    tree = bvh.build(mesh.vertices[mesh.triangles])
    hits = rays.first_hits(tree, origins, up, Facing.EXIT)

    assert lift.rays_to_surface(
        lift.facets_of(mesh), origins, up, hits.distances, hits.triangles
    ) == pytest.approx([2])


def test_a_ray_that_hits_nothing_stays_without_an_end() -> None:
    mesh = meshes.block((4, 4, 4), 2.0)
    nothing = np.array([np.inf])

    assert lift.rays_to_surface(
        lift.facets_of(mesh), np.zeros((1, 3)), np.array([[0.0, 0, 1]]), nothing, np.array([-1])
    ).tolist() == [np.inf]
