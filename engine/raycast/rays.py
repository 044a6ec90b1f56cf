"""Rays: the first triangle along each ray, in double precision.

A ray may be told to see only triangles it leaves the material through, or only those it enters by. With
that filter a ray that starts on a wall cannot hit the wall it starts from, and needs no offset.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from engine.compiled import compiled
from engine.model.arrays import Floats, Ints, Vector
from engine.raycast import threads
from engine.raycast.bvh import Bvh
from engine.raycast.split import STACK

GRAZING = 1e-9
"""Cosine below which a triangle lies along a ray and cannot be hit: rounding leaves the normals of walls
along a ray off by a few 1e-16 times part size over triangle size."""


class Facing(IntEnum):
    """Which triangles a ray can hit. The value is the sign its normal has along the ray."""

    EXIT = 1
    """Those it leaves the material through."""
    ENTRY = -1
    """Those it enters the material by."""
    ANY = 0


@dataclass(frozen=True, slots=True, eq=False)
class Hits:
    """The first hit of each ray."""

    distances: Floats
    """(N,) inf where nothing is hit."""
    triangles: Ints
    """(N,) as the tree's builder numbers them; -1 where nothing is hit."""
    normals: Floats
    """(N, 3) unit normal of the triangle; NaN where nothing is hit."""


def first_hits(
    tree: Bvh,
    origins: Floats,
    directions: Floats,
    facing: Facing = Facing.ANY,
    from_mm: float = 0.0,
    check: Callable[[], None] | None = None,
) -> Hits:
    """Find the first triangle along each ray.

    Parameters
    ----------
    tree
        An empty one is never hit.
    origins : (N, 3) float64
    directions : (N, 3) or (3,) float64
        Unit vectors, or one for all.
    facing
        Which triangles count.
    from_mm
        Hits at or before this distance do not count.
    check
        Called between chunks; may raise to stop.

    Returns
    -------
    Hits
        A ray with a coordinate that is not finite hits nothing.
    """
    distances, rows = cast_rays(tree, origins, directions, facing, from_mm, check)
    return Hits(distances, tree.triangles(rows), tree.normals(rows))


def cast_rays(
    tree: Bvh,
    origins: Floats,
    directions: Floats | Vector,
    facing: Facing,
    from_mm: float = 0.0,
    check: Callable[[], None] | None = None,
    within_mm: float = np.inf,
) -> tuple[Floats, NDArray[np.int32]]:
    """Return the distance to the first hit of each ray, and its row of the tree; see `first_hits`.

    Hits at `within_mm` or beyond do not count: the less far rays look, the sooner they are done.
    """
    count = len(origins)
    distances, rows = np.full(count, np.inf), np.full(count, -1, dtype=np.int32)
    if not len(tree.rows):
        return distances, rows
    starts, ways = tree.to_frame(origins), tree.turned(np.atleast_2d(directions))
    step = 1 if np.ndim(directions) == 2 else 0

    def work(start: int, stop: int) -> None:
        _cast(
            tree.boxes,
            tree.normal_bounds,
            tree.first,
            tree.count,
            tree.rows,
            starts,
            ways,
            step,
            int(facing),
            from_mm,
            within_mm,
            distances,
            rows,
            start,
            stop,
        )

    threads.in_chunks(count, work, check)
    return distances, rows


