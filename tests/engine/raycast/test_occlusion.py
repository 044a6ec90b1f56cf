"""What is hidden from above in parts whose shadows are known."""

import numpy as np
import pytest

from engine.model.arrays import Floats
from engine.raycast import bvh, occlusion, rays
from tests.support import meshes

UP = np.array([0.0, 0.0, 1.0])


def shelf(lean_deg: float = 0.0) -> meshes.Mesh:
    """Draw a wall at x < 0 whose free side leans over x > 0 by `lean_deg`, on a floor at z = 0."""
    filled = np.ones((2, 1, 2))
    filled[1, 0, 1] = 0
    lean = np.tan(np.radians(lean_deg))
    return meshes.warped(
        meshes.grid_solid([(-5, 0, 20), (0, 10), (-2, 0, 10)], filled, 2.0),
        lambda p: np.stack([p[:, 0] + (p[:, 0] == 0) * (p[:, 2] > 0) * lean * p[:, 2], p[:, 1], p[:, 2]], 1),
    )


def is_hidden(mesh: meshes.Mesh, place: tuple[float, float, float], lean_deg: float = 0.0) -> bool:
    tree = bvh.build(mesh.vertices[mesh.triangles])
    return bool(occlusion.are_hidden(tree, np.array([place]), UP, lean_deg)[0])


def test_an_overhang_hides_what_lies_under_it_and_no_more() -> None:
    mesh = shelf(lean_deg=20)
    reach = 10 * np.tan(np.radians(20))

    assert is_hidden(mesh, (0.95 * reach, 5.1, 0))
    assert not is_hidden(mesh, (1.05 * reach, 5.1, 0))


def test_a_wall_along_the_ray_hides_nothing() -> None:
    mesh = shelf()

    for x in (1e-9, 1e-3, 1.0):
        assert not is_hidden(mesh, (x, 5.1, 0))


def test_the_wall_of_a_bore_along_the_ray_does_not_hide_itself() -> None:
    mesh = meshes.tube(outer=20, inner=17, height=30, edge=3)
    tree = bvh.build(mesh.vertices[mesh.triangles])
    bore = mesh.vertices[mesh.face_of_vertex == 2]

    assert not occlusion.are_hidden(tree, bore, UP).any()
    across = np.array([1.0, 0, 0])
    assert occlusion.are_hidden(tree, bore[np.abs(bore[:, 2] - 15) < 10] * 0.9 + [0, 0, 1.5], across).all()


@pytest.mark.parametrize(("forgiven_deg", "expected"), [(0.0, True), (0.9, True), (1.1, False)])
def test_a_slight_overhang_is_forgiven_up_to_the_given_lean(forgiven_deg: float, expected: bool) -> None:
    assert is_hidden(shelf(lean_deg=1), (0.05, 5.1, 0), forgiven_deg) is expected


def test_nothing_is_hidden_by_an_empty_tree() -> None:
    assert not occlusion.are_hidden(bvh.build(np.zeros((0, 3, 3))), np.zeros((2, 3)), UP).any()


def rays_through(mesh: meshes.Mesh, count: int) -> tuple[Floats, Floats]:
    """Draw rays from anywhere in the box round a mesh to anywhere."""
    random = np.random.default_rng(7)
    ways = random.normal(size=(count, 3))
    low, high = mesh.vertices.min(axis=0), mesh.vertices.max(axis=0)
    return random.uniform(low, high, (count, 3)), ways / np.linalg.norm(ways, axis=1)[:, None]


@pytest.mark.parametrize("facing", rays.Facing)
@pytest.mark.parametrize("by_direction", [True, False])
def test_a_ray_is_stopped_where_it_has_a_first_hit(facing: rays.Facing, by_direction: bool) -> None:
    mesh = meshes.tube(outer=20, inner=17, height=30, edge=3)
    tree = bvh.build(mesh.vertices[mesh.triangles], by_direction=by_direction)
    origins, ways = rays_through(mesh, 5000)

    stopped = occlusion.are_stopped(tree, origins, ways, facing)

    assert np.array_equal(stopped, rays.first_hits(tree, origins, ways, facing).triangles >= 0)
    assert 500 < stopped.sum() <= 5000


def test_what_was_asked_before_makes_no_difference_to_a_ray() -> None:
    mesh = meshes.tube(outer=20, inner=17, height=30, edge=3)
    tree = bvh.build(mesh.vertices[mesh.triangles])
    origins, ways = rays_through(mesh, 300)

    together = occlusion.are_stopped(tree, origins, ways, rays.Facing.ENTRY)
    alone = [occlusion.are_stopped(tree, origins[[k]], ways[k], rays.Facing.ENTRY)[0] for k in range(300)]

    assert np.array_equal(together, alone)
    assert 30 < together.sum() < 270


def test_a_ray_from_nowhere_is_not_stopped() -> None:
    mesh = shelf()
    tree = bvh.build(mesh.vertices[mesh.triangles])
    places = np.array([[-2.0, 5.1, -1.0], [np.nan, 5.1, -1.0], [-2.0, np.nan, np.nan], [-2.0, 5.1, -1.0]])

    assert occlusion.are_stopped(tree, places, UP, rays.Facing.ANY).tolist() == [True, False, False, True]


def test_the_first_way_out_of_a_tube_is_along_its_axis_and_there_is_none_from_inside_a_ball() -> None:
    mesh = meshes.tube(outer=20, inner=17, height=30, edge=3)
    tree = bvh.build(mesh.vertices[mesh.triangles], by_direction=False)
    bore = (mesh.face_of_vertex == 2) & (np.abs(mesh.vertices[:, 2] - 15.0) < 10.0)
    across, steep = np.array([1.0, 0.0, 0.0]), np.array([0.0, 0.6, 0.8])
    ways = np.stack([across, -across, UP, steep])
    found = occlusion.first_free(tree, mesh.vertices[bore], mesh.normals[bore], ways, np.sin(np.radians(1.0)))
    assert set(found.tolist()) == {2}
    assert set(
        occlusion.first_free(tree, mesh.vertices[bore], mesh.normals[bore], ways[:2], 0.02).tolist()
    ) == {-1}


def test_the_first_way_out_is_that_of_the_first_ray_that_nothing_stops() -> None:
    mesh = meshes.cup(radius=20, height=30, wall=2, draft_deg=5, edge=4)
    tree = bvh.build(mesh.vertices[mesh.triangles], by_direction=False)
    sound = np.isfinite(mesh.normals).all(axis=1)
    places, normals = mesh.vertices[sound], mesh.normals[sound]
    random = np.random.default_rng(3)
    ways = random.normal(size=(40, 3))
    ways[:, 2] = -np.abs(ways[:, 2])  # down: nothing sees out of the cup
    ways /= np.linalg.norm(ways, axis=1)[:, None]
    least = np.sin(np.radians(1.0))
    found = occlusion.first_free(tree, places, normals, ways, least)
    expected = np.full(len(places), -1)
    for at in range(len(ways) - 1, -1, -1):
        rise = normals @ ways[at]
        leaving = ways[at] + np.maximum(least - rise, 0.0)[:, None] * normals
        leaving /= np.linalg.norm(leaving, axis=1)[:, None]
        is_free = (rise >= -least) & ~occlusion.are_stopped(tree, places, leaving, rays.Facing.ENTRY)
        expected[is_free] = at
    assert np.array_equal(found, expected)
    assert {-1, 0, 1} < set(found.tolist())
