"""Levels: flat faces whose corners stray, put together from the pieces they fell into.

Kernels put corners where two surfaces meet only nearly, so a flat face may lose a few triangles along a
curved border. They fold against it by next to nothing, or are scraps beside it.
"""

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from engine.model.arrays import Bools, Floats, Ints
from engine.segment.pieces import Pieces
from engine.segment.segmented import Facets

LEVEL_DEG = 0.7
SCRAP_DEG = 15.0
SCRAP_SHARE = 2e-3
"""Of the area of the piece it lies beside: so small a piece may fold by `SCRAP_DEG`."""
STRAY_SHARE = 1e-3
"""Corners stray by less than this share of the face's width."""

ONWARD = 0.5
"""A scrap that folds on the same way, along more than this share of its side on the flat face, against what
no curved face has taken, is the first facet of a free-form one."""
GENTLE = 1.5
"""Sides that fold gently may be so long beside the width of the face."""


def first_facets(pieces: Pieces, is_free: Bools) -> Bools:
    """Tell the pieces (P,) beside flat faces that fold on the same way, against what is in no curved face.

    They are no scraps of those but the first facets of a free-form face.
    """
    a, b = pieces.folds.T
    is_open = is_free[a] & is_free[b] & ~pieces.is_flat[a] & ~pieces.is_flat[b]
    _, small, is_scrap = _scraps(pieces)
    is_first = np.zeros(len(pieces.areas), dtype=bool)
    for is_this_way in (pieces.fold_rad > 0.0, pieces.fold_rad < 0.0):
        is_onward = is_open & ~is_scrap & is_this_way
        onward_mm = np.bincount(
            pieces.folds[is_onward].ravel(), np.repeat(pieces.fold_mm[is_onward], 2), len(pieces.areas)
        )
        at = is_scrap & is_this_way
        is_first[small[at]] |= onward_mm[small[at]] > ONWARD * pieces.fold_mm[at]
    return is_first


def join(facets: Facets, pieces: Pieces, is_free: Bools, may_be_scrap: Bools) -> Ints:
    """Return (P,) for each piece the one it belongs to: of a face, the largest; most stand alone.

    Only pieces that are free are joined. Scraps beside a flat face may as well be the first facets of a
    fillet: they are to be joined when curved faces have taken theirs.
    """
    count = len(pieces.areas)
    a, b = pieces.folds.T
    angle = np.degrees(np.abs(pieces.fold_rad))
    large, small, is_scrap = _scraps(pieces)
    is_near = is_free[a] & is_free[b] & ((angle < LEVEL_DEG) | (is_scrap & may_be_scrap[small]))
    large, small = large[is_near], small[is_near]
    middle = _middles(facets, pieces)
    width = np.sqrt(pieces.areas)
    off = _farthest(facets, pieces, small, middle[large], pieces.normals[large])
    is_level = off <= STRAY_SHARE * width[large]
    leader = _leaders(pieces, large[is_level], small[is_level])

    # together they still lie in the plane of the largest
    members = np.flatnonzero(leader != np.arange(count))
    off = _farthest(facets, pieces, members, middle[leader[members]], pieces.normals[leader[members]])
    is_bent = _goes_on(pieces, is_free, leader)
    is_bent[leader[members[off > 2.0 * STRAY_SHARE * width[leader[members]]]]] = True
    return np.where(is_bent[leader], np.arange(count), leader)


def _scraps(pieces: Pieces) -> tuple[Ints, Ints, Bools]:
    """Return (N,) of each fold the larger piece and the smaller, and whether that may be a scrap."""
    a, b = pieces.folds.T
    is_first_larger = pieces.areas[a] >= pieces.areas[b]
    large, small = np.where(is_first_larger, a, b), np.where(is_first_larger, b, a)
    is_small = pieces.areas[small] < SCRAP_SHARE * pieces.areas[large]
    return large, small, is_small & (np.abs(pieces.fold_rad) < np.radians(SCRAP_DEG))


def _goes_on(pieces: Pieces, is_free: Bools, leader: Ints) -> Bools:
    """Tell the groups, by leader, that fold gently against free pieces on most sides.

    A free-form face is flat here and there.
    """
    count = len(leader)
    a, b = pieces.folds.T
    is_border = is_free[a] & is_free[b] & ~pieces.is_flat[a] & ~pieces.is_flat[b] & (leader[a] != leader[b])
    length = np.zeros(count)
    for side in (a, b):
        length += np.bincount(leader[side[is_border]], pieces.fold_mm[is_border], count)
    area = np.bincount(leader, pieces.areas, count)
    goes_on: Bools = length > GENTLE * np.sqrt(area)
    return goes_on


def _middles(facets: Facets, pieces: Pieces) -> Floats:
    corners = facets.vertices[facets.triangles].mean(axis=1) * facets.areas[:, None]
    count = len(pieces.areas)
    summed = np.stack([np.bincount(pieces.piece_of_triangle, corners[:, k], count) for k in range(3)], axis=1)
    middles: Floats = summed / pieces.areas[:, None]
    return middles


def _farthest(facets: Facets, pieces: Pieces, which: Ints, origins: Floats, normals: Floats) -> Floats:
    """Return (N,) how far the farthest corner of each piece lies from a plane of its own."""
    if not len(which):
        return np.zeros(0)
    sizes = np.diff(pieces.first_corner)[which]
    starts = np.cumsum(sizes) - sizes
    row = np.repeat(np.arange(len(which)), sizes)
    at = pieces.first_corner[which][row] + np.arange(len(row)) - starts[row]
    offset = facets.vertices[pieces.corners[at]] - origins[row]
    farthest: Floats = np.maximum.reduceat(np.abs(np.einsum("nk,nk->n", offset, normals[row])), starts)
    return farthest


def _leaders(pieces: Pieces, one: Ints, other: Ints) -> Ints:
    count = len(pieces.areas)
    links = coo_array((np.ones(len(one), bool), (one, other)), (count, count))
    _, part = connected_components(links, directed=False)
    order = np.lexsort((np.arange(count), -pieces.areas))
    largest = np.full(int(part.max()) + 1, -1, dtype=np.int64)
    largest[part[order][::-1]] = order[::-1]
    leaders: Ints = largest[part]
    return leaders
