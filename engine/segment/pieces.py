"""Pieces: triangles that lie in one plane with their neighbors, and how pieces fold against each other.

A flat face is one piece, however it was cut into triangles; so is one facet of a bore, a quad between two
rulings. Which of the two a piece is, its shape tells: a facet of a curved surface has all its corners on two
lines, for whatever curves across has no corner between them. Any other piece is flat beyond doubt.
"""

from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from engine.model.arrays import Bools, Floats, Ints
from engine.segment.segmented import Facets

FLAT = 2.0
"""Noises by which neighbors may rise over each other's plane, and corners over that of their piece."""
FLAT_DEG = 5.0
"""Nor may neighbors fold by more: two slivers along one side rise little, however they fold."""
STEP_DEG = 40.0
"""Facets of a curved surface fold by less: nine to a turn are a nonagon's walls. Exporters stay below 30."""


@dataclass(frozen=True, slots=True, eq=False)
class Pieces:
    """Flat pieces of a triangle surface, and the graph of those that fold gently."""

    piece_of_triangle: Ints
    """(T,) 0..P-1"""
    triangles: Ints
    """(T,) triangle ids, piece after piece; `first_triangle` (P + 1,) says where each piece begins."""
    first_triangle: Ints
    corners: Ints
    """Vertex ids, each once a piece; `first_corner` (P + 1,) says where each piece begins."""
    first_corner: Ints
    areas: Floats
    """(P,) mm²"""
    normals: Floats
    """(P, 3) unit, outward."""
    is_flat: Bools
    """(P,) True where the shape says that this is a plane and no facet."""
    folds: Ints
    """(N, 2) pairs of pieces that share a side and fold by less than `STEP_DEG`; the smaller id first."""
    fold_mm: Floats
    """(N,) length of the shared sides."""
    fold_rad: Floats
    """(N,) angle, positive where convex."""


def find(facets: Facets, face_of_triangle: Ints | None = None) -> Pieces:
    """Sort triangles into flat pieces; not across faces (T,), where these are known to differ."""
    one, side = np.nonzero(facets.neighbor > np.arange(len(facets.triangles))[:, None])
    other = facets.neighbor[one, side]
    start, end = facets.triangles[one, side], facets.triangles[one, (side + 1) % 3]
    here = facets.triangles[one, (side + 2) % 3]
    there = facets.triangles[other].sum(axis=1) - start - end
    places = facets.vertices
    along, out, over = (places[x] - places[start] for x in (end, here, there))
    is_one_larger = facets.areas[one] >= facets.areas[other]
    normal = np.where(is_one_larger[:, None], facets.normals[one], facets.normals[other])
    rise = np.abs(np.einsum("nk,nk->n", normal, np.where(is_one_larger[:, None], over, out)))
    cosine = np.einsum("nk,nk->n", facets.normals[one], facets.normals[other])
    length = np.sqrt(np.einsum("nk,nk->n", along, along))

    tolerance = FLAT * facets.noise_mm
    height = np.minimum(facets.areas[one], facets.areas[other]) * 2.0 / length
    is_sliver = height < 4.0 * tolerance
    is_level = (rise <= tolerance) & ((cosine > np.cos(np.radians(FLAT_DEG))) | is_sliver & (cosine > 0.5))
    if face_of_triangle is not None:
        is_level &= face_of_triangle[one] == face_of_triangle[other]
    piece = _components(len(facets.triangles), one[is_level], other[is_level])
    bent = _bent(facets, piece, tolerance)
    if bent.any():
        keep = is_level & ~bent[piece[one]]
        piece = _components(len(facets.triangles), one[keep], other[keep])
    return _pieces(facets, piece, one, other, length, np.einsum("nk,nk->n", facets.normals[one], over))


def _components(count: int, one: Ints, other: Ints) -> Ints:
    links = coo_array((np.ones(len(one), bool), (one, other)), (count, count))
    _, part = connected_components(links, directed=False)
    return np.asarray(part, dtype=np.int64)


