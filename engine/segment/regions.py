"""Regions: the triangles of a part sorted into faces, each with the surface it was sampled from.

Planes come first, exactly: triangles level with their neighbors. Among what folds gently, cylinders, cones,
spheres and tori are grown from a few facets to all that they explain; the rest stays flat where it stands
alone and free-form where it hangs together.

The order is by area, largest first (to six digits), then by how far the face's middle lies from the middle of
the whole surface, then by place. It owes nothing to the file's order, and turning or scaling a part leaves it
alone but for copies at equal distance.
"""

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from engine.model.arrays import Floats, Ints, frozen, frozen_ints
from engine.model.surface import Freeform, Surface
from engine.progress import Progress
from engine.segment import curved, pieces, surface_of
from engine.segment.pieces import Pieces
from engine.segment.segmented import Facets, Regions


def segment(facets: Facets, progress: Progress) -> Regions:
    """Sort triangles into faces; see the module."""
    flat = pieces.find(facets)
    found = curved.find(facets, flat, progress)
    label = np.full(len(flat.areas), -1, dtype=np.int64)
    for number, face in enumerate(found):
        label[face.pieces] = number
    label = _with_rest(flat, label, len(found))
    region = label[flat.piece_of_triangle]
    count = int(region.max()) + 1
    order = _order(facets, region, count)
    rank = np.empty(count, dtype=np.int64)
    rank[order] = np.arange(count)
    region = rank[region]
    surfaces: list[Surface] = []
    senses: list[int] = []
    deviations: list[float] = []
    triangles = np.argsort(region, kind="stable")
    first = np.searchsorted(region[triangles], np.arange(count + 1))
    for new, old in enumerate(order):
        mine = triangles[first[new] : first[new + 1]]
        kind, s = (found[old].kind, found[old].surface) if old < len(found) else (0, np.zeros(8))
        surface, sense, deviation = _surface(facets, mine, kind, s)
        surfaces.append(surface)
        senses.append(sense)
        deviations.append(deviation)
    return Regions(frozen_ints(region), tuple(surfaces), frozen_ints(senses), frozen(deviations))


def _with_rest(flat: Pieces, label: Ints, count: int) -> Ints:
    is_rest = label < 0
    a, b = flat.folds.T
    keep = is_rest[a] & is_rest[b] & ~flat.is_flat[a] & ~flat.is_flat[b]
    links = coo_array((np.ones(int(keep.sum()), bool), (a[keep], b[keep])), (len(label), len(label)))
    _, part = connected_components(links, directed=False)
    _, names = np.unique(part[is_rest], return_inverse=True)
    label = label.copy()
    label[is_rest] = count + names
    return label


def _order(facets: Facets, region: Ints, count: int) -> Ints:
    middles = facets.vertices[facets.triangles].mean(axis=1)
    area = np.bincount(region, facets.areas, count)
    summed = np.stack([np.bincount(region, facets.areas * middles[:, k], count) for k in range(3)], axis=1)
    middle = summed / area[:, None]
    away = np.linalg.norm(middle - (facets.areas @ middles) / facets.areas.sum(), axis=1)
    coarse_area = np.round(np.log(area), 5)
    coarse_away = np.round(away / max(float(away.max()), 1e-300), 5)
    order: Ints = np.lexsort((middle[:, 2], middle[:, 1], middle[:, 0], coarse_away, -coarse_area))
    return order


def _surface(facets: Facets, mine: Ints, kind: int, s: Floats) -> tuple[Surface, int, float]:
    corners = facets.vertices[np.unique(facets.triangles[mine])]
    normal = facets.areas[mine] @ facets.normals[mine]
    length = float(np.linalg.norm(normal))
    if kind:
        normals = np.zeros((len(mine), 3))
        middles = facets.vertices[facets.triangles[mine]].mean(axis=1)
        surface_of.distances(kind, s, middles, normals)
        facing = (np.einsum("nk,nk->n", normals, facets.normals[mine]) * facets.areas[mine]).sum()
        off = surface_of.distances(kind, s, corners, np.zeros((len(corners), 3)))
        return surface_of.of(kind, s), 1 if facing > 0 else -1, float(np.abs(off).max())
    if length > 0:
        flat, deviation = surface_of.plane(corners, normal / length)
        if deviation <= 8 * facets.noise_mm:
            return flat, 1, deviation
    return Freeform(np.inf, np.inf), 1, 0.0
