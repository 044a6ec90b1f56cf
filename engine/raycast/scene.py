"""The scene: the trees over a mesh, one for each body."""

from dataclasses import dataclass

import numpy as np

from engine.compiled import compiled, writable
from engine.model.arrays import Bools, Floats, Ints
from engine.model.mesh import Mesh
from engine.raycast import bvh
from engine.raycast.bvh import Bvh

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
    bodies: tuple[BodyScene, ...]
    diagonal_mm: float
    """Of the box round all bodies; 0 for an empty mesh."""

    def tree_of_body(self, body: int) -> Bvh:
        """Return the tree of one body; an empty one for a body without triangles."""
        for each in self.bodies:
            if each.body == body:
                return each.tree
        return tree_over(self.mesh, np.zeros(len(self.mesh.triangles), dtype=np.bool_))


def build(mesh: Mesh, by_direction: bool = True) -> Scene:
    """Build the tree of each body, split by direction first or by place alone (see `bvh`)."""
    sound = are_sound(mesh)
    bodies = []
    for body in np.flatnonzero(np.bincount(mesh.body_of_triangle)).tolist():
        is_own = mesh.body_of_triangle == body
        is_used = np.zeros(len(mesh.vertices), dtype=np.bool_)
        is_used[mesh.triangles.compress(is_own, axis=0)] = True
        tree = tree_over(mesh, is_own & sound, by_direction)
        bodies.append(BodyScene(body, np.flatnonzero(is_used), tree))
    used = mesh.vertices[np.concatenate([body.vertices for body in bodies])] if bodies else np.zeros((1, 3))
    return Scene(mesh, tuple(bodies), float(np.linalg.norm(np.ptp(used, axis=0))))


def tree_over(mesh: Mesh, chosen: Bools, by_direction: bool = True) -> Bvh:
    """Build one tree over the chosen triangles (T,)."""
    triangles = np.flatnonzero(chosen)
    corners = mesh.vertices.take(mesh.triangles.take(triangles, axis=0), axis=0)
    return bvh.build(corners, triangles, by_direction)


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
