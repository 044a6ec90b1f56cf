"""Face measures: area, centroid, flux, box and a point well inside, of surfaces rather than of chords.

Every triangle gets a node in the middle of each side, put onto the surface, or onto the curve along a border.
The second-order triangle through the six is integrated: a circle rendered by eighteen chords, 2 % too small
as a polygon, comes out right to a few millionths. Neighbors share their middles, so the sum of fluxes is the
volume of a surface without gaps. Over free-form triangles `projection` says where the middles lie.
"""

from dataclasses import dataclass

import numpy as np

from engine.model.arrays import Floats, Ints, cross
from engine.segment import projection
from engine.segment.borders import RegionBorders
from engine.segment.projection import project_midpoints, project_midpoints_on_both
from engine.segment.segmented_mesh import SegmentedMesh
from engine.segment.surface_mesh import SurfaceMesh
from engine.surfaces.kind import FREEFORM, PLANE, SPHERE, TORUS
from engine.surfaces.table import projected

_A, _B = 0.445948490915965, 0.091576213509771
_U = np.array([_A, 1.0 - 2.0 * _A, _A, _B, 1.0 - 2.0 * _B, _B])
_V = np.array([_A, _A, 1.0 - 2.0 * _A, _B, _B, 1.0 - 2.0 * _B])
_WEIGHTS = np.array([0.223381589678011] * 3 + [0.109951743655322] * 3) / 2.0
"""Six points that integrate over a triangle, exact to the fourth degree (Dunavant 1985)."""
LEAST_RHO = 0.3
"""The middle of a chord of a circle lies this share of the radius from its center, or the chord is none."""
CANDIDATES = 24
"""Places tried for a face's inner point: middles of its largest triangles and of its longest inner sides."""


@dataclass(frozen=True, slots=True, eq=False)
class FaceMeasures:
    """One row a region."""

    area_mm2: Floats
    centroid: Floats
    flux_mm3: Floats
    """The integral of (p - anchor) . outward normal: a third of the sum is a volume."""
    flat_area_mm2: Floats
    flat_flux_mm3: Floats
    """The same of the triangles as they are."""
    box_mm: Floats
    """(R, 2, 3)"""
    inner_point: Floats
    """(R, 3)"""
    limit_mm: float
    """How far a free-form surface rises over a side at most."""


def measure(segmented: SegmentedMesh) -> FaceMeasures:
    """Measure every region."""
    mesh, borders, surfaces = segmented.mesh, segmented.borders, segmented.surfaces
    region_of_triangle = segmented.regions.region_of_triangle
    count = len(surfaces.kind)
    middles, limit_mm = _middles(segmented)
    corners = mesh.vertices[mesh.triangles]
    anchor = mesh.vertices.mean(axis=0)
    area, moment, flux = _integrated(corners - anchor, middles - anchor)
    flat = np.einsum("ij,ij->i", corners[:, 0] - anchor, mesh.normals) * mesh.areas
    size = np.bincount(region_of_triangle, area, count).astype(np.float64)
    moments = np.stack([np.bincount(region_of_triangle, moment[:, k], count) for k in range(3)], axis=1)
    inner = _inner_points(mesh, region_of_triangle, borders, corners, middles, count)
    return FaceMeasures(
        area_mm2=size,
        centroid=anchor + moments / size[:, None],
        flux_mm3=np.bincount(region_of_triangle, flux, count).astype(np.float64),
        flat_area_mm2=np.bincount(region_of_triangle, mesh.areas, count).astype(np.float64),
        flat_flux_mm3=np.bincount(region_of_triangle, flat, count).astype(np.float64),
        box_mm=_boxes(segmented, corners, middles),
        inner_point=projected(surfaces, np.arange(count), inner),
        limit_mm=limit_mm,
    )


