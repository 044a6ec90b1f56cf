"""The tree over triangles: bounding volumes split by the surface-area heuristic, in double precision.

Most queries want walls that face a certain way. So triangles are split by direction first, then by place,
and every node bounds not only their place but also their normals: a query skips whole branches of walls
that face elsewhere. Where it does not matter which way a wall faces, a tree is split by place alone: what
stops a ray at all, and which place of the surface is nearest, are found there in two thirds of the time.
Boxes are tight round walls that lie along their axes, so a tree has a frame of its own, turned to the
part's dominant walls (a part turned out of the axes would cost three to five times as much otherwise); its
queries are turned into that frame.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.compiled import compiled, writable
from engine.model.arrays import Floats, Ints, Vector, along
from engine.raycast import split
from engine.raycast.split import Tree

AXIS_SECTOR = 0.3827
"""sin 22.5°: a normal's component below this counts as zero when directions are binned."""
SQUARE_COSINE = 0.05
"""Walls within 3° of square count as square when the frame is chosen."""


@dataclass(frozen=True, slots=True, eq=False)
class Bvh:
    """A tree over triangles; children of a node are neighbors: `first`, `first + 1`. Empty: no nodes."""

    center: Vector
    """Origin of the tree's frame in the caller's."""
    frame: Floats
    """(3, 3) rows are the axes of the tree's frame in the caller's."""
    boxes: Floats
    """(N, 6) lower then upper corner of each node."""
    normal_bounds: Floats
    """(N, 6) smallest then largest component of the unit normals below each node."""
    slabs: Floats
    """(N, 5) mean unit normal of the triangles below each node, and how far they reach along it, from and
    to. Thin for flat and gently curved patches whichever way they lie."""
    first: NDArray[np.int32]
    """(N,) the left child, or the first row of a leaf."""
    count: NDArray[np.int32]
    """(N,) rows of a leaf; 0 for an inner node."""
    rows: Floats
    """(R, 12) a triangle each, in leaf order: corner a, edges ab and ac, unit normal."""
    triangle_of_row: NDArray[np.int32]
    """(R,) index of the triangle as the caller numbers it."""

    def to_frame(self, points: Floats) -> Floats:
        """Bring (N, 3) points into the tree's frame."""
        return _turned(writable(points), self.center, self.frame)

    def turned(self, directions: Floats) -> Floats:
        """Bring (N, 3) directions into the tree's frame."""
        return _turned(writable(directions), np.zeros(3), self.frame)

    def normals(self, rows: NDArray[np.int32]) -> Floats:
        """Return the unit normals of `rows` in the caller's frame; NaN for -1."""
        return _normals_of(rows, self.rows, self.frame)

    def triangles(self, rows: NDArray[np.int32]) -> Ints:
        """Return the caller's triangle indices of `rows`; -1 stays -1."""
        return _triangles_of(rows, self.triangle_of_row)


def build(corners: Floats, triangle_ids: Ints | None = None, by_direction: bool = True) -> Bvh:
    """Build the tree over triangles.

    Parameters
    ----------
    corners : (T, 3, 3) float64
        Corners of each triangle, counter-clockwise seen from outside. Triangles without an area or with
        a corner that is not finite are left out.
    triangle_ids : (T,) int64, optional
        What the caller calls them; their position by default.
    by_direction
        Split by direction first; else by place alone.
    """
    corners = writable(corners)
    normals, lengths = _normals(corners)
    with np.errstate(invalid="ignore"):
        sound = np.flatnonzero((lengths > 0) & np.isfinite(lengths))
    if len(sound) < len(corners):
        corners, normals, lengths = corners[sound], normals[sound], lengths[sound]
    center = corners[:, 0].mean(axis=0) if len(corners) else np.zeros(3)
    frame = _dominant_frame(normals, lengths)
    rows, lower, upper = _rows(corners, normals, center, frame)
    bins = _direction_bins(rows[:, 9:]) if by_direction else np.zeros(len(rows), dtype=np.int64)
    order, boxes, first, count = _tree(lower, upper, bins)
    rows = rows.take(order, axis=0)
    ids = (sound if triangle_ids is None else triangle_ids[sound])[order].astype(np.int32)
    normal_bounds = _normal_bounds(first, count, rows)
    slabs = _slabs(first, count, rows)
    return Bvh(center, frame, boxes, normal_bounds, slabs, first, count, rows, ids)


@compiled
def _turned(places: Floats, center: Vector, frame: Floats) -> Floats:
    """Give the components of places (N, 3), seen from `center`, along the rows of `frame`.

    Unlike a matrix product, equal vectors come out equal to the last bit: what shared a corner still does.
    """
    turned = np.empty((len(places), 3))
    for i in range(len(places)):
        x, y, z = places[i, 0] - center[0], places[i, 1] - center[1], places[i, 2] - center[2]
        for k in range(3):
            turned[i, k] = x * frame[k, 0] + y * frame[k, 1] + z * frame[k, 2]
    return turned