def _bent(facets: Facets, piece: Ints, tolerance: float) -> Bools:
    """Tell the pieces (P,) that are level from triangle to triangle and bent as a whole."""
    count = int(piece.max()) + 1
    normal = _normals(facets, piece, count)
    corners = facets.vertices[facets.triangles]
    offset = np.einsum("tck,tk->tc", corners, normal[piece])
    low = np.full(count, np.inf)
    high = np.full(count, -np.inf)
    np.minimum.at(low, piece, offset.min(axis=1))
    np.maximum.at(high, piece, offset.max(axis=1))
    bent: Bools = high - low > 4.0 * tolerance
    return bent


def _normals(facets: Facets, piece: Ints, count: int) -> Floats:
    weighted = facets.normals * facets.areas[:, None]
    summed = np.stack([np.bincount(piece, weighted[:, k], count) for k in range(3)], axis=1)
    normals: Floats = summed / np.maximum(np.linalg.norm(summed, axis=1), 1e-300)[:, None]
    return normals


def _pieces(facets: Facets, piece: Ints, one: Ints, other: Ints, length: Floats, over: Floats) -> Pieces:
    count = int(piece.max()) + 1
    normals = _normals(facets, piece, count)
    size = len(facets.vertices)
    keys = np.unique((piece[:, None] * size + facets.triangles).ravel())
    corners = keys % size
    first_corner = np.searchsorted(keys // size, np.arange(count + 1))
    order = np.argsort(piece, kind="stable")

    a, b = piece[one], piece[other]
    is_fold = a != b
    a, b, length, over = a[is_fold], b[is_fold], length[is_fold], over[is_fold]
    key = np.minimum(a, b) * count + np.maximum(a, b)
    key, first, fold = np.unique(key, return_index=True, return_inverse=True)
    folds = np.stack([key // count, key % count], axis=1)
    cosine = np.einsum("nk,nk->n", normals[folds[:, 0]], normals[folds[:, 1]])
    sine = np.linalg.norm(np.cross(normals[folds[:, 0]], normals[folds[:, 1]]), axis=1)
    angle = np.arctan2(sine, cosine) * np.where(over[first] > 0, -1.0, 1.0)
    fold_mm = np.bincount(fold.ravel(), length, len(key))
    is_gentle = np.abs(angle) < np.radians(STEP_DEG)
    folds, fold_mm, angle = folds[is_gentle], fold_mm[is_gentle], angle[is_gentle]
    return Pieces(
        piece_of_triangle=piece,
        triangles=order,
        first_triangle=np.searchsorted(piece[order], np.arange(count + 1)),
        corners=corners,
        first_corner=first_corner,
        areas=np.asarray(np.bincount(piece, facets.areas, count), dtype=np.float64),
        normals=normals,
        is_flat=_are_flat(facets, corners, first_corner, 4.0 * FLAT * facets.noise_mm),
        folds=folds,
        fold_mm=fold_mm,
        fold_rad=angle,
    )


def _are_flat(facets: Facets, corners: Ints, first_corner: Ints, tolerance: float) -> Bools:
    """Tell the pieces whose corners do not all lie on two lines."""
    is_flat = np.zeros(len(first_corner) - 1, dtype=bool)
    for piece in np.flatnonzero(np.diff(first_corner) > 4):
        places = facets.vertices[corners[first_corner[piece] : first_corner[piece + 1]]]
        is_flat[piece] = not _is_on_two_lines(places, tolerance)
    return is_flat


def _is_on_two_lines(places: Floats, tolerance: float) -> bool:
    """Whether points in a plane lie on two lines: of five, three lie on one, and the rest on another."""
    for i, j in ((0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)):
        away = _from_line(places, places[i], places[j])
        if (away[:5] <= tolerance).sum() < 3:
            continue
        rest = places[away > tolerance]
        if len(rest) <= 2:
            return True
        far = np.abs(rest - rest[0]).sum(axis=1).argmax()
        if bool((_from_line(rest, rest[0], rest[far]) <= tolerance).all()):
            return True
    return False


def _from_line(places: Floats, start: Floats, end: Floats) -> Floats:
    along = (end - start) / max(float(np.linalg.norm(end - start)), 1e-300)
    offset = places - start
    away: Floats = np.linalg.norm(offset - np.outer(offset @ along, along), axis=1)
    return away