def _middles(segmented: SegmentedMesh) -> tuple[Floats, float]:
    """Put the middle of every side (T, 3, 3) onto the surface or the border it belongs to; see `limit_mm`."""
    mesh, borders, surfaces = segmented.mesh, segmented.borders, segmented.surfaces
    nodes, curves = segmented.vertices, segmented.curves
    start = mesh.vertices[mesh.triangles].reshape(-1, 3)
    end = mesh.vertices[np.roll(mesh.triangles, -1, axis=1)].reshape(-1, 3)
    middle = (start + end) / 2.0
    own = np.arange(len(start))
    is_first = (borders.twin < 0) | (own < borders.twin)
    chain = borders.chain_of_side
    face = np.repeat(segmented.regions.region_of_triangle, 3)
    other = np.where(chain < 0, face, -1)
    meeting = curves.faces[chain, 0] >= 0
    other[meeting] = curves.faces[chain[meeting]].sum(axis=1) - face[meeting]

    is_free = surfaces.kind == FREEFORM
    bulges = is_first & (other >= 0) & (is_free[face] | is_free[np.maximum(other, 0)])
    is_curved = ~is_free[face] & (surfaces.kind[face] != PLANE)
    rows = np.flatnonzero(is_first & (chain < 0) & is_curved)
    middle[rows] = project_midpoints(surfaces, face[rows], start[rows], end[rows])
    known_mm = np.linalg.norm(middle[rows] - (start[rows] + end[rows]) / 2.0, axis=1)
    known_mm = known_mm[known_mm > mesh.noise_mm]
    rows = np.flatnonzero(is_first & meeting & ~bulges)
    middle[rows] = project_midpoints_on_both(surfaces, curves.faces[chain[rows]], start[rows], end[rows])
    rows = np.flatnonzero(bulges)
    ends = mesh.triangles.ravel()[rows], np.roll(mesh.triangles, -1, axis=1).ravel()[rows]
    pair, leans = (face[rows], other[rows]), []
    for faces in pair:
        leans.append((nodes.normals[nodes.at(faces, ends[0])], nodes.normals[nodes.at(faces, ends[1])]))
    guessed_mm, _ = projection.midpoint_rises(surfaces, pair[0], start[rows], end[rows], *leans[0], np.inf)
    limit_mm = projection.rise_limit_mm(known_mm, guessed_mm)
    rises = [
        projection.midpoint_rises(surfaces, faces, start[rows], end[rows], at_start, at_end, limit_mm)
        for faces, (at_start, at_end) in zip(pair, leans, strict=True)
    ]
    (h, n), (k, m) = rises
    middle[rows] = projection.risen_midpoints(start[rows], end[rows], (h, k), (n, m))
    rows = np.flatnonzero(is_first & (curves.circles[chain, 6] > 0.0) & (chain >= 0))
    middle[rows] = _on_circles(curves.circles[chain[rows]], middle[rows])
    first = np.where(is_first, own, borders.twin)
    return middle[first].reshape(-1, 3, 3), limit_mm


def _on_circles(circles: Floats, middle: Floats) -> Floats:
    """Put the middles of chords (N, 3) onto circles (N, 7): center, axis, radius."""
    center, axis, radius = circles[:, :3], circles[:, 3:6], circles[:, 6]
    away = middle - center
    height = np.einsum("ij,ij->i", away, axis)[:, None] * axis
    flat = away - height
    rho = np.linalg.norm(flat, axis=1)
    good = rho > LEAST_RHO * radius
    scaled = center + height + flat * (radius / np.where(good, rho, 1.0))[:, None]
    return np.where(good[:, None], scaled, middle)


def _integrated(corners: Floats, middles: Floats) -> tuple[Floats, Floats, Floats]:
    """Area (T,), moment (T, 3) and flux (T,) of six-node triangles; `middles[:, i]` follows corner i."""
    a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
    ab, bc, ca = middles[:, 0], middles[:, 1], middles[:, 2]
    area, flux, moment = np.zeros(len(a)), np.zeros(len(a)), np.zeros((len(a), 3))
    for u, v, weight in zip(_U.tolist(), _V.tolist(), _WEIGHTS.tolist(), strict=True):
        w = 1.0 - u - v
        place = (
            w * (2 * w - 1) * a
            + u * (2 * u - 1) * b
            + v * (2 * v - 1) * c
            + 4 * w * u * ab
            + 4 * u * v * bc
            + 4 * v * w * ca
        )
        by_u = (1 - 4 * w) * a + (4 * u - 1) * b + 4 * (w - u) * ab + 4 * v * (bc - ca)
        by_v = (1 - 4 * w) * a + (4 * v - 1) * c + 4 * (w - v) * ca + 4 * u * (bc - ab)
        normal = cross(by_u, by_v)
        size = weight * np.linalg.norm(normal, axis=1)
        area += size
        moment += size[:, None] * place
        flux += weight * np.einsum("ij,ij->i", place, normal)
    return area, moment, flux


