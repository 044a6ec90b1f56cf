"""Planar facets: triangles that lie in one plane with their neighbors, and how such facets fold.

A flat face is one facet, however it was cut into triangles; so is one facet of a bore, a quad between two
rulings. Which of the two it is, its shape tells: a facet of a curved surface has all its corners on two
lines, for whatever curves across has no corner between them. Any other facet is flat beyond doubt.

Kernels put corners where two surfaces meet only nearly, so a flat face may lose a few triangles along a
curved border. They fold against it by next to nothing, or are scraps beside it; `join_level` joins them.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from engine.model.arrays import Bools, Floats, Ints
from engine.segment.surface_mesh import Facets

FLAT_NOISES = 2.0
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


def find_facets(facets: Facets, face_of_triangle: Ints | None = None) -> Pieces:
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

    tolerance = FLAT_NOISES * facets.noise_mm
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
    return _facets_of_labels(
        facets, piece, one, other, length, np.einsum("nk,nk->n", facets.normals[one], over)
    )


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


def _facets_of_labels(
    facets: Facets, piece: Ints, one: Ints, other: Ints, length: Floats, over: Floats
) -> Pieces:
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
        is_flat=_are_flat(facets, corners, first_corner, 4.0 * FLAT_NOISES * facets.noise_mm),
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


SLIVER = 30.0
"""A triangle lower than so many noises has a normal that means little."""


class Ground(NamedTuple):
    """Pieces, where they lie, and how they fold against each other."""

    places: Floats
    """(V, 3)"""
    corners: Ints
    first_corner: Ints
    """(P + 1,) see `Pieces`."""
    triangles: Ints
    first_triangle: Ints
    middles: Floats
    """(T, 3)"""
    normals: Floats
    """(T, 3)"""
    facing: Floats
    """(P, 3) normals of the pieces."""
    is_sliver: Bools
    """(T,) too thin for a normal that means anything."""
    beside: Ints
    """Pieces across the folds of each piece, the longest fold first."""
    first_beside: Ints
    """(P + 1,)"""
    fold_rad: Floats
    """Angle of each of those folds, positive where convex."""
    fold_mm: Floats
    """Their lengths."""
    areas: Floats
    """(P,)"""
    is_taken: Bools
    """(P,) no growth enters here."""
    mark: Ints
    """(P,) scratch, zero before the first use, as are the next two."""
    mark_place: Ints
    """(V,)"""
    serial: Ints
    """(1,)"""
    noise_mm: float


def ground_of(facets: Facets, pieces: Pieces) -> Ground:
    """Return the ground of a triangle surface, free but for what is flat beyond doubt."""
    count = len(pieces.areas)
    here = pieces.folds.T.ravel()
    there = pieces.folds[:, ::-1].T.ravel()
    is_open = ~pieces.is_flat[here] & ~pieces.is_flat[there]
    here, there = here[is_open], there[is_open]
    length, angle = (np.tile(x, 2)[is_open] for x in (pieces.fold_mm, pieces.fold_rad))
    order = np.lexsort((there, -length, here))
    corners = facets.vertices[facets.triangles]
    longest = np.linalg.norm(np.roll(corners, -1, axis=1) - corners, axis=2).max(axis=1)
    return Ground(
        places=np.array(facets.vertices),
        corners=pieces.corners,
        first_corner=pieces.first_corner,
        triangles=pieces.triangles,
        first_triangle=pieces.first_triangle,
        middles=corners.mean(axis=1),
        normals=np.array(facets.normals),
        facing=pieces.normals,
        is_sliver=2.0 * facets.areas / longest < SLIVER * facets.noise_mm,
        beside=there[order],
        first_beside=np.searchsorted(here[order], np.arange(count + 1)),
        fold_rad=angle[order],
        fold_mm=length[order],
        areas=pieces.areas,
        is_taken=pieces.is_flat.copy(),
        mark=np.zeros(count, dtype=np.int64),
        mark_place=np.zeros(len(facets.vertices), dtype=np.int64),
        serial=np.zeros(1, dtype=np.int64),
        noise_mm=facets.noise_mm,
    )


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


def join_level(facets: Facets, pieces: Pieces, is_free: Bools, may_be_scrap: Bools) -> Ints:
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
    middle = _centroids(facets, pieces)
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


def _centroids(facets: Facets, pieces: Pieces) -> Floats:
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
