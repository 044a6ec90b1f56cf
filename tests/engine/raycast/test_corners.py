"""Which short rays tell of an edge, and which of a wall."""

import numpy as np

from engine.model.mesh import Mesh
from engine.raycast import corners, rays, scene
from engine.raycast.inset import starts
from engine.raycast.rays import Facing
from tests.support import meshes


def are_round(mesh: Mesh) -> np.ndarray:
    """Look inwards from every vertex and tell which looks end round an edge."""
    (body,) = scene.build(mesh).bodies
    hits = rays.first_hits(body.tree, starts(mesh, 0.3), -mesh.normals, Facing.EXIT, 1e-9)
    every = np.arange(len(mesh.vertices))
    return corners.are_round_an_edge(
        corners.border_vertices(mesh),
        mesh,
        every,
        -mesh.normals,
        hits.distances,
        hits.triangles,
        hits.normals,
    )


def slanted(lean_deg: float) -> Mesh:
    lean = 1 / np.tan(np.radians(lean_deg))
    return meshes.warped(
        meshes.block((40, 20, 10), 1.0),
        lambda p: np.stack([p[:, 0] + lean * p[:, 2], p[:, 1], p[:, 2]], axis=1),
    )


def test_rays_into_the_acute_edge_of_a_slanted_bar_are_round_it_as_far_as_they_reach() -> None:
    mesh = slanted(60)
    x, on_top = mesh.vertices[:, 0], mesh.face_of_vertex == 5

    found = are_round(mesh)[on_top]
    reach = x[on_top].max() - x[on_top]
    # the overhang of the top over the bottom is 10 / tan 60° on the one side alone
    beside = 10 / np.tan(np.radians(60))
    assert found[reach < beside - 1].all()
    assert not found[reach > beside + 1].any()


def test_rays_through_a_straight_bar_are_round_nothing() -> None:
    assert not are_round(slanted(90)).any()


def test_rays_into_an_edge_of_35_degrees_meet_a_wall_that_is_opposite() -> None:
    assert not are_round(slanted(35))[slanted(35).face_of_vertex == 5].any()


def test_rays_that_end_beside_the_tip_of_a_passage_are_round_no_edge() -> None:
    mesh = meshes.pierced_block(side=20, length=10, radius=9, edge=1)

    assert not are_round(mesh)[mesh.face_of_vertex == 5].any()


def test_rays_through_the_point_of_a_cone_are_round_its_tip() -> None:
    cone = meshes.revolved([meshes.line((0, 0), (8, 0)), meshes.line((8, 0), (0, 13.8))], 1.0)
    near_tip = (cone.face_of_vertex == 1) & (cone.vertices[:, 2] > 10)

    assert are_round(cone)[near_tip].mean() > 0.9