def _boxes(segmented: SegmentedMesh, corners: Floats, middles: Floats) -> Floats:
    """Boxes (R, 2, 3): of corners, of the bulges of sides, and of places where a surface turns square."""
    region, surfaces, nodes = segmented.regions.region_of_triangle, segmented.surfaces, segmented.vertices
    count = len(surfaces.kind)
    box = np.empty((count, 2, 3))
    box[:, 0], box[:, 1] = np.inf, -np.inf
    after = np.roll(corners, -1, axis=1)
    # the parabola a + (b - a) t + 4 (m - (a + b) / 2) t (1 - t) turns back where its slope is zero
    lift = 4.0 * (middles - (corners + after) / 2.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.clip(np.nan_to_num((after - corners + lift) / (2.0 * lift), posinf=0.0, neginf=0.0), 0.0, 1.0)
    bulge = corners + (after - corners) * t + lift * t * (1.0 - t)
    for points in (corners, bulge):
        _widen(box, np.repeat(region, 3), points.reshape(-1, 3))
    rows = np.flatnonzero(np.isin(surfaces.kind[region], (SPHERE, TORUS)))
    for axis in range(3):
        normals = nodes.normals[nodes.of_corner[rows]]
        shares = _shares(normals, np.eye(3)[axis])
        inside = (shares >= 0.0).all(axis=1) | (shares <= 0.0).all(axis=1)
        inside &= np.isfinite(shares).all(axis=1) & (np.abs(shares).sum(axis=1) > 0.0)
        at, share = rows[inside], np.abs(shares[inside])
        share /= share.sum(axis=1, keepdims=True)
        places = np.einsum("ti,tij->tj", share, corners[at])
        _widen(box, region[at], projected(surfaces, region[at], places))
    return box


def _shares(normals: Floats, direction: Floats) -> Floats:
    """Of which parts of three normals (N, 3, 3) the direction is made; NaN where they lie in a plane."""
    a, b, c = normals[:, 0], normals[:, 1], normals[:, 2]
    volume = np.einsum("ij,ij->i", a, cross(b, c))
    with np.errstate(divide="ignore", invalid="ignore"):
        parts = np.stack([cross(b, c) @ direction, cross(c, a) @ direction, cross(a, b) @ direction], axis=1)
        return np.where(np.abs(volume[:, None]) > 1e-12, parts / volume[:, None], np.nan)


def _widen(box: Floats, region: Ints, points: Floats) -> None:
    for axis in range(3):
        np.minimum.at(box[:, 0, axis], region, points[:, axis])
        np.maximum.at(box[:, 1, axis], region, points[:, axis])


def _inner_points(
    mesh: SurfaceMesh, region: Ints, borders: RegionBorders, corners: Floats, middles: Floats, count: int
) -> Floats:
    """Of some places on each region, the farthest from its border (R, 3)."""
    is_inner = borders.chain_of_side.reshape(-1, 3) < 0
    lengths = np.linalg.norm(np.roll(corners, -1, axis=1) - corners, axis=2)
    centers = (4.0 * middles - corners).sum(axis=1) / 9.0
    face = np.concatenate([region, np.repeat(region, 3)[is_inner.ravel()]])
    weight = np.concatenate([np.sqrt(mesh.areas), lengths[is_inner]])
    kind = np.repeat([0, 1], [len(region), int(is_inner.sum())])
    place = np.concatenate([centers, middles[is_inner]])
    order = np.lexsort((-weight, kind, face))
    group = 2 * face[order] + kind[order]
    rank = np.arange(len(order)) - np.searchsorted(group, group)
    order = order[rank < CANDIDATES]
    bounds = np.searchsorted(face[order], np.arange(count + 1))

    side = np.flatnonzero(borders.chain_of_side >= 0)
    side = side[np.argsort(region[side // 3], kind="stable")]
    side_bounds = np.searchsorted(region[side // 3], np.arange(count + 1))
    tails, heads = corners.reshape(-1, 3)[side], np.roll(corners, -1, axis=1).reshape(-1, 3)[side]
    inner = np.empty((count, 3))
    for index in range(count):
        here = place[order[bounds[index] : bounds[index + 1]]]
        around = slice(side_bounds[index], side_bounds[index + 1])
        inner[index] = here[_clearances(here, tails[around], heads[around]).argmax()]
    return inner


def _clearances(points: Floats, tails: Floats, heads: Floats) -> Floats:
    """Distance (N,) of each point from the nearest of the segments; zeros where there is none."""
    if not len(tails):
        return np.zeros(len(points))
    along = heads - tails
    square = np.maximum(np.einsum("ij,ij->i", along, along), np.finfo(np.float64).tiny)
    away = points[:, None] - tails[None]
    share = np.clip(np.einsum("nsj,sj->ns", away, along) / square, 0.0, 1.0)
    off = away - share[:, :, None] * along
    return np.asarray(np.sqrt(np.einsum("nsj,nsj->ns", off, off).min(axis=1)))
