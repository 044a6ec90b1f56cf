"""Surfaces of revolution as fitting changes them: eight numbers each.

A point on the axis, the axis, and two numbers of the profile; see `Revolution` for their names and `AXIS` for
their places. A straight profile has the radius abreast of
the point and the half angle in radians (0 for a cylinder), a round one the radius of the circle of tube
centers (0 for a sphere) and that of the tube. Distances are signed, positive on the natural normal's side.
"""

from typing import NamedTuple

import numpy as np

from engine.compiled import compiled
from engine.model.arrays import Floats, frozen
from engine.model.surface import Cone, Cylinder, Sphere, Surface, Torus
from engine.surfaces.kind import CONE, CYLINDER, SPHERE

AXIS, RADIUS, PROFILE = 3, 6, 7
"""Where the axis begins among the eight numbers, after the point on it, and the numbers of the profile."""
STRAIGHT_DEG = 0.001
"""A cone of a half angle below this is a cylinder: its apex lies beyond anything that numbers can tell."""


class Revolution(NamedTuple):
    """The eight numbers by name."""

    point: Floats
    """(3,) on the axis; the center of a sphere or torus."""
    axis: Floats
    """(3,) unit."""
    radius: float
    """Of a straight profile, abreast of the point; of a round one that of the circle of its centers."""
    profile: float
    """The half angle of a straight profile in radians, the radius of a round one."""

    def packed(self) -> Floats:
        """Return the eight numbers (8,), for compiled loops."""
        return np.concatenate([self.point, self.axis, [self.radius, self.profile]])


def named(s: Floats) -> Revolution:
    """Return eight numbers (8,) by name; point and axis are views."""
    return Revolution(s[:AXIS], s[AXIS:RADIUS], float(s[RADIUS]), float(s[PROFILE]))


@compiled
def distance(kind: int, s: Floats, point: Floats, normal: Floats) -> float:
    """Return the distance of a point (3,); writes the natural normal there into `normal`."""
    x, y, z = point[0] - s[0], point[1] - s[1], point[2] - s[2]
    h = x * s[3] + y * s[4] + z * s[5]
    x, y, z = x - h * s[3], y - h * s[4], z - h * s[5]
    rho = np.sqrt(x * x + y * y + z * z)
    out = rho - s[RADIUS]
    if kind <= CONE:
        c, t = np.cos(s[PROFILE]), -np.sin(s[PROFILE])
        d = out * c + h * t
    else:
        reach = np.sqrt(out * out + h * h)
        c, t = out / max(reach, 1e-300), h / max(reach, 1e-300)
        d = reach - s[PROFILE]
    c /= max(rho, 1e-300)
    normal[0], normal[1], normal[2] = c * x + t * s[3], c * y + t * s[4], c * z + t * s[5]
    return float(d)


@compiled
def slopes(
    kind: int, s: Floats, cosine: float, sine: float, point: Floats, normal: Floats, row: Floats
) -> float:
    """Return the distance of a point; writes its slope along each of the 8 numbers into `row` (8,).

    `cosine` and `sine` are those of the half angle, which many points share.
    """
    x, y, z = point[0] - s[0], point[1] - s[1], point[2] - s[2]
    h = x * s[3] + y * s[4] + z * s[5]
    x, y, z = x - h * s[3], y - h * s[4], z - h * s[5]
    rho = np.sqrt(x * x + y * y + z * z)
    out = rho - s[RADIUS]
    if kind <= CONE:
        c, t = cosine, -sine
        d = out * c + h * t
    else:
        reach = np.sqrt(out * out + h * h)
        c, t = out / max(reach, 1e-300), h / max(reach, 1e-300)
        d = reach - s[PROFILE]
    # the unit vector away from the axis
    x, y, z = x / max(rho, 1e-300), y / max(rho, 1e-300), z / max(rho, 1e-300)
    normal[0], normal[1], normal[2] = c * x + t * s[3], c * y + t * s[4], c * z + t * s[5]
    # an axis that tilts takes the point along it and away from it
    tilt = t * rho - h * c
    row[0], row[1], row[2] = -normal[0], -normal[1], -normal[2]
    row[3], row[4], row[5] = tilt * x, tilt * y, tilt * z
    if kind == CYLINDER:
        row[6], row[7] = -1.0, 0.0
    elif kind == CONE:
        row[6], row[7] = -c, -out * sine - h * c
    elif kind == SPHERE:
        row[6], row[7] = 0.0, -1.0
    else:
        row[6], row[7] = -c, -1.0
    return float(d)


def distances(kind: int, s: Floats, points: Floats, normals: Floats) -> Floats:
    """Return signed distances (N,) of points (N, 3); writes the natural normals there into `normals`."""
    offset = points - s[:AXIS]
    h = offset @ s[AXIS:RADIUS]
    radial = offset - h[:, None] * s[AXIS:RADIUS]
    rho = np.sqrt(np.einsum("nk,nk->n", radial, radial))
    out = rho - s[RADIUS]
    if kind in (CYLINDER, CONE):
        across, along = np.cos(s[PROFILE]) * np.ones(len(points)), -np.sin(s[PROFILE]) * np.ones(len(points))
        off = out * across + h * along
    else:
        reach = np.hypot(out, h)
        across, along = out / np.maximum(reach, 1e-300), h / np.maximum(reach, 1e-300)
        off = reach - s[PROFILE]
    normals[:] = (across / np.maximum(rho, 1e-300))[:, None] * radial + along[:, None] * s[AXIS:RADIUS]
    distance: Floats = off
    return distance


def smallest_radius_mm(kind: int, s: Floats, points: Floats) -> float:
    """Return the smallest radius of curvature of a surface near points (N, 3)."""
    if kind in (CYLINDER, CONE):
        offset = points - s[:AXIS]
        rho = np.linalg.norm(offset - np.outer(offset @ s[AXIS:RADIUS], s[AXIS:RADIUS]), axis=1)
        return float(rho.mean() / np.cos(s[PROFILE]))
    return abs(float(s[PROFILE]))


def tidy(kind: int, s: Floats) -> None:
    """Bring a cone's half angle into (0, 90 degrees), in place; the surface stays where it is."""
    if kind == CONE:
        s[PROFILE] = np.arctan(np.tan(s[PROFILE]))
        if s[PROFILE] < 0.0:
            s[AXIS:RADIUS], s[PROFILE] = -s[AXIS:RADIUS], -s[PROFILE]


def to_surface(kind: int, s: Floats) -> Surface:
    """Return the eight numbers of a kind as a surface of the model."""
    origin, axis, first, second = s[:AXIS], s[AXIS:RADIUS], float(s[RADIUS]), float(s[PROFILE])
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
