"""Neighbors: which triangle lies across each side."""

import numpy as np

from engine.model.arrays import Ints


def across_sides(triangles: Ints, shell: Ints) -> Ints:
    """Return (T, 3) the triangle across the side from corner i to i + 1.

    -1 where the side is free, or where more than two triangles of the shell (T,) share it.
    """
    start, end = triangles.ravel(), np.roll(triangles, -1, axis=1).ravel()
    size = int(triangles.max()) + 1
    key = (np.repeat(shell, 3) * size + np.minimum(start, end)) * size + np.maximum(start, end)
    order, first, count = runs(key)
    one, other = order[first[count == 2]], order[first[count == 2] + 1]
    across = np.full(len(start), -1, dtype=np.int64)
    across[one], across[other] = other // 3, one // 3
    return across.reshape(-1, 3)


def runs(key: Ints) -> tuple[Ints, Ints, Ints]:
    """Sort keys (N,) so that equal ones stand together, in their order.

    Returns the order (N,), where each run of equal ones begins in it (R,), and how long it is (R,).
    """
    order = np.argsort(key, kind="stable")
    sorted_ = key[order]
    first = np.flatnonzero(np.concatenate([[True], sorted_[1:] != sorted_[:-1]])[: len(key)])
    return order, first, np.diff(first, append=len(key))
