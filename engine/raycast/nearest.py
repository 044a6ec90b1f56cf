"""The nearest place of a surface: how far off it is, and on which triangle."""

import numpy as np
from numpy.typing import NDArray

from engine.compiled import compiled, writable
from engine.model.arrays import Floats, Ints
from engine.raycast import threads
from engine.raycast.bvh import Bvh
from engine.raycast.split import STACK


def on_surface(tree: Bvh, places: Floats) -> tuple[Floats, Ints]:
    """Find the triangle nearest to each place.

    Parameters
    ----------
    tree
        An empty one is infinitely far.
    places : (N, 3) float64
        Anywhere: inside, outside or on the surface.

    Returns
    -------
    distances : (N,) float64
        mm; never negative.
    triangles : (N,) int64
        As the tree's builder numbers them; -1 for none.
    """
    count = len(places)
    distances, rows = np.full(count, np.inf), np.full(count, -1, dtype=np.int32)
    if not len(tree.rows):
        return distances, tree.triangles(rows)
    looked_from = writable(tree.to_frame(places))

    def work(start: int, stop: int) -> None:
        _search(
            tree.boxes,
            tree.slabs,
            tree.first,
            tree.count,
            tree.rows,
            looked_from,
            distances,
            rows,
            start,
            stop,
        )

    threads.in_chunks(count, work)
    return distances, tree.triangles(rows)


def on_triangles(corners: Floats, places: Floats) -> Floats:
    """Find the point of each triangle (N, 3, 3) that is nearest to its place (N, 3)."""
    a, ab, ac = corners[:, 0], corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    return places + _ways_to(np.concatenate([a, ab, ac], axis=1), writable(places))


@compiled
def _search(
    boxes: Floats,
    slabs: Floats,
    first: NDArray[np.int32],
    count: NDArray[np.int32],
    rows: Floats,
    places: Floats,
    distances: Floats,
    out_row: NDArray[np.int32],
    start: int,
    stop: int,
) -> None:
    """Search for the places start..stop, the nearer child first.

    Boxes bound all but the middle of a hollow ball or bore, which all of the wall is equally far from: there
    the slabs do, which are thin for curved patches.
    """
    stack = np.empty(STACK, np.int32)
    for i in range(start, stop):
        x, y, z = places[i, 0], places[i, 1], places[i, 2]
        best, nearest = np.inf, -1
        stack[0], waiting = 0, 1
        while waiting > 0:
            waiting -= 1
            node = stack[waiting]
            if gap2(boxes, node, x, y, z) >= best:
                continue
            height = slabs[node, 0] * x + slabs[node, 1] * y + slabs[node, 2] * z
            off = max(slabs[node, 3] - height, 0.0, height - slabs[node, 4])
            if off * off >= best:
                continue
            left = first[node]
            if count[node] == 0:
                waiting = stack_nearer_last(stack, waiting, boxes, left, x, y, z)
                continue
            for row in range(left, left + count[node]):
                qx, qy, qz = to_triangle(x, y, z, rows, row)
                away = qx * qx + qy * qy + qz * qz
                if away < best:
                    best, nearest = away, row
        distances[i] = np.sqrt(best)
        out_row[i] = nearest


@compiled
def _ways_to(rows: Floats, places: Floats) -> Floats:
    ways = np.empty_like(places)
    for i in range(len(places)):
        x, y, z = to_triangle(places[i, 0], places[i, 1], places[i, 2], rows, i)
        ways[i, 0], ways[i, 1], ways[i, 2] = x, y, z
    return ways


@compiled
def stack_nearer_last(
    stack: NDArray[np.int32], waiting: int, boxes: Floats, left: int, x: float, y: float, z: float
) -> int:
    """Put both children of a node on a stack, to take the one nearer to a place first; return its height."""
    if gap2(boxes, left, x, y, z) < gap2(boxes, left + 1, x, y, z):
        stack[waiting], stack[waiting + 1] = left + 1, left
    else:
        stack[waiting], stack[waiting + 1] = left, left + 1
    return waiting + 2


@compiled
def gap2(boxes: Floats, node: int, x: float, y: float, z: float) -> float:
    """Return the squared distance from a place to a box."""
    gx = max(boxes[node, 0] - x, 0.0, x - boxes[node, 3])
    gy = max(boxes[node, 1] - y, 0.0, y - boxes[node, 4])
    gz = max(boxes[node, 2] - z, 0.0, z - boxes[node, 5])
    return gx * gx + gy * gy + gz * gz


@compiled
def to_triangle(x: float, y: float, z: float, rows: Floats, row: int) -> tuple[float, float, float]:
    """Return the vector from a place to the nearest point of a triangle (Ericson 2005, section 5.1.5)."""
    ax, ay, az = rows[row, 0] - x, rows[row, 1] - y, rows[row, 2] - z
    ux, uy, uz = rows[row, 3], rows[row, 4], rows[row, 5]
    vx, vy, vz = rows[row, 6], rows[row, 7], rows[row, 8]
    d1, d2 = -(ux * ax + uy * ay + uz * az), -(vx * ax + vy * ay + vz * az)
    if d1 <= 0 and d2 <= 0:
        return ax, ay, az
    uu, uv, vv = ux * ux + uy * uy + uz * uz, ux * vx + uy * vy + uz * vz, vx * vx + vy * vy + vz * vz
    d3, d4 = d1 - uu, d2 - uv
    if d3 >= 0 and d4 <= d3:
        return ax + ux, ay + uy, az + uz
    at_c = d1 * d4 - d3 * d2
    if at_c <= 0 and d1 >= 0 and d3 <= 0:
        t = d1 / (d1 - d3)
        return ax + t * ux, ay + t * uy, az + t * uz
    d5, d6 = d1 - uv, d2 - vv
    if d6 >= 0 and d5 <= d6:
        return ax + vx, ay + vy, az + vz
    at_b = d5 * d2 - d1 * d6
    if at_b <= 0 and d2 >= 0 and d6 <= 0:
        t = d2 / (d2 - d6)
        return ax + t * vx, ay + t * vy, az + t * vz
    at_a = d3 * d6 - d5 * d4
    if at_a <= 0 and d4 >= d3 and d5 >= d6:
        t = (d4 - d3) / ((d4 - d3) + (d5 - d6))
        return ax + ux + t * (vx - ux), ay + uy + t * (vy - uy), az + uz + t * (vz - uz)
    scale = 1.0 / (at_a + at_b + at_c)
    s, t = at_b * scale, at_c * scale
    return ax + s * ux + t * vx, ay + s * uy + t * vy, az + s * uz + t * vz