@compiled
def _cast(
    boxes: Floats,
    normal_bounds: Floats,
    first: NDArray[np.int32],
    count: NDArray[np.int32],
    rows: Floats,
    origins: Floats,
    directions: Floats,
    step: int,
    facing: int,
    from_mm: float,
    within_mm: float,
    out_distance: Floats,
    out_row: NDArray[np.int32],
    start: int,
    stop: int,
) -> None:
    """Cast rays start..stop, nearer boxes first."""
    stack = np.empty(STACK, np.int32)
    near_of_waiting = np.empty(STACK)
    for i in range(start, stop):
        px, py, pz = origins[i, 0], origins[i, 1], origins[i, 2]
        dx, dy, dz = directions[i * step, 0], directions[i * step, 1], directions[i * step, 2]
        ix = 1.0 / dx if dx != 0 else 1e300
        iy = 1.0 / dy if dy != 0 else 1e300
        iz = 1.0 / dz if dz != 0 else 1e300
        closest, hit = within_mm, -1
        stack[0], near_of_waiting[0], waiting = 0, -1.0, 1
        while waiting > 0:
            waiting -= 1
            if near_of_waiting[waiting] >= closest:
                continue
            node = stack[waiting]
            if facing != 0:
                sx, sy, sz = facing * dx, facing * dy, facing * dz
                lean = (
                    max(normal_bounds[node, 0] * sx, normal_bounds[node, 3] * sx)
                    + max(normal_bounds[node, 1] * sy, normal_bounds[node, 4] * sy)
                    + max(normal_bounds[node, 2] * sz, normal_bounds[node, 5] * sz)
                )
                if lean <= GRAZING:
                    continue
            left = first[node]
            if count[node] == 0:
                near_left = _entry(boxes, left, px, py, pz, ix, iy, iz, from_mm, closest)
                near_right = _entry(boxes, left + 1, px, py, pz, ix, iy, iz, from_mm, closest)
                nearer, farther = left, left + 1
                if near_right < near_left:
                    nearer, farther = farther, nearer
                    near_left, near_right = near_right, near_left
                if near_right < np.inf:
                    stack[waiting], near_of_waiting[waiting] = farther, near_right
                    waiting += 1
                if near_left < np.inf:
                    stack[waiting], near_of_waiting[waiting] = nearer, near_left
                    waiting += 1
                continue
            for row in range(left, left + count[node]):
                distance = distance_to(rows, row, px, py, pz, dx, dy, dz, facing, GRAZING)
                if from_mm < distance < closest:
                    closest, hit = distance, row
        if hit >= 0:
            out_distance[i], out_row[i] = closest, hit


@compiled
def distance_to(
    rows: Floats,
    row: int,
    px: float,
    py: float,
    pz: float,
    dx: float,
    dy: float,
    dz: float,
    facing: int,
    least_lean: float,
) -> float:
    """Return how far along a ray it meets a triangle, infinite where it does not; Möller and Trumbore 1997.

    A kernel for kernels: `rows` are the tree's, the ray is in its frame, `least_lean` is as in `occlusion`.
    """
    lean = rows[row, 9] * dx + rows[row, 10] * dy + rows[row, 11] * dz
    if facing * lean < 0.0 or abs(lean) <= least_lean:
        return np.inf
    e1x, e1y, e1z = rows[row, 3], rows[row, 4], rows[row, 5]
    e2x, e2y, e2z = rows[row, 6], rows[row, 7], rows[row, 8]
    hx, hy, hz = dy * e2z - dz * e2y, dz * e2x - dx * e2z, dx * e2y - dy * e2x
    determinant = e1x * hx + e1y * hy + e1z * hz
    if determinant == 0.0:
        return np.inf
    inverse = 1.0 / determinant
    sx, sy, sz = px - rows[row, 0], py - rows[row, 1], pz - rows[row, 2]
    u = (sx * hx + sy * hy + sz * hz) * inverse
    if u < -1e-9 or u > 1 + 1e-9:
        return np.inf
    qx, qy, qz = sy * e1z - sz * e1y, sz * e1x - sx * e1z, sx * e1y - sy * e1x
    v = (dx * qx + dy * qy + dz * qz) * inverse
    if v < -1e-9 or u + v > 1 + 1e-9:
        return np.inf
    return (e2x * qx + e2y * qy + e2z * qz) * inverse


@compiled
def _entry(
    boxes: Floats,
    node: int,
    px: float,
    py: float,
    pz: float,
    ix: float,
    iy: float,
    iz: float,
    from_mm: float,
    closest: float,
) -> float:
    """Return the distance at which a ray enters a box; inf when it misses or `closest` comes first."""
    a, b = (boxes[node, 0] - px) * ix, (boxes[node, 3] - px) * ix
    near, far = min(a, b), max(a, b)
    a, b = (boxes[node, 1] - py) * iy, (boxes[node, 4] - py) * iy
    near, far = max(near, min(a, b)), min(far, max(a, b))
    a, b = (boxes[node, 2] - pz) * iz, (boxes[node, 5] - pz) * iz
    near, far = max(near, min(a, b)), min(far, max(a, b))
    if far + abs(far) * 1e-12 + 1e-300 >= max(near, from_mm) and near < closest:
        return near
    return np.inf
