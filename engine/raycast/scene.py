"""The scene: the trees over a mesh, and where its vertices look from."""

from dataclasses import dataclass

import numpy as np

from engine.model.arrays import Bools, Floats, Ints
from engine.model.mesh import Mesh
from engine.raycast import bvh, lift
from engine.raycast.bvh import Bvh
from engine.raycast.compiled import compiled, writable
from engine.raycast.lift import Facets

INSET = 1e-4
"""Share of the way to the middle of its largest triangle that a vertex moves before it looks. On a sharp edge
that decides which side it looks from; the reading changes by less than this share of a triangle."""
DEEP_INSET = 0.3
"""The same share for a second look from vertices whose first look went round an edge. A curved face next to
them is cut short by its triangles, by more than INSET; from here the look clears that."""
FOLDED_COSINE = 0.5
"""A triangle more than 60° off all its corner normals is folded over: no surface runs that way."""


@dataclass(frozen=True, slots=True, eq=False)
class BodyScene:
    """The vertices of one body and the tree over its triangles alone."""

    body: int
    """As the mesh numbers it."""
    vertices: Ints
    """Indices of the body's vertices, ascending."""
    tree: Bvh


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A mesh made ready for rays."""

    mesh: Mesh
    facets: Facets
    starts: Floats
    """(V, 3) the vertices, moved a little into their own faces; NaN for a vertex without a normal."""
    deep_starts: Floats
    """(V, 3) the same, moved farther."""
    bodies: tuple[BodyScene, ...]
    everything: Bvh
    """The tree over all bodies."""
    diagonal_mm: float
    """Of the box round all bodies; 0 for an empty mesh."""


def build(mesh: Mesh) -> Scene:
    """Build the trees over a mesh: one for each body, one for all."""
    sound = np.flatnonzero(are_sound(mesh))
    corners = mesh.vertices[mesh.triangles[sound]]
    body_of_triangle = mesh.body_of_triangle[sound]
    body_ids = np.unique(mesh.body_of_triangle)
    everything = bvh.build(corners, sound)
    bodies = []
    for body in body_ids:
        members = body_of_triangle == body
        tree = everything if len(body_ids) == 1 else bvh.build(corners[members], sound[members])
        is_own = np.zeros(len(mesh.vertices), dtype=np.bool_)
        is_own[mesh.triangles[mesh.body_of_triangle == body]] = True
        bodies.append(BodyScene(int(body), np.flatnonzero(is_own), tree))
    used = corners.reshape(-1, 3)
    diagonal = float(np.linalg.norm(np.ptp(used, axis=0))) if len(used) else 0.0
    starts, deep_starts = inset(mesh, INSET), inset(mesh, DEEP_INSET)
    return Scene(mesh, lift.facets_of(mesh), starts, deep_starts, tuple(bodies), everything, diagonal)


def are_sound(mesh: Mesh) -> Bools:
    """(T,) whether each triangle faces the way its surface does, within 60° of a corner at least.

    A triangle none of whose corners has a normal is taken as sound.
    """
    triangles = np.require(mesh.triangles, dtype=np.int64, requirements=["C", "W"])
    return _are_sound(writable(mesh.vertices), writable(mesh.normals), triangles)


@compiled
def _are_sound(vertices: Floats, normals: Floats, triangles: Ints) -> Bools:
    sound = np.empty(len(triangles), np.bool_)
    for triangle in range(len(triangles)):
        a, b, c = triangles[triangle, 0], triangles[triangle, 1], triangles[triangle, 2]
        square = 0.0
        facing = np.zeros(3)
        for k in range(3):
            i, j = (k + 1) % 3, (k + 2) % 3
            component = (vertices[b, i] - vertices[a, i]) * (vertices[c, j] - vertices[a, j]) - (
                vertices[b, j] - vertices[a, j]
            ) * (vertices[c, i] - vertices[a, i])
            square += component**2
            facing[0] += component * normals[a, k]
            facing[1] += component * normals[b, k]
            facing[2] += component * normals[c, k]
        least = FOLDED_COSINE * np.sqrt(square)
        # written so that a corner without a normal speaks for the triangle
        sound[triangle] = not (facing[0] < least and facing[1] < least and facing[2] < least)
    return sound


def inset(mesh: Mesh, share: float) -> Floats:
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
