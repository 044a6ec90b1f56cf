"""Distances between two picked places: straight, along the axes, and between faces that are parallel."""

import math
from dataclasses import dataclass

import numpy as np

from app.views.viewport.mesh import PartMesh
from app.views.viewport.picking import Hit

PARALLEL_COS = math.cos(math.radians(0.1))


@dataclass(frozen=True, slots=True)
class Measurement:
    """What lies between two places, in millimeters."""

    start: tuple[float, float, float]
    end: tuple[float, float, float]
    distance_mm: float
    delta_mm: tuple[float, float, float]
    normal_mm: float | None
    """At right angles between two parallel faces; None where they are not, or are curved there."""

    @property
    def words(self) -> tuple[str, ...]:
        """Lines to show, the one that matters first."""
        steps = (
            f"Δ{axis} {by:+.3f}".replace("-", "−") for axis, by in zip("xyz", self.delta_mm, strict=True)
        )
        lines = [f"{self.distance_mm:.3f} mm", "  ".join(steps)]
        return tuple(lines if self.normal_mm is None else [*lines, f"⟂ {self.normal_mm:.3f} mm"])


def between(mesh: PartMesh, start: Hit, end: Hit) -> Measurement:
    """Measure from one place to another."""
    one, other = np.array(start.point), np.array(end.point)
    delta = other - one
    facing = _normal(mesh, start), _normal(mesh, end)
    normal = None
    if abs(float(facing[0] @ facing[1])) > PARALLEL_COS:
        normal = abs(float(delta @ facing[0]))
    x, y, z = delta.tolist()
    return Measurement(start.point, end.point, float(np.linalg.norm(delta)), (x, y, z), normal)


def _normal(mesh: PartMesh, hit: Hit) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    a, b, c = mesh.vertices[mesh.triangles[hit.triangle]]
    normal = np.cross(b - a, c - a)
    return np.asarray(normal / max(float(np.linalg.norm(normal)), 1e-30))
