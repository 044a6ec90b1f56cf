"""The rest, which no simple surface explains: flat where a piece stands alone, else free-form.

Two pieces hang together when their fold is as gentle as one between facets of a curved face: were it one,
its facets would cut into it no deeper than this mesh's facets do elsewhere.
"""

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from engine.model.arrays import Bools, Floats, Ints
from engine.segment.pieces import Pieces

DEEP = 4.0
"""Times the depth found elsewhere: facets vary within a mesh."""
FIRST = 4.0
"""Times as deep as others the first facets beside a flat face may seem: their one long side lies on that, and
over each of the short ones beyond they look too wide."""

MANY = 12
"""In a mesh without any curved face, fewer pieces are flat faces: bevels, not facets."""


def join(pieces: Pieces, is_rest: Bools, is_first: Bools, depth_mm: float) -> Ints:
    """Return (P,) a number for each piece of the rest, the same where pieces hang together; -1 elsewhere.

    Parameters
    ----------
    is_rest : (P,) bool
    is_first : (P,) bool
        First facets of free-form faces beside flat ones; see `levels`.
    depth_mm : float
        How deep facets of curved faces cut in this mesh; 0 where there are none, and the rest itself tells.
    """
    a, b = pieces.folds.T
    is_inner = is_rest[a] & is_rest[b]
    depth = depths(pieces)
    is_given = depth_mm > 0.0
    if not is_given and is_inner.any():
        depth_mm = float(np.median(depth[is_inner]))
    keep = is_inner & (depth <= DEEP * depth_mm * np.where(is_first[a] | is_first[b], FIRST, 1.0))
    count = len(is_rest)
    links = coo_array((np.ones(int(keep.sum()), bool), (a[keep], b[keep])), (count, count))
    _, part = connected_components(links, directed=False)
    if not is_given:
        is_few = np.bincount(part[is_rest], minlength=count) < MANY
        part = np.where(is_few[part], count + np.arange(count), part)
    number = np.full(count, -1, dtype=np.int64)
    _, number[is_rest] = np.unique(part[is_rest], return_inverse=True)
    return number


def depths(pieces: Pieces) -> Floats:
    """Return (N,) how deep the deeper of two folded pieces would cut into a face, were they its facets."""
    widths = pieces.areas[pieces.folds] / pieces.fold_mm[:, None]
    bend = 2.0 * np.abs(pieces.fold_rad) / widths.sum(axis=1)
    deep: Floats = widths.max(axis=1) ** 2 * bend / 8.0
    return deep


def radii(pieces: Pieces, number: Ints, count: int) -> tuple[Floats, Floats]:
    """Return (count,) the smallest convex and concave radii within each part of the rest; inf where flat."""
    a, b = pieces.folds.T
    is_inner = (number[a] >= 0) & (number[a] == number[b])
    # a triangle is as high as twice its area over the side
    is_triangle = np.diff(pieces.first_corner)[pieces.folds[is_inner]] == 3
    widths = np.where(is_triangle, 2.0, 1.0) * pieces.areas[pieces.folds[is_inner]]
    widths /= pieces.fold_mm[is_inner, None]
    angle = pieces.fold_rad[is_inner]
    radius = widths.sum(axis=1) / 2.0 / np.maximum(np.abs(angle), 1e-12)
    convex, concave = np.full(count, np.inf), np.full(count, np.inf)
    mine = number[a][is_inner]
    np.minimum.at(convex, mine[angle > 0], radius[angle > 0])
    np.minimum.at(concave, mine[angle < 0], radius[angle < 0])
    return convex, concave


def chords_mm(pieces: Pieces, number: Ints, count: int) -> Floats:
    """Return (count,) how far the chords of each part of the rest lie off what they stand for, on average."""
    a, b = pieces.folds.T
    is_inner = (number[a] >= 0) & (number[a] == number[b])
    mine, deep = number[a][is_inner], depths(pieces)[is_inner]
    total = np.bincount(mine, deep, count)
    chords: Floats = total / np.maximum(np.bincount(mine, minlength=count), 1)
    return chords
