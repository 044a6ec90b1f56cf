"""The analysis mesh of a surface mesh, as fine as that of an exact part.

Refinement halves the sides of free-form regions straight. Here every halving is then gone through again in
its order, each new vertex rising over the side that it halves. A facet that would fold keeps its vertices
where they were.
"""

from typing import NamedTuple

import numpy as np

from engine.errors import MeshTooLarge
from engine.model.arrays import Bools, Floats, Ints, cross
from engine.model.mesh import Mesh, MeshOptions
from engine.progress import Progress
from engine.segment import projection
from engine.segment.borders import RegionBorders
from engine.segment.freeform import RegionVertices, mean_normals
from engine.segment.remesh import density, refinement
from engine.segment.segmented_mesh import SegmentedMesh
from engine.surfaces.kind import FREEFORM
from engine.surfaces.table import SurfaceTable, outward_normals

MOST_ROOM = 6_000_000
"""Refinement stops here; the estimate is capped lower, this one guards against a wrong estimate."""
SAFETY = 1.1
"""The chord is told from the corners' normals, which is exact on circles only."""
MUCH_SHORTER = 0.25
"""Sides under this share of what the region's curvature asks for are not split for bending."""
MANY = 8
"""A region that needs so many times the triangles expected lies on a surface that does not suit it."""
FLAT_NOISES = 2.0
"""Facets of a free-form region lie in one plane when they differ by no more than so many times the noise."""


class Refined(NamedTuple):
    """A mesh after refinement."""

    places: Floats
    """(V, 3)"""
    parents: Ints
    """(V, 2) the ends of the side that each new vertex halves; -1 for the given ones."""
    triangles: Ints
    """(T, 3)"""
    region: Ints
    """(T,)"""
    chain: Ints
    """(T, 3) the border of each side; -1 inside a region."""


class Nodes(NamedTuple):
    """Pairs of a region and a vertex of it, ascending."""

    face: Ints
    """(N,)"""
    vertex: Ints
    """(N,)"""
    normals: Floats
    """(N, 3) outward."""

    def at(self, face: Ints, vertex: Ints, n_vertices: int) -> Ints:
        """Return the rows of pairs; any row for a pair that there is not."""
        keys = self.face * n_vertices + self.vertex
        return np.minimum(np.searchsorted(keys, face * n_vertices + vertex), len(keys) - 1)


def remesh(segmented: SegmentedMesh, limit_mm: float, options: MeshOptions, progress: Progress) -> Mesh:
    """Refine a segmented mesh into an analysis mesh; raises as `assemble`.

    Parameters
    ----------
    limit_mm : float
        How far a free-form surface rises over a side at most; see `face_measures`.
    """
    mesh, regions, surfaces = segmented.mesh, segmented.regions, segmented.surfaces
    chosen = density.choose_density(mesh, regions.region_of_triangle, surfaces, options)
    refined = _refined(segmented, chosen)
    progress.check()
    order = np.argsort(refined.region, kind="stable")
    refined = refined._replace(
        triangles=refined.triangles[order], region=refined.region[order], chain=refined.chain[order]
    )
    places, region = refined.places, refined.region
    count = len(places)
    keys, corners = np.unique(region[:, None] * count + refined.triangles, return_inverse=True)
    corners = corners.reshape(-1, 3)
    face, vertex = np.divmod(keys, count)
    is_free = surfaces.kind == FREEFORM
    normals = outward_normals(surfaces, face, places[vertex])
    if is_free.any():
        free = is_free[face]
        normals[free] = _freeform_normals(refined, face, vertex, segmented.vertices, free)[free]
        followed = _followed(refined, segmented.curves)
        places = raise_vertices(refined, followed, Nodes(face, vertex, normals), surfaces, limit_mm)
        normals[~free] = outward_normals(surfaces, face[~free], places[vertex[~free]])
    bare = ~np.isfinite(normals).all(axis=1)
    if bare.any():
        normals[bare] = mean_normals(places[vertex][corners], corners, len(vertex))[bare]
    weld = _welded(places, vertex, len(mesh.vertices), segmented.borders)
    _, first = np.unique(regions.region_of_triangle, return_index=True)
    body = mesh.body_of_triangle[first]
    vertices = places[vertex] + 0.0
    arrays = vertices, normals + 0.0, corners, region, face, body[region], weld
    for array in arrays:
        array.flags.writeable = False
    sides = vertices[corners] - vertices[np.roll(corners, -1, axis=1)]
    longest = float(np.sqrt(np.einsum("ijk,ijk->ij", sides, sides).max()))
    curved = ~is_free[region]
    chord = _chord(vertices, normals, corners[curved]) + float(
        regions.deviations_mm[~is_free].max(initial=0.0)
    )
    chord = max(chord, float(regions.deviations_mm[is_free].max(initial=0.0)))
    return Mesh(*arrays, max(chosen.max_edge_mm, longest), chord)


