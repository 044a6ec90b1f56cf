"""Distances from surfaces whose distances are known."""

import numpy as np
import pytest

from engine.raycast import bvh, nearest


def test_nearest_points_lie_inside_on_edges_and_on_corners() -> None:
    corners = np.tile(np.array([[0.0, 0, 0], [4, 0, 0], [0, 4, 0]]), (4, 1, 1))
    places = np.array([[1.0, 1, 5], [2, -3, 1], [-1, -1, 2], [4, 4, 0]])

    expected = [[1, 1, 0], [2, 0, 0], [0, 0, 0], [2, 2, 0]]
    assert nearest.on_triangles(corners, places) == pytest.approx(np.array(expected), abs=1e-12)


def test_a_box_is_half_its_least_side_from_its_middle_and_a_diagonal_from_beyond_a_corner() -> None:
    low, high = np.array([0.0, 0, 0]), np.array([4.0, 10, 20])
    corner = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)]) * (high - low) + low
    quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    triangles = np.array([(q[0], q[k], q[k + 1]) for q in quads for k in (1, 2)])
    tree = bvh.build(corner[triangles])

    places = np.array([[2.0, 5, 10], [1, 5, 10], [7, 14, 20], [-1, 5, 10], [4, 5, 10]])
    distances, found = nearest.on_surface(tree, places)

    assert distances == pytest.approx([2, 1, 5, 1, 0], abs=1e-12)
    assert np.linalg.norm(nearest.on_triangles(corner[triangles[found]], places) - places, axis=1) == (
        pytest.approx(distances, abs=1e-12)
    )


def test_it_finds_what_looking_at_every_triangle_finds() -> None:
    random = np.random.default_rng(7)
    sizes = 10.0 ** random.uniform(-2, 1, (400, 1, 1))
    corners = random.uniform(-5, 5, (400, 1, 3)) + sizes * random.uniform(-1, 1, (400, 3, 3))
    places = random.uniform(-8, 8, (300, 3))

    distances, triangles = nearest.on_surface(bvh.build(corners), places)

    asked = np.repeat(places, 400, axis=0)
    away = np.linalg.norm(nearest.on_triangles(np.tile(corners, (300, 1, 1)), asked) - asked, axis=1)
    away = away.reshape(300, 400)
    assert distances == pytest.approx(away.min(axis=1), abs=1e-12)
    assert triangles.tolist() == away.argmin(axis=1).tolist()


def test_no_surface_is_infinitely_far() -> None:
    distances, triangles = nearest.on_surface(bvh.build(np.zeros((0, 3, 3))), np.zeros((2, 3)))

    assert np.isinf(distances).all()
    assert triangles.tolist() == [-1, -1]
