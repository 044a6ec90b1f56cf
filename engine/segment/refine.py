"""Refine: the analysis mesh of a triangle surface, as fine as that of an exact part."""

import numpy as np

from engine.errors import MeshTooLarge
from engine.model.arrays import Floats, Ints
from engine.model.mesh import Mesh, MeshOptions
from engine.model.part import Circle, Curve, Line
from engine.progress import Progress
from engine.segment import density, rounding, splitting
from engine.segment.borders import Borders
from engine.segment.nodes import Nodes, facet_means
from engine.segment.segmented import Facets, Regions
from engine.surfaces.kind import SurfaceKind
from engine.surfaces.table import SurfaceTable, outward_normals

MOST = 6_000_000
"""Refinement stops here; the estimate is capped lower, this one guards against a wrong estimate."""
SAFETY = 1.1
"""The chord is told from the corners' normals, which is exact on circles only."""
MUCH_SHORTER = 0.25
"""Sides under this share of what the region's curvature asks for are not split for bending."""
MANY = 8
"""A region that needs so many times the triangles expected lies on a surface that does not suit it."""
FLAT_NOISES = 2.0
"""Facets of a free-form region lie in one plane when they differ by no more than so many times the noise."""


def mesh(
    facets: Facets,
    regions: Regions,
    borders: Borders,
    curves: tuple[Curve, ...],
    carriers: SurfaceTable,
    nodes: Nodes,
    limit_mm: float,
    options: MeshOptions,
    progress: Progress,
) -> Mesh:
    """Refine facets into an analysis mesh; raises as `assemble`."""
    chosen = density.choose(facets, regions.region_of_triangle, carriers, options)
    places, parents, triangles, region, chain = _refined(facets, regions, borders, curves, carriers, chosen)
    progress.check()
    order = np.argsort(region, kind="stable")
    triangles, region, chain = triangles[order], region[order], chain[order]
    count = len(places)
    keys, corners = np.unique(region[:, None] * count + triangles, return_inverse=True)
    corners = corners.reshape(-1, 3)
    face, vertex = np.divmod(keys, count)
    is_free = carriers.kind == SurfaceKind.FREEFORM
    normals = outward_normals(carriers, face, places[vertex])
    if is_free.any():
        free = is_free[face]
        normals[free] = rounding.normals_of(places, parents, face, vertex, nodes, free)[free]
        followed = _followed(len(places), triangles, region, chain, borders, curves)
        places = rounding.moved(
            places, parents, triangles, followed, face, vertex, normals, carriers, limit_mm
        )
        normals[~free] = outward_normals(carriers, face[~free], places[vertex[~free]])
    bare = ~np.isfinite(normals).all(axis=1)
    if bare.any():
        normals[bare] = facet_means(places[vertex][corners], corners, len(vertex))[bare]
    weld = _welded(places, vertex, len(facets.vertices), borders)
    _, first = np.unique(regions.region_of_triangle, return_index=True)
    body = facets.body_of_triangle[first]
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


def _refined(
    facets: Facets,
    regions: Regions,
    borders: Borders,
    curves: tuple[Curve, ...],
    carriers: SurfaceTable,
    chosen: density.Density,
) -> tuple[Floats, Ints, Ints, Ints, Ints]:
    """Return places, the ends that each new one halves, triangles, their regions, their sides' chains."""
    n_places, n_triangles = len(facets.vertices), len(facets.triangles)
    tables, kinds = carriers.rows(), carriers.kind
    chain_kind = np.zeros(len(curves), dtype=np.int64)
    circles, chain_faces = np.zeros((len(curves), 7)), np.zeros((len(curves), 2), dtype=np.int64)
    for index, (curve, chain) in enumerate(zip(curves, borders.chains, strict=True)):
        if isinstance(curve, Circle):
            chain_kind[index] = splitting.ROUND
            circles[index] = (*curve.center, *curve.axis, curve.radius_mm)
        elif not isinstance(curve, Line) and len(chain.faces) == 2:
            chain_kind[index] = splitting.MEETING
            chain_faces[index] = chain.faces
    neighbor = np.where(borders.twin >= 0, borders.twin // 3, -1).reshape(-1, 3)
    room = 2 * n_triangles + int(1.5 * density.TARGET)
    while True:
        arrays = (
            _roomy(facets.vertices, room, 0.0),
            np.full((room, 2), -1, dtype=np.int64),
            _roomy(facets.triangles, room, -1),
            _roomy(neighbor, room, -1),
            _roomy(borders.chain_of_side.reshape(-1, 3), room, -1),
            _roomy(regions.region_of_triangle, room, 0),
        )
        v, t, state = splitting.refine(
            *arrays,
            n_places,
            n_triangles,
            kinds,
            tables,
            chain_kind,
            circles,
            chain_faces,
            chosen.max_edge_mm,
            MUCH_SHORTER * chosen.step_mm,
            float(np.cos(chosen.turn)),
            chosen.chord_mm,
            FLAT_NOISES * facets.noise_mm,
            np.int64(MANY) * (chosen.numbers + 64),
        )
        if state == splitting.DONE:
            return arrays[0][:v], arrays[1][:v], arrays[2][:t], arrays[5][:t], arrays[4][:t]
        if room >= MOST:
            raise MeshTooLarge("the part needs more triangles than can be meshed; ask for a larger max edge")
        room = min(2 * room, MOST)


def _roomy(values: np.ndarray, room: int, filler: float) -> np.ndarray:
    made = np.full((room, *values.shape[1:]), filler, dtype=values.dtype)
    made[: len(values)] = values
    return made


def _followed(
    count: int, triangles: Ints, region: Ints, chain: Ints, borders: Borders, curves: tuple[Curve, ...]
) -> Ints:
    """Return the regions (V, 2) whose surfaces a vertex follows; -1 on straight, round and free borders."""
    followed = np.full((count, 2), -1)
    followed[triangles] = region[:, None, None]
    pairs = np.full((len(curves) + 1, 2), -1)
    for index, (curve, each) in enumerate(zip(curves, borders.chains, strict=True)):
        if not isinstance(curve, (Circle, Line)) and len(each.faces) == 2:
            pairs[index] = each.faces
    along = chain >= 0
    for end in (triangles, np.roll(triangles, -1, axis=1)):
        followed[end[along]] = pairs[chain[along]]
    return followed


def _welded(places: Floats, vertex: Ints, n_old: int, borders: Borders) -> Ints:
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
