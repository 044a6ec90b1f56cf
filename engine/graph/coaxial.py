"""Whether surfaces of revolution share an axis."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import dist, hypot, radians, sin

import numpy as np

from engine.model.arrays import Floats, Vector, norms, square_to, vector_product
from engine.model.part import Face
from engine.model.surface import Cone, Cylinder, Plane, Sphere, Surface, Torus
from engine.tolerances import LENGTH_FLOOR_MM, PARALLEL_DEG

COAXIAL_SHARE = 0.01
COAXIAL_DEG = 0.5
"""Stages of one hole may be off by this much: files hold them as drawn in separate sketches."""


@dataclass(frozen=True, slots=True, eq=False)
class AxisLine:
    """A line in space. `direction` is a unit vector; its sign carries no meaning."""

    origin: Vector
    direction: Vector

    def along(self, points: Floats) -> Floats:
        """Return how far along the line each point lies, from `origin`: (..., 3) to (...)."""
        return np.asarray((points - self.origin) @ self.direction, dtype=np.float64)

    def distance(self, points: Floats) -> Floats:
        """Return how far from the line each point lies: (..., 3) to (...)."""
        offsets = points - self.origin
        rest = offsets - np.multiply.outer(offsets @ self.direction, self.direction)
        return norms(rest)

    def turns(self, points: Floats) -> Floats:
        """Return where round the line each point lies, in turns from 0 to 1: (..., 3) to (...).

        Counted from a direction across the line that is the same for all points.
        """
        across = square_to(self.direction)
        across /= np.linalg.norm(across)
        offsets = points - self.origin
        sines, cosines = offsets @ vector_product(self.direction, across), offsets @ across
        return np.asarray(np.arctan2(sines, cosines) / (2.0 * np.pi) % 1.0, dtype=np.float64)

    def at(self, along_mm: float) -> Vector:
        """Return the point of the line at this distance from `origin`."""
        return np.asarray(self.origin + along_mm * self.direction, dtype=np.float64)


def axis_line(surface: Surface) -> AxisLine | None:
    """Return the axis of a cylinder, cone or torus; None for every other surface (a ball has any)."""
    match surface:
        case Cylinder(origin=origin, axis=axis):
            return AxisLine(origin, axis)
        case Cone(apex=apex, axis=axis):
            return AxisLine(apex, axis)
        case Torus(center=center, axis=axis):
            return AxisLine(center, axis)
    return None


def is_same_line(
    a: AxisLine, b: AxisLine, near: Vector, tolerance_mm: float, parallel_deg: float = PARALLEL_DEG
) -> bool:
    """Whether two axes are one line, as seen from the place where they matter.

    Origins of axes lie anywhere along them, so the distance between the lines is taken abreast of `near`,
    a (3,) point of the faces in question; far away even parallel-within-tolerance lines drift apart.
    """
    if _crossing(a.direction, b.direction) > sin(radians(parallel_deg)):
        return False
    abreast = _foot(a, near.tolist())
    return dist(abreast, _foot(b, abreast)) <= tolerance_mm + LENGTH_FLOOR_MM


def _foot(line: AxisLine, point: Sequence[float]) -> tuple[float, float, float]:
    """Return the place on a line nearest to a point, in plain numbers: arrays of three take longer."""
    (ox, oy, oz), (dx, dy, dz) = line.origin.tolist(), line.direction.tolist()
    x, y, z = point
    along_mm = (x - ox) * dx + (y - oy) * dy + (z - oz) * dz
    return ox + along_mm * dx, oy + along_mm * dy, oz + along_mm * dz


def turns_about(face: Face, axis: AxisLine) -> bool:
    """Whether a face is part of a cylinder, cone, torus or ball that turns about an axis.

    Stages count as coaxial when they are off by up to `COAXIAL_SHARE` of the radius at hand.
    """
    near = face.inner_point
    tolerance_mm = COAXIAL_SHARE * float(axis.distance(near)) + face.deviation_mm + LENGTH_FLOOR_MM
    if isinstance(face.surface, Sphere):
        return float(axis.distance(face.surface.center)) <= tolerance_mm
    line = axis_line(face.surface)
    return line is not None and is_same_line(line, axis, near, tolerance_mm, COAXIAL_DEG)


def is_square_to(face: Face, axis: AxisLine) -> bool:
    """Whether a face is a plane at right angles to an axis."""
    if not isinstance(face.surface, Plane):
        return False
    return _crossing(face.surface.normal, axis.direction) <= sin(radians(COAXIAL_DEG))


def _crossing(a: Vector, b: Vector) -> float:
    """Sine of the angle between unit vectors."""
    (ax, ay, az), (bx, by, bz) = a.tolist(), b.tolist()
    return hypot(ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx)
