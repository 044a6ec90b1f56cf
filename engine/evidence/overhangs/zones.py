"""Connected stretches of a surface that lean over too far, and what holds each along its border.

A zone hangs on its neighbors. Along a stretch of its border it is *held* where the surface goes on downwards
from there and material lies behind it: a wall below a ceiling, the side of a hole below its roof. It is
*free* where the surface turns upwards: the outer edge of a ledge. What lies on the bed holds too.

Zones end at edges of the part, or amid a face where its exact surface leans by the limit.
"""

import math
from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from engine.evidence.overhangs import clip, normals
from engine.evidence.overhangs.clip import Clipped
from engine.model.analysis import PreparedPart
from engine.model.arrays import Bools, Floats, Ints, Vector, along, cross
from engine.model.mesh import Mesh
from engine.model.surface import Cone, Freeform

DOWNWARDS = 0.1
"""A neighbor goes down from the border when it falls by this share of its way at least."""
BEHIND = -0.05
"""Material lies behind a neighbor that does not turn back from the zone by more than this share of its way:
the hollow of a corner, and the smooth side of a hole."""
FREEFORM_DEG = 0.3
"""How far the normals of a freeform surface may be off between the corners of a triangle."""
LEAST_SHARE = 1e-6
"""Shares of a side that differ by less are the same."""


@dataclass(frozen=True, slots=True, eq=False)
class Zones:
    """Triangles that hang over, zone by zone, and the pieces of border of each.

    A triangle that leans by the limit somewhere amid it is in here once or twice, without the rest of it.
    """

    triangles: Ints
    """(Z,) of the mesh, ascending."""
    zone_of_triangle: Ints
    """(Z,) 0..K-1."""
    ids: Ints
    """(Z, 3) of the corners: the same place of one face, the same number."""
    corners: Floats
    """(Z, 3, 3)"""
    normals: Floats
    """(Z, 3, 3) of the exact surface at the corners."""
    ends: Floats
    """(S, 2, 3) of each piece of border, those of one zone after the other."""
    is_held: Bools
    """(S,)"""
    error_mm: Floats
    """(S,) how far each may be off: 0 along edges of the part."""
    first_of_zone: Ints
    """(K + 1,) which pieces are whose."""


