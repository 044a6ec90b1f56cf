"""What lathe tools can touch of a turning body, working from one end of it.

The body turns, so one side of it stands for all. Outside, a tool may come square to the axis, along it, or
between. Inside, a boring bar goes in along the axis and then moves outwards.
"""

import math

import numpy as np
from numpy.typing import NDArray

from engine.evidence.access.cutter import LEAN_DEG
from engine.model.arrays import Bools, Floats, Ints, Vector, along
from engine.model.evidence import Turned
from engine.pull.samples import Samples
from engine.raycast.bvh import Bvh
from engine.raycast.rays import Facing, cast_rays

STRAY_SHARE = 0.1
"""Of a face, what may lean further."""
SWINGS_DEG = (0.0, 30.0, 60.0, 90.0)
"""Angles from the axis at which tools are held."""


WINDING_SINE = math.sin(math.radians(15.0))
"""A face whose normals lean no further out of the planes through the axis is cut while the body turns: what
is turned, and threads, which wind by some 10° at most."""


def in_turning_path(samples: Samples, turned: Turned) -> Ints:
    """Return the samples on faces of a turned body that its turning carries along the tool, ascending."""
    with np.errstate(invalid="ignore"):
        leans = _winding_sine(samples, turned.origin, turned.direction) > WINDING_SINE
    _, which = np.unique(samples.faces, return_inverse=True)
    out = np.bincount(which.ravel(), weights=leans) > STRAY_SHARE * np.bincount(which.ravel())
    is_on: Ints = np.flatnonzero(~out[which.ravel()] | np.isin(samples.faces, turned.faces))
    return is_on


def _winding_sine(samples: Samples, origin: Vector, axis: Vector) -> Floats:
    """Return (N,) the sine by which the normals of samples lean out of the planes through an axis."""
    around = np.cross(axis, samples.points - origin)
    around /= np.maximum(np.linalg.norm(around, axis=1), 1e-12)[:, None]
    return np.asarray(np.abs(np.einsum("nk,nk->n", samples.normals, around)))


def reaches(tree: Bvh, samples: Samples, origin: Vector, axis: Vector) -> Bools:
    """Find which samples a lathe tool touches that works from the end `axis` points to.

    Parameters
    ----------
    tree
        Of the body alone.
    samples
        On what turns about the axis.
    origin, axis : (3,) float64
        The axis of turning.
    """
    radius, outward = _off_axis(samples.points, origin, axis)
    touched = np.zeros(len(radius), dtype=np.bool_)
    least = -math.sin(math.radians(LEAN_DEG))
    for swing in SWINGS_DEG:
        ways = math.cos(math.radians(swing)) * axis + math.sin(math.radians(swing)) * outward
        with np.errstate(invalid="ignore"):
            facing = np.einsum("nk,nk->n", samples.normals, ways) >= least
        asked = np.flatnonzero(~touched & facing)
        _, rows = _cast(tree, samples.points[asked], ways[asked])
        touched[asked] = rows < 0
    left = np.flatnonzero(~touched)
    return touched | _bored(tree, samples.points, left, radius, outward, axis)


def bores(tree: Bvh, samples: Samples, origin: Vector, axis: Vector) -> Bools:
    """Find which samples a tool touches that goes in along an axis, from its far end, and moves outwards.

    Parameters are those of `reaches`.
    """
    radius, outward = _off_axis(samples.points, origin, axis)
    return _bored(tree, samples.points, np.arange(len(radius)), radius, outward, axis)


def _off_axis(points: Floats, origin: Vector, axis: Vector) -> tuple[Floats, Floats]:
    """Return (N,) how far points lie from an axis, and (N, 3) the way out to them."""
    offset = points - origin
    radial = offset - along(offset, axis)[:, None] * axis
    radius: Floats = np.linalg.norm(radial, axis=1)
    return radius, radial / np.maximum(radius, 1e-12)[:, None]


def _bored(tree: Bvh, points: Floats, left: Ints, radius: Floats, outward: Floats, axis: Vector) -> Bools:
    """Find which of the samples `left` see the axis, from where the way out along the axis is free."""
    bored = np.zeros(len(points), dtype=np.bool_)
    distance, _ = _cast(tree, points[left], -outward[left])
    inside = left[distance >= radius[left]]
    middle = points[inside] - radius[inside, None] * outward[inside]
    _, rows = _cast(tree, middle, np.broadcast_to(axis, middle.shape))
    bored[inside] = rows < 0
    return bored


def _cast(tree: Bvh, origins: Floats, ways: Floats) -> tuple[Floats, NDArray[np.int32]]:
    return cast_rays(tree, origins, np.ascontiguousarray(ways), Facing.ENTRY)
