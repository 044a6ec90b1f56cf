"""The carriers of all faces as one table.

Normals and curvatures of any number of points, on any mixture of planes, cylinders, cones, spheres and
tori, come out of closed formulas at once.
"""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from engine.model.arrays import Floats, Ints, cross
from engine.model.surface import Cone, Cylinder, Freeform, Plane, Sphere, Surface, Torus


class Shape(IntEnum):
    """What a face lies on."""

    PLANE = 0
    CYLINDER = 1
    CONE = 2
    SPHERE = 3
    TORUS = 4
    FREEFORM = 5


@dataclass(frozen=True, slots=True, eq=False)
class Carriers:
    """One row a face."""

    shape: Ints
    """(F,) of `Shape`."""
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


def tabulate(surfaces: list[Surface], senses: list[int]) -> Carriers:
    """Put surfaces and senses, by face id, into one table."""
    count = len(surfaces)
    rows = np.zeros((count, 9))
    for i, surface in enumerate(surfaces):
        rows[i] = _row(surface)
    return Carriers(
        shape=rows[:, 0].astype(np.int64),
        origin=rows[:, 1:4],
        axis=rows[:, 4:7],
        first=rows[:, 7],
        second=rows[:, 8],
        sense=np.array(senses, dtype=np.float64).reshape(count),
    )


def _row(surface: Surface) -> tuple[float, ...]:
    match surface:
        case Plane():
            return (Shape.PLANE, *surface.origin, *surface.normal, 0.0, 0.0)
        case Cylinder():
            return (Shape.CYLINDER, *surface.origin, *surface.axis, surface.radius_mm, 0.0)
        case Cone():
            half = np.radians(surface.half_angle_deg)
            return (Shape.CONE, *surface.apex, *surface.axis, half, 0.0)
        case Sphere():
            return (Shape.SPHERE, *surface.center, 0.0, 0.0, 1.0, surface.radius_mm, 0.0)
        case Torus():
            radii = surface.major_radius_mm, surface.minor_radius_mm
            return (Shape.TORUS, *surface.center, *surface.axis, *radii)
        case Freeform():
            return (Shape.FREEFORM, *(0.0,) * 8)


def outward_normals(carriers: Carriers, face: Ints, points: Floats) -> Floats:
    """Return outward unit normals (N, 3) at points on the faces `face` (N,).

    NaN on freeform faces, and where there is none (an apex, an axis).
    """
    normals, _, _ = _frames(carriers, face, points)
    return normals * carriers.sense[face, None]


def curvatures_across(carriers: Carriers, face: Ints, points: Floats, tangents: Floats) -> Floats:
    """Return the normal curvature (N,) across the tangent, 1/mm, positive towards the outward normal.

    NaN on freeform faces and where the normal is undefined. All carriers but the plane are surfaces of
    revolution: the parallel bends by -(n . e)/rho (e: away from the axis, rho: distance from it), the
    meridian by 0 or -1/radius; Euler's formula mixes the two.
    """
    normals, away, rho = _frames(carriers, face, points)
    shape = carriers.shape[face]
    radius = np.where(shape == Shape.TORUS, carriers.second[face], carriers.first[face])
    with np.errstate(divide="ignore", invalid="ignore"):
        parallel = -(normals * away).sum(1) / rho
        meridian = np.where(shape >= Shape.SPHERE, -1.0 / radius, 0.0)
        around = cross(carriers.axis[face], away)
        across = cross(normals, tangents)
        share = np.clip((across * around).sum(1), -1.0, 1.0) ** 2
        bent = parallel * share + meridian * (1.0 - share)
        bent = np.where(shape == Shape.PLANE, 0.0, bent)
        bent = np.where(shape == Shape.SPHERE, meridian, bent)
    return np.where(shape == Shape.FREEFORM, np.nan, bent * carriers.sense[face])


def _frames(carriers: Carriers, face: Ints, points: Floats) -> tuple[Floats, Floats, Floats]:
    """Natural normals (N, 3), directions away from the axis (N, 3), distances from the axis (N,)."""
    shape, axis = carriers.shape[face], carriers.axis[face]
    offset = points - carriers.origin[face]
    height = (offset * axis).sum(1, keepdims=True)
    radial = offset - height * axis
    rho = np.linalg.norm(radial, axis=1)
    first, second = carriers.first[face], carriers.second[face]
    size = np.where(shape == Shape.CONE, np.abs(height[:, 0]) * np.abs(np.tan(first)), first)
    with np.errstate(divide="ignore", invalid="ignore"):
        away = radial / np.where(rho > 1e-9 * np.maximum(size, 1e-3), rho, np.nan)[:, None]
        normals = np.select(
            [(shape == kind)[:, None] for kind in Shape],
            [
                axis,
                away,
                np.cos(first)[:, None] * away - np.sin(first)[:, None] * axis,
                offset / np.linalg.norm(offset, axis=1, keepdims=True),
                _from_tube(offset, away, first, second),
                np.full_like(axis, np.nan),
            ],
        )
    return normals, away, rho


def _from_tube(offset: Floats, away: Floats, major: Floats, minor: Floats) -> Floats:
    """Return unit vectors away from the tube's center circle.

    On a torus that crosses itself the far half counts where it fits better.
    """
    near, far = offset - major[:, None] * away, offset + major[:, None] * away
    lengths = np.linalg.norm(near, axis=1), np.linalg.norm(far, axis=1)
    use_far = np.abs(lengths[1] - minor) < np.abs(lengths[0] - minor)
    spoke = np.where(use_far[:, None], far, near)
    return spoke / np.linalg.norm(spoke, axis=1, keepdims=True)
