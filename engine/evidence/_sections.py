"""Sections: the walls of a body, seen through the balls that their thickness spans.

Where the ball behind a point lies in the material, the thickness there is that of a section. Where it sticks
out, the point only closes a section off (a plate seen from its narrow side, the rim of a box, a boss seen
from its top), and what was measured there is a length.
"""

import numpy as np
from scipy.spatial import cKDTree

from engine.model.analysis import PreparedPart
from engine.model.arrays import Bools, Floats, Ints
from engine.model.mesh import Mesh

INSIDE_SHARE = 0.7
"""A ball lies in the material when no surface comes nearer to its center than this share of its radius. On a
square bar all sides qualify; the ends of a bar twice as long as wide do not."""
DEPTH_SHARE = 0.2
"""A center lies behind the surface nearest to it, by this share of its distance from there at least: a ray
that grazes a border may end anywhere."""


SAME_SHARE = 1e-3
"""Centers that this share of a radius separates are one; no ball is known better (`ball.TOLERANCE`). Those
of a solid sphere all lie at its middle, as near to all of its vertices: no search is quick there."""


def area_of_vertices(prepared: PreparedPart) -> Floats:
    """Return (V,) mm², a third of the triangles round each vertex: what it stands for."""
    mesh, thirds = prepared.mesh, np.repeat(prepared.area_of_triangle / 3.0, 3)
    area = np.bincount(mesh.triangles.ravel(), thirds, len(mesh.vertices))
    return area.astype(np.float64)


def lie_inside(mesh: Mesh, centers: Floats, radii: Floats, among: Ints | None = None) -> Bools:
    """Tell which balls lie in the material, by the vertices that come nearest to their centers.

    `among` are the vertices to look at, such as those of one body; all of them unless it is given.
    """
    looked_at = np.arange(len(mesh.vertices)) if among is None else among
    known = looked_at[np.isfinite(mesh.normals[looked_at]).all(axis=1)]
    chosen, of_chosen = _one_of_each(centers, radii)
    distance, at = (found[of_chosen] for found in cKDTree(mesh.vertices[known]).query(centers[chosen]))
    nearest = known[at]
    depth = np.einsum("vk,vk->v", mesh.vertices[nearest] - centers, mesh.normals[nearest])
    return np.asarray((distance >= INSIDE_SHARE * radii) & (depth > DEPTH_SHARE * distance))


def _one_of_each(centers: Floats, radii: Floats) -> tuple[Ints, Ints]:
    """Choose one of all balls (N,) that have the same center; return these, and which stands for each."""
    cell = SAME_SHARE * np.exp2(np.floor(np.log2(np.maximum(radii, np.finfo(float).tiny))))
    cells = np.column_stack([np.round(centers / cell[:, None]), cell])
    _, chosen, of_chosen = np.unique(cells, axis=0, return_index=True, return_inverse=True)
    return chosen.astype(np.int64), of_chosen.reshape(-1).astype(np.int64)


def spread(vertices: Ints, face: Ints, weight_of_face: Floats, budget: int, per_face: int) -> Ints:
    """Take about `budget` of some vertices: of each face by its weight, evenly spaced.

    `per_face` are taken of a face at least, unless there are very many faces.
    """
    order = np.argsort(face, kind="stable")
    vertices, face = vertices[order], face[order]
    count = np.bincount(face, minlength=len(weight_of_face))
    least = np.clip(budget // max(len(weight_of_face), 1), 1, per_face)
    total = max(float(weight_of_face.sum()), np.finfo(float).tiny)
    wanted = np.maximum(least, np.ceil(budget * weight_of_face / total))
    quota = np.minimum(wanted, count).astype(np.int64)
    place = np.arange(len(vertices)) - (np.cumsum(count) - count)[face]
    # Of n vertices the q are taken at which place * q / n passes a whole number: evenly spaced.
    is_taken = (place * quota[face]) % np.maximum(count[face], 1) < quota[face]
    return np.asarray(vertices[is_taken])
