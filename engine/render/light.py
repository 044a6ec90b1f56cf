"""Soft light: how open to its surroundings each point of a part is."""

import numpy as np
from scipy.spatial import cKDTree

from engine.model.arrays import Floats, Ints, cross
from engine.model.mesh import Mesh
from engine.raycast import rays
from engine.raycast.bvh import Bvh

CELLS = 72
"""Cells along the diagonal of the part; one vertex of each face looks around for each of them."""
DIRECTIONS = 40
"""Rays from each of them, spread evenly over the half of the sky that its surface sees."""
REACH = 0.20
"""Share of the part's diagonal beyond which a wall casts no shade."""
DEEPEST = 0.35
"""What is left of the light where nothing is seen: colors must be readable everywhere."""
INSET = 0.02
"""Share of the way to the middle of its triangles from which a vertex looks around."""
NEIGHBORS = 8
"""Nearest lookouts that a place takes its light from, weighted by distance."""
FAR_APART = 100.0 * CELLS
"""Cells by which two skins are apart."""
NORMAL_WEIGHT = 2.5
"""Cells by which two normals at right angles are apart: light does not leak round an edge."""


def openness(mesh: Mesh, tree: Bvh, skin_of_face: Ints) -> Floats:
    """Measure how much of the surroundings each vertex sees.

    Parameters
    ----------
    tree
        Holds the triangles of the mesh.
    skin_of_face : (F,) int64
        Faces of one skin continue each other smoothly; light is smoothed within a skin alone, for another
        one may lie in the dark a hair's breadth below.

    Returns
    -------
    (V,) float64
        1 out in the open, DEEPEST where walls stand on every side; walls count less the farther they are.
        1 where there is no normal.
    """
    shown = np.ones(len(mesh.vertices))
    with_normal = np.flatnonzero(np.isfinite(mesh.normals).all(axis=1))
    if not len(with_normal):
        return shown
    diagonal = float(np.linalg.norm(np.ptp(mesh.vertices, axis=0))) or 1.0
    chosen = _one_of_each_cell(mesh, with_normal, diagonal / CELLS)
    seen = _seen(mesh, tree, with_normal[chosen], REACH * diagonal)
    places = _places(mesh, with_normal, skin_of_face, diagonal / CELLS)
    shown[with_normal] = DEEPEST + (1.0 - DEEPEST) * _spread(places[chosen], seen, places)
    return shown


def _one_of_each_cell(mesh: Mesh, chosen: Ints, cell_mm: float) -> Ints:
    """Return positions in `chosen`: the first vertex of each face in each cell of space."""
    cell = np.floor((mesh.vertices[chosen] - mesh.vertices.min(axis=0)) / cell_mm).astype(np.int64)
    key = mesh.face_of_vertex[chosen]
    for axis in range(3):
        key = key * (CELLS + 2) + cell[:, axis]
    first: Ints = np.unique(key, return_index=True)[1]
    return first


def _seen(mesh: Mesh, tree: Bvh, lookouts: Ints, reach_mm: float) -> Floats:
    """Share of the hemisphere that each lookout sees, weighted by the cosine."""
    starts, normals = _inset(mesh)[lookouts], mesh.normals[lookouts]
    aside = np.where(np.abs(normals[:, [0]]) < 0.7, [[1.0, 0.0, 0.0]], [[0.0, 1.0, 0.0]])
    aside = cross(normals, aside)
    aside /= np.linalg.norm(aside, axis=1, keepdims=True)
    across = cross(normals, aside)
    # points of a golden spiral on the disk, lifted to the hemisphere, are spread by the cosine; each
    # lookout turns the spiral another way, or all would share the edges of the same few shadows
    turn = np.random.default_rng(0).uniform(0.0, 2.0 * np.pi, len(lookouts))
    total = np.zeros(len(lookouts))
    for index in range(DIRECTIONS):
        radius = ((index + 0.5) / DIRECTIONS) ** 0.5
        angle = turn + index * np.pi * (3.0 - 5.0**0.5)
        direction = (
            (radius * np.cos(angle))[:, None] * aside
            + (radius * np.sin(angle))[:, None] * across
            + (1.0 - radius**2) ** 0.5 * normals
        )
        distances_mm, _ = rays.cast_rays(
            tree, starts, direction, rays.Facing.ENTRY, from_mm=1e-6 * reach_mm, within_mm=reach_mm
        )
        total += np.minimum(distances_mm / reach_mm, 1.0)
    return total / DIRECTIONS


def _inset(mesh: Mesh) -> Floats:
    """Move each vertex a little into its face: on a border its rays would start on the neighbor."""
    middle = mesh.vertices[mesh.triangles].mean(axis=1)
    count = np.zeros(len(mesh.vertices))
    total = np.zeros_like(mesh.vertices)
    for corner in range(3):
        own = mesh.triangles[:, corner]
        count += np.bincount(own, minlength=len(count))
        for axis in range(3):
            total[:, axis] += np.bincount(own, middle[:, axis], len(count))
    inner = np.where(count[:, None] > 0.0, total / np.maximum(count, 1.0)[:, None], mesh.vertices)
    return mesh.vertices + INSET * (inner - mesh.vertices)


def _places(mesh: Mesh, chosen: Ints, skin_of_face: Ints, cell_mm: float) -> Floats:
    """(N, 7) place in cells, weighted normal and skin: close together are points that are lit alike."""
    return np.column_stack(
        [
            mesh.vertices[chosen] / cell_mm,
            NORMAL_WEIGHT / 2**0.5 * mesh.normals[chosen],
            FAR_APART * skin_of_face[mesh.face_of_vertex[chosen]],
        ]
    )


def _spread(lookouts: Floats, seen: Floats, places: Floats) -> Floats:
    """Carry what the lookouts see to every place, by its nearest ones."""
    away, nearest = cKDTree(lookouts).query(places, k=min(NEIGHBORS, len(lookouts)))
    away, nearest = away.reshape(len(places), -1), nearest.reshape(len(places), -1)
    weight = np.exp(-0.5 * away**2) + 1e-9
    spread: Floats = (weight * seen[nearest]).sum(axis=1) / weight.sum(axis=1)
    return spread
