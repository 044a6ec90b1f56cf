"""Regions: the triangles of a part sorted into faces, each with the surface it was sampled from.

Where a file keeps the triangles of a face together, its faces come first (see `charted`); what is left falls
into faces by how it folds (see `grown`).

The order is by area, largest first (to six digits), then by how far the face's middle lies from the middle of
the whole surface, then by place. It owes nothing to the file's order, and turning or scaling a part leaves it
alone but for copies at equal distance.
"""

from dataclasses import replace

import numpy as np

from engine.model.arrays import Floats, Ints, frozen, frozen_ints
from engine.model.surface import Freeform, Plane, Surface
from engine.progress import Progress
from engine.segment import charted, grown
from engine.segment.charted import Charted
from engine.segment.segmented import Facets, Regions
from engine.surfaces import revolution
from engine.surfaces.kind import FREEFORM, PLANE


def segment(facets: Facets, progress: Progress) -> Regions:
    """Sort triangles into faces; see the module."""
    charted_faces = charted.fit(facets, progress)
    face, kinds = (
        charted_faces.face_of_triangle.copy(),
        list(zip(charted_faces.kinds, charted_faces.surfaces, strict=True)),
    )
    open_ = np.flatnonzero(face < 0)
    if len(open_):
        known_mm = _known_mm(charted_faces)
        own, more = grown.faces(_part(facets, open_, charted_faces), known_mm, progress)
        face[open_] = len(kinds) + own
        kinds += more
    _, region = np.unique(face, return_inverse=True)
    region = region.ravel()
    count = int(region.max()) + 1
    face_of_region = np.empty(count, dtype=np.int64)
    face_of_region[region] = face
    order = _order(facets, region, count)
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
            measured.append(_flat(facets, mine))
        elif kind == FREEFORM:
            convex, concave, chord_mm = numbers.tolist()
            measured.append((Freeform(convex, concave), 1, chord_mm))
        else:
            measured.append(_curved(facets, mine, kind, numbers))
    surfaces, senses, deviations = zip(*measured, strict=True)
    return Regions(frozen_ints(region), tuple(surfaces), frozen_ints(senses), frozen(deviations))


def _known_mm(charted_faces: Charted) -> list[float]:
    """Return how deep facets cut into the curved faces that charts told."""
    sizes = np.bincount(charted_faces.face_of_triangle + 1, minlength=len(charted_faces.kinds) + 1)[1:]
    is_sure = (sizes >= 2 * grown.SURE) & np.isin(charted_faces.kinds, charted.KINDS)
    known: list[float] = charted_faces.depths_mm[is_sure].tolist()
    return known


def _part(facets: Facets, open_: Ints, charted_faces: Charted) -> Facets:
    """Return some triangles, cut off from all others and, where charts are faces, chart from chart."""
    if not charted_faces.kinds:
        return facets
    row = np.full(len(facets.triangles) + 1, -1, dtype=np.int64)
    row[open_] = np.arange(len(open_))
    across = facets.neighbor[open_]
    is_one = facets.chart_of_triangle[across] == facets.chart_of_triangle[open_, None]
    return replace(
        facets,
        triangles=frozen_ints(facets.triangles[open_]),
        normals=frozen(facets.normals[open_]),
        areas=frozen(facets.areas[open_]),
        neighbor=frozen_ints(np.where((across >= 0) & is_one, row[across], -1)),
        body_of_triangle=frozen_ints(facets.body_of_triangle[open_]),
        shell_of_triangle=frozen_ints(facets.shell_of_triangle[open_]),
        chart_of_triangle=frozen_ints(facets.chart_of_triangle[open_]),
    )


def _order(facets: Facets, region: Ints, count: int) -> Ints:
    middles = facets.vertices[facets.triangles].mean(axis=1)
    area = np.bincount(region, facets.areas, count)
    summed = np.stack([np.bincount(region, facets.areas * middles[:, k], count) for k in range(3)], axis=1)
    middle = summed / area[:, None]
    away = np.linalg.norm(middle - (facets.areas @ middles) / facets.areas.sum(), axis=1)
    coarse_area = np.round(np.log(area / area.max()), 5)
    coarse_away = np.round(away / max(float(away.max()), 1e-300), 5)
    order: Ints = np.lexsort((middle[:, 2], middle[:, 1], middle[:, 0], coarse_away, -coarse_area))
    return order


def _curved(facets: Facets, mine: Ints, kind: int, s: Floats) -> tuple[Surface, int, float]:
    corners = facets.vertices[np.unique(facets.triangles[mine])]
    normals = np.zeros((len(mine), 3))
    middles = facets.vertices[facets.triangles[mine]].mean(axis=1)
    revolution.distances(kind, s, middles, normals)
    facing = (np.einsum("nk,nk->n", normals, facets.normals[mine]) * facets.areas[mine]).sum()
    off = revolution.distances(kind, s, corners, np.zeros((len(corners), 3)))
    return revolution.to_surface(kind, s), 1 if facing > 0 else -1, float(np.abs(off).max())


def _flat(facets: Facets, mine: Ints) -> tuple[Surface, int, float]:
    corners = facets.vertices[np.unique(facets.triangles[mine])]
    normal = facets.areas[mine] @ facets.normals[mine]
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
