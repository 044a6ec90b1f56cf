"""Surfaces as columns of numbers, so that distances from many, of any kinds, are worked out at once."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.model.arrays import Floats, Ints
from engine.model.surface import Cone, Cylinder, Freeform, Plane, Sphere, Surface, Torus

KINDS = (Plane, Cylinder, Cone, Sphere, Torus)
NO_AXIS = (0.0, 0.0, 1.0)


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """N surfaces. Distances from a free-form one are NaN."""

    kinds: Floats
    """(N,) places in `KINDS`; -1 for a free-form surface."""
    origins: Floats
    """(N, 3) a point on a plane or an axis; the middle of a sphere or torus, the apex of a cone."""
    axes: Floats
    """(N, 3) unit axes, or the normals of planes."""
    major: Floats
    """(N,) radius; of a cone the sine of its half angle."""
    minor: Floats
    """(N,) radius of a torus' tube; of a cone the cosine of its half angle."""

    def some(self, rows: Ints) -> "Columns":
        """Return the surfaces of some rows."""
        return Columns(
            self.kinds[rows], self.origins[rows], self.axes[rows], self.major[rows], self.minor[rows]
        )

    def offsets(self, points: Floats) -> Floats:
        """Return the signed distances (N,) of points (N, 3), which grow along the natural normals."""
        ways = points - self.origins
        heights = _dot(ways, self.axes)
        across = np.linalg.norm(ways - heights[:, None] * self.axes, axis=1)
        return np.select(
            [self.kinds == kind for kind in range(len(KINDS))],
            [
                heights,
                across - self.major,
                across * self.minor - heights * self.major,
                np.linalg.norm(ways, axis=1) - self.major,
                np.hypot(across - self.major, heights) - self.minor,
            ],
            np.nan,
        )

    def gradients(self, points: Floats) -> Floats:
        """Return the unit directions (N, 3) in which the signed distances grow; NaN on an axis."""
        ways = points - self.origins
        heights = _dot(ways, self.axes)[:, None]
        radial = ways - heights * self.axes
        across = np.linalg.norm(radial, axis=1)[:, None]
        radial = radial / across
        tube = (across - self.major[:, None]) * radial + heights * self.axes
        return np.select(
            [(self.kinds == kind)[:, None] for kind in range(len(KINDS))],
            [
                self.axes,
                radial,
                radial * self.minor[:, None] - self.axes * self.major[:, None],
                ways / np.linalg.norm(ways, axis=1)[:, None],
                tube / np.linalg.norm(tube, axis=1)[:, None],
            ],
            np.nan,
        )

    def projected(self, points: Floats) -> Floats:
        """Return the nearest points (N, 3) of the surfaces."""
        with np.errstate(invalid="ignore", divide="ignore"):
            return points - self.offsets(points)[:, None] * self.gradients(points)


def of(surfaces: Sequence[Surface]) -> Columns:
    """Read the numbers off surfaces."""
    rows = np.array([_row(surface) for surface in surfaces], dtype=np.float64).reshape(-1, 9)
    return Columns(rows[:, 0], rows[:, 1:4], rows[:, 4:7], rows[:, 7], rows[:, 8])


def _row(surface: Surface) -> tuple[float, ...]:
    match surface:
        case Plane(origin=origin, normal=normal):
            return (0.0, *origin, *normal, 0.0, 0.0)
        case Cylinder(origin=origin, axis=axis, radius_mm=radius):
            return (1.0, *origin, *axis, radius, 0.0)
        case Cone(apex=apex, axis=axis, half_angle_deg=half_angle):
            angle = np.radians(half_angle)
            return (2.0, *apex, *axis, float(np.sin(angle)), float(np.cos(angle)))
        case Sphere(center=center, radius_mm=radius):
            return (3.0, *center, *NO_AXIS, radius, 0.0)
        case Torus(center=center, axis=axis, major_radius_mm=major, minor_radius_mm=minor):
            return (4.0, *center, *axis, major, minor)
        case Freeform():
            return (-1.0, *NO_AXIS, *NO_AXIS, 0.0, 0.0)


def _dot(one: Floats, other: Floats) -> Floats:
    return np.asarray(np.einsum("ij,ij->i", one, other))