@compiled
def _normals_of(chosen: NDArray[np.int32], rows: Floats, frame: Floats) -> Floats:
    """Return the normals (N, 3) of the chosen rows, turned back out of the tree's frame; NaN for -1."""
    normals = np.full((len(chosen), 3), np.nan)
    for i in range(len(chosen)):
        if chosen[i] >= 0:
            x, y, z = rows[chosen[i], 9], rows[chosen[i], 10], rows[chosen[i], 11]
            for k in range(3):
                normals[i, k] = x * frame[0, k] + y * frame[1, k] + z * frame[2, k]
    return normals


@compiled
def _triangles_of(chosen: NDArray[np.int32], triangle_of_row: NDArray[np.int32]) -> Ints:
    """Return the triangles (N,) of the chosen rows; -1 for -1."""
    triangles = np.full(len(chosen), -1, np.int64)
    for i in range(len(chosen)):
        if chosen[i] >= 0:
            triangles[i] = triangle_of_row[chosen[i]]
    return triangles


@compiled
def _normals(corners: Floats) -> tuple[Floats, Floats]:
    """Return the unit normals (T, 3) of triangles, and twice their areas (T,)."""
    normals, lengths = np.empty((len(corners), 3)), np.empty(len(corners))
    for triangle in range(len(corners)):
        a, b, c = corners[triangle, 0], corners[triangle, 1], corners[triangle, 2]
        x = (b[1] - a[1]) * (c[2] - a[2]) - (b[2] - a[2]) * (c[1] - a[1])
        y = (b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2])
        z = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        length = np.sqrt(x * x + y * y + z * z)
        lengths[triangle] = length
        normals[triangle, 0], normals[triangle, 1], normals[triangle, 2] = x / length, y / length, z / length
    return normals, lengths


@compiled
def _rows(corners: Floats, normals: Floats, center: Vector, frame: Floats) -> tuple[Floats, Floats, Floats]:
    """Return the rows (T, 12) of triangles in the tree's frame, and their boxes (T, 3), (T, 3)."""
    count = len(corners)
    rows, lower, upper = np.empty((count, 12)), np.empty((count, 3)), np.empty((count, 3))
    place = np.empty((3, 3))
    for triangle in range(count):
        for k in range(3):
            x, y, z = frame[k, 0], frame[k, 1], frame[k, 2]
            for corner in range(3):
                at = corners[triangle, corner]
                place[corner, k] = (at[0] - center[0]) * x + (at[1] - center[1]) * y + (at[2] - center[2]) * z
            a, b, c = place[0, k], place[1, k], place[2, k]
            rows[triangle, k], rows[triangle, 3 + k], rows[triangle, 6 + k] = a, b - a, c - a
            normal = normals[triangle]
            rows[triangle, 9 + k] = normal[0] * x + normal[1] * y + normal[2] * z
            lower[triangle, k], upper[triangle, k] = min(a, b, c), max(a, b, c)
    return rows, lower, upper


def _dominant_frame(normals: Floats, areas: Floats) -> Floats:
    """Find axes along the normals with the most area: the first, and the heaviest about square to it."""
    if not len(normals):
        return np.eye(3)
    halved, cells = _halved(normals)
    cells -= cells.min()
    weights = np.bincount(cells, areas)
    heaviest = cells == weights.argmax()
    first = np.einsum("n,nk->k", areas[heaviest], halved[heaviest])
    first /= np.linalg.norm(first)
    square = np.abs(along(halved, first)) < SQUARE_COSINE
    if square.any():
        weights = np.bincount(cells[square], areas[square])
        heaviest = square & (cells == weights.argmax())
        second = np.einsum("n,nk->k", areas[heaviest], halved[heaviest])
    else:
        second = np.eye(3)[np.abs(first).argmin()]
    second = second - (second @ first) * first
    second /= np.linalg.norm(second)
    return np.array([first, second, np.cross(first, second)])


@compiled
def _halved(normals: Floats) -> tuple[Floats, Ints]:
    """Turn normals (T, 3) into one half of space, so that opposite ones count together.

    Returns them, and a number (T,) for the directions next to each.
    """
    halved, cells = np.empty_like(normals), np.empty(len(normals), np.int64)
    for i in range(len(normals)):
        longest = 0
        for k in range(1, 3):
            if abs(normals[i, k]) > abs(normals[i, longest]):
                longest = k
        side = np.sign(normals[i, longest])
        cells[i] = 0
        for k in range(2, -1, -1):
            halved[i, k] = normals[i, k] * side
            cells[i] = 64 * cells[i] + int(np.rint(halved[i, k] * 16.0))
    return halved, cells


