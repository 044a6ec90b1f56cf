"""Plausible: whether a fitted surface bends as its facets do.

Few facets always have a sphere or a cone through their corners. Where that surface turns much farther under
a facet than the facet folds against its neighbors, it was not what the facets were sampled on: such a region
is taken for free-form, and its triangles for what is known of it.
"""

from dataclasses import replace

import numpy as np

from engine.model.arrays import Floats, Ints, frozen, frozen_ints
from engine.model.surface import Freeform
from engine.segment.segmented import Facets, Regions
from engine.surfaces.kind import SurfaceKind
from engine.surfaces.table import outward_normals, tabulate

FLAT_DEG = 0.05
"""Facets that fold by less lie in one plane: the two halves of a strip of a bend."""
SLACK = 1.3
SLACK_DEG = 1.5
"""A surface leans from a facet at its corners by half of what neighbors fold, on an even mesh; by all of it
where a bend is a single strip. So much more is left to uneven meshes."""
STRAY_NOISES, STRAY = 8.0, 3e-3
"""A surface that its corners miss by more than so many times the noise, and by this share of the region's
size, is another one: careless exporters err by less."""
MANY, SURE_NOISES = 12, 4.0
"""No more is asked of a surface that so many facets or more lie on, to so many times the noise."""
SHARE = 0.7
"""A surface is plausible when facets with this share of the area are."""


def checked(facets: Facets, regions: Regions) -> Regions:
    """Return the regions with implausible surfaces replaced by free-form ones."""
    carriers = tabulate(list(regions.surfaces), regions.senses.tolist())
    region = regions.region_of_triangle
    curved = np.flatnonzero(~np.isin(carriers.kind[region], (SurfaceKind.PLANE, SurfaceKind.FREEFORM)))
    if not len(curved):
        return regions
    count = len(regions.surfaces)
    corners = facets.vertices[facets.triangles[curved]].reshape(-1, 3)
    normals = outward_normals(carriers, np.repeat(region[curved], 3), corners).reshape(-1, 3, 3)
    cosine = np.einsum("tij,tj->ti", normals, facets.normals[curved])
    lean = np.degrees(np.arccos(np.clip(np.nan_to_num(np.fmin.reduce(cosine, axis=1), nan=1.0), -1.0, 1.0)))
    is_fine = lean <= SLACK * _folds(facets, region)[curved] + SLACK_DEG
    fine = np.bincount(region[curved], facets.areas[curved] * is_fine, count)
    total = np.bincount(region[curved], facets.areas[curved], count)
    strays = regions.deviations_mm > np.maximum(
        STRAY_NOISES * facets.noise_mm, STRAY * _sizes(facets, regions)
    )
    many = np.bincount(region, minlength=count) >= MANY
    is_sure = many & (regions.deviations_mm <= SURE_NOISES * facets.noise_mm)
    doubtful = np.flatnonzero((total > 0.0) & ~is_sure & ((fine < SHARE * total) | strays))
    if not len(doubtful):
        return regions
    surfaces, senses = list(regions.surfaces), np.array(regions.senses)
    for index in doubtful.tolist():
        surfaces[index], senses[index] = Freeform(np.inf, np.inf), 1
    return replace(
        regions,
        surfaces=tuple(surfaces),
        senses=frozen_ints(senses),
        deviations_mm=frozen(_strays(facets, regions, doubtful)),
    )


def _sizes(facets: Facets, regions: Regions) -> Floats:
    """Diagonals (R,) of the regions' boxes."""
    count = len(regions.surfaces)
    low, high = np.full((count, 3), np.inf), np.full((count, 3), -np.inf)
    corners = facets.vertices[facets.triangles]
    for axis in range(3):
        np.minimum.at(low[:, axis], regions.region_of_triangle, corners[:, :, axis].min(axis=1))
        np.maximum.at(high[:, axis], regions.region_of_triangle, corners[:, :, axis].max(axis=1))
    return np.asarray(np.linalg.norm(high - low, axis=1))


def _folds(facets: Facets, region: Ints) -> Floats:
    """Degrees (T,) by which facets fold at most against their region, or against others if that is flat.

    Facets of one region in one plane are one: each folds as much as those next to it.
    """
    there = facets.neighbor >= 0
    across = np.maximum(facets.neighbor, 0)
    cosine = np.einsum("tij,tj->ti", facets.normals[across], facets.normals)
    fold = np.where(there, np.degrees(np.arccos(np.clip(cosine, -1.0, 1.0))), 0.0)
    own = there & (region[across] == region[:, None])
    inner, outer = np.where(own, fold, 0.0).max(axis=1), fold.max(axis=1)
    is_level = own & (fold <= FLAT_DEG)
    inner = np.maximum(inner, np.where(is_level, inner[across], 0.0).max(axis=1))
    outer = np.maximum(outer, np.where(is_level, outer[across], 0.0).max(axis=1))
    folds: Floats = np.where(inner > FLAT_DEG, inner, outer)
    return folds


def _strays(facets: Facets, regions: Regions, doubtful: Ints) -> Floats:
    """Deviations with those of doubtful regions told from their facets: sagittas, from sides and folds."""
    strays = np.array(regions.deviations_mm)
    region = regions.region_of_triangle
    rows = np.flatnonzero(np.isin(region, doubtful))
    fold = np.radians(np.minimum(_folds(facets, region)[rows], 60.0))
    lifts = np.sqrt(facets.areas[rows]) * fold / 8.0
    strays[doubtful] = 0.0
    np.maximum.at(strays, region[rows], lifts)
    return strays
