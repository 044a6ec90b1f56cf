"""Welding: loose triangles become one surface that knows its neighbors."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.spatial import cKDTree

from engine.model.arrays import Bools, Floats, Ints
from engine.segment import touching
from engine.segment.neighbors import numbered, runs

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
    vertices of their own (see `touching`). A triangle counts as repeated when its three corners are taken
    already, whichever way round, unless a body that touches has it.

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
    own, is_doubled = touching.apart(vertices, joined)
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
