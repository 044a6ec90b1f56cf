"""The surfaces of all faces as one table of numbers.

Distances, normals and curvatures at any number of points, on any mixture of planes, cylinders, cones, spheres
and tori, come out of closed formulas at once.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from engine.model.arrays import Floats, Ints, cross, norms
from engine.model.surface import Cone, Cylinder, Freeform, Plane, Sphere, Surface, Torus
from engine.surfaces import formulas
from engine.surfaces.kind import FREEFORM, PLANE, SPHERE, TORUS, SurfaceKind


@dataclass(frozen=True, slots=True, eq=False)
class SurfaceTable:
    """One row a face."""

    kind: Ints
    """(F,) of `SurfaceKind`."""
    origin: Floats
    """(F, 3) point on the axis: apex of a cone, center of a sphere or torus."""
    axis: Floats
    """(F, 3) unit; the normal of a plane."""
    first: Floats
    """(F,) radius of a cylinder or sphere, half angle of a cone in radians, major radius of a torus."""
    second: Floats
    """(F,) minor radius of a torus."""
    sense: Floats
    """(F,) +1 where the outward normal is the surface's natural one, else -1."""

    def rows(self) -> Floats:
        """Return origin, axis, first, second and sense as rows (F, 9), for compiled loops; see `scalar`."""
        return np.column_stack([self.origin, self.axis, self.first, self.second, self.sense])


def tabulate(surfaces: Sequence[Surface], senses: Sequence[int]) -> SurfaceTable:
    """Put surfaces and senses, by face id, into one table."""
    count = len(surfaces)
    rows = np.zeros((count, 9))
    for i, surface in enumerate(surfaces):
        rows[i] = _row(surface)
    return SurfaceTable(
        kind=rows[:, 0].astype(np.int64),
        origin=rows[:, 1:4],
        axis=rows[:, 4:7],
        first=rows[:, 7],
        second=rows[:, 8],
        sense=np.array(senses, dtype=np.float64).reshape(count),
    )


def _row(surface: Surface) -> tuple[float, ...]:
    match surface:
        case Plane():
            return (SurfaceKind.PLANE, *surface.origin, *surface.normal, 0.0, 0.0)
        case Cylinder():
            return (SurfaceKind.CYLINDER, *surface.origin, *surface.axis, surface.radius_mm, 0.0)
        case Cone():
            half = np.radians(surface.half_angle_deg)
            return (SurfaceKind.CONE, *surface.apex, *surface.axis, half, 0.0)
        case Sphere():
            return (SurfaceKind.SPHERE, *surface.center, 0.0, 0.0, 1.0, surface.radius_mm, 0.0)
        case Torus():
            radii = surface.major_radius_mm, surface.minor_radius_mm
            return (SurfaceKind.TORUS, *surface.center, *surface.axis, *radii)
        case Freeform():
            return (SurfaceKind.FREEFORM, *(0.0,) * 8)


def distances(table: SurfaceTable, face: Ints, points: Floats) -> Floats:
    """Return how far (N,) points lie off the surfaces of the faces `face` (N,), along the outward normals.

    NaN on freeform faces.
    """
    natural = np.full(len(points), np.nan)
    for kind, rows in _by_kind(table, face):
        own = face[rows]
        offset, axis = points[rows] - table.origin[own], table.axis[own]
        height = np.einsum("ij,ij->i", offset, axis)
        rho = norms(offset - height[:, None] * axis)
        natural[rows] = formulas.distance(kind, offset, rho, height, table.first[own], table.second[own])
    return natural * table.sense[face]


def foot_points(table: SurfaceTable, face: Ints, points: Floats) -> Floats:
    """Return the nearest points (N, 3) of the surfaces of the faces `face` (N,).

    NaN on freeform faces and where there is no normal.
    """
    return points - distances(table, face, points)[:, None] * outward_normals(table, face, points)


def projected(table: SurfaceTable, face: Ints, points: Floats) -> Floats:
    """Return `foot_points`; where there is none, the points (N, 3) themselves."""
    feet = foot_points(table, face, points)
    return np.where(np.isnan(feet), points, feet)


def outward_normals(table: SurfaceTable, face: Ints, points: Floats) -> Floats:
    """Return outward unit normals (N, 3) at points on the faces `face` (N,).

    NaN on freeform faces, and where there is none (an apex, an axis).
    """
    normals, _, _ = _frames(table, face, points)
    return normals * table.sense[face, None]


def curvatures_across(table: SurfaceTable, face: Ints, points: Floats, tangents: Floats) -> Floats:
    """Return the normal curvature (N,) across the tangent, 1/mm, positive towards the outward normal.

    NaN on freeform faces and where the normal is undefined.
    """
    return normals_and_curvatures(table, face, points, tangents)[1]


def normals_and_curvatures(
    table: SurfaceTable, face: Ints, points: Floats, tangents: Floats
) -> tuple[Floats, Floats]:
    """Return `outward_normals` (N, 3) and `curvatures_across` (N,), which share most of the work.

    All kinds but the plane are surfaces of revolution: the parallel bends by -(n . e)/rho (e: away from the
    axis, rho: distance from it), the meridian by 0 or -1/radius; Euler's formula mixes the two.
    """
    normals, away, rho = _frames(table, face, points)
    kinds = table.kind[face]
    radius = np.where(kinds == TORUS, table.second[face], table.first[face])
    with np.errstate(divide="ignore", invalid="ignore"):
        parallel = -(normals * away).sum(1) / rho
        meridian = np.where(kinds >= SPHERE, -1.0 / radius, 0.0)
        around = cross(table.axis[face], away)
        across = cross(normals, tangents)
        share = np.clip((across * around).sum(1), -1.0, 1.0) ** 2
        bent = parallel * share + meridian * (1.0 - share)
        bent = np.where(kinds == PLANE, 0.0, bent)
        bent = np.where(kinds == SPHERE, meridian, bent)
    sense = table.sense[face]
    curvatures: Floats = np.where(kinds == FREEFORM, np.nan, bent * sense)
    return normals * sense[:, None], curvatures


def _frames(table: SurfaceTable, face: Ints, points: Floats) -> tuple[Floats, Floats, Floats]:
    """Natural normals (N, 3), directions away from the axis (N, 3), distances from the axis (N,).

    NaN are the directions and distances of planes.
    """
    normals, away = np.full((2, len(points), 3), np.nan)
    rho = np.full(len(points), np.nan)
    for kind, rows in _by_kind(table, face):
        own = face[rows]
        if kind == PLANE:
            normals[rows] = table.axis[own]
            continue
        offset, axis, first = points[rows] - table.origin[own], table.axis[own], table.first[own]
        away[rows], rho[rows], _ = formulas.around_axis(kind, offset, axis, first)
        normals[rows] = formulas.normal(kind, offset, away[rows], axis, first, table.second[own])
    return normals, away, rho


def _by_kind(table: SurfaceTable, face: Ints) -> Iterator[tuple[int, Ints]]:
    """Yield each kind of surface but free-form ones, and the rows of `face` (N,) that are of it."""
    kinds = table.kind[face]
    for kind in np.flatnonzero(np.bincount(kinds)[:FREEFORM]).tolist():
        yield kind, np.flatnonzero(kinds == kind)
