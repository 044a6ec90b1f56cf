"""Whether a straight cutter of some radius can touch points of a surface, coming along a direction.

Every place is tried with an end mill that touches it with its corner, and with a ball nose. The cutter may
also stand as far as its own radius to the side: where it then cuts beside a corner of walls, what it leaves
there is the corner's radius, which is another matter than access.
"""

import math

import numpy as np
from numpy.typing import NDArray

from engine.model.arrays import Bools, Floats, Vector, along, cross, norms, square_to, vector_product
from engine.raycast.bvh import Bvh
from engine.raycast.occlusion import are_stopped, first_free
from engine.raycast.rays import Facing

LEAN_DEG = 1.0
"""Walls that overhang by less are seen: a chord of the mesh leans as much. Rays from walls are held off them
by that angle, and so never pass behind one."""
PLAY = 0.03
"""Share of its radius that the cutter may dig into what stands beside it: chords again."""
RING = 8
"""Points round a cutter that must be free to the sky. A post thinner than the gaps between them slips
through, at most two thirds of the radius wide."""
FLAT_SINE = 0.05
"""A place that leans from the floor by less than 3° is cut with the end of the cutter."""


def are_visible(tree: Bvh, points: Floats, normals: Floats, direction: Vector) -> Bools:
    """Find which points nothing stands before along the direction, and which do not face away from it."""
    seen = np.zeros(len(points), dtype=np.bool_)
    least = math.sin(math.radians(LEAN_DEG))
    rise = along(normals, direction)
    with np.errstate(invalid="ignore"):
        asked = np.flatnonzero(rise >= -least)
    ways = direction + (least - rise[asked]).clip(min=0.0)[:, None] * normals[asked]
    ways /= norms(ways)[:, None]
    seen[asked] = ~are_stopped(tree, points[asked], ways, Facing.ENTRY)
    return seen


def first_way_out(tree: Bvh, points: Floats, normals: Floats, directions: Floats) -> NDArray[np.int32]:
    """Find the first of some directions (D, 3) along which each point is visible; -1 where there is none."""
    return first_free(tree, points, normals, directions, math.sin(math.radians(LEAN_DEG)))


def fits(tree: Bvh, points: Floats, normals: Floats, direction: Vector, radius_mm: Floats) -> Bools:
    """Find at which points a cutter of the given radius (N,) finds room.

    The points must be seen along the direction. Where the radius is 0 anything fits.
    """
    free = radius_mm <= 0.0
    first = square_to(direction)
    first = first / np.linalg.norm(first)
    turns = np.arange(RING) * (2.0 * math.pi / RING)
    ring = np.outer(np.cos(turns), first) + np.outer(np.sin(turns), vector_product(direction, first))
    rim = np.concatenate([ring, np.zeros((1, 3))])
    rise = along(normals, direction)
    aside = normals - rise[:, None] * direction
    lean = norms(aside)
    is_floor = lean < FLAT_SINE
    aside = np.where(is_floor[:, None], 0.0, aside / np.maximum(lean, FLAT_SINE)[:, None])
    along_wall = cross(direction, aside)
    for shift in range(2 * RING):
        left = np.flatnonzero(~free)
        if not len(left):
            break
        way = _way(shift, ring, aside[left], along_wall[left], is_floor[left])
        known = np.isfinite(way).all(axis=1)
        left, way = left[known], way[known]
        radius = radius_mm[left]
        tip = points[left] + radius[:, None] * way
        room = _has_room(tree, tip, direction, rim, radius)
        if shift == 0:
            # a ball nose touches off its axis, and its full width stands higher
            tight = left[~room]
            ball = points[tight] + radius[~room, None] * normals[tight]
            room[~room] = _has_room(tree, ball, direction, rim, radius[~room])
        free[left] = room
    return free


def _way(shift: int, ring: Floats, aside: Floats, along_wall: Floats, is_floor: Bools) -> Floats:
    """Return (N, 3) where the cutter's axis stands off each point, in radii; NaN when nothing is left to try.

    On walls: square to the wall, then moved along it one radius either way. On floors: over the point, then
    to all sides, by a radius and by the way out of a square corner.
    """
    none = np.full_like(aside, np.nan)
    if shift == 0:
        return aside
    on_wall = aside + (1.0 if shift == 1 else -1.0) * along_wall if shift <= 2 else none
    if shift <= 2 * RING:
        far = math.sqrt(2.0) if shift <= RING else 1.0
        on_floor = np.broadcast_to(far * ring[(shift - 1) % RING], aside.shape)
    else:
        on_floor = none
    return np.where(is_floor[:, None], on_floor, on_wall)


def _has_room(tree: Bvh, tips: Floats, direction: Vector, rim: Floats, radius_mm: Floats) -> Bools:
    """Whether the points of the rim and the middle of each cutter are in the air, and free all the way up.

    Rays that start in the material meet where it ends.
    """
    reach = ((1.0 - PLAY) * radius_mm)[:, None, None]
    starts = tips[:, None, :] + reach * rim
    least_lean = math.sin(math.radians(LEAN_DEG))
    stopped = are_stopped(tree, starts.reshape(-1, 3), direction, Facing.ANY, least_lean)
    room: Bools = np.asarray(~stopped.reshape(len(tips), len(rim)).any(axis=1))
    return room
