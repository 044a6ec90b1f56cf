"""The opposed ball: the largest ball that touches a wall at a point and reaches no wall opposite.

All balls tangent at a point are nested, so one branch-and-bound pass over the tree that shrinks the ball
whenever a triangle reaches into it ends at the exact answer; nothing is iterated over the mesh. Only
triangles that face the point count: neighbors round an edge, which any ball would touch near the edge, do
not.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from engine.compiled import compiled
from engine.model.arrays import Floats, Ints
from engine.raycast import threads
from engine.raycast.bvh import Bvh
from engine.raycast.nearest import gap2, stack_nearer_last, to_triangle
from engine.raycast.split import STACK

FACING_COSINE = 0.75
"""Two walls are opposed when they are parallel within 41°: that takes in tapered walls and leaves out 45°
chamfers."""
TOLERANCE = 1e-3
"""A ball is not shrunk by less than this share: it bounds the time in bores and spherical hollows, where
every triangle touches the ball."""


def largest(
    tree: Bvh,
    points: Floats,
    directions: Floats,
    radii: Floats,
    through_material: bool,
    touching_mm: float | Floats,
    check: Callable[[], None] | None = None,
) -> tuple[Floats, Ints]:
    """Grow the largest ball at each point that no opposed triangle reaches into.

    Parameters
    ----------
    tree
        An empty one limits nothing.
    points : (N, 3) float64
        Points on the surface.
    directions : (N, 3) float64
        Unit vectors from each point to its ball's center: inward normals through material, outward
        ones through air.
    radii : (N,) float64
        Radius to start from, finite; no larger ball is looked for.
    through_material
        Whether opposed means seen from inside the material, or from the air.
    touching_mm : float or (N,) float64
        Triangles whose plane is this close to the point are its own neighborhood and do not count.
    check
        Called between chunks; may raise to stop.

    Returns
    -------
    diameters : (N,) float64
        Twice the start radius where nothing limits the ball.
    triangles : (N,) int64
        The triangle that limits it, as the tree's builder numbers them; -1 for none.
    """
    count = len(points)
    out_radius, out_row = np.array(radii, dtype=np.float64), np.full(count, -1, dtype=np.int32)
    if not len(tree.rows):
        return 2 * out_radius, tree.triangles(out_row)
    places, ways = tree.to_frame(points), tree.turned(directions)
    sign = 1.0 if through_material else -1.0
    touching = np.array(np.broadcast_to(touching_mm, count), dtype=np.float64)

    def work(start: int, stop: int) -> None:
        _shrink(
            tree.boxes,
            tree.normal_bounds,
            tree.slabs,
            tree.first,
            tree.count,
            tree.rows,
            places,
            ways,
            sign,
            touching,
            out_radius,
            out_row,
            start,
            stop,
        )

    threads.in_chunks(count, work, check)
    return 2 * out_radius, tree.triangles(out_row)


@compiled
def _shrink(
    boxes: Floats,
    normal_bounds: Floats,
    slabs: Floats,
    first: NDArray[np.int32],
    count: NDArray[np.int32],
    rows: Floats,
    points: Floats,
    directions: Floats,
    sign: float,
    touching_mm: Floats,
    radii: Floats,
    out_row: NDArray[np.int32],
    start: int,
    stop: int,
) -> None:
    """Shrink the balls start..stop, given by `radii`, in place.

    A ball with center p + r d touches the plane of a triangle with normal m at height h = m·(a - p)
    when r = h / (1 + m·d). Where that contact is outside the triangle, the ball through the point q
    nearest to its center, r = |q - p|² / (2 (q - p)·d), is taken until it no longer shrinks.
    """
    reach = (1.0 - TOLERANCE) * (1.0 - TOLERANCE)
    stack = np.empty(STACK, np.int32)
    last = -1
    for i in range(start, stop):
        px, py, pz = points[i, 0], points[i, 1], points[i, 2]
        dx, dy, dz = directions[i, 0], directions[i, 1], directions[i, 2]
        sx, sy, sz = sign * dx, sign * dy, sign * dz
        r, best = radii[i], -1
        if last >= 0:
            # neighbors are mostly limited by the same triangle
            smaller = _limited(rows, last, px, py, pz, dx, dy, dz, sign, touching_mm[i], r)
            if smaller < r:
                r, best = smaller, last
        cx, cy, cz = px + r * dx, py + r * dy, pz + r * dz
        stack[0], waiting = 0, 1
        while waiting > 0:
            waiting -= 1
            node = stack[waiting]
            if gap2(boxes, node, cx, cy, cz) >= r * r * reach:
                continue
            facing = (
                max(normal_bounds[node, 0] * sx, normal_bounds[node, 3] * sx)
                + max(normal_bounds[node, 1] * sy, normal_bounds[node, 4] * sy)
                + max(normal_bounds[node, 2] * sz, normal_bounds[node, 5] * sz)
            )
            if facing < FACING_COSINE:
                continue
            nearest = slabs[node, 3] if sign > 0 else -slabs[node, 4]
            if nearest - sign * (slabs[node, 0] * cx + slabs[node, 1] * cy + slabs[node, 2] * cz) >= r * (
                1.0 - TOLERANCE
            ):
                continue
            left = first[node]
            if count[node] == 0:
                # the child nearer to the point shrinks the ball most
                waiting = stack_nearer_last(stack, waiting, boxes, left, px, py, pz)
                continue
            for row in range(left, left + count[node]):
                smaller = _limited(rows, row, px, py, pz, dx, dy, dz, sign, touching_mm[i], r)
                if smaller < r:
                    r, best = smaller, row
                    cx, cy, cz = px + r * dx, py + r * dy, pz + r * dz
        radii[i] = r
        out_row[i] = best
        last = best


@compiled
def _limited(
    rows: Floats,
    row: int,
    px: float,
    py: float,
    pz: float,
    dx: float,
    dy: float,
    dz: float,
    sign: float,
    touching_mm: float,
    r: float,
) -> float:
    """Return the radius a triangle leaves to the ball at p: `r` where it is not opposed or out of reach."""
    mx, my, mz = sign * rows[row, 9], sign * rows[row, 10], sign * rows[row, 11]
    facing = mx * dx + my * dy + mz * dz
    if facing < FACING_COSINE:
        return r
    height = (rows[row, 0] - px) * mx + (rows[row, 1] - py) * my + (rows[row, 2] - pz) * mz
    if height <= touching_mm or height >= r * (1.0 + facing) * (1.0 - TOLERANCE):
        return r
    tangent = height / (1.0 + facing)
    qx, qy, qz = to_triangle(px + tangent * dx, py + tangent * dy, pz + tangent * dz, rows, row)
    if qx * qx + qy * qy + qz * qz <= tangent * tangent * (1 + 1e-9):
        return tangent
    for _ in range(50):
        qx, qy, qz = to_triangle(px + r * dx, py + r * dy, pz + r * dz, rows, row)
        if qx * qx + qy * qy + qz * qz >= r * r * (1.0 - TOLERANCE) * (1.0 - TOLERANCE):
            break
        qx, qy, qz = qx + r * dx, qy + r * dy, qz + r * dz
        along = qx * dx + qy * dy + qz * dz
        smaller = (qx * qx + qy * qy + qz * qz) / (2 * along)
        if along <= 0 or smaller >= r:
            break
        settled = smaller > r * (1 - 1e-7)
        r = smaller
        if settled:
            break
    return r
