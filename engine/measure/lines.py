"""Axes and planes without ends, and what lies between two of them."""

import math
from dataclasses import dataclass

import numpy as np

from engine.graph.coaxial import AxisLine
from engine.model.arrays import Vector

MEASURED_PARALLEL_DEG = 0.01
"""Within this angle what is measured is called parallel, or square: less is what a file's own digits leave of
it. Recognition is ten times as lenient, see `engine.tolerances`: a draft that is drawn is to be read off."""


@dataclass(frozen=True, slots=True, eq=False)
class Axis(AxisLine):
    """A straight line without ends: of an edge, or the axis of what turns about one."""

    radius_mm: float = 0.0
    """Of the cylinder about it; 0 of an edge, and of what has no radius."""

    def foot(self, point: Vector) -> Vector:
        """Return its point that is nearest to another."""
        return self.at(float(self.along(point)))

    def nearest_to(self, other: AxisLine) -> Vector:
        """Return its point that is nearest to another axis; its origin where the two are parallel."""
        if angle_deg(self.direction, other.direction) <= MEASURED_PARALLEL_DEG:
            return self.origin
        across = np.cross(self.direction, other.direction)
        return self.at(
            float(np.cross(other.origin - self.origin, other.direction) @ across / (across @ across))
        )


@dataclass(frozen=True, slots=True, eq=False)
class Flat:
    """A plane."""

    origin: Vector
    normal: Vector
    """Unit length."""

    def foot(self, point: Vector) -> Vector:
        """Return its point that is nearest to another."""
        return np.asarray(point - self.normal * float((point - self.origin) @ self.normal))

    def distance(self, point: Vector) -> float:
        """Return how far a point lies off it, on either side."""
        return abs(float((point - self.origin) @ self.normal))


def angle_deg(one: Vector, other: Vector) -> float:
    """Return the angle between two directions without sense, 0 to 90; exact near 0 and near 90."""
    return math.degrees(math.atan2(float(np.linalg.norm(np.cross(one, other))), abs(float(one @ other))))
