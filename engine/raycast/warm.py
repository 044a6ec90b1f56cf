"""Warming up: compiling every kernel once, so that the first part is as fast as the second."""

import numpy as np

from engine.model.arrays import frozen, frozen_ints
from engine.model.mesh import Mesh
from engine.raycast import nearest, occlusion, probe, scene


def warm() -> None:
    """Run every kernel on a tetrahedron. Takes seconds when the cache is cold, half of one when it is not."""
    corners = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
    triangles = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
    flat = corners[triangles]
    normals = np.cross(flat[:, 1] - flat[:, 0], flat[:, 2] - flat[:, 0])
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    faces = np.arange(4)
    mesh = Mesh(
        vertices=frozen(flat.reshape(-1, 3)),
        normals=frozen(np.repeat(normals, 3, axis=0)),
        triangles=frozen_ints(np.arange(12).reshape(-1, 3)),
        face_of_triangle=frozen_ints(faces),
        face_of_vertex=frozen_ints(np.repeat(faces, 3)),
        body_of_triangle=frozen_ints(np.zeros(4)),
        weld=frozen_ints(triangles.ravel()),
        max_edge_mm=1.5,
        chord_mm=0.0,
    )
    made_ready = scene.build(mesh)
    probe.both_ways(made_ready)
    tree, up = made_ready.bodies[0].tree, np.array([0.0, 0.0, 1.0])
    occlusion.are_hidden(tree, mesh.vertices, up)
    occlusion.first_free(tree, mesh.vertices, mesh.normals, up[None], 0.0)
    nearest.on_triangles(flat, mesh.vertices[::3])
    nearest.on_surface(tree, mesh.vertices)
