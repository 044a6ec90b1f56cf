"""Regions: the triangles of a mesh sorted into faces, each with the surface it was sampled from.

Where a file keeps the triangles of a face together, its faces come first (see `charts`). What is left falls
into faces by how it folds. Planes come first, exactly: triangles level with their neighbors. Among what folds
gently, cylinders, cones, spheres and tori are grown from a few facets to all that they explain; what remains
stays flat where it stands alone and is free-form where it hangs together. In a mesh that was thinned out,
bores are told by their rims before that; how far their corners stray says how level what is flat has to be.

The order is by area, largest first (to six digits), then by how far the face's middle lies from the middle of
the whole surface, then by place. It owes nothing to the file's order, and turning or scaling a part leaves it
alone but for copies at equal distance.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.model.arrays import Floats, Ints, frozen, frozen_ints
from engine.model.surface import Freeform, Plane, Surface
from engine.progress import Progress
from engine.segment import (
    charts,
    coarse_bores,
    curved_regions,
    freeform,
    rimmed_bores,
    split_and_merge,
    straightening,
)
from engine.segment.charts import FittedCharts
from engine.segment.curved_regions import CurvedRegion
from engine.segment.facets import (
    STRAYS,
    FacetGraph,
    Facets,
    facet_graph,
    find_facets,
    first_facets,
    join_level,
)
from engine.segment.sides import Sides
from engine.segment.surface_mesh import Regions, SurfaceMesh
from engine.surfaces import revolution
from engine.surfaces.kind import FREEFORM, PLANE


def segment(mesh: SurfaceMesh, progress: Progress) -> Regions:
    """Sort triangles into faces; see the module."""
    charted_faces = charts.fit_charts(mesh, progress)
    face, kinds = (
        charted_faces.face_of_triangle.copy(),
        list(zip(charted_faces.kinds, charted_faces.surfaces, strict=True)),
    )
    is_coarse = [False] * len(kinds)
    open_ = np.flatnonzero(face < 0)
    if len(open_):
        known_mm = _known_mm(charted_faces)
        own, more, are_coarse = _grow_faces(_part(mesh, open_, charted_faces), known_mm, progress)
        face[open_] = len(kinds) + own
        kinds += more
        is_coarse += are_coarse
    _, region = np.unique(face, return_inverse=True)
    region = region.ravel()
    count = int(region.max()) + 1
    face_of_region = np.empty(count, dtype=np.int64)
    face_of_region[region] = face
    order = _order(mesh, region, count)
    rank = np.empty(count, dtype=np.int64)
    rank[order] = np.arange(count)
    region = rank[region]
    triangles = np.argsort(region, kind="stable")
    first = np.searchsorted(region[triangles], np.arange(count + 1))
    measured: list[tuple[Surface, int, float]] = []
    for new, old in enumerate(face_of_region[order].tolist()):
        mine = triangles[first[new] : first[new + 1]]
        kind, numbers = kinds[old]
        if kind == PLANE:
            measured.append(_flat(mesh, mine))
        elif kind == FREEFORM:
            convex, concave, chord_mm = numbers.tolist()
            measured.append((Freeform(convex, concave), 1, chord_mm))
        else:
            measured.append(_curved(mesh, mine, kind, numbers))
    surfaces, senses, deviations = zip(*measured, strict=True)
    return Regions(
        frozen_ints(region),
        tuple(surfaces),
        frozen_ints(senses),
        frozen(deviations),
        np.array(is_coarse, dtype=bool)[face_of_region[order]],
    )


def _known_mm(charted_faces: FittedCharts) -> list[float]:
    """Return how deep facets cut into the curved faces that charts told."""
    sizes = np.bincount(charted_faces.face_of_triangle + 1, minlength=len(charted_faces.kinds) + 1)[1:]
    is_sure = (sizes >= 2 * SURE) & np.isin(charted_faces.kinds, charts.KINDS)
    known: list[float] = charted_faces.depths_mm[is_sure].tolist()
    return known


def _part(mesh: SurfaceMesh, open_: Ints, charted_faces: FittedCharts) -> SurfaceMesh:
    """Return some triangles, cut off from all others and, where charts are faces, chart from chart."""
    if not charted_faces.kinds:
        return mesh
    row = np.full(len(mesh.triangles) + 1, -1, dtype=np.int64)
    row[open_] = np.arange(len(open_))
    across = mesh.neighbor[open_]
    is_one = mesh.chart_of_triangle[across] == mesh.chart_of_triangle[open_, None]
    return replace(
        mesh,
        triangles=frozen_ints(mesh.triangles[open_]),
        normals=frozen(mesh.normals[open_]),
        areas=frozen(mesh.areas[open_]),
        neighbor=frozen_ints(np.where((across >= 0) & is_one, row[across], -1)),
        body_of_triangle=frozen_ints(mesh.body_of_triangle[open_]),
        shell_of_triangle=frozen_ints(mesh.shell_of_triangle[open_]),
        chart_of_triangle=frozen_ints(mesh.chart_of_triangle[open_]),
    )


def _order(mesh: SurfaceMesh, region: Ints, count: int) -> Ints:
    middles = mesh.vertices[mesh.triangles].mean(axis=1)
    area = np.bincount(region, mesh.areas, count)
    summed = np.stack([np.bincount(region, mesh.areas * middles[:, k], count) for k in range(3)], axis=1)
    middle = summed / area[:, None]
    away = np.linalg.norm(middle - (mesh.areas @ middles) / mesh.areas.sum(), axis=1)
    coarse_area = np.round(np.log(area / area.max()), 5)
    coarse_away = np.round(away / max(float(away.max()), 1e-300), 5)
    order: Ints = np.lexsort((middle[:, 2], middle[:, 1], middle[:, 0], coarse_away, -coarse_area))
    return order


def _curved(mesh: SurfaceMesh, mine: Ints, kind: int, s: Floats) -> tuple[Surface, int, float]:
    corners = mesh.vertices[np.unique(mesh.triangles[mine])]
    normals = np.zeros((len(mine), 3))
    middles = mesh.vertices[mesh.triangles[mine]].mean(axis=1)
    revolution.distances(kind, s, middles, normals)
    facing = (np.einsum("nk,nk->n", normals, mesh.normals[mine]) * mesh.areas[mine]).sum()
    off = revolution.distances(kind, s, corners, np.zeros((len(corners), 3)))
    return revolution.to_surface(kind, s), 1 if facing > 0 else -1, float(np.abs(off).max())


def _flat(mesh: SurfaceMesh, mine: Ints) -> tuple[Surface, int, float]:
    corners = mesh.vertices[np.unique(mesh.triangles[mine])]
    normal = mesh.areas[mine] @ mesh.normals[mine]
    plane, deviation = _fit_plane(corners, normal / np.linalg.norm(normal))
    return plane, 1, deviation


def _fit_plane(places: Floats, normal: Floats) -> tuple[Plane, float]:
    """Fit a plane to points (N, 3) that roughly lie in one; return how far the farthest lies from it too."""
    middle = places.mean(axis=0)
    local = places - middle
    spread = local.T @ local
    values, directions = np.linalg.eigh(spread)
    best = directions[:, 0] if directions[:, 0] @ normal > 0 else -directions[:, 0]
    # of points in a line any plane through it is as good: keep the triangles' own
    if values[1] <= 1e-10 * values[2] or best @ normal < np.cos(np.radians(1.0)):
        best = normal
    if np.abs(local @ normal).max() <= np.abs(local @ best).max():
        best = normal
    return Plane(frozen(middle), frozen(best)), float(np.abs(local @ best).max())


SURE = 8
"""Facets of a face that tells how deep facets cut in this mesh."""
DEEPER = 2.0


def _grow_faces(
    mesh: SurfaceMesh, known_mm: Sequence[float], progress: Progress
) -> tuple[Ints, list[tuple[int, Floats]], list[bool]]:
    """Return the face (T,) of each triangle, 0..F-1, kind and numbers of each, and which are coarse bores.

    Parameters
    ----------
    known_mm : sequence of float
        How deep facets cut into curved faces of this mesh that are known already.
    """
    facets = find_facets(mesh)
    graph = facet_graph(mesh, facets)
    rimmed = rimmed_bores.find(mesh, facets, graph)
    found = curved_regions.find_curved(
        mesh, facets, graph, (curved_regions.ROUND, curved_regions.STRICT), np.inf, progress
    )
    stray_mm = rimmed_bores.stray_mm(graph, rimmed, sum(curved_regions.is_exact(graph, one) for one in found))
    graph, facets, found = split_and_merge.split_facets(mesh, graph, facets, rimmed + found)
    rimmed, found = found[: len(rimmed)], found[len(rimmed) :]
    coarse, found = coarse_bores.find(facets, graph, found)
    bores = rimmed + coarse
    found, is_grazed = split_and_merge.absorb_grazed(graph, facets, found)
    is_free = ~graph.is_taken | (facets.is_flat & ~is_grazed)
    leader = join_level(mesh, facets, is_free, np.zeros(len(is_free), dtype=bool), stray_mm)
    is_joined = leader != np.arange(len(leader))
    is_joined[leader[is_joined]] = True
    graph.is_taken[is_joined] = True
    sure_mm = [one.depth_mm for one in found if len(one.facets) >= SURE]
    deepest_mm = DEEPER * max([*known_mm, *sure_mm], default=np.inf)
    found += curved_regions.find_curved(mesh, facets, graph, (curved_regions.LOOSE,), deepest_mm, progress)
    found = split_and_merge.merge_regions(graph, facets, found)
    is_settled = is_joined.copy()
    for one in bores:
        is_settled[one.facets] = True
    face = np.full(len(leader), -1, dtype=np.int64)
    for index, one in enumerate(found):
        face[one.facets] = index
    split_and_merge.reclaim(graph, facets, found, face, is_settled)
    split_and_merge.absorb_scraps(graph, facets, found, face, is_settled)
    found, face = split_and_merge.settle_patches(graph, facets, found, face, is_settled | facets.is_flat)
    sides = Sides.of(mesh, facets)
    found, straight = _straightened(graph, facets, sides, found, face, stray_mm)
    n_fine = len(found)
    found = found + straight + bores
    face[:] = -1
    for index, one in enumerate(found):
        face[one.facets] = index
    is_first = first_facets(facets, face < 0)
    leader = join_level(mesh, facets, face < 0, ~is_first, stray_mm)
    is_joined = leader != np.arange(len(leader))
    is_joined[leader[is_joined]] = True
    is_remainder = (face < 0) & ~is_joined & ~facets.is_flat
    own_mm = [one.depth_mm for at, one in enumerate(found[:n_fine]) if (face == at).sum() >= SURE]
    number = freeform.join_freeform(facets, is_remainder, is_first, max([*known_mm, *own_mm], default=0.0))
    convex, concave = freeform.facet_radii(facets, number, int(number.max(initial=-1)) + 1)
    chord_mm = freeform.chords_mm(facets, number, len(convex))
    is_level = freeform.are_level(mesh, facets, number, len(convex), STRAYS * stray_mm)
    for region in range(len(convex) if stray_mm > 0.0 else 0):
        round_ = straightening.cylinder(graph, facets, sides, np.flatnonzero(number == region), stray_mm)
        if round_ is not None:
            face[round_.facets] = len(found)
            found.append(round_)
    is_remainder &= face < 0
    face[is_remainder] = len(found) + number[is_remainder]
    alone = len(found) + len(convex)
    face = np.where(face < 0, alone + leader, face)

    numbers, own = np.unique(face, return_inverse=True)
    n_facets = np.bincount(own.ravel())
    made: list[tuple[int, Floats]] = []
    for index, old in enumerate(numbers.tolist()):
        if old < len(found):
            made.append((found[old].kind, found[old].surface))
        elif old < alone and n_facets[index] > 1 and not is_level[old - len(found)]:
            free = old - len(found)
            made.append((FREEFORM, np.array([convex[free], concave[free], chord_mm[free]])))
        else:
            made.append((PLANE, np.zeros(8)))
    are_coarse = [n_fine <= old < len(found) for old in numbers.tolist()]
    return own.ravel()[facets.facet_of_triangle], made, are_coarse


def _straightened(
    graph: FacetGraph,
    facets: Facets,
    sides: Sides,
    found: Sequence[CurvedRegion],
    face: Ints,
    stray_mm: float,
) -> tuple[list[CurvedRegion], list[CurvedRegion]]:
    """Return the faces with the facets (P,) that came to them: those as they are, and straightened ones."""
    own = [replace(one, facets=np.flatnonzero(face == index)) for index, one in enumerate(found)]
    now = [straightening.straightened(graph, facets, sides, one, stray_mm) for one in own]
    kept = [one for one, other in zip(own, now, strict=True) if one is other]
    return kept, [other for one, other in zip(own, now, strict=True) if one is not other]
