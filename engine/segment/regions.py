"""Regions: the triangles of a part sorted into faces, each with the surface it was sampled from.

Planes come first, exactly: triangles level with their neighbors. Among what folds gently, cylinders, cones,
spheres and tori are grown from a few facets to all that they explain; the rest stays flat where it stands
alone and free-form where it hangs together.

The order is by area, largest first (to six digits), then by how far the face's middle lies from the middle of
the whole surface, then by place. It owes nothing to the file's order, and turning or scaling a part leaves it
alone but for copies at equal distance.
"""

import numpy as np

from engine.model.arrays import Floats, Ints, frozen, frozen_ints
from engine.model.surface import Freeform, Surface
from engine.progress import Progress
from engine.segment import absorb, curved, levels, parted, patches, pieces, rest, surface_of, unite
from engine.segment.pieces import Pieces
from engine.segment.segmented import Facets, Regions

SURE = 8
"""Facets of a face that tells how deep facets cut in this mesh."""
DEEPER = 2.0


def segment(facets: Facets, progress: Progress) -> Regions:
    """Sort triangles into faces; see the module."""
    flat = pieces.find(facets)
    ground = curved.ground_of(facets, flat)
    found = curved.find(facets, flat, ground, (curved.ROUND, curved.STRICT), np.inf, progress)
    ground, flat, found = parted.part(facets, ground, flat, found)
    found, is_grazed = absorb.grazed(ground, flat, found)
    is_free = ~ground.is_taken | (flat.is_flat & ~is_grazed)
    leader = levels.join(facets, flat, is_free, np.zeros(len(is_free), dtype=bool))
    is_joined = leader != np.arange(len(leader))
    is_joined[leader[is_joined]] = True
    ground.is_taken[is_joined] = True
    depth_mm = max((one.depth_mm for one in found if len(one.pieces) >= SURE), default=np.inf)
    found += curved.find(facets, flat, ground, (curved.LOOSE,), DEEPER * depth_mm, progress)
    found = unite.join(ground, flat, found)
    face = np.full(len(leader), -1, dtype=np.int64)
    for index, one in enumerate(found):
        face[one.pieces] = index
    absorb.reclaim(ground, flat, found, face, is_joined)
    absorb.scraps(ground, flat, found, face, is_joined)
    found, face = patches.settle(ground, flat, found, face, is_joined | flat.is_flat)
    is_first = levels.first_facets(flat, face < 0)
    leader = levels.join(facets, flat, face < 0, ~is_first)
    is_joined = leader != np.arange(len(leader))
    is_joined[leader[is_joined]] = True
    is_rest = (face < 0) & ~is_joined & ~flat.is_flat
    told_mm = [one.depth_mm for at, one in enumerate(found) if (face == at).sum() >= SURE]
    number = rest.join(flat, is_rest, is_first, max(told_mm, default=0.0))
    convex, concave = rest.radii(flat, number, int(number.max(initial=-1)) + 1)
    chord_mm = rest.chords_mm(flat, number, len(convex))
    face[is_rest] = len(found) + number[is_rest]
    alone = len(found) + len(convex)
    face = np.where(face < 0, alone + leader, face)

    _, region = np.unique(face[flat.piece_of_triangle], return_inverse=True)
    count = int(region.max()) + 1
    old_of_region = np.empty(count, dtype=np.int64)
    old_of_region[region] = face[flat.piece_of_triangle]
    order = _order(facets, region, count)
    rank = np.empty(count, dtype=np.int64)
    rank[order] = np.arange(count)
    region = rank[region]
    triangles = np.argsort(region, kind="stable")
    first = np.searchsorted(region[triangles], np.arange(count + 1))
    measured: list[tuple[Surface, int, float]] = []
    for new, old in enumerate(old_of_region[order]):
        mine = triangles[first[new] : first[new + 1]]
        if old < len(found):
            measured.append(_curved(facets, mine, found[old].kind, found[old].surface))
        elif old < alone and _pieces_in(flat, mine) > 1:
            free = old - len(found)
            measured.append((Freeform(float(convex[free]), float(concave[free])), 1, float(chord_mm[free])))
        else:
            measured.append(_flat(facets, mine))
    surfaces, senses, deviations = zip(*measured, strict=True)
    return Regions(frozen_ints(region), tuple(surfaces), frozen_ints(senses), frozen(deviations))


def _pieces_in(flat: Pieces, mine: Ints) -> int:
    return len(np.unique(flat.piece_of_triangle[mine]))


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
    surface_of.distances(kind, s, middles, normals)
    facing = (np.einsum("nk,nk->n", normals, facets.normals[mine]) * facets.areas[mine]).sum()
    off = surface_of.distances(kind, s, corners, np.zeros((len(corners), 3)))
    return surface_of.of(kind, s), 1 if facing > 0 else -1, float(np.abs(off).max())


def _flat(facets: Facets, mine: Ints) -> tuple[Surface, int, float]:
    corners = facets.vertices[np.unique(facets.triangles[mine])]
    normal = facets.areas[mine] @ facets.normals[mine]
    plane, deviation = surface_of.plane(corners, normal / np.linalg.norm(normal))
    return plane, 1, deviation
