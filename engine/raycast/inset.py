"""Insets: places a little inside the faces that vertices belong to, to look from."""

import numpy as np

from engine.compiled import compiled, writable
from engine.model.arrays import Floats, Ints
from engine.model.mesh import Mesh


def starts(mesh: Mesh, share: float) -> Floats:
    """Move each vertex `share` of the way to the middle of the largest triangle round it.

    The middle of one triangle lies on the vertex's own face whatever the corner; the mean over several
    need not. The move stays in the vertex's tangent plane, so flat faces stay exact.

    Returns
    -------
    (V, 3) float64
        NaN for a vertex without a normal or without a triangle.
    """
    triangles = np.require(mesh.triangles, dtype=np.int64, requirements=["C", "W"])
    return _inset(writable(mesh.vertices), writable(mesh.normals), triangles, share)


@compiled
def _inset(vertices: Floats, normals: Floats, triangles: Ints, share: float) -> Floats:
    middles = np.full_like(vertices, np.nan)
    largest = np.zeros(len(vertices))
    middle = np.empty(3)
    for triangle in range(len(triangles)):
        a, b, c = triangles[triangle, 0], triangles[triangle, 1], triangles[triangle, 2]
        area = 0.0
        for k in range(3):
            i, j = (k + 1) % 3, (k + 2) % 3
            area += (
                (vertices[b, i] - vertices[a, i]) * (vertices[c, j] - vertices[a, j])
                - (vertices[b, j] - vertices[a, j]) * (vertices[c, i] - vertices[a, i])
            ) ** 2
            middle[k] = (
                vertices[a, k] + (vertices[b, k] - vertices[a, k] + vertices[c, k] - vertices[a, k]) / 3
            )
        for vertex in (a, b, c):
            if area > largest[vertex]:
                largest[vertex] = area
                for k in range(3):
                    middles[vertex, k] = middle[k]
    for vertex in range(len(vertices)):
        along = 0.0
        for k in range(3):
            along += (middles[vertex, k] - vertices[vertex, k]) * normals[vertex, k]
        for k in range(3):
            way = middles[vertex, k] - vertices[vertex, k] - along * normals[vertex, k]
            middles[vertex, k] = vertices[vertex, k] + share * way
    return middles
