"""Charts: triangles that a file keeps together, for they share corners in it.

Programs that export from CAD triangulate face by face, and give each face corners of its own: where two faces
meet, a place is written twice. A chart of such a file is one face, and its border is known for certain. Other
files tell nothing so: in one every triangle or every facet has corners of its own, for it is shaded flat; in
another all share theirs, and the whole part is one chart.
"""

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from engine.model.arrays import Bools, Floats, Ints
from engine.segment.neighbors import runs
from engine.segment.pieces import STEP_DEG

BENT_DEG = 1.0
"""Neighbors that fold by less may be two halves of one facet."""
SMOOTH_DEG, MANY = 15.0, 2
"""What is shaded smoothly is so up to a larger angle: no chart of it ends at folds of less, but for a few."""
INSIDE_SHARE = 0.25
"""Of the sides at which a shell folds gently, so many lie inside charts where faces are kept whole. Bevels
fold gently between faces, and so do the ends of blends; where facets are shaded flat, none is inside."""


def of_corners(triangles: Ints) -> Ints:
    """Return the chart (T,) of each triangle (T, 3) of a file: those that share sides, corner by corner."""
    count = len(triangles)
    start, end = triangles.ravel(), np.roll(triangles, -1, axis=1).ravel()
    size = int(triangles.max(initial=0)) + 1
    order, first, _ = runs(np.minimum(start, end) * size + np.maximum(start, end))
    hangs_on = np.ones(len(order), dtype=bool)
    hangs_on[first] = False
    one, other = order[np.flatnonzero(hangs_on) - 1] // 3, order[hangs_on] // 3
    links = coo_array((np.ones(len(one), bool), (one, other)), (count, count))
    _, part = connected_components(links, directed=False)
    return np.asarray(part, dtype=np.int64)


def connected(chart: Ints, neighbor: Ints) -> Ints:
    """Return charts (T,) cut up where a surface's triangles do not hang together, in the surface's order.

    Parameters
    ----------
    chart : (T,) int64
    neighbor : (T, 3) int64
        See `Facets`.
    """
    one, side = np.nonzero(neighbor > np.arange(len(chart))[:, None])
    other = neighbor[one, side]
    keep = chart[one] == chart[other]
    count = len(chart)
    links = coo_array((np.ones(int(keep.sum()), bool), (one[keep], other[keep])), (count, count))
    _, part = connected_components(links, directed=False)
    _, first, number = np.unique(part, return_index=True, return_inverse=True)
    rank = np.empty(len(first), dtype=np.int64)
    rank[np.argsort(first)] = np.arange(len(first))
    connected_: Ints = rank[number.ravel()]
    return connected_


def part_smoothly(chart: Ints, neighbor: Ints, normals: Floats, shell: Ints) -> Bools:
    """Tell the shells (S,) whose charts part at smooth borders, too, where shading would not."""
    count = int(shell.max()) + 1
    one, side = np.nonzero(neighbor > np.arange(len(chart))[:, None])
    other = neighbor[one, side]
    cosine = np.einsum("nk,nk->n", normals[one], normals[other])
    is_smooth = (cosine > np.cos(np.radians(SMOOTH_DEG))) & (chart[one] != chart[other])
    parts: Bools = np.bincount(shell[one[is_smooth]], minlength=count) >= MANY
    return parts


def keep_faces(chart: Ints, neighbor: Ints, normals: Floats, shell: Ints) -> Bools:
    """Tell the shells (S,) whose charts keep curved faces whole; see the module."""
    count = int(shell.max()) + 1
    one, side = np.nonzero(neighbor > np.arange(len(chart))[:, None])
    other = neighbor[one, side]
    cosine = np.einsum("nk,nk->n", normals[one], normals[other])
    is_gentle = (cosine < np.cos(np.radians(BENT_DEG))) & (cosine > np.cos(np.radians(STEP_DEG)))
    is_inside = is_gentle & (chart[one] == chart[other])
    gentle = np.bincount(shell[one[is_gentle]], minlength=count)
    inside = np.bincount(shell[one[is_inside]], minlength=count)
    keeps: Bools = (inside > 0) & (inside >= INSIDE_SHARE * gentle)
    return keeps
