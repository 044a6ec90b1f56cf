"""Occlusion: whether material lies along a ray at all.

That is less than where the first of it lies (`rays`), so any triangle ends the search. What hides one place
mostly hides the next one too: the search for what stops a ray begins where the one before it was stopped.
"""

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from engine.compiled import compiled
from engine.model.arrays import Bools, Floats, Vector
from engine.raycast import threads
from engine.raycast.bvh import Bvh
from engine.raycast.rays import GRAZING, Facing, distance_to
from engine.raycast.split import STACK

ENTRY = int(Facing.ENTRY)
MIXED_LEVELS = 8
"""Levels from the root whose nodes hold triangles of many directions, where it pays to ask which way they
face. Below them nearly all face alike, and every triangle is asked anyway."""


def are_hidden(
    tree: Bvh,
    origins: Floats,
    directions: Floats | Vector,
    lean_deg: float = 0.0,
    from_mm: float = 0.0,
    check: Callable[[], None] | None = None,
) -> Bools:
    """Tell which rays run into material.

    Only triangles by which the ray *enters* material count: on a closed surface a ray that starts in
    the air cannot be stopped by anything else.

    Parameters
    ----------
    tree
        An empty one hides nothing.
    origins : (N, 3) float64
        Points in the air or on the surface.
    directions : (N, 3) or (3,) float64
        Unit vectors, or one for all.
    lean_deg
        Triangles that lean against the ray by no more than this do not count. 0 leaves out those
        exactly along the ray (up to rounding); more forgives walls that overhang slightly, and lets the
        ray pass behind their surface.
    from_mm
        Hits at or before this distance do not count.
    check
        Called between chunks; may raise to stop.

    Returns
    -------
    (N,) bool
        False for a ray with a coordinate that is not finite.
    """
    least_lean = max(math.sin(math.radians(lean_deg)), GRAZING)
    return are_stopped(tree, origins, directions, Facing.ENTRY, least_lean, from_mm, check)


def are_stopped(
    tree: Bvh,
    origins: Floats,
    directions: Floats | Vector,
    facing: Facing,
    least_lean: float = GRAZING,
    from_mm: float = 0.0,
    check: Callable[[], None] | None = None,
) -> Bools:
    """Tell which rays meet a triangle; as `are_hidden`, of triangles that face either way.

    `least_lean` is the least cosine a triangle's normal must make with the ray (against it, for entries).
    """
    count = len(origins)
    stopped = np.zeros(count, dtype=np.bool_)
    if not len(tree.rows):
        return stopped
    starts, ways = tree.to_frame(origins), tree.turned(np.atleast_2d(directions))
    step = 1 if np.ndim(directions) == 2 else 0

    def work(start: int, stop: int) -> None:
        _stop(
            tree.boxes,
            tree.normal_bounds,
            tree.first,
            tree.count,
            tree.rows,
            starts,
            ways,
            step,
            int(facing),
            least_lean,
            from_mm,
            stopped,
            start,
            stop,
        )

    threads.in_chunks(count, work, check)
    return stopped


def first_free(
    tree: Bvh, origins: Floats, normals: Floats, directions: Floats, least_rise: float
) -> NDArray[np.int32]:
    """Find the first of some directions along which each point of a surface is free to the sky.

    What faces away from a direction by no more than `least_rise` is looked at as if it just did not: its ray
    leaves the surface by that.

    Parameters
    ----------
    tree
        An empty one stops nothing.
    origins, normals : (N, 3) float64
        Points on the surface, and its unit normals there; what has none is free along nothing.
    directions : (D, 3) float64
        Unit vectors.
    least_rise
        Sine of the angle by which a ray leaves the surface at least.

    Returns
    -------
    (N,) int32
        Indices of directions; -1 where there is none. Triangles count that the ray enters material by.
    """
    found = np.full(len(origins), -1, dtype=np.int32)
    starts, turned, ways = tree.to_frame(origins), tree.turned(normals), tree.turned(directions)

    def work(start: int, stop: int) -> None:
        _look_round(
            tree.boxes,
            tree.normal_bounds,
            tree.first,
            tree.count,
            tree.rows,
            starts,
            turned,
            ways,
            least_rise,
            found,
            start,
            stop,
        )

    threads.in_chunks(len(origins), work)
    return found


@compiled
def _stop(
    boxes: Floats,
    normal_bounds: Floats,
    first: NDArray[np.int32],
    count: NDArray[np.int32],
    rows: Floats,
    origins: Floats,
    directions: Floats,
    step: int,
    facing: int,
    least_lean: float,
    from_mm: float,
    stopped: Bools,
    start: int,
    stop: int,
) -> None:
    """Cast rays start..stop until each is stopped."""
    search = np.zeros((4, STACK), np.int32)
    depth = 0
    for i in range(start, stop):
        found = _stopped_at(
            boxes,
            normal_bounds,
            first,
            count,
            rows,
            search,
            depth,
            origins[i, 0],
            origins[i, 1],
            origins[i, 2],
            directions[i * step, 0],
            directions[i * step, 1],
            directions[i * step, 2],
            facing,
            least_lean,
            from_mm,
        )
        if found >= 0:
            stopped[i] = True
            depth = found


