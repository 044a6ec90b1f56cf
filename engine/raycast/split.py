"""Splitting boxes into a tree: top down, where the surface-area heuristic over binned centers says.

The chance that a query meets a box grows with its surface, so a cut is good when it leaves two boxes of small
surface with few items each.
"""

import numpy as np
from numpy.typing import NDArray

from engine.compiled import compiled
from engine.model.arrays import Floats, Ints

LEAF_SIZE = 4
"""Triangles that are not split further: testing all of them costs about as much as the boxes would."""
BINS = 16
"""Places along an axis at which the cost of a cut is estimated; the best of all centers is hardly better."""
STACK = 128
"""Nodes a traversal may have waiting. Enough for the deepest tree there can be: DEEPEST levels by area, 31 by
halving 2³¹ triangles, 26 by direction.
Kernels of other files keep the value they were compiled with: touch them when it changes."""
DEEPEST = 60
"""Level from which nodes are halved, so that no arrangement of triangles makes a tree too deep."""

Tree = tuple[Ints, Floats, NDArray[np.int32], NDArray[np.int32]]
"""Order of the items, then box, first and count of each node."""


@compiled
def by_place(lower: Floats, upper: Floats) -> Tree:
    """Split boxes (T, 3), (T, 3) by the surface-area heuristic over binned centers, top down."""
    total = lower.shape[0]
    order = np.arange(total)
    boxes = np.empty((2 * total, 6))
    first = np.empty(2 * total, np.int32)
    count = np.zeros(2 * total, np.int32)
    bin_box = np.empty((BINS, 6))
    bin_count = np.empty(BINS, np.int64)
    tail_area = np.empty(BINS)
    tail_count = np.empty(BINS, np.int64)
    running = np.empty(6)
    centers = np.empty(6)
    stack = np.empty((STACK, 4), np.int64)
    stack[0, 0], stack[0, 1], stack[0, 2], stack[0, 3] = 0, 0, total, 0
    waiting, used = 1, 1
    while waiting > 0:
        waiting -= 1
        node, start, stop, level = stack[waiting, 0], stack[waiting, 1], stack[waiting, 2], stack[waiting, 3]
        _measure(lower, upper, order, start, stop, boxes[node], centers)
        if stop - start <= LEAF_SIZE:
            first[node], count[node] = start, stop - start
            continue
        axis = 0
        for k in range(1, 3):
            if centers[3 + k] - centers[k] > centers[3 + axis] - centers[axis]:
                axis = k
        middle = -1
        extent = centers[3 + axis] - centers[axis]
        if extent > 0 and level < DEEPEST:
            scale = BINS * (1 - 1e-9) / extent
            _fill_bins(lower, upper, order, start, stop, axis, centers[axis], scale, bin_box, bin_count)
            cut = _best_cut(bin_box, bin_count, tail_area, tail_count, running)
            if cut >= 0:
                middle = _partition(lower, upper, order, start, stop, axis, centers[axis], scale, cut)
        if middle <= start or middle >= stop:
            middle = (start + stop) // 2
        first[node] = used
        for child in range(2):
            stack[waiting, 0] = used + child
            stack[waiting, 1] = middle if child else start
            stack[waiting, 2] = stop if child else middle
            stack[waiting, 3] = level + 1
            waiting += 1
        used += 2
    return order, boxes[:used].copy(), first[:used].copy(), count[:used].copy()


@compiled
def _measure(
    lower: Floats, upper: Floats, order: Ints, start: int, stop: int, box: Floats, centers: Floats
) -> None:
    """Fill `box` with the bounds of the items, and `centers` with the bounds of twice their centers."""
    for k in range(3):
        low, high, nearest, farthest = np.inf, -np.inf, np.inf, -np.inf
        for i in range(start, stop):
            a, b = lower[order[i], k], upper[order[i], k]
            low, high = min(low, a), max(high, b)
            nearest, farthest = min(nearest, a + b), max(farthest, a + b)
        box[k], box[3 + k] = low, high
        centers[k], centers[3 + k] = nearest, farthest


@compiled
def _fill_bins(
    lower: Floats,
    upper: Floats,
    order: Ints,
    start: int,
    stop: int,
    axis: int,
    origin: float,
    scale: float,
    bin_box: Floats,
    bin_count: Ints,
) -> None:
    """Count the items in each bin along `axis` and bound them."""
    for j in range(BINS):
        bin_count[j] = 0
        for k in range(3):
            bin_box[j, k], bin_box[j, 3 + k] = np.inf, -np.inf
    for i in range(start, stop):
        item = order[i]
        j = int((lower[item, axis] + upper[item, axis] - origin) * scale)
        bin_count[j] += 1
        for k in range(3):
            bin_box[j, k] = min(bin_box[j, k], lower[item, k])
            bin_box[j, 3 + k] = max(bin_box[j, 3 + k], upper[item, k])


@compiled
def _best_cut(bin_box: Floats, bin_count: Ints, tail_area: Floats, tail_count: Ints, running: Floats) -> int:
    """Return the bin after which to cut for the least area times count; -1 if one bin holds all."""
    running[:3], running[3:] = np.inf, -np.inf
    seen = 0
    for j in range(BINS - 1, 0, -1):
        seen += bin_count[j]
        tail_count[j], tail_area[j] = seen, _area_with(running, bin_box[j])
    running[:3], running[3:] = np.inf, -np.inf
    seen, least, cut = 0, np.inf, -1
    for j in range(BINS - 1):
        seen += bin_count[j]
        area = _area_with(running, bin_box[j])
        if seen > 0 and tail_count[j + 1] > 0:
            cost = area * seen + tail_area[j + 1] * tail_count[j + 1]
            if cost < least:
                least, cut = cost, j
    return cut


@compiled
def _area_with(box: Floats, by: Floats) -> float:
    """Grow `box` to hold `by`; return half its surface (NaN while both are empty)."""
    for k in range(3):
        box[k], box[3 + k] = min(box[k], by[k]), max(box[3 + k], by[3 + k])
    x, y, z = box[3] - box[0], box[4] - box[1], box[5] - box[2]
    return x * y + y * z + z * x


@compiled
def _partition(
    lower: Floats,
    upper: Floats,
    order: Ints,
    start: int,
    stop: int,
    axis: int,
    origin: float,
    scale: float,
    cut: int,
) -> int:
    """Bring the items of bins up to `cut` to the front; return where the rest begins."""
    front, back = start, stop - 1
    while front <= back:
        item = order[front]
        if int((lower[item, axis] + upper[item, axis] - origin) * scale) <= cut:
            front += 1
        else:
            order[front], order[back] = order[back], item
            back -= 1
    return front
