"""Welding: vertices at one place become one, and bodies that touch get vertices of their own again.

Bodies of one mesh that lie on each other share places, once these are joined: more than two triangles have a
side there, and a face of the one may be a face of the other, wound the other way. Round such a side material
and air alternate. The two triangles with material between them belong together, whatever else meets there.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.spatial import cKDTree

from engine.model.arrays import Bools, Floats, Ints
from engine.segment.surface_mesh import numbered, runs

WELD_SHARE = 2e-6
"""Of the diagonal. glTF stores single precision, which errs by 6e-8 of the size; converters that bake a
node's transform into the vertices leave gaps up to 1e-6 (measured on converted parts)."""

CROWD = 16
"""Places in one cell of which only the outermost look for others to join: a sound mesh has one or two."""


@dataclass(frozen=True, slots=True, eq=False)
class Welded:
    """A welded triangle surface."""

    vertices: Floats
    """(V, 3) mm, each used by a triangle."""
    triangles: Ints
    """(T, 3) three different vertices each."""
    source_of_triangle: Ints
    """(T,) index of the triangle among those given."""
    dropped: int
    """Triangles without area left out."""
    doubled: int
    """Triangles left out because the same three corners stood there already."""


def weld(vertices: Floats, triangles: Ints) -> Welded:
    """Join vertices that lie within `WELD_SHARE` of the diagonal; drop empty and repeated triangles.

    Vertices that chain within the tolerance become one, at the place of the first; bodies that touch keep
    vertices of their own (see `separate_touching`). A triangle counts as repeated when its three corners
    are taken already, whichever way round, unless a body that touches has it.

    Parameters
    ----------
    vertices : (V, 3) float64
    triangles : (T, 3) int64
    """
    is_used = np.zeros(len(vertices), dtype=bool)
    is_used[triangles.ravel()] = True
    used = np.flatnonzero(is_used)
    places = vertices[used]
    tolerance = WELD_SHARE * float(np.linalg.norm(np.ptp(places, axis=0)))
    first, same = distinct(places)
    cluster_of_vertex = np.full(len(vertices), -1)
    cluster_of_vertex[used] = _clusters(places[first], tolerance)[same]

    corners = cluster_of_vertex[triangles]
    a, b, c = corners.T
    is_full = (a != b) & (b != c) & (c != a)
    source = np.flatnonzero(is_full)
    full = corners[is_full]
    kept = _unrepeated(full)

    first_of_cluster = _first_of_each(cluster_of_vertex[used])
    named, joined = numbered(full[kept])
    vertices = places[first_of_cluster[named]]
    own, is_doubled = separate_touching(vertices, joined)
    kept, own = kept[~is_doubled], own[~is_doubled]
    _, own = numbered(own)
    at = _first_of_each(own.ravel())
    return Welded(
        vertices=vertices[joined[~is_doubled].ravel()[at]],
        triangles=own,
        source_of_triangle=source[kept],
        dropped=int(len(triangles) - is_full.sum()),
        doubled=int(is_full.sum() - len(kept)),
    )


def distinct(rows: NDArray[Any]) -> tuple[Ints, Ints]:
    """Return the first of each set of equal rows (N, 3), and for every row which of these it equals."""
    order = np.lexsort(rows.T[::-1])
    is_fresh = np.ones(len(rows), dtype=bool)
    x, y, z = (column[order] for column in rows.T)
    is_fresh[1:] = (x[1:] != x[:-1]) | (y[1:] != y[:-1]) | (z[1:] != z[:-1])
    same = np.empty(len(rows), dtype=np.int64)
    same[order] = np.cumsum(is_fresh) - 1
    return order[is_fresh], same


def in_order(rows: Ints) -> Ints:
    """Return the order (N,) of rows (N, 3) of numbers, none negative; equal ones in theirs."""
    size = int(rows.max(initial=0)) + 1
    if size**3 < 2**63:
        a, b, c = rows.T
        return runs((a * size + b) * size + c)[0]
    return np.lexsort(rows.T[::-1])


