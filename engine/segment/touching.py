"""Touching: bodies of one mesh taken apart where they share sides or whole triangles.

Bodies that lie on each other share places, once places are joined: more than two triangles have a side
there, and a face of the one may be a face of the other, wound the other way. Round such a side material and
air alternate. The two triangles with material between them belong together, whatever else meets there, so
each body gets vertices of its own.
"""

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from engine.model.arrays import Bools, Floats, Ints
from engine.segment.neighbors import runs

LEVEL_RAD = 1e-3
"""Triangles round a side that differ by less lie on one another, ..."""
TIP_SHARE, MOST_RAD = 2e-6, 0.05
"""... and so do those whose tips stray by less than this share of the part, for within that places are
joined; but never those that differ by more than the second."""


def apart(vertices: Floats, triangles: Ints) -> tuple[Ints, Bools]:
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
    a, b, odd = _paired(vertices, triangles, order[crowded], side)
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
        corners, more = apart(vertices, triangles[kept])
        whole = triangles.copy()
        whole[kept] = corners
        is_doubled[kept] = more
        return whole, is_doubled
    torn = np.unique(np.concatenate([start[order[crowded]], end[order[crowded]]]))
    return _numbered(vertices, triangles, left, right, odd, torn), nothing


def _twins(triangles: Ints) -> Ints:
    """Return the triangle (T,) with the same corners that is wound the other way; -1 where there is none."""
    ordered = np.sort(triangles, axis=1)
    order = np.lexsort(ordered.T[::-1])
    equal = (ordered[order[1:]] == ordered[order[:-1]]).all(axis=1)
    twin = np.full(len(triangles), -1, dtype=np.int64)
    twin[order[1:][equal]], twin[order[:-1][equal]] = order[:-1][equal], order[1:][equal]
    return twin


def _paired(vertices: Floats, triangles: Ints, sides: Ints, edge: Ints) -> tuple[Ints, Ints, Ints]:
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
    if _volume(vertices, triangles) < 0.0:
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


def _volume(vertices: Floats, triangles: Ints) -> float:
    """Six times what triangles enclose; negative where they face in."""
    a, b, c = np.moveaxis(vertices[triangles] - vertices.mean(axis=0), 1, 0)
    return float(np.einsum("ij,ij->", a, np.cross(b, c)))


def _numbered(vertices: Floats, triangles: Ints, left: Ints, right: Ints, odd: Ints, torn: Ints) -> Ints:
    """Give corners (T, 3) numbers, one to those joined by paired or odd sides, or at a vertex not torn."""
    total = triangles.size
    flat = triangles.ravel()
    after = np.roll(np.arange(total).reshape(-1, 3), -1, axis=1).ravel()
    is_opposed = flat[left] != flat[right]
    is_whole = np.ones(len(vertices), dtype=bool)
    is_whole[torn] = False
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