@compiled
def _look_round(
    boxes: Floats,
    normal_bounds: Floats,
    first: NDArray[np.int32],
    count: NDArray[np.int32],
    rows: Floats,
    origins: Floats,
    normals: Floats,
    directions: Floats,
    least_rise: float,
    found: NDArray[np.int32],
    start: int,
    stop: int,
) -> None:
    """Look from points start..stop along one direction after the other, until each is free along one."""
    search = np.zeros((4, STACK), np.int32)
    depth = 0
    for at in range(len(directions)):
        dx, dy, dz = directions[at, 0], directions[at, 1], directions[at, 2]
        for i in range(start, stop):
            if found[i] >= 0:
                continue
            nx, ny, nz = normals[i, 0], normals[i, 1], normals[i, 2]
            rise = nx * dx + ny * dy + nz * dz
            if not rise >= -least_rise:
                continue
            lift = max(least_rise - rise, 0.0)
            wx, wy, wz = dx + lift * nx, dy + lift * ny, dz + lift * nz
            length = math.sqrt(wx * wx + wy * wy + wz * wz)
            level = _stopped_at(
                boxes,
                normal_bounds,
                first,
                count,
                rows,
                search,
                depth,
                origins[i, 0],
                origins[i, 1],
                origins[i, 2],
                wx / length,
                wy / length,
                wz / length,
                ENTRY,
                GRAZING,
                0.0,
            )
            if level >= 0:
                depth = level
            else:
                found[i] = at


@compiled
def _stopped_at(
    boxes: Floats,
    normal_bounds: Floats,
    first: NDArray[np.int32],
    count: NDArray[np.int32],
    rows: Floats,
    search: NDArray[np.int32],
    depth: int,
    px: float,
    py: float,
    pz: float,
    dx: float,
    dy: float,
    dz: float,
    facing: int,
    least_lean: float,
    from_mm: float,
) -> int:
    """Return the level of the leaf that stops a ray; -1 where nothing does.

    A ray begins in the leaf that stopped the one before, at level `depth`, and climbs from there: all nodes
    are still in reach. Whoever gets to a leaf gets to all nodes above it, so the order makes no difference to
    the answer. `search` holds what waits, its levels, and the ways down to the leaf before and to the next.
    """
    stack, level_of_waiting, way, way_down = search[0], search[1], search[2], search[3]
    ix = 1.0 / dx if dx != 0 else 1e300
    iy = 1.0 / dy if dy != 0 else 1e300
    iz = 1.0 / dz if dz != 0 else 1e300
    sx, sy, sz = facing * dx, facing * dy, facing * dz
    # the sides of a box that the ray comes to first, and those by which it leaves
    x_in, x_out = (0, 3) if dx >= 0 else (3, 0)
    y_in, y_out = (1, 4) if dy >= 0 else (4, 1)
    z_in, z_out = (2, 5) if dz >= 0 else (5, 2)
    for level in range(1, depth + 1):
        stack[level - 1], level_of_waiting[level - 1] = 2 * first[way[level - 1]] + 1 - way[level], level
        way_down[level] = way[level]
    stack[depth], level_of_waiting[depth] = way[depth], depth
    waiting = depth + 1
    while waiting > 0:
        waiting -= 1
        node, level = stack[waiting], level_of_waiting[waiting]
        near = max((boxes[node, x_in] - px) * ix, (boxes[node, y_in] - py) * iy)
        near = max(near, (boxes[node, z_in] - pz) * iz)
        far = min((boxes[node, x_out] - px) * ix, (boxes[node, y_out] - py) * iy)
        far = min(far, (boxes[node, z_out] - pz) * iz)
        if node > 0 and not far + abs(far) * 1e-12 + 1e-300 >= max(near, from_mm):
            continue
        if facing != 0 and level <= MIXED_LEVELS:
            lean = (
                max(normal_bounds[node, 0] * sx, normal_bounds[node, 3] * sx)
                + max(normal_bounds[node, 1] * sy, normal_bounds[node, 4] * sy)
                + max(normal_bounds[node, 2] * sz, normal_bounds[node, 5] * sz)
            )
            if lean <= least_lean:
                continue
        way_down[level] = node
        left = first[node]
        if count[node] == 0:
            stack[waiting], level_of_waiting[waiting] = left, level + 1
            stack[waiting + 1], level_of_waiting[waiting + 1] = left + 1, level + 1
            waiting += 2
            continue
        for row in range(left, left + count[node]):
            distance = distance_to(rows, row, px, py, pz, dx, dy, dz, facing, least_lean)
            if from_mm < distance < np.inf:
                way[: level + 1] = way_down[: level + 1]
                return int(level)
    return -1
