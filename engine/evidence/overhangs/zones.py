"""Zones: connected stretches of a surface that lean over too far, and what holds each along its border.

A zone hangs on its neighbors. Along a stretch of its border it is *held* where the surface goes on downwards
from there and material lies behind it: a wall below a ceiling, the side of a hole below its roof. It is
*free* where the surface turns upwards: the outer edge of a ledge. What lies on the bed holds too.
"""

import math
from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from engine.evidence.overhangs import normals
from engine.model.analysis import PreparedPart
from engine.model.arrays import Bools, Floats, Ints, Vector, along, cross
from engine.model.mesh import Mesh
from engine.model.surface import Cone

DOWNWARDS = 0.1
"""A neighbor goes down from the border when it falls by this share of its way at least."""
BEHIND = -0.05
"""Material lies behind a neighbor that does not turn back from the zone by more than this share of its way:
the hollow of a corner, and the smooth side of a hole."""


@dataclass(frozen=True, slots=True, eq=False)
class Zones:
    """Triangles that hang over, zone by zone, and the pieces of border of each."""

    triangles: Ints
    """(Z,) ascending."""
    zone_of_triangle: Ints
    """(Z,) 0..K-1."""
    ends: Floats
    """(S, 2, 3) of each piece of border, those of one zone after the other."""
    is_held: Bools
    """(S,)"""
    first_of_zone: Ints
    """(K + 1,) which pieces are whose."""


def find(prepared: PreparedPart, direction: Vector, least_deg: float, bed_mm: float) -> Zones:
    """Find the zones that lean over by more than `least_deg` from the vertical, above the bed.

    Places where a zone touches the bed become pieces of border without length, and hold it.
    """
    mesh = prepared.mesh
    level = along(mesh.vertices, direction)
    is_low = level <= bed_mm
    hangs = -along(_normals(prepared), direction) > math.sin(math.radians(least_deg))
    on_bed: Bools = np.all(is_low[mesh.triangles], axis=1)
    triangles = np.flatnonzero(hangs & ~on_bed)
    row_of_triangle = np.full(len(mesh.triangles), -1)
    row_of_triangle[triangles] = np.arange(len(triangles))
    side, other = _neighbors(mesh, triangles)
    inside = row_of_triangle[other] >= 0
    inside &= other >= 0
    row = side // 3
    n_zones, zone = _connected(len(triangles), row[inside], row_of_triangle[other[inside]])
    border = ~inside
    corner = side[border] % 3
    own = mesh.triangles[triangles[row[border]]]
    start = own[np.arange(len(own)), corner]
    end = own[np.arange(len(own)), (corner + 1) % 3]
    held = _are_held(mesh, triangles[row[border]], start, end, other[border], on_bed, direction)
    touching = np.flatnonzero(is_low[mesh.triangles[triangles]].any(axis=1))
    foot = mesh.triangles[triangles[touching]]
    foot = foot[np.arange(len(foot)), is_low[foot].argmax(axis=1)]
    ends = np.concatenate(
        [
            np.stack([mesh.vertices[start], mesh.vertices[end]], axis=1),
            np.repeat(mesh.vertices[foot][:, None], 2, axis=1),
        ]
    )
    is_held = np.concatenate([held, np.ones(len(foot), dtype=bool)])
    zone_of_piece = np.concatenate([zone[row[border]], zone[touching]])
    order = np.argsort(zone_of_piece, kind="stable")
    first = np.searchsorted(zone_of_piece[order], np.arange(n_zones + 1))
    return Zones(triangles, zone, ends[order], is_held[order], first.astype(np.int64))


def normals_of_triangles(mesh: Mesh, triangles: Ints) -> Floats:
    """(T, 3) unit normal of the exact surface amid triangles (T, 3); the facet's own where it has none."""
    corners = mesh.vertices[triangles]
    facet = cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    at_corners = mesh.normals[triangles]
    mean = np.where(np.isfinite(at_corners), at_corners, 0.0).sum(axis=1)
    length = np.linalg.norm(mean, axis=1)
    chosen = np.where((length > 0.5)[:, None], mean, facet)
    return np.asarray(chosen / np.maximum(np.linalg.norm(chosen, axis=1), np.finfo(float).tiny)[:, None])


def _normals(prepared: PreparedPart) -> Floats:
    """Return the normals of the triangles, those of cones by their formula: a cone leans alike all round."""
    mesh = prepared.mesh
    found = normals_of_triangles(mesh, mesh.triangles)
    cones = [face for face in prepared.part.faces if isinstance(face.surface, Cone)]
    is_cone = np.zeros(len(prepared.part.faces), dtype=bool)
    is_cone[[face.id for face in cones]] = True
    triangles = np.flatnonzero(is_cone[mesh.face_of_triangle])
    face_of_row = mesh.face_of_triangle[triangles]
    for face in cones:
        own = triangles[face_of_row == face.id]
        middles = mesh.vertices[mesh.triangles[own]].mean(axis=1)
        found[own] = normals.of_face(face, middles, found[own])
    return found


def _neighbors(mesh: Mesh, triangles: Ints) -> tuple[Ints, Ints]:
    """Return (3Z,) sides of some triangles, as 3 * row + corner it begins at, and the triangle across each.

    -1 where there is none or more than one.
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
    return np.arange(len(wanted)), across


def _connected(count: int, one: Ints, other: Ints) -> tuple[int, Ints]:
    graph = coo_array((np.ones(len(one), dtype=np.int8), (one, other)), shape=(count, count))
    n_zones, zone = connected_components(graph, directed=False)
    return int(n_zones), zone.astype(np.int64)


def _are_held(
    mesh: Mesh, own: Ints, start: Ints, end: Ints, across: Ints, on_bed: Bools, direction: Vector
) -> Bools:
    """Tell which pieces of border hold their zone."""
    held = np.zeros(len(own), dtype=bool)
    known = np.flatnonzero(across >= 0)
    other = mesh.triangles[across[known]]
    a, b = mesh.vertices[start[known]], mesh.vertices[end[known]]
    along_side = b - a
    along_side /= np.maximum(np.linalg.norm(along_side, axis=1), np.finfo(float).tiny)[:, None]
    # the corner across is the one that is neither end
    welded = mesh.weld[other]
    is_end = (welded == mesh.weld[start[known]][:, None]) | (welded == mesh.weld[end[known]][:, None])
    away = mesh.vertices[other[np.arange(len(other)), is_end.argmin(axis=1)]] - a
    away -= np.einsum("nk,nk->n", away, along_side)[:, None] * along_side
    away /= np.maximum(np.linalg.norm(away, axis=1), np.finfo(float).tiny)[:, None]
    corners = mesh.vertices[mesh.triangles[own[known]]]
    facing = cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    facing /= np.maximum(np.linalg.norm(facing, axis=1), np.finfo(float).tiny)[:, None]
    goes_down = -along(away, direction) > DOWNWARDS
    lies_behind = np.einsum("nk,nk->n", away, facing) > BEHIND
    held[known] = (goes_down & lies_behind) | on_bed[across[known]]
    return held