def _tree(lower: Floats, upper: Floats, bins: Ints) -> Tree:
    """Split by bin, then by place."""
    if not len(lower):
        none = np.zeros(0, dtype=np.int32)
        return none.astype(np.int64), np.zeros((0, 6)), none, none
    by_bin = np.argsort(bins, kind="stable")
    lower, upper = lower.take(by_bin, axis=0), upper.take(by_bin, axis=0)
    branches, start = [], 0
    for members in np.bincount(bins).tolist():
        if members:
            stop = start + members
            order, boxes, first, count = split.by_place(lower[start:stop], upper[start:stop])
            branches.append((by_bin[start:stop][order], boxes, first, count))
            start = stop
    while len(branches) > 1:
        branches.sort(key=lambda branch: len(branch[0]))
        branches = [*branches[2:], _joined(*branches[0], *branches[1])]
    return branches[0]


def _direction_bins(normals: Floats) -> Ints:
    """(T,) bin of each unit normal: each component is negative, about zero or positive."""
    digits = np.where(np.abs(normals) < AXIS_SECTOR, 0, np.sign(normals)).astype(np.int64) + 1
    bins: Ints = digits @ np.array([9, 3, 1])
    return bins


@compiled
def _joined(
    left_order: Ints,
    left_boxes: Floats,
    left_first: NDArray[np.int32],
    left_count: NDArray[np.int32],
    right_order: Ints,
    right_boxes: Floats,
    right_first: NDArray[np.int32],
    right_count: NDArray[np.int32],
) -> Tree:
    """Put two trees under a new root: root, left root, right root, the left rest, the right rest."""
    left, total = len(left_first), len(left_first) + len(right_first) + 1
    boxes = np.empty((total, 6))
    first, count = np.empty(total, np.int32), np.empty(total, np.int32)
    for k in range(3):
        boxes[0, k] = min(left_boxes[0, k], right_boxes[0, k])
        boxes[0, 3 + k] = max(left_boxes[0, 3 + k], right_boxes[0, 3 + k])
    first[0], count[0] = 1, 0
    for node in range(left):
        to = node + 2 if node else 1
        boxes[to], count[to] = left_boxes[node], left_count[node]
        first[to] = left_first[node] + (0 if left_count[node] > 0 else 2)
    for node in range(len(right_first)):
        to = node + left + 1 if node else 2
        boxes[to], count[to] = right_boxes[node], right_count[node]
        first[to] = right_first[node] + (len(left_order) if right_count[node] > 0 else 1 + left)
    return np.concatenate((left_order, right_order)), boxes, first, count


@compiled
def _normal_bounds(first: NDArray[np.int32], count: NDArray[np.int32], rows: Floats) -> Floats:
    """Bound the components of the normals below each node. Children come after their parents."""
    bounds = np.empty((len(first), 6))
    for node in range(len(first) - 1, -1, -1):
        left = first[node]
        for k in range(3):
            low, high = np.inf, -np.inf
            if count[node] == 0:
                low = min(bounds[left, k], bounds[left + 1, k])
                high = max(bounds[left, 3 + k], bounds[left + 1, 3 + k])
            for row in range(left, left + count[node]):
                low, high = min(low, rows[row, 9 + k]), max(high, rows[row, 9 + k])
            bounds[node, k], bounds[node, 3 + k] = low, high
    return bounds


@compiled
def _slabs(first: NDArray[np.int32], count: NDArray[np.int32], rows: Floats) -> Floats:
    """Bound the triangles below each node along their mean normal."""
    nodes = len(first)
    slabs = np.zeros((nodes, 5))
    span = np.empty((nodes, 2), np.int64)
    for node in range(nodes - 1, -1, -1):
        left = first[node]
        if count[node] == 0:
            span[node, 0], span[node, 1] = span[left, 0], span[left + 1, 1]
            for k in range(3):
                slabs[node, k] = slabs[left, k] + slabs[left + 1, k]
        else:
            span[node, 0], span[node, 1] = left, left + count[node]
            for row in range(left, left + count[node]):
                for k in range(3):
                    slabs[node, k] += rows[row, 9 + k]
    for node in range(nodes):
        length = np.sqrt(slabs[node, 0] ** 2 + slabs[node, 1] ** 2 + slabs[node, 2] ** 2)
        if length < 1e-6:
            slabs[node, 0], slabs[node, 1], slabs[node, 2], length = 1.0, 0.0, 0.0, 1.0
        mx, my, mz = slabs[node, 0] / length, slabs[node, 1] / length, slabs[node, 2] / length
        low, high = np.inf, -np.inf
        for row in range(span[node, 0], span[node, 1]):
            a = mx * rows[row, 0] + my * rows[row, 1] + mz * rows[row, 2]
            b = a + mx * rows[row, 3] + my * rows[row, 4] + mz * rows[row, 5]
            c = a + mx * rows[row, 6] + my * rows[row, 7] + mz * rows[row, 8]
            low, high = min(low, a, b, c), max(high, a, b, c)
        slabs[node, 0], slabs[node, 1], slabs[node, 2], slabs[node, 3], slabs[node, 4] = mx, my, mz, low, high
    return slabs