def _refined(segmented: SegmentedMesh, chosen: density.MeshDensity) -> Refined:
    mesh, borders, surfaces = segmented.mesh, segmented.borders, segmented.surfaces
    n_triangles = len(mesh.triangles)
    table = refinement.RegionTable(
        surfaces.kind,
        surfaces.rows(),
        MUCH_SHORTER * chosen.step_mm,
        np.int64(MANY) * (chosen.numbers + 64),
    )
    limits = refinement.Limits(
        chosen.max_edge_mm, float(np.cos(chosen.turn)), chosen.chord_mm, FLAT_NOISES * mesh.noise_mm
    )
    neighbor = np.where(borders.twin >= 0, borders.twin // 3, -1).reshape(-1, 3)
    room = 2 * n_triangles + int(1.5 * density.TARGET)
    while True:
        arrays = refinement.MeshArrays(
            places=_roomy(mesh.vertices, room, 0.0),
            parents=np.full((room, 2), -1, dtype=np.int64),
            triangles=_roomy(mesh.triangles, room, -1),
            neighbor=_roomy(neighbor, room, -1),
            border=_roomy(borders.chain_of_side.reshape(-1, 3), room, -1),
            region=_roomy(segmented.regions.region_of_triangle, room, 0),
        )
        v, t, state = refinement.refine(
            arrays, len(mesh.vertices), n_triangles, table, segmented.curves, limits
        )
        if state == refinement.DONE:
            return Refined(
                arrays.places[:v],
                arrays.parents[:v],
                arrays.triangles[:t],
                arrays.region[:t],
                arrays.border[:t],
            )
        if room >= MOST_ROOM:
            raise MeshTooLarge("the part needs more triangles than can be meshed; ask for a larger max edge")
        room = min(2 * room, MOST_ROOM)


def _roomy(values: np.ndarray, room: int, filler: float) -> np.ndarray:
    made = np.full((room, *values.shape[1:]), filler, dtype=values.dtype)
    made[: len(values)] = values
    return made


def _followed(refined: Refined, curves: projection.CurveTable) -> Ints:
    """Return the regions (V, 2) whose surfaces a vertex follows; -1 on straight, round and free borders."""
    _, _, triangles, region, chain = refined
    followed = np.full((len(refined.places), 2), -1)
    followed[triangles] = region[:, None, None]
    along = chain >= 0
    for end in (triangles, np.roll(triangles, -1, axis=1)):
        followed[end[along]] = curves.faces[chain[along]]
    return followed


def _welded(places: Floats, vertex: Ints, n_old: int, borders: RegionBorders) -> Ints:
    """Return the welded number of each node; what a non-manifold edge got several times is one by place."""
    used, weld = np.unique(vertex, return_inverse=True)
    if any(len(chain.faces) > 2 for chain in borders.chains):
        added = np.flatnonzero(used >= n_old)
        _, first, same = np.unique(places[used[added]], axis=0, return_index=True, return_inverse=True)
        stands_for = np.arange(len(used))
        stands_for[added] = added[first[same.ravel()]]
        _, weld = np.unique(stands_for[weld], return_inverse=True)
    return weld.ravel().astype(np.int64)


def _chord(vertices: Floats, normals: Floats, triangles: Ints) -> float:
    """Bound how far facets lie from the surface that their corners' normals belong to, mm.

    Along a side e between normals n and m a second-order surface bends away by e . (m - n) / 8, over a
    facet by at most a sixth of the largest of its sides.
    """
    worst = 0.0
    for a, b in ((0, 1), (1, 2), (2, 0)):
        i, j = triangles[:, a], triangles[:, b]
        bend = np.abs(np.einsum("ij,ij->i", vertices[j] - vertices[i], normals[j] - normals[i]))
        cosine = np.clip(np.einsum("ij,ij->i", normals[i], normals[j]), -1.0, 1.0)
        lift = bend / 6.0 / ((1.0 + np.sqrt((1.0 + cosine) / 2.0)) / 2.0)
        worst = max(worst, float(np.nanmax(np.append(lift, 0.0))))
    return SAFETY * worst


FOLDED_COSINE = 0.6
"""A facet that turns by more than 53 degrees when its corners move is folded."""
ROUNDS = 4


def _freeform_normals(
    refined: Refined, face: Ints, vertex: Ints, known: RegionVertices, free: Bools
) -> Floats:
    """Return normals (N, 3) of the nodes of free-form regions: halfway between those of a side's ends.

    `face` and `vertex` (N,) name the nodes, ascending; NaN for nodes of other regions.
    """
    places, parents = refined.places, refined.parents
    normals = np.full((len(face), 3), np.nan)
    keys = face * len(places) + vertex
    old = np.flatnonzero(free & (vertex < known.n_vertices))
    normals[old] = known.normals[known.at(face[old], vertex[old])]
    rows = np.flatnonzero(free & (vertex >= known.n_vertices))
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


def raise_vertices(
    refined: Refined, faces_of_vertex: Ints, nodes: Nodes, surfaces: SurfaceTable, limit_mm: float
) -> Floats:
    """Return the places with new vertices of free-form regions risen.

    Parameters
    ----------
    faces_of_vertex : (V, 2) int64
        The regions whose surfaces a vertex must follow: twice the same inside a region, two along a border;
        -1 where a vertex stays.
    nodes
        Of all regions.
    """
    places, parents, normals = refined.places, refined.parents, nodes.normals
    risen = places.copy()
    is_free = np.append(surfaces.kind == FREEFORM, False)
    wanted = np.flatnonzero((faces_of_vertex >= 0).all(axis=1) & is_free[faces_of_vertex].any(axis=1))
    wanted = wanted[parents[wanted, 0] >= 0]
    if not len(wanted):
        return risen
    age = _ages(parents)
    order = wanted[np.argsort(age[wanted], kind="stable")]
    for level in np.split(order, np.flatnonzero(np.diff(age[order])) + 1):
        tails, heads = risen[parents[level, 0]], risen[parents[level, 1]]
        rise, lean = [], []
        for side in (0, 1):
            own = faces_of_vertex[level, side]
            at = [nodes.at(own, parents[level, end], len(places)) for end in (0, 1)]
            one, other = projection.midpoint_rises(
                surfaces, own, tails, heads, normals[at[0]], normals[at[1]], limit_mm
            )
            rise.append(one)
            lean.append(other)
        risen[level] = projection.risen_midpoints(tails, heads, (rise[0], rise[1]), (lean[0], lean[1]))
    return _unfolded(places, risen, refined.triangles)


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
        before, after = (_unit_normals(each[triangles[rows]]) for each in (places, risen))
        folded = rows[np.einsum("ij,ij->i", before, after) < FOLDED_COSINE]
        if not len(folded):
            break
        risen[np.unique(triangles[folded])] = places[np.unique(triangles[folded])]
    return risen


def _unit_normals(corners: Floats) -> Floats:
    facet = cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    size = np.linalg.norm(facet, axis=1, keepdims=True)
    unit: Floats = facet / np.where(size > 0.0, size, 1.0)
    return unit
