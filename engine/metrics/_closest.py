"""Closest approach of two surfaces: where the wall between them is thinnest, to the last digit.

At the thinnest place of a wall the straight way from one side to the other is normal to both. Newton's
method moves a point over the one surface until its distance from the other no longer falls. Surfaces that run
side by side (parallel planes, a tube, two bores with parallel axes) are closest along a line or everywhere,
and the point moves only across such a line.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from engine.model.arrays import Bools, Floats
from engine.model.surface import Cone, Cylinder, Freeform, Plane, Sphere, Surface, Torus

STEPS = 20
"""Of Newton's method; it needs five where it starts within a radius of curvature."""
FLAT = 1e-7
"""1/mm: the distance between surfaces that bend apart by less is the same along them."""
SQUARE = 1e-8
"""Sine of the angle between the way across and the normals at which the way is square to both."""
PROBE_SHARE = 1e-4
"""How far the curvature of the distance is sampled, as a share of the distance."""


class Approach(NamedTuple):
    """Closest places of pairs of surfaces; NaN rows where the pair has none."""

    ones: Floats
    """(N, 3) on the first surface."""
    others: Floats
    """(N, 3) on the second."""
    lengths: Floats
    """(N,) mm between the two."""


def approach(
    ones: Sequence[Surface], others: Sequence[Surface], starts: Floats, furthest_mm: Floats
) -> Approach:
    """Find where pairs of surfaces come closest to each other, near given starts.

    Parameters
    ----------
    ones, others : N surfaces each
    starts : (N, 3) float64
        Near the first surface.
    furthest_mm : (N,) float64
        The search gives up further away from its start than this.

    Returns
    -------
    Approach
        NaN where a surface is free-form, where the two come no closer to each other than at the borders of
        their faces (a wedge), and where they touch.
    """
    one, other = _Surfaces.of(ones), _Surfaces.of(others)
    with np.errstate(invalid="ignore", divide="ignore"):
        places = one.projected(np.array(starts, dtype=np.float64))
        start_mm = np.abs(other.offsets(places))
        side = np.sign(other.offsets(places))
        probe = np.maximum(PROBE_SHARE * start_mm, 1e-7)
        for _ in range(STEPS):
            along, across, slope_a, slope_b = _slopes(one, other, places, side)
            curved = [
                _gradient(one, other, one.projected(places + probe[:, None] * way), side)
                - _gradient(one, other, one.projected(places - probe[:, None] * way), side)
                for way in (along, across)
            ]
            hessian = [[_dot(bent, way) / (2.0 * probe) for way in (along, across)] for bent in curved]
            step_a, step_b = _newton(hessian, slope_a, slope_b, 0.5 * furthest_mm)
            places = one.projected(places + step_a[:, None] * along + step_b[:, None] * across)
        _, _, slope_a, slope_b = _slopes(one, other, places, side)
        is_square: Bools = np.hypot(slope_a, slope_b) <= SQUARE
        is_near: Bools = np.linalg.norm(places - starts, axis=1) <= furthest_mm
        lengths = np.abs(other.offsets(places))
        found = is_square & is_near & (lengths > 0.0)
    places = np.where(found[:, None], places, np.nan)
    return Approach(places, other.projected(places), np.where(found, lengths, np.nan))


class _Surfaces(NamedTuple):
    """Surfaces as columns, so that pairs of any kinds are worked out at once."""

    kinds: Floats
    """(N,) places in `KINDS`; -1 for a free-form surface, all of whose distances are NaN."""
    origins: Floats
    axes: Floats
    major: Floats
    """(N,) radius; of a cone the sine of its half angle."""
    minor: Floats
    """(N,) radius of a torus' tube; of a cone the cosine of its half angle."""

    @classmethod
    def of(cls, surfaces: Sequence[Surface]) -> "_Surfaces":
        """Read the numbers off surfaces."""
        rows = np.array([_row(surface) for surface in surfaces], dtype=np.float64).reshape(-1, 9)
        return cls(rows[:, 0], rows[:, 1:4], rows[:, 4:7], rows[:, 7], rows[:, 8])

    def offsets(self, points: Floats) -> Floats:
        """Return the signed distances (N,) of points (N, 3)."""
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
        """Return the unit directions (N, 3) in which the signed distances grow."""
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


KINDS = (Plane, Cylinder, Cone, Sphere, Torus)
NO_AXIS = (0.0, 0.0, 1.0)


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


def _gradient(one: _Surfaces, other: _Surfaces, places: Floats, side: Floats) -> Floats:
    """Return how (N, 3) the distance from the other surface grows over the one, in its tangent plane."""
    normals = one.gradients(places)
    growing = side[:, None] * other.gradients(places)
    return growing - _dot(growing, normals)[:, None] * normals


def _slopes(
    one: _Surfaces, other: _Surfaces, places: Floats, side: Floats
) -> tuple[Floats, Floats, Floats, Floats]:
    """Return two square tangents of the one surface and how steeply the distance grows along each."""
    normals = one.gradients(places)
    least = np.argmin(np.abs(normals), axis=1)
    along = np.cross(normals, np.eye(3)[least])
    along /= np.linalg.norm(along, axis=1)[:, None]
    across = np.cross(normals, along)
    gradient = _gradient(one, other, places, side)
    return along, across, _dot(gradient, along), _dot(gradient, across)


def _newton(
    hessian: list[list[Floats]], slope_a: Floats, slope_b: Floats, longest_mm: Floats
) -> tuple[Floats, Floats]:
    """Return the steps down to the least distance, along the two directions in which it bends.

    No step is made along a direction in which the distance does not bend, and where it bends down the step
    goes downhill all the same.
    """
    aa, bb, ab = hessian[0][0], hessian[1][1], 0.5 * (hessian[0][1] + hessian[1][0])
    turn = 0.5 * np.arctan2(2.0 * ab, aa - bb)
    cosine, sine = np.cos(turn), np.sin(turn)
    mean, half = 0.5 * (aa + bb), np.hypot(0.5 * (aa - bb), ab)
    steps = [
        np.where(np.abs(bend) > FLAT, -slope / np.abs(bend), 0.0)
        for bend, slope in (
            (mean + half, cosine * slope_a + sine * slope_b),
            (mean - half, cosine * slope_b - sine * slope_a),
        )
    ]
    step_a, step_b = cosine * steps[0] - sine * steps[1], sine * steps[0] + cosine * steps[1]
    length = np.hypot(step_a, step_b)
    share = np.minimum(1.0, longest_mm / np.maximum(length, 1e-300))
    return step_a * share, step_b * share


def _dot(one: Floats, other: Floats) -> Floats:
    return np.asarray(np.einsum("ij,ij->i", one, other))
