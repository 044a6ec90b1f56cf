"""Orientation: neighbors are wound the same way, outer shells face out, shells of cavities face in."""

from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import breadth_first_order, connected_components

from engine.errors import MeshTooLarge
from engine.model.arrays import Bools, Floats, Ints, cross, frozen_ints
from engine.segment.surface_mesh import runs


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
    inside-out body takes the other shells, so `nest` decides. Open shells keep the winding of most
    of their triangles.
    """
    left, right, is_opposed = _neighbor_pairs(triangles)
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
    volume = np.bincount(shell, np.einsum("ij,ij->i", a, cross(b, c)) / 6, n_shells)
    volume[~is_closed] = 0.0
    return Oriented(
        wound, shell.astype(np.int64), is_closed, is_orientable, volume.astype(np.float64), int(turn.sum())
    )


def _neighbor_pairs(triangles: Ints) -> tuple[Ints, Ints, Bools]:
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


PROBES = 3
"""Points of a shell asked whether they lie inside another; most of them decide where shells touch."""
MOST_PAIRS = 50_000
"""Of shells, one within the box of the other: some ten seconds' work. An assembly has a few a part; a file
that shows one body ten thousand times at one place has a hundred million."""


@dataclass(frozen=True, slots=True, eq=False)
class Nested:
    """Oriented triangles with shells and bodies numbered by size."""

    triangles: Ints
    """(T, 3) outer shells facing out, cavities in."""
    shell_of_triangle: Ints
    """(T,) by area, largest first, then by how far from the middle of all, then by place."""
    body_of_shell: Ints
    """(S,) numbered in the order of their outer shells."""
    is_closed: Bools
    """(S,)"""
    is_void: Bools
    """(S,)"""
    turned: int
    """Triangles of shells that faced the wrong way."""


def nest(vertices: Floats, wound: Oriented, triangles: Ints, kept: Ints, soup: Ints) -> Nested:
    """Tell cavities from bodies and give every shell its body.

    A closed shell inside an odd number of others bounds a cavity of the smallest one round it, unless it
    faces out and another soup of the file brought it: then it is a body set into another. Open shells are
    bodies of their own and keep their winding.

    Parameters
    ----------
    wound
        All triangles, wound.
    triangles : (K, 3) int64
        What is left of them without degenerate ones, in their order.
    kept : (K,) int64
        Which of the wound triangles each of these stands for.
    soup : (T,) int64
        Which mesh of the file each wound triangle comes from.

    Raises
    ------
    MeshTooLarge
        More bodies lie within each other's boxes than can be told apart.
    """
    soup = soup[kept]
    names, shell = np.unique(wound.shell_of_triangle[kept], return_inverse=True)
    corners = vertices[triangles]
    areas = np.linalg.norm(cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1) / 2
    rank, first = _shell_ranks(corners.mean(axis=1), areas, shell, len(names))
    order = np.argsort(rank)
    shell = rank[shell]
    is_closed, volume = wound.is_closed[names[order]], wound.volume_mm3[names[order]]
    soup_of_shell = soup[first[order]]

    inside = _insides(corners, areas, shell, is_closed)
    depth = inside.sum(axis=1)
    body_of_shell = np.arange(len(order))
    is_void = np.zeros(len(order), dtype=bool)
    for inner in np.flatnonzero(depth % 2 == 1):
        around = np.flatnonzero(inside[inner] & (depth == depth[inner] - 1))
        if not len(around):
            continue
        outer = around[np.abs(volume[around]).argmin()]
        if soup_of_shell[inner] == soup_of_shell[outer] or volume[inner] < 0:
            is_void[inner], body_of_shell[inner] = True, outer
    _, body_of_shell = np.unique(body_of_shell, return_inverse=True)

    is_wrong = is_closed & ((volume < 0) != is_void)
    turn = is_wrong[shell]
    return Nested(
        triangles=np.where(turn[:, None], triangles[:, ::-1], triangles),
        shell_of_triangle=shell,
        body_of_shell=frozen_ints(body_of_shell),
        is_closed=_read_only(is_closed),
        is_void=_read_only(is_void),
        turned=int(turn.sum()),
    )


def _read_only(flags: Bools) -> Bools:
    flags = flags.copy()
    flags.flags.writeable = False
    return flags


def _shell_ranks(middles: Floats, areas: Floats, shell: Ints, count: int) -> tuple[Ints, Ints]:
    """Return the place of each shell (S,) in the order `Nested` tells, and its first triangle."""
    area = np.bincount(shell, areas, count)
    summed = np.stack([np.bincount(shell, areas * middles[:, k], count) for k in range(3)], axis=1)
    middle = summed / np.maximum(area, np.finfo(float).tiny)[:, None]
    away = np.linalg.norm(middle - (areas @ middles) / areas.sum(), axis=1)
    # copies of one body differ by rounding alone: five digits decide
    coarse = [np.round(values / (np.abs(values).max() or 1.0), 5) for values in (area, away)]
    order = np.lexsort((middle[:, 2], middle[:, 1], middle[:, 0], coarse[1], -coarse[0]))
    rank = np.empty(count, dtype=np.int64)
    rank[order] = np.arange(count)
    first = np.zeros(count, dtype=np.int64)
    first[shell[::-1]] = np.arange(len(shell))[::-1]
    return rank, first


def _insides(corners: Floats, areas: Floats, shell: Ints, is_closed: Bools) -> Bools:
    """Return (S, S) whether the row's shell lies inside the column's; both closed; raise MeshTooLarge."""
    count = len(is_closed)
    inside = np.zeros((count, count), dtype=bool)
    order = np.argsort(shell, kind="stable")
    bounds = np.searchsorted(shell[order], np.arange(count + 1))
    parts = [order[bounds[s] : bounds[s + 1]] for s in range(count)]
    low = np.array([corners[part].min(axis=(0, 1)) for part in parts])
    high = np.array([corners[part].max(axis=(0, 1)) for part in parts])
    within = [_within(outer, low, high, is_closed) for outer in range(count)]
    if sum(map(len, within)) > MOST_PAIRS:  # before any is looked into: that is what takes long
        raise MeshTooLarge(
            f"too many of the {count} bodies of the file lie within one another to tell them apart; "
            "export each body once"
        )
    for outer, candidates in enumerate(within):
        if not len(candidates):
            continue
        points = [
            corners[parts[s][np.argsort(-areas[parts[s]], kind="stable")[:PROBES]]].mean(axis=1)
            for s in candidates
        ]
        winding = _windings(np.concatenate(points), corners[parts[outer]])
        starts = np.cumsum([0, *(len(p) for p in points)])
        for at, inner in enumerate(candidates):
            inside[inner, outer] = np.median(np.abs(winding[starts[at] : starts[at + 1]])) > 0.5
    return inside


def _within(outer: int, low: Floats, high: Floats, is_closed: Bools) -> Ints:
    """Return the closed shells whose boxes, of corners `low` and `high` (S, 3), lie in the outer one's."""
    if not is_closed[outer]:
        return np.empty(0, dtype=np.int64)
    is_within = is_closed & (low >= low[outer]).all(axis=1) & (high <= high[outer]).all(axis=1)
    is_within[outer] = False
    return np.flatnonzero(is_within)


def _windings(points: Floats, corners: Floats) -> Floats:
    """Return how often a closed surface winds round each point: ±1 inside, 0 outside.

    The sum of solid angles (Van Oosterom & Strackee 1983).
    """
    winding = np.empty(len(points))
    for at, point in enumerate(points):
        a, b, c = np.moveaxis(corners - point, 1, 0)
        la, lb, lc = (np.sqrt(np.einsum("tk,tk->t", x, x)) for x in (a, b, c))
        triple = np.einsum("tk,tk->t", a, cross(b, c))
        dots = [np.einsum("tk,tk->t", x, y) for x, y in ((a, b), (b, c), (c, a))]
        angle = np.arctan2(triple, la * lb * lc + dots[0] * lc + dots[1] * la + dots[2] * lb)
        winding[at] = angle.sum() / (2.0 * np.pi)
    return winding
