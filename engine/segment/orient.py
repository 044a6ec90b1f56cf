"""Orientation: neighbors wound the same way, shells facing out, cavities facing in."""

from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import breadth_first_order, connected_components

from engine.model.arrays import Bools, Floats, Ints
from engine.segment.neighbors import runs


@dataclass(frozen=True, slots=True, eq=False)
class Oriented:
    """Triangles wound counter-clockwise as seen from outside the material."""

    triangles: Ints
    """(T, 3)"""
    shell_of_triangle: Ints
    """(T,) connected through mesh edges that exactly two triangles share; 0..S-1."""
    is_closed: Bools
    """(S,) whether every edge of the shell is shared by exactly two of its triangles."""
    is_orientable: Bools
    """(S,) False where no winding suits all triangles (a Möbius band)."""
    volume_mm3: Floats
    """(S,) signed volume before shells were turned: negative stood inside out; 0 for open shells."""
    flipped: int
    """Triangles turned to agree with their neighbors."""


def orient(vertices: Floats, triangles: Ints) -> Oriented:
    """Wind every shell consistently, and so that it encloses a positive volume.

    A shell that lies inside another and was drawn facing in bounds a cavity; telling that apart from an
    inside-out body takes the other shells, so `shells` decides. Open shells keep the winding of most
    of their triangles.
    """
    left, right, is_opposed = _neighbors(triangles)
    count = len(triangles)
    graph = coo_array((np.ones(len(left), bool), (left, right)), (count, count)).tocsr()
    n_shells, shell = connected_components(graph, directed=False)
    turn = _turns(count, shell, n_shells, left, right, is_opposed)
    agrees = (turn[left] != turn[right]) == ~is_opposed
    is_orientable = np.bincount(shell[left], ~agrees, n_shells) == 0

    # The larger party keeps its winding: a few reversed triangles are the mistake, not the many.
    turned = np.bincount(shell, turn, n_shells) * 2 > np.bincount(shell, minlength=n_shells)
    turn ^= turned[shell]
    wound = np.where(turn[:, None], triangles[:, ::-1], triangles)

    is_closed = _closed(wound, shell, n_shells)
    a, b, c = np.moveaxis(vertices[wound] - vertices.mean(0), 1, 0)
    volume = np.bincount(shell, np.einsum("ij,ij->i", a, np.cross(b, c)) / 6, n_shells)
    volume[~is_closed] = 0.0
    return Oriented(
        wound, shell.astype(np.int64), is_closed, is_orientable, volume.astype(np.float64), int(turn.sum())
    )


def _neighbors(triangles: Ints) -> tuple[Ints, Ints, Bools]:
    """Pair triangles over edges that exactly two share.

    Returns
    -------
    left, right : (P,) int64
        The pairs.
    is_opposed : (P,) bool
        Whether the two run along their edge in opposite directions, as good neighbors do.
    """
    start, end = triangles.ravel(), np.roll(triangles, -1, axis=1).ravel()
    order, first, count = _same_edges(start, end, np.zeros(len(start), np.int64))
    pairs = first[count == 2]
    one, other = order[pairs], order[pairs + 1]
    return one // 3, other // 3, start[one] != start[other]


def _closed(triangles: Ints, shell: Ints, n_shells: int) -> Bools:
    """Tell which shells have no edge that other than two of their own triangles share."""
    start, end = triangles.ravel(), np.roll(triangles, -1, axis=1).ravel()
    shell_of_edge = np.repeat(shell, 3)
    order, first, count = _same_edges(start, end, shell_of_edge)
    is_open = np.zeros(n_shells, bool)
    is_open[shell_of_edge[order[first[count != 2]]]] = True
    return ~is_open


def _same_edges(start: Ints, end: Ints, owner: Ints) -> tuple[Ints, Ints, Ints]:
    """Sort directed edges so that equal ones (whichever way, of one owner) stand together.

    Returns the order, where each run begins in it, and how long it is.
    """
    size = int(max(start.max(), end.max())) + 1
    key = (owner * size + np.minimum(start, end)) * size + np.maximum(start, end)
    return runs(key)


def _turns(count: int, shell: Ints, n_shells: int, left: Ints, right: Ints, is_opposed: Bools) -> Bools:
    """Decide for each triangle whether to turn it, so that each agrees with the one it was reached from.

    One breadth-first tree over all shells (a root joins them), then parities down the tree by pointer
    doubling: each triangle's turn is its parent's, flipped where the two wind alike.
    """
    roots = np.zeros(n_shells, np.int64)
    roots[shell[::-1]] = np.arange(count)[::-1]
    size = count + 1
    rows = np.concatenate([left, np.full(n_shells, count)])
    columns = np.concatenate([right, roots])
    graph = coo_array((np.ones(len(rows), bool), (rows, columns)), (size, size)).tocsr()
    _, parent = breadth_first_order(graph, count, directed=False)
    parent = np.where(parent < 0, np.arange(size), parent).astype(np.int64)

    key = np.minimum(left, right) * size + np.maximum(left, right)
    order = np.argsort(key, kind="stable")
    child = np.arange(size)
    wanted = np.minimum(child, parent) * size + np.maximum(child, parent)
    place = np.clip(np.searchsorted(key[order], wanted), 0, max(len(key) - 1, 0))
    turn = np.zeros(size, bool)
    if len(key):
        found = key[order][place] == wanted
        turn[found] = ~is_opposed[order[place[found]]]
    while (parent != parent[parent]).any():
        turn ^= turn[parent]
        parent = parent[parent]
    return turn[:count]
