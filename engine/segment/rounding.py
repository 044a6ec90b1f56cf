"""Rounding: the new vertices of free-form regions put where their surface bulges, and their normals.

Refinement halves sides straight; here every halving is gone through again in its order, each new vertex
rising over the side that it halves. A facet that would fold keeps its vertices where they were.
"""

import numpy as np

from engine.model.arrays import Bools, Floats, Ints, cross
from engine.segment import bulge
from engine.segment.nodes import Nodes
from engine.surfaces.kind import SurfaceKind
from engine.surfaces.table import SurfaceTable

FOLDED_COSINE = 0.6
"""A facet that turns by more than 53 degrees when its corners move is folded."""
ROUNDS = 4


def normals_of(places: Floats, parents: Ints, face: Ints, vertex: Ints, nodes: Nodes, free: Bools) -> Floats:
    """Return normals (N, 3) of the nodes of free-form regions: halfway between those of a side's ends.

    `face` and `vertex` (N,) name the nodes, ascending; NaN for nodes of other regions.
    """
    normals = np.full((len(face), 3), np.nan)
    keys = face * len(places) + vertex
    old = np.flatnonzero(free & (vertex < nodes.n_vertices))
    normals[old] = nodes.normals[nodes.at(face[old], vertex[old])]
    rows = np.flatnonzero(free & (vertex >= nodes.n_vertices))
    ends = np.searchsorted(keys, face[rows, None] * len(places) + parents[vertex[rows]])
    ends = np.minimum(ends, len(keys) - 1)
    while len(rows):
        ready = np.isfinite(normals[ends]).all(axis=(1, 2))
        if not ready.any():
            break
        mean = normals[ends[ready]].sum(axis=1)
        size = np.linalg.norm(mean, axis=1, keepdims=True)
        normals[rows[ready]] = mean / np.where(size > 0.0, size, 1.0)
        rows, ends = rows[~ready], ends[~ready]
    return normals


def moved(
    places: Floats,
    parents: Ints,
    triangles: Ints,
    faces_of_vertex: Ints,
    face: Ints,
    vertex: Ints,
    normals: Floats,
    carriers: SurfaceTable,
    limit_mm: float,
) -> Floats:
    """Return the places with new vertices of free-form regions risen.

    Parameters
    ----------
    faces_of_vertex : (V, 2) int64
        The regions whose surfaces a vertex must follow: twice the same inside a region, two along a border;
        -1 where a vertex stays.
    face, vertex, normals : (N,), (N,), (N, 3)
        The nodes of all regions.
    """
    risen = places.copy()
    is_free = np.append(carriers.kind == SurfaceKind.FREEFORM, False)
    wanted = np.flatnonzero((faces_of_vertex >= 0).all(axis=1) & is_free[faces_of_vertex].any(axis=1))
    wanted = wanted[parents[wanted, 0] >= 0]
    if not len(wanted):
        return risen
    keys = face * len(places) + vertex
    age = _ages(parents)
    order = wanted[np.argsort(age[wanted], kind="stable")]
    for level in np.split(order, np.flatnonzero(np.diff(age[order])) + 1):
        tails, heads = risen[parents[level, 0]], risen[parents[level, 1]]
        rise, lean = [], []
        for side in (0, 1):
            own = faces_of_vertex[level, side]
            at = [
                np.minimum(np.searchsorted(keys, own * len(places) + parents[level, end]), len(keys) - 1)
                for end in (0, 1)
            ]
            one, other = bulge.rise(carriers, own, tails, heads, normals[at[0]], normals[at[1]], limit_mm)
            rise.append(one)
            lean.append(other)
        risen[level] = bulge.middle(tails, heads, (rise[0], rise[1]), (lean[0], lean[1]))
    return _unfolded(places, risen, triangles)


def _ages(parents: Ints) -> Ints:
    """How many halvings lie behind each vertex (V,)."""
    age = np.zeros(len(parents), dtype=np.int64)
    young = np.flatnonzero(parents[:, 0] >= 0)
    while True:
        older = age[parents[young]].max(axis=1) + 1
        if (older == age[young]).all():
            return age
        age[young] = older


def _unfolded(places: Floats, risen: Floats, triangles: Ints) -> Floats:
    """Put back the corners of facets that fold."""
    for _ in range(ROUNDS):
        changed = (risen != places).any(axis=1)
        rows = np.flatnonzero(changed[triangles].any(axis=1))
        before, after = (_facets(each[triangles[rows]]) for each in (places, risen))
        folded = rows[np.einsum("ij,ij->i", before, after) < FOLDED_COSINE]
        if not len(folded):
            break
        risen[np.unique(triangles[folded])] = places[np.unique(triangles[folded])]
    return risen


def _facets(corners: Floats) -> Floats:
    facet = cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    size = np.linalg.norm(facet, axis=1, keepdims=True)
    unit: Floats = facet / np.where(size > 0.0, size, 1.0)
    return unit