def find(prepared: PreparedPart, direction: Vector, least_deg: float, bed_mm: float) -> Zones:
    """Find the zones that lean over by more than `least_deg` from the vertical, above the bed.

    Places where a zone touches the bed become pieces of border without length, and hold it.
    """
    mesh = prepared.mesh
    limit = math.sin(math.radians(least_deg))
    is_low = along(mesh.vertices, direction) <= bed_mm
    lean = _leans(prepared, direction)
    on_bed: Bools = np.all(is_low[mesh.triangles], axis=1)
    triangles = np.flatnonzero((lean > limit).any(axis=1) & ~on_bed)
    lean = clip.settled(lean[triangles], limit)
    hangs = (lean > limit).any(axis=1)
    triangles, lean = triangles[hangs], lean[hangs]
    looks = _at_corners(mesh, triangles)
    clipped = clip.clip(mesh, mesh.triangles[triangles], looks, lean, -direction, limit)
    row_of_triangle = np.full(len(mesh.triangles), -1)
    row_of_triangle[triangles] = np.arange(len(triangles))
    side, across, side_across = _neighbors(mesh, triangles)
    inside, border, stretch = _sides(clipped, side, across, side_across, row_of_triangle)
    n_zones, zone = _connected(len(triangles), side[inside] // 3, row_of_triangle[across[inside]])
    border_ends = _stretched(mesh, triangles, side[border], stretch)
    held = _are_held(
        mesh, triangles, looks, side[border], across[border], side_across[border], stretch, direction
    )
    held |= on_bed[across[border]] & (across[border] >= 0)
    holds_cut = _goes_down(mesh, clipped, direction)
    touches = is_low[mesh.triangles[triangles]] & (lean > limit)
    touching = np.flatnonzero(touches.any(axis=1))
    foot = mesh.triangles[triangles[touching], touches[touching].argmax(axis=1)]
    ends = np.concatenate([border_ends, clipped.cut_ends, np.repeat(mesh.vertices[foot][:, None], 2, axis=1)])
    is_held = np.concatenate([held, holds_cut, np.ones(len(foot), dtype=bool)])
    cut = clipped.cut_row
    off = _errors_mm(prepared, triangles[cut], lean[cut])
    error_mm = np.concatenate([np.zeros(len(held)), off, np.zeros(len(foot))])
    zone_of_piece = np.concatenate([zone[side[border] // 3], zone[cut], zone[touching]])
    order = np.argsort(zone_of_piece, kind="stable")
    first = np.searchsorted(zone_of_piece[order], np.arange(n_zones + 1))
    return Zones(
        triangles[clipped.row],
        zone[clipped.row],
        clipped.ids,
        clipped.corners,
        clipped.normals,
        ends[order],
        is_held[order],
        error_mm[order],
        first.astype(np.int64),
    )


def normals_of_triangles(mesh: Mesh, triangles: Ints) -> Floats:
    """(T, 3) unit normal of the exact surface amid triangles (T, 3); the facet's own where it has none."""
    corners = mesh.vertices[triangles]
    facet = cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    at_corners = mesh.normals[triangles]
    mean = np.where(np.isfinite(at_corners), at_corners, 0.0).sum(axis=1)
    length = np.linalg.norm(mean, axis=1)
    chosen = np.where((length > 0.5)[:, None], mean, facet)
    return np.asarray(chosen / np.maximum(np.linalg.norm(chosen, axis=1), np.finfo(float).tiny)[:, None])


def _leans(prepared: PreparedPart, direction: Vector) -> Floats:
    """(T, 3) sines of the lean at the corners; in the apex of a cone the mean of the other corners'."""
    mesh = prepared.mesh
    at_vertices = -along(mesh.normals, direction)
    cones = [face for face in prepared.part.faces if isinstance(face.surface, Cone)]
    is_cone = np.zeros(len(prepared.part.faces), dtype=bool)
    is_cone[[face.id for face in cones]] = True
    vertices = np.flatnonzero(is_cone[mesh.face_of_vertex])
    face_of_row = mesh.face_of_vertex[vertices]
    for face in cones:
        own = vertices[face_of_row == face.id]
        unknown = np.full((len(own), 3), np.nan)
        at_vertices[own] = -along(normals.of_face(face, mesh.vertices[own], unknown), direction)
    found = at_vertices[mesh.triangles]
    rows = np.flatnonzero(~np.isfinite(found).all(axis=1))
    known = np.isfinite(found[rows])
    mean = np.where(known, found[rows], 0.0).sum(axis=1) / np.maximum(known.sum(axis=1), 1)
    mean = np.where(
        known.any(axis=1), mean, -along(normals_of_triangles(mesh, mesh.triangles[rows]), direction)
    )
    found[rows] = np.where(known, found[rows], mean[:, None])
    return found


def _at_corners(mesh: Mesh, triangles: Ints) -> Floats:
    """(T, 3, 3) normals of the exact surface at corners of triangles, amid these where it has none there."""
    corners = mesh.triangles[triangles]
    found = mesh.normals[corners]
    middle = normals_of_triangles(mesh, corners)[:, None]
    return np.where(np.isfinite(found).all(axis=2, keepdims=True), found, middle)


def _neighbors(mesh: Mesh, triangles: Ints) -> tuple[Ints, Ints, Ints]:
    """Return (3Z,) sides of some triangles, as 3 * row + corner it begins at, and what is across.

    That is a triangle and which of its sides; -1 where there is none or more than one.
    """
    n_welded = int(mesh.weld.max(initial=0)) + 1
    welded = mesh.weld[mesh.triangles]
    is_near = np.zeros(n_welded, dtype=bool)
    is_near[welded[triangles]] = True
    near = np.flatnonzero(is_near[welded].sum(axis=1) >= 2)
    begins, ends = welded[near][:, [0, 1, 2]].ravel(), welded[near][:, [1, 2, 0]].ravel()
    # the triangle across runs along the same side the other way
    keys = ends * n_welded + begins
    order = np.argsort(keys, kind="stable")
    own = welded[triangles]
    wanted = (own[:, [0, 1, 2]] * n_welded + own[:, [1, 2, 0]]).ravel()
    low = np.searchsorted(keys[order], wanted, side="left")
    high = np.searchsorted(keys[order], wanted, side="right")
    across = np.full(len(wanted), -1)
    single = high - low == 1
    across[single] = near[order[low[single]] // 3]
    side_across = np.full(len(wanted), -1)
    side_across[single] = order[low[single]] % 3
    return np.arange(len(wanted)), across, side_across


def _sides(
    clipped: Clipped, side: Ints, across: Ints, side_across: Ints, row_of_triangle: Ints
) -> tuple[Ints, Ints, Floats]:
    """Return sides over which zones go on, and those along which they end, with the stretch (N, 2) of each.

    At an edge of the part the surfaces on both sides reach the limit in different places.
    """
    own = clipped.intervals[side // 3, side % 3]
    row = np.where(across >= 0, row_of_triangle[across], -1)
    other = 1.0 - clipped.intervals[row, side_across][:, ::-1]  # it runs the other way
    is_there = (row >= 0) & (other[:, 1] - other[:, 0] > LEAST_SHARE)
    other[~is_there] = 2.0  # beyond the end
    shared = np.minimum(own[:, 1], other[:, 1]) - np.maximum(own[:, 0], other[:, 0])
    before = np.stack([own[:, 0], np.minimum(own[:, 1], other[:, 0])], axis=1)
    after = np.stack([np.maximum(own[:, 0], other[:, 1]), own[:, 1]], axis=1)
    sides, stretches = np.concatenate([side, side]), np.concatenate([before, after])
    ends = np.flatnonzero(stretches[:, 1] - stretches[:, 0] > LEAST_SHARE)
    return np.flatnonzero(shared > LEAST_SHARE), sides[ends], stretches[ends]


def _stretched(mesh: Mesh, triangles: Ints, side: Ints, stretch: Floats) -> Floats:
    """Return the ends (N, 2, 3) of stretches of sides."""
    own = mesh.triangles[triangles[side // 3]]
    at = np.arange(len(side))
    start = mesh.vertices[own[at, side % 3]][:, None]
    end = mesh.vertices[own[at, (side % 3 + 1) % 3]][:, None]
    return np.asarray(start + stretch[..., None] * (end - start))


def _connected(count: int, one: Ints, other: Ints) -> tuple[int, Ints]:
    graph = coo_array((np.ones(len(one), dtype=np.int8), (one, other)), shape=(count, count))
    n_zones, zone = connected_components(graph, directed=False)
    return int(n_zones), zone.astype(np.int64)


def _are_held(
    mesh: Mesh,
    triangles: Ints,
    looks: Floats,
    side: Ints,
    across: Ints,
    side_across: Ints,
    stretch: Floats,
    direction: Vector,
) -> Bools:
    """Find which pieces of border along sides hold their zone, by the exact surfaces that meet there."""
    held = np.zeros(len(side), dtype=bool)
    known = np.flatnonzero(across >= 0)
    side, across, side_across = side[known], across[known], side_across[known]
    ends = _stretched(mesh, triangles, side, stretch[known])
    along_side = clip.unit(ends[:, 1] - ends[:, 0])
    at = np.arange(len(known))
    other = mesh.triangles[across]
    away = mesh.vertices[other[at, (side_across + 2) % 3]] - ends[:, 0]
    middle = stretch[known].mean(axis=1)[:, None]
    facing = _between(looks[side // 3], side % 3, middle)
    beyond = _between(_at_corners(mesh, across), side_across, 1.0 - middle)
    away = _square_to(away, along_side, beyond)
    goes_down = -along(away, direction) > DOWNWARDS
    held[known] = goes_down & (np.einsum("nk,nk->n", away, facing) > BEHIND)
    return held


def _goes_down(mesh: Mesh, clipped: Clipped, direction: Vector) -> Bools:
    """Find at which cuts the surface goes on downwards: as it is smooth there, material lies behind."""
    along_cut = clip.unit(clipped.cut_ends[:, 1] - clipped.cut_ends[:, 0])
    away = _square_to(clipped.cut_away, along_cut, clipped.cut_normals)
    return np.asarray(-along(away, direction) > DOWNWARDS)


def _between(looks: Floats, side: Ints, share: Floats) -> Floats:
    """Return unit normals (N, 3) at a share (N, 1) of the way along sides, from those of corners."""
    at = np.arange(len(side))
    start, end = looks[at, side], looks[at, (side + 1) % 3]
    return clip.unit(start + share * (end - start))


def _square_to(away: Floats, along_side: Floats, normal: Floats) -> Floats:
    """Return the unit vectors in a surface that lead square away from a line in it, to a given side."""
    found = clip.unit(cross(normal, along_side))
    return np.asarray(found * np.sign(np.einsum("nk,nk->n", found, away))[:, None])


def _errors_mm(prepared: PreparedPart, triangles: Ints, lean: Floats) -> Floats:
    """Return how far cuts across triangles may be from where the exact surface leans by the limit."""
    mesh, faces = prepared.mesh, prepared.part.faces
    is_freeform = np.array([isinstance(face.surface, Freeform) for face in faces], dtype=bool)
    off = np.where(is_freeform[mesh.face_of_triangle[triangles]], math.radians(FREEFORM_DEG), 0.0)
    steepness = clip.gradients(mesh.vertices[mesh.triangles[triangles]], lean)
    # the sine of a lean changes by no more than the lean does
    return np.asarray(mesh.chord_mm + off / np.maximum(steepness, np.finfo(float).tiny))
