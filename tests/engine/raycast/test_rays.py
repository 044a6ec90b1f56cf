"""First hits against brute force over every triangle, and against walls of known distance."""

import numpy as np
import pytest

from engine.raycast import bvh, rays
from engine.raycast.rays import Facing
from tests.support import meshes


def by_brute_force(
    corners: np.ndarray, origins: np.ndarray, directions: np.ndarray, facing: Facing
) -> np.ndarray:
    """Solve a + u ab + v ac = o + t d for every ray and triangle."""
    a, ab, ac = corners[:, 0], corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    best = np.full(len(origins), np.inf)
    for i, (origin, direction) in enumerate(zip(origins, directions, strict=True)):
        system = np.stack([ab, ac, np.broadcast_to(-direction, ab.shape)], axis=2)
        lean = np.cross(ab, ac) @ direction
        usable = (np.abs(lean) > 1e-9) & (int(facing) * lean >= 0)
        u, v, t = np.linalg.solve(system[usable], (origin - a[usable])[:, :, None])[:, :, 0].T
        hit = (u >= 0) & (v >= 0) & (u + v <= 1) & (t > 0)
        best[i] = t[hit].min(initial=np.inf)
    return best


@pytest.mark.parametrize("facing", list(Facing))
def test_first_hits_are_those_of_brute_force(facing: Facing) -> None:
    mesh = meshes.moved(
        meshes.cup(radius=20, height=30, wall=2, draft_deg=5, edge=6),
        np.linalg.qr(np.random.default_rng(3).normal(size=(3, 3)))[0],
    )
    corners = mesh.vertices[mesh.triangles]
    rng = np.random.default_rng(0)
    origins, directions = rng.normal(scale=20, size=(400, 3)), rng.normal(size=(400, 3))
    directions /= np.linalg.norm(directions, axis=1)[:, None]

    hits = rays.first_hits(bvh.build(corners), origins, directions, facing)
    expected = by_brute_force(corners, origins, directions, facing)
    assert np.isfinite(expected).sum() > 100
    assert hits.distances == pytest.approx(expected, rel=1e-9)
    assert (np.isfinite(hits.distances) == (hits.triangles >= 0)).all()


def test_the_hit_triangle_and_its_normal_are_the_callers() -> None:
    mesh = meshes.moved(meshes.block((4, 4, 4), 2.0), np.array([[0, 0, 1.0], [1, 0, 0], [0, 1, 0]]))
    ids = 1000 + np.arange(len(mesh.triangles))
    tree = bvh.build(mesh.vertices[mesh.triangles], ids)

    hits = rays.first_hits(tree, np.array([[2.2, 2.3, 9.0]]), np.array([0.0, 0, -1]))
    assert hits.distances == pytest.approx([5])
    assert hits.normals[0] == pytest.approx([0, 0, 1], abs=1e-12)
    corners = mesh.vertices[mesh.triangles[hits.triangles[0] - 1000]]
    assert (corners[:, 2] == 4).all()


def test_a_ray_from_a_wall_does_not_hit_the_wall_it_starts_from() -> None:
    mesh = meshes.tube(outer=20, inner=17, height=30, edge=3)
    tree = bvh.build(mesh.vertices[mesh.triangles])
    middle = mesh.vertices[(mesh.face_of_vertex == 0) & (mesh.vertices[:, 2] == 15)]
    inward = -middle * [1, 1, 0] / 20

    assert rays.first_hits(tree, middle, inward, Facing.EXIT).distances.min() > 2.9
    assert rays.first_hits(tree, middle, -inward, Facing.ENTRY).distances.min() == np.inf


def test_a_ray_starts_counting_where_it_is_reported() -> None:
    mesh = meshes.block((4, 4, 4), 2.0)
    tree = bvh.build(mesh.vertices[mesh.triangles])
    origin, up = np.array([[1.2, 1.3, -1.0]]), np.array([0.0, 0, 1])

    assert rays.first_hits(tree, origin, up).distances == pytest.approx([1])
    assert rays.first_hits(tree, origin, up, from_mm=1.5).distances == pytest.approx([5])
    assert rays.first_hits(tree, origin + 2 * up, up, Facing.ENTRY, -3.5).distances == pytest.approx([-1])


def test_a_ray_without_a_place_hits_nothing() -> None:
    mesh = meshes.block((4, 4, 4), 2.0)
    tree = bvh.build(mesh.vertices[mesh.triangles])

    hits = rays.first_hits(tree, np.full((1, 3), np.nan), np.array([0.0, 0, 1]))
    assert np.isinf(hits.distances).all()
    assert np.isnan(hits.normals).all()


def test_an_empty_tree_is_never_hit() -> None:
    hits = rays.first_hits(bvh.build(np.zeros((0, 3, 3))), np.zeros((3, 3)), np.array([0.0, 0, 1]))

    assert np.isinf(hits.distances).all()


@pytest.mark.parametrize("shift", [0.0, 1e7])
def test_no_ray_slips_through_a_closed_mesh(shift: float) -> None:
    mesh = meshes.moved(meshes.hollow_ball(10, 7, 1.0), shift=(shift, shift, shift))
    tree = bvh.build(mesh.vertices[mesh.triangles])
    targets = mesh.vertices[mesh.face_of_vertex == 0]
    center = np.full(3, shift)

    # straight at vertices and along mesh edges: the places where a careless test lets a ray through
    directions = (targets - center) / np.linalg.norm(targets - center, axis=1)[:, None]
    hits = rays.first_hits(tree, np.broadcast_to(center, targets.shape), directions, Facing.EXIT)
    assert np.isfinite(hits.distances).all()


@pytest.mark.parametrize("by_direction", [True, False])
def test_what_lies_beyond_where_a_ray_looks_is_not_hit(by_direction: bool) -> None:
    """Walls at 4 and 6 mm, looked at from the origin along x."""
    walls = meshes.joined(
        meshes.block((1, 4, 4), 1.0, corner=(4, -2, -2)), meshes.block((1, 4, 4), 1.0, corner=(6, -2, -2))
    )
    tree = bvh.build(walls.vertices[walls.triangles], by_direction=by_direction)
    start, way = np.array([[0.0, 0.1, 0.1]]), np.array([1.0, 0.0, 0.0])

    def found(within_mm: float, from_mm: float = 0.0) -> float:
        distances, rows = rays.cast_rays(tree, start, way, rays.Facing.ENTRY, from_mm, within_mm=within_mm)
        assert (rows[0] >= 0) == np.isfinite(distances[0])
        return float(distances[0])

    assert [found(3.9), found(4.1), found(np.inf)] == [np.inf, 4.0, 4.0]
    assert [found(5.9, from_mm=4.5), found(6.1, from_mm=4.5)] == [np.inf, 6.0]