def _unrepeated(triangles: Ints) -> Ints:
    """Return those (N, 3) of three different corners that none before has in the same turn; ascending."""
    size = int(triangles.max(initial=0)) + 1
    if size**3 < 2**63:
        a, b, c = triangles.T
        turns = (a * size + b) * size + c, (b * size + c) * size + a, (c * size + a) * size + b
        order, first, _ = runs(np.minimum(np.minimum(*turns[:2]), turns[2]))
        kept = order[first]
    else:
        lowest = triangles.argmin(axis=1)[:, None]
        kept, _ = distinct(np.take_along_axis(triangles, (lowest + np.arange(3)) % 3, axis=1))
    kept.sort()
    return kept


def _first_of_each(number: Ints) -> Ints:
    """Return where in (N,) each of the numbers 0, 1, 2 …, all of which are there, stands first."""
    first = np.empty(int(number.max(initial=-1)) + 1, dtype=np.int64)
    first[number[::-1]] = np.arange(len(number))[::-1]
    return first


def _clusters(places: Floats, tolerance: float) -> Ints:
    """Return a number (N,) for each place: places that chain within the tolerance have one.

    Places that share a cell no wider than the tolerance belong together. Of a cell with very many only the
    outermost look for others: a vertex far out makes the tolerance so wide that all pairs of the rest would
    lie within it.
    """
    count = len(places)
    seekers, rows, columns = np.arange(count), [], []
    if tolerance > 0.0:
        cells = np.floor((places - places.min(axis=0)) * (np.sqrt(3.0) / tolerance))
        if _may_crowd(cells):
            first, cell = distinct(cells)
            is_crowded = np.bincount(cell)[cell] > CROWD
            rows, columns = [np.flatnonzero(is_crowded)], [first[cell[is_crowded]]]
            outermost = [
                ends
                for axis in range(3)
                for ends in _ends(np.lexsort((places[:, axis], cell)), cell, is_crowded)
            ]
            seekers = np.unique(np.concatenate([np.flatnonzero(~is_crowded), *outermost]))
    pairs = cKDTree(places[seekers]).query_pairs(tolerance, output_type="ndarray")
    if not len(pairs) and not rows:
        return seekers
    row = np.concatenate([seekers[pairs[:, 0]], *rows])
    column = np.concatenate([seekers[pairs[:, 1]], *columns])
    links = coo_array((np.ones(len(row), bool), (row, column)), (count, count))
    _, cluster = connected_components(links, directed=False)
    return np.asarray(cluster, dtype=np.int64)


def _may_crowd(cells: Floats) -> bool:
    """Tell whether more than `CROWD` of the cells (N, 3) are one, or it takes too large numbers to tell."""
    if not (cells.max(initial=0.0) < 2**21):
        return True
    x, y, z = cells.astype(np.int64).T
    key = np.sort((x << 42) | (y << 21) | z)
    return bool((key[CROWD:] == key[:-CROWD]).any())


def _ends(order: Ints, cell: Ints, is_crowded: Bools) -> tuple[Ints, Ints]:
    """Return the first and the last of each crowded cell, in an order that keeps cells together."""
    order = order[is_crowded[order]]
    is_first = np.ones(len(order), dtype=bool)
    is_first[1:] = cell[order[1:]] != cell[order[:-1]]
    return order[is_first], order[np.roll(is_first, -1)]


LEVEL_RAD = 1e-3
"""Triangles round a side that differ by less lie on one another, ..."""
TIP_SHARE, MOST_RAD = 2e-6, 0.05
"""... and so do those whose tips stray by less than this share of the part, for within that places are
joined; but never those that differ by more than the second."""


