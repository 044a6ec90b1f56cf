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

from engine.model.arrays import Bools, Floats, Ints, cross
from engine.segment.surface_mesh import SurfaceMesh

FLAT_NOISES = 2.0
"""Noises by which neighbors may rise over each other's plane, and corners over that of their facet."""
FLAT_DEG = 5.0
"""Nor may neighbors fold by more: two slivers along one side rise little, however they fold."""
STEP_DEG = 40.0
"""Facets of a curved surface fold by less: nine to a turn are a nonagon's walls. Exporters stay below 30."""

STEEPEST_DEG = 80.0
"""Walls that fold by more meet in a corner: those of a bore in five chords fold by 72."""


@dataclass(frozen=True, slots=True, eq=False)
class Facets:
    """Flat facets of a triangle surface, and the graph of those that fold gently."""

    facet_of_triangle: Ints
    """(T,) 0..P-1"""
    triangles: Ints
    """(T,) triangle ids, facet after facet; `first_triangle` (P + 1,) says where each facet begins."""
    first_triangle: Ints
    corners: Ints
    """Vertex ids, each once a facet; `first_corner` (P + 1,) says where each facet begins."""
    first_corner: Ints
    areas: Floats
    """(P,) mm²"""
    normals: Floats
    """(P, 3) unit, outward."""
    is_flat: Bools
    """(P,) True where the shape says that this is a plane and no facet."""
    folds: Ints
    """(N, 2) pairs of facets that share a side and fold by less than `STEP_DEG`; the smaller id first."""
    fold_mm: Floats
    """(N,) length of the shared sides."""
    fold_rad: Floats
    """(N,) angle, positive where convex."""
    steep_hollows: Ints
    """(M, 2) pairs that share a side and fold inwards by `STEP_DEG` to `STEEPEST_DEG`; smaller id first."""
    steep_rad: Floats
    """(M,) angle, negative."""


def find_facets(mesh: SurfaceMesh, face_of_triangle: Ints | None = None) -> Facets:
    """Sort triangles into flat facets; not across faces (T,), where these are known to differ."""
    one, side = np.nonzero(mesh.neighbor > np.arange(len(mesh.triangles))[:, None])
    other = mesh.neighbor[one, side]
    start, end = mesh.triangles[one, side], mesh.triangles[one, (side + 1) % 3]
    here = mesh.triangles[one, (side + 2) % 3]
    there = mesh.triangles[other].sum(axis=1) - start - end
    places = mesh.vertices
    along, out, over = (places[x] - places[start] for x in (end, here, there))
    is_one_larger = mesh.areas[one] >= mesh.areas[other]
    normal = np.where(is_one_larger[:, None], mesh.normals[one], mesh.normals[other])
    rise = np.abs(np.einsum("nk,nk->n", normal, np.where(is_one_larger[:, None], over, out)))
    cosine = np.einsum("nk,nk->n", mesh.normals[one], mesh.normals[other])
    length = np.sqrt(np.einsum("nk,nk->n", along, along))

    tolerance = FLAT_NOISES * mesh.noise_mm
    height = np.minimum(mesh.areas[one], mesh.areas[other]) * 2.0 / length
    is_sliver = height < 4.0 * tolerance
    is_level = (rise <= tolerance) & ((cosine > np.cos(np.radians(FLAT_DEG))) | is_sliver & (cosine > 0.5))
    if face_of_triangle is not None:
        is_level &= face_of_triangle[one] == face_of_triangle[other]
    facet = _components(len(mesh.triangles), one[is_level], other[is_level])
    bent = _bent(mesh, facet, tolerance)
    if bent.any():
        keep = is_level & ~bent[facet[one]]
        facet = _components(len(mesh.triangles), one[keep], other[keep])
    return _facets_of_labels(mesh, facet, one, other, length, np.einsum("nk,nk->n", mesh.normals[one], over))


def _components(count: int, one: Ints, other: Ints) -> Ints:
    links = coo_array((np.ones(len(one), bool), (one, other)), (count, count))
    _, part = connected_components(links, directed=False)
    return np.asarray(part, dtype=np.int64)


