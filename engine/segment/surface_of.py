"""From a surface as `revolved` keeps it, eight numbers, to a surface of the model, and back to distances."""

import numpy as np

from engine.model.arrays import Floats, frozen
from engine.model.surface import Cone, Cylinder, Plane, Sphere, Surface, Torus
from engine.segment.revolved import CONE, CYLINDER, SPHERE

STRAIGHT_DEG = 0.001
"""A cone of a half angle below this is a cylinder: its apex lies beyond anything that numbers can tell."""


def of(kind: int, s: Floats) -> Surface:
    """Return the surface of a kind of `revolved`."""
    origin, axis, first, second = s[:3], s[3:6], float(s[6]), float(s[7])
    if kind == CYLINDER or (kind == CONE and abs(np.degrees(second)) < STRAIGHT_DEG):
        return Cylinder(frozen(origin), frozen(axis), abs(first))
    if kind == CONE:
        if second < 0.0:
            axis, second = -axis, -second
        apex = origin - first / np.tan(second) * axis
        return Cone(frozen(apex), frozen(axis), float(np.degrees(second)))
    if kind == SPHERE:
        return Sphere(frozen(origin), abs(second))
    return Torus(frozen(origin), frozen(axis), abs(first), abs(second))


def tidy(kind: int, s: Floats) -> None:
    """Bring a cone's half angle into (0, 90 degrees), in place; the surface stays where it is."""
    if kind == CONE:
        s[7] = np.arctan(np.tan(s[7]))
        if s[7] < 0.0:
            s[3:6], s[7] = -s[3:6], -s[7]


def plane(places: Floats, normal: Floats) -> tuple[Plane, float]:
    """Fit a plane to points (N, 3) that roughly lie in one; return how far the farthest lies from it too."""
    middle = places.mean(axis=0)
    local = places - middle
    spread = local.T @ local
    values, directions = np.linalg.eigh(spread)
    best = directions[:, 0] if directions[:, 0] @ normal > 0 else -directions[:, 0]
    # of points in a line any plane through it is as good: keep the triangles' own
    if values[1] <= 1e-10 * values[2] or best @ normal < np.cos(np.radians(1.0)):
        best = normal
    if np.abs(local @ normal).max() <= np.abs(local @ best).max():
        best = normal
    return Plane(frozen(middle), frozen(best)), float(np.abs(local @ best).max())


def distances(kind: int, s: Floats, points: Floats, normals: Floats) -> Floats:
    """Return signed distances (N,) of points (N, 3); writes the natural normals there into `normals`."""
    offset = points - s[:3]
    h = offset @ s[3:6]
    radial = offset - h[:, None] * s[3:6]
    rho = np.sqrt(np.einsum("nk,nk->n", radial, radial))
    out = rho - s[6]
    if kind in (CYLINDER, CONE):
        across, along = np.cos(s[7]) * np.ones(len(points)), -np.sin(s[7]) * np.ones(len(points))
        off = out * across + h * along
    else:
        reach = np.hypot(out, h)
        across, along = out / np.maximum(reach, 1e-300), h / np.maximum(reach, 1e-300)
        off = reach - s[7]
    normals[:] = (across / np.maximum(rho, 1e-300))[:, None] * radial + along[:, None] * s[3:6]
    distance: Floats = off
    return distance


def smallest_radius_mm(kind: int, s: Floats, points: Floats) -> float:
    """Return the smallest radius of curvature of a surface near points (N, 3)."""
    if kind in (CYLINDER, CONE):
        offset = points - s[:3]
        rho = np.linalg.norm(offset - np.outer(offset @ s[3:6], s[3:6]), axis=1)
        return float(rho.mean() / np.cos(s[7]))
    return abs(float(s[7]))
