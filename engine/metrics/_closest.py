"""Closest approach of two surfaces: where the wall between them is thinnest, to the last digit.

At the thinnest place of a wall the straight way from one side to the other is normal to both. Newton's
method moves a point over the one surface until its distance from the other no longer falls. Surfaces that run
side by side (parallel planes, a tube, two bores with parallel axes) are closest along a line or everywhere,
and the point moves only across such a line.
"""

from typing import NamedTuple

import numpy as np

from engine.model.arrays import Bools, Floats, Ints, cross, squares_to
from engine.surfaces.table import SurfaceTable, distances, foot_points, outward_normals

STEPS = 20
"""Of Newton's method; it needs five where it starts within a radius of curvature."""
FLAT = 1e-7
"""1/mm: the distance between surfaces that bend apart by less is the same along them."""
SQUARE = 1e-8
"""Sine of the angle between the way across and the normals at which the way is square to both."""
SETTLED = 1e-12
"""The same sine at which no further step is made."""
PROBE_SHARE, LEAST_PROBE_MM = 1e-4, 1e-7
"""How far the bend of the distance is sampled, as a share of the distance."""


class Approach(NamedTuple):
    """Closest places of pairs of surfaces; NaN rows where the pair has none."""

    ones: Floats
    """(N, 3) on the first surface."""
    others: Floats
    """(N, 3) on the second."""
    lengths: Floats
    """(N,) mm between the two."""


def approach(table: SurfaceTable, one: Ints, other: Ints, starts: Floats, furthest_mm: Floats) -> Approach:
    """Find where pairs of surfaces come closest to each other, near given starts.

    Parameters
    ----------
    one, other : (N,) int64
        Rows of the table.
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
    with np.errstate(invalid="ignore", divide="ignore"):
        places = foot_points(table, one, np.array(starts, dtype=np.float64))
        start_mm = distances(table, other, places)
        moving = np.flatnonzero(np.isfinite(start_mm))
        for _ in range(STEPS):
            moved = _step(table, one[moving], other[moving], places[moving], start_mm[moving])
            is_moving = np.linalg.norm(moved - places[moving], axis=1) > 0.0
            is_near = np.linalg.norm(moved - starts[moving], axis=1) <= furthest_mm[moving]
            places[moving] = moved
            moving = moving[is_moving & is_near]
            if not len(moving):
                break
        _, _, slopes = _slopes(table, one, other, places, np.sign(start_mm))
        is_square: Bools = np.hypot(*slopes) <= SQUARE
        is_near = np.linalg.norm(places - starts, axis=1) <= furthest_mm
        lengths = np.abs(distances(table, other, places))
        found = is_square & is_near & (lengths > 0.0)
    places = np.where(found[:, None], places, np.nan)
    return Approach(places, foot_points(table, other, places), np.where(found, lengths, np.nan))


def _step(table: SurfaceTable, one: Ints, other: Ints, places: Floats, start_mm: Floats) -> Floats:
    """Return where (N, 3) Newton's method goes from places on the one surface, some `start_mm` apart."""
    side, far_mm = np.sign(start_mm), np.abs(start_mm)
    probe = np.maximum(PROBE_SHARE * far_mm, LEAST_PROBE_MM)
    along, across, slopes = _slopes(table, one, other, places, side)
    asides = np.concatenate([probe[:, None] * along, probe[:, None] * across])
    ones, others, sides = (np.tile(each, 4) for each in (one, other, side))  # of small arrays all at once
    probed = foot_points(table, ones, np.tile(places, (4, 1)) + np.concatenate([asides, -asides]))
    ahead, behind = np.split(_gradient(table, ones, others, probed, sides), 2)
    bends = np.split(ahead - behind, 2)
    hessian = [[_dot(bend, way) / (2.0 * probe) for way in (along, across)] for bend in bends]
    steps = _newton(hessian, slopes)
    moved = foot_points(table, one, places + steps[0][:, None] * along + steps[1][:, None] * across)
    return np.where((np.hypot(*slopes) > SETTLED)[:, None], moved, places)


def _gradient(table: SurfaceTable, one: Ints, other: Ints, places: Floats, side: Floats) -> Floats:
    """Return how (N, 3) the distance from the other surface grows over the one, in its tangent plane."""
    normals = outward_normals(table, one, places)
    growing = side[:, None] * outward_normals(table, other, places)
    return growing - _dot(growing, normals)[:, None] * normals


def _slopes(
    table: SurfaceTable, one: Ints, other: Ints, places: Floats, side: Floats
) -> tuple[Floats, Floats, tuple[Floats, Floats]]:
    """Return two square tangents of the one surface and how steeply the distance grows along each."""
    normals = outward_normals(table, one, places)
    along = squares_to(normals)
    along /= np.linalg.norm(along, axis=1)[:, None]
    across = cross(normals, along)
    gradient = _gradient(table, one, other, places, side)
    return along, across, (_dot(gradient, along), _dot(gradient, across))


def _newton(hessian: list[list[Floats]], slopes: tuple[Floats, Floats]) -> tuple[Floats, Floats]:
    """Return the steps down to the least distance, along the two directions in which it bends.

    No step is made along a direction in which the distance does not bend, and where it bends down the step
    goes downhill all the same.
    """
    aa, bb, ab = hessian[0][0], hessian[1][1], 0.5 * (hessian[0][1] + hessian[1][0])
    turn = 0.5 * np.arctan2(2.0 * ab, aa - bb)
    cosine, sine = np.cos(turn), np.sin(turn)
    mean, half = 0.5 * (aa + bb), np.hypot(0.5 * (aa - bb), ab)
    major, minor = (
        np.where(np.abs(bend) > FLAT, -slope / np.abs(bend), 0.0)
        for bend, slope in (
            (mean + half, cosine * slopes[0] + sine * slopes[1]),
            (mean - half, cosine * slopes[1] - sine * slopes[0]),
        )
    )
    return cosine * major - sine * minor, sine * major + cosine * minor


def _dot(one: Floats, other: Floats) -> Floats:
    return np.asarray(np.einsum("ij,ij->i", one, other))