def separate_touching(vertices: Floats, triangles: Ints) -> tuple[Ints, Bools]:
    """Give touching bodies vertices of their own.

    Where material and air do not alternate round a side (triangles are wound at odds, or one is missing),
    all that meets there stays joined.

    Parameters
    ----------
    vertices : (V, 3) float64
    triangles : (T, 3) int64
        No two of the same winding have the same corners.

    Returns
    -------
    corners : (T, 3) int64
        A number for each corner: corners at one vertex have the same one where they belong to one body. The
        given triangles where nothing touches. Numbers at one place follow what is round them, not the order.
    is_doubled : (T,) bool
        Triangles that stand there a second time, facing the other way, and are no body: one of each two in
        parts that lie everywhere on another, the back of a surface that is drawn from both sides; and both
        where a body runs out into a flap, front on back, as it does where its faces all but touch.
    """
    nothing = np.zeros(len(triangles), dtype=bool)
    start, end = triangles.ravel(), np.roll(triangles, -1, axis=1).ravel()
    size = int(triangles.max(initial=0)) + 1
    order, first, count = runs(np.minimum(start, end) * size + np.maximum(start, end))
    if not (count > 2).any():
        return triangles, nothing
    paired = count == 2
    one, other = order[first[paired]], order[first[paired] + 1]
    crowded = np.repeat(count > 2, count)
    side = np.repeat(np.arange(len(first)), count)[crowded]
    a, b, odd = _sides_round_material(vertices, triangles, order[crowded], side)
    left, right = np.concatenate([one, a]), np.concatenate([other, b])

    twin = _twins(triangles)
    total = len(triangles)
    links = coo_array((np.ones(len(left), bool), (left // 3, right // 3)), (total, total))
    _, part = connected_components(links, directed=False)
    lies_on = np.bincount(part, twin < 0) == 0
    glued = one[twin[one // 3] == other // 3] // 3
    is_flap = np.zeros(total, dtype=bool)
    is_flap[glued], is_flap[twin[glued]] = True, True
    # a flap hangs on a body, where a surface drawn from both sides stands alone
    meets = part[order[crowded] // 3]
    is_mixed = np.bincount(side, ~lies_on[meets], len(first)) > 0
    hangs = np.zeros(len(lies_on), dtype=bool)
    hangs[part[is_flap]] = True
    hangs &= ~lies_on | (np.bincount(meets, is_mixed[side], len(lies_on)) > 0)
    is_back = (lies_on & ~hangs)[part] & (~lies_on[part[twin]] | (twin < np.arange(total)))
    is_doubled = is_back | (is_flap & hangs[part])
    if is_doubled.any():
        # what has a front and a back in one place says nothing of bodies: look again without
        kept = np.flatnonzero(~is_doubled)
        corners, more = separate_touching(vertices, triangles[kept])
        whole = triangles.copy()
        whole[kept] = corners
        is_doubled[kept] = more
        return whole, is_doubled
    crowded_corners = np.unique(np.concatenate([start[order[crowded]], end[order[crowded]]]))
    return _numbered_corners(vertices, triangles, left, right, odd, crowded_corners), nothing


def _twins(triangles: Ints) -> Ints:
    """Return the triangle (T,) with the same corners that is wound the other way; -1 where there is none."""
    ordered = np.sort(triangles, axis=1)
    order = np.lexsort(ordered.T[::-1])
    equal = (ordered[order[1:]] == ordered[order[:-1]]).all(axis=1)
    twin = np.full(len(triangles), -1, dtype=np.int64)
    twin[order[1:][equal]], twin[order[:-1][equal]] = order[:-1][equal], order[1:][equal]
    return twin


def _sides_round_material(
    vertices: Floats, triangles: Ints, sides: Ints, edge: Ints
) -> tuple[Ints, Ints, Ints]:
    """Pair sides that have material between them, edge by edge.

    Parameters
    ----------
    sides : (N,) int64
        3 t + i for the side of triangle t from its corner i; those of one mesh edge stand together.
    edge : (N,) int64
        Which edge, ascending.

    Returns
    -------
    a, b : (P,) int64
        The pairs.
    odd : (M,) int64
        The sides of edges that are not paired.
    """
    _, first, number, count = np.unique(edge, return_index=True, return_inverse=True, return_counts=True)
    number = number.ravel()
    tail = triangles.ravel()[sides]
    head = np.roll(triangles, -1, axis=1).ravel()[sides]
    tip = vertices[np.roll(triangles, -2, axis=1).ravel()[sides]]
    runs_up = tail < head
    low, high = vertices[np.minimum(tail, head)], vertices[np.maximum(tail, head)]
    along = high - low
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    across = tip - low
    across -= np.einsum("nk,nk->n", across, along)[:, None] * along
    x = across[first][number]
    y = np.cross(along, x)
    if _sixfold_volume(vertices, triangles) < 0.0:
        runs_up = ~runs_up  # the file is drawn inside out
    # a triangle that runs up has its material at lower angles, one that runs down at higher ones
    angle = np.arctan2(np.einsum("nk,nk->n", across, y), np.einsum("nk,nk->n", across, x))
    order = np.lexsort((angle, number))
    place = np.arange(len(order)) - first[number]
    angle = angle[order]
    following = first[number] + (place + 1) % count[number]
    gap = (angle[following] - angle) % (2.0 * np.pi)
    # begin after the widest gap, so that what is level is not cut in two
    widest = np.lexsort((-gap, number))[first]
    place = (place - (widest - first)[number] - 1) % count[number]
    turned = np.lexsort((place, number))
    order, gap = order[turned], gap[turned]
    strays = TIP_SHARE * np.linalg.norm(np.ptp(vertices, axis=0)) / np.linalg.norm(across, axis=1)[order]
    level_rad = np.minimum(LEVEL_RAD + strays[:-1] + strays[1:], MOST_RAD)
    is_new = np.ones(len(order), dtype=bool)
    is_new[1:] = gap[:-1] > level_rad
    is_new[first] = True
    level = np.cumsum(is_new)
    # of triangles that lie on one another, first the one that has material behind
    order = order[np.lexsort((~runs_up[order], level))]
    upward = runs_up[order]
    following = first[number] + (np.arange(len(order)) - first[number] + 1) % count[number]
    alternates = upward != upward[following]
    is_sound = np.bincount(number, ~alternates) == 0
    begins = np.flatnonzero(~upward & is_sound[number])
    return sides[order[begins]], sides[order[following[begins]]], sides[order[~is_sound[number]]]


def _sixfold_volume(vertices: Floats, triangles: Ints) -> float:
    """Six times what triangles enclose; negative where they face in."""
    a, b, c = np.moveaxis(vertices[triangles] - vertices.mean(axis=0), 1, 0)
    return float(np.einsum("ij,ij->", a, np.cross(b, c)))


def _numbered_corners(
    vertices: Floats, triangles: Ints, left: Ints, right: Ints, odd: Ints, crowded_corners: Ints
) -> Ints:
    """Give corners (T, 3) numbers, one to those joined by paired or odd sides, or at a vertex not torn."""
    total = triangles.size
    flat = triangles.ravel()
    after = np.roll(np.arange(total).reshape(-1, 3), -1, axis=1).ravel()
    is_opposed = flat[left] != flat[right]
    is_whole = np.ones(len(vertices), dtype=bool)
    is_whole[crowded_corners] = False
    at = np.concatenate([odd, after[odd], np.flatnonzero(is_whole[flat])])
    rows = np.concatenate([left, after[left], at])
    columns = np.concatenate(
        [
            np.where(is_opposed, after[right], right),
            np.where(is_opposed, right, after[right]),
            total + flat[at],
        ]
    )
    links = coo_array((np.ones(len(rows), bool), (rows, columns)), (total + len(vertices),) * 2)
    _, fan = connected_components(links, directed=False)
    fan = fan[:total]
    _, fan = np.unique(fan, return_inverse=True)
    fan = fan.ravel()
    count = int(fan.max()) + 1
    vertex = np.empty(count, dtype=np.int64)
    vertex[fan] = flat
    # boxes of what is round a corner put those at one place in order
    corners = vertices[triangles]
    boxes = np.concatenate([corners.min(axis=1), -corners.max(axis=1)], axis=1).repeat(3, axis=0)
    box = np.full((count, 6), np.inf)
    np.minimum.at(box, fan, boxes)
    rank = np.empty(count, dtype=np.int64)
    rank[np.lexsort((*box.T[::-1], vertex))] = np.arange(count)
    numbered: Ints = rank[fan].reshape(-1, 3)
    return numbered