def _bent(mesh: SurfaceMesh, facet: Ints, tolerance: float) -> Bools:
    """Tell the facets (P,) that are level from triangle to triangle and bent as a whole."""
    count = int(facet.max()) + 1
    normal = _normals(mesh, facet, count)
    corners = mesh.vertices[mesh.triangles]
    offset = np.einsum("tck,tk->tc", corners, normal[facet])
    low = np.full(count, np.inf)
    high = np.full(count, -np.inf)
    np.minimum.at(low, facet, offset.min(axis=1))
    np.maximum.at(high, facet, offset.max(axis=1))
    bent: Bools = high - low > 4.0 * tolerance
    return bent


def _normals(mesh: SurfaceMesh, facet: Ints, count: int) -> Floats:
    weighted = mesh.normals * mesh.areas[:, None]
    summed = np.stack([np.bincount(facet, weighted[:, k], count) for k in range(3)], axis=1)
    normals: Floats = summed / np.maximum(np.linalg.norm(summed, axis=1), 1e-300)[:, None]
    return normals


def _facets_of_labels(
    mesh: SurfaceMesh, facet: Ints, one: Ints, other: Ints, length: Floats, over: Floats
) -> Facets:
    count = int(facet.max()) + 1
    normals = _normals(mesh, facet, count)
    size = len(mesh.vertices)
    keys = np.unique((facet[:, None] * size + mesh.triangles).ravel())
    corners = keys % size
    first_corner = np.searchsorted(keys // size, np.arange(count + 1))
    order = np.argsort(facet, kind="stable")

    a, b = facet[one], facet[other]
    is_fold = a != b
    a, b, length, over = a[is_fold], b[is_fold], length[is_fold], over[is_fold]
    key = np.minimum(a, b) * count + np.maximum(a, b)
    key, first, fold = np.unique(key, return_index=True, return_inverse=True)
    folds = np.stack([key // count, key % count], axis=1)
    cosine = np.einsum("nk,nk->n", normals[folds[:, 0]], normals[folds[:, 1]])
    sine = np.linalg.norm(cross(normals[folds[:, 0]], normals[folds[:, 1]]), axis=1)
    angle = np.arctan2(sine, cosine) * np.where(over[first] > 0, -1.0, 1.0)
    fold_mm = np.asarray(np.bincount(fold.ravel(), length, len(key)), dtype=np.float64)  # of none: integers
    is_gentle = np.abs(angle) < np.radians(STEP_DEG)
    is_steep = ~is_gentle & (angle < 0.0) & (angle > -np.radians(STEEPEST_DEG))
    steep_hollows, steep_rad = folds[is_steep], angle[is_steep]
    folds, fold_mm, angle = folds[is_gentle], fold_mm[is_gentle], angle[is_gentle]
    return Facets(
        facet_of_triangle=facet,
        triangles=order,
        first_triangle=np.searchsorted(facet[order], np.arange(count + 1)),
        corners=corners,
        first_corner=first_corner,
        areas=np.asarray(np.bincount(facet, mesh.areas, count), dtype=np.float64),
        normals=normals,
        is_flat=_are_flat(mesh, corners, first_corner, 4.0 * FLAT_NOISES * mesh.noise_mm),
        folds=folds,
        fold_mm=fold_mm,
        fold_rad=angle,
        steep_hollows=steep_hollows,
        steep_rad=steep_rad,
    )


def _are_flat(mesh: SurfaceMesh, corners: Ints, first_corner: Ints, tolerance: float) -> Bools:
    """Tell the facets whose corners do not all lie on two lines."""
    is_flat = np.zeros(len(first_corner) - 1, dtype=bool)
    for facet in np.flatnonzero(np.diff(first_corner) > 4):
        places = mesh.vertices[corners[first_corner[facet] : first_corner[facet + 1]]]
        is_flat[facet] = not _is_on_two_lines(places, tolerance)
    return is_flat


def _is_on_two_lines(places: Floats, tolerance: float) -> bool:
    """Whether points in a plane lie on two lines: of five, three lie on one, and the rest on another."""
    for i, j in ((0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)):
        away = _from_line(places, places[i], places[j])
        if (away[:5] <= tolerance).sum() < 3:
            continue
        remaining = places[away > tolerance]
        if len(remaining) <= 2:
            return True
        far = np.abs(remaining - remaining[0]).sum(axis=1).argmax()
        if bool((_from_line(remaining, remaining[0], remaining[far]) <= tolerance).all()):
            return True
    return False


def _from_line(places: Floats, start: Floats, end: Floats) -> Floats:
    along = (end - start) / max(float(np.linalg.norm(end - start)), 1e-300)
    offset = places - start
    away: Floats = np.linalg.norm(offset - np.outer(offset @ along, along), axis=1)
    return away


SLIVER = 30.0
"""A triangle lower than so many noises has a normal that means little."""


class FacetGraph(NamedTuple):
    """Facets, where they lie, and how they fold against each other."""

    places: Floats
    """(V, 3)"""
    corners: Ints
    first_corner: Ints
    """(P + 1,) see `Facets`."""
    triangles: Ints
    first_triangle: Ints
    middles: Floats
    """(T, 3)"""
    normals: Floats
    """(T, 3)"""
    facing: Floats
    """(P, 3) normals of the facets."""
    is_sliver: Bools
    """(T,) too thin for a normal that means anything."""
    beside: Ints
    """Facets across the folds of each facet, the longest fold first."""
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


def facet_graph(mesh: SurfaceMesh, facets: Facets) -> FacetGraph:
    """Return the graph of a triangle surface, free but for what is flat beyond doubt."""
    count = len(facets.areas)
    here = facets.folds.T.ravel()
    there = facets.folds[:, ::-1].T.ravel()
    is_open = ~facets.is_flat[here] & ~facets.is_flat[there]
    here, there = here[is_open], there[is_open]
    length, angle = (np.tile(x, 2)[is_open] for x in (facets.fold_mm, facets.fold_rad))
    order = np.lexsort((there, -length, here))
    corners = mesh.vertices[mesh.triangles]
    longest = np.linalg.norm(np.roll(corners, -1, axis=1) - corners, axis=2).max(axis=1)
    return FacetGraph(
        places=np.array(mesh.vertices),
        corners=facets.corners,
        first_corner=facets.first_corner,
        triangles=facets.triangles,
        first_triangle=facets.first_triangle,
        middles=corners.mean(axis=1),
        normals=np.array(mesh.normals),
        facing=facets.normals,
        is_sliver=2.0 * mesh.areas / longest < SLIVER * mesh.noise_mm,
        beside=there[order],
        first_beside=np.searchsorted(here[order], np.arange(count + 1)),
        fold_rad=angle[order],
        fold_mm=length[order],
        areas=facets.areas,
        is_taken=facets.is_flat.copy(),
        mark=np.zeros(count, dtype=np.int64),
        mark_place=np.zeros(len(mesh.vertices), dtype=np.int64),
        serial=np.zeros(1, dtype=np.int64),
        noise_mm=mesh.noise_mm,
    )


LEVEL_DEG = 0.7
SCRAP_DEG = 15.0
SCRAP_SHARE = 2e-3
"""Of the area of the facet it lies beside: so small a facet may fold by `SCRAP_DEG`."""
STRAY_SHARE = 1e-3
"""Corners stray by less than this share of the face's width."""
SMOOTH_DEG = 2.0
"""A face whose border folds by less, for the most part, has none there: it is a stretch of a larger one."""
STRAYS = 3.0
"""In a mesh that was thinned out the farthest of many corners stray so many times as far as most."""

ONWARD = 0.5
"""A scrap that folds on the same way, along more than this share of its side on the flat face, against what
no curved face has taken, is the first facet of a free-form one."""
GENTLE = 1.5
"""Sides that fold gently may be so long beside the width of the face."""


def first_facets(facets: Facets, is_free: Bools) -> Bools:
    """Tell the facets (P,) beside flat faces that fold on the same way, against what is in no curved face.

    They are no scraps of those but the first facets of a free-form face.
    """
    a, b = facets.folds.T
    is_open = is_free[a] & is_free[b] & ~facets.is_flat[a] & ~facets.is_flat[b]
    _, small, is_scrap = _scraps(facets)
    is_first = np.zeros(len(facets.areas), dtype=bool)
    for is_this_way in (facets.fold_rad > 0.0, facets.fold_rad < 0.0):
        is_onward = is_open & ~is_scrap & is_this_way
        onward_mm = np.bincount(
            facets.folds[is_onward].ravel(), np.repeat(facets.fold_mm[is_onward], 2), len(facets.areas)
        )
        at = is_scrap & is_this_way
        is_first[small[at]] |= onward_mm[small[at]] > ONWARD * facets.fold_mm[at]
    return is_first


def join_level(
    mesh: SurfaceMesh, facets: Facets, is_free: Bools, may_be_scrap: Bools, stray_mm: float = 0.0
) -> Ints:
    """Return (P,) for each facet the one it belongs to: of a face, the largest; most stand alone.

    Only facets that are free are joined. Scraps beside a flat face may as well be the first facets of a
    fillet: they are to be joined when curved faces have taken theirs.

    Parameters
    ----------
    stray_mm : float
        How far corners stray in a mesh that was thinned out. Facets beside a flat face may fold against it
        by as much as triangles of one facet do, where they stray from its plane by no more.
    """
    count = len(facets.areas)
    a, b = facets.folds.T
    angle = np.degrees(np.abs(facets.fold_rad))
    large, small, is_scrap = _scraps(facets)
    is_thinned = facets.is_flat[large] & (angle < FLAT_DEG) & (stray_mm > 0.0)
    is_near = is_free[a] & is_free[b] & ((angle < LEVEL_DEG) | (is_scrap & may_be_scrap[small]) | is_thinned)
    large, small = large[is_near], small[is_near]
    middle = _centroids(mesh, facets)
    width = np.sqrt(facets.areas)
    off = _farthest(mesh, facets, small, middle[large], facets.normals[large])
    is_level = off <= np.maximum(STRAY_SHARE * width[large], STRAYS * stray_mm)
    leader = _leaders(facets, large[is_level], small[is_level])

    # together they still lie in the plane of the largest; where that strays itself, in the mean of all
    members = np.flatnonzero(leader != np.arange(count))
    normals = facets.normals
    if stray_mm > 0.0:
        middle, normals = _of_groups(facets, middle, leader)
    off = _farthest(mesh, facets, members, middle[leader[members]], normals[leader[members]])
    is_bent = _goes_on(facets, is_free, leader)
    if stray_mm > 0.0:
        is_bent &= ~_are_clearly_flat(mesh, facets, is_free, leader, is_bent, stray_mm)
    is_out = off > np.maximum(2.0 * STRAY_SHARE * width[leader[members]], 1.5 * STRAYS * stray_mm)
    if stray_mm > 0.0:
        leader[members[is_out]] = members[is_out]
    else:
        is_bent[leader[members[is_out]]] = True
    return np.where(is_bent[leader], np.arange(count), leader)


def _scraps(facets: Facets) -> tuple[Ints, Ints, Bools]:
    """Return (N,) of each fold the larger facet and the smaller, and whether that may be a scrap."""
    a, b = facets.folds.T
    is_first_larger = facets.areas[a] >= facets.areas[b]
    large, small = np.where(is_first_larger, a, b), np.where(is_first_larger, b, a)
    is_small = facets.areas[small] < SCRAP_SHARE * facets.areas[large]
    return large, small, is_small & (np.abs(facets.fold_rad) < np.radians(SCRAP_DEG))


def _goes_on(facets: Facets, is_free: Bools, leader: Ints) -> Bools:
    """Tell the groups, by leader, that fold gently against free facets on most sides.

    A free-form face is flat here and there.
    """
    count = len(leader)
    a, b = facets.folds.T
    is_border = is_free[a] & is_free[b] & ~facets.is_flat[a] & ~facets.is_flat[b] & (leader[a] != leader[b])
    length = np.zeros(count)
    for side in (a, b):
        length += np.bincount(leader[side[is_border]], facets.fold_mm[is_border], count)
    area = np.bincount(leader, facets.areas, count)
    goes_on: Bools = length > GENTLE * np.sqrt(area)
    return goes_on


def _of_groups(facets: Facets, middles: Floats, leader: Ints) -> tuple[Floats, Floats]:
    """Return the middle (P, 3) and the unit normal (P, 3) of each group, in the row of its leader."""
    count = len(leader)
    area = np.bincount(leader, facets.areas, count)
    middle, normal = (
        np.stack([np.bincount(leader, facets.areas * one[:, k], count) for k in range(3)], axis=1)
        for one in (middles, facets.normals)
    )
    length = np.linalg.norm(normal, axis=1)
    return middle / np.maximum(area, 1e-300)[:, None], normal / np.maximum(length, 1e-300)[:, None]


def _are_clearly_flat(
    mesh: SurfaceMesh, facets: Facets, is_free: Bools, leader: Ints, is_asked: Bools, stray_mm: float
) -> Bools:
    """Tell the groups (P,), by leader, of several facets whose corners do not all lie on two lines.

    Between two lines lies a strip of a curved surface, flat as it is; a coarse one lies level nowhere else. A
    fine one does, but then goes on about as gently all round, and has no facet that is flat by itself.
    """
    a, b = facets.folds.T
    is_border = is_free[a] & is_free[b] & (leader[a] != leader[b])
    is_level = np.abs(facets.fold_rad) < np.radians(SMOOTH_DEG)
    all_mm, level_mm = np.zeros(len(leader)), np.zeros(len(leader))
    for side in (a, b):
        all_mm += np.bincount(leader[side[is_border]], facets.fold_mm[is_border], len(leader))
        at = is_border & is_level
        level_mm += np.bincount(leader[side[at]], facets.fold_mm[at], len(leader))
    order = np.argsort(leader, kind="stable")
    first = np.searchsorted(leader[order], np.arange(len(leader) + 1))
    is_flat = np.zeros(len(leader), dtype=bool)
    is_asked = is_asked & (np.diff(first) > 1) & (facets.is_flat | (level_mm <= ONWARD * all_mm))
    for group in np.flatnonzero(is_asked).tolist():
        members = order[first[group] : first[group + 1]]
        rows = [facets.corners[facets.first_corner[one] : facets.first_corner[one + 1]] for one in members]
        corners = np.unique(np.concatenate(rows))
        is_flat[group] = len(corners) > 4 and not _is_on_two_lines(mesh.vertices[corners], stray_mm)
    return is_flat


def _centroids(mesh: SurfaceMesh, facets: Facets) -> Floats:
    corners = mesh.vertices[mesh.triangles].mean(axis=1) * mesh.areas[:, None]
    count = len(facets.areas)
    summed = np.stack([np.bincount(facets.facet_of_triangle, corners[:, k], count) for k in range(3)], axis=1)
    middles: Floats = summed / facets.areas[:, None]
    return middles


def _farthest(mesh: SurfaceMesh, facets: Facets, which: Ints, origins: Floats, normals: Floats) -> Floats:
    """Return (N,) how far the farthest corner of each facet lies from a plane of its own."""
    if not len(which):
        return np.zeros(0)
    sizes = np.diff(facets.first_corner)[which]
    starts = np.cumsum(sizes) - sizes
    row = np.repeat(np.arange(len(which)), sizes)
    at = facets.first_corner[which][row] + np.arange(len(row)) - starts[row]
    offset = mesh.vertices[facets.corners[at]] - origins[row]
    farthest: Floats = np.maximum.reduceat(np.abs(np.einsum("nk,nk->n", offset, normals[row])), starts)
    return farthest


def _leaders(facets: Facets, one: Ints, other: Ints) -> Ints:
    count = len(facets.areas)
    links = coo_array((np.ones(len(one), bool), (one, other)), (count, count))
    _, part = connected_components(links, directed=False)
    order = np.lexsort((np.arange(count), -facets.areas))
    largest = np.full(int(part.max()) + 1, -1, dtype=np.int64)
    largest[part[order][::-1]] = order[::-1]
    leaders: Ints = largest[part]
    return leaders
