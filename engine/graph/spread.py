"""Even points over the flat groups: so many on each, each standing for the same area.

They are the knots of two square lattices inside the group's triangles. The lattices are laid about its
center and lean, one to the left and one to the right, by an angle to its borders that no straight side
runs along for long. So the points owe nothing to how the triangles divide the group, nor to how the part
is turned or mirrored: what is counted on them comes out the same however the file spells the part.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.model.arrays import Floats, Ints, cross, norms, squares_to
from engine.model.mesh import Mesh

LEAN = np.arctan((np.sqrt(5.0) - 1.0) / 2.0)
"""Slope of the lattices, the golden section: a strip between two parallel sides then holds as many knots as
its area calls for, give or take one or two, however narrow it is."""

TOTAL = 200_000
"""Points on a part altogether, about: casting a ray from each takes a fifth of a second."""
FEWEST, MOST = 96, 512
"""Points on a group, about. They give a share of its area to about 1.5 % and 0.4 %."""

STRAIGHT = 0.05
"""Below this share of the border the sides agree on no direction, as those of a disc or a hexagon."""


@dataclass(frozen=True, slots=True, eq=False)
class Spread:
    """Points spread evenly over flat groups."""

    group: Ints
    """(N,) the group of each point, ascending."""
    points: Floats
    """(N, 3) mm."""
    outward: Floats
    """(N, 3) unit normal of the group."""


@dataclass(frozen=True, slots=True, eq=False)
class _Flats:
    """The triangles of the groups, each group in a frame of its own: center, two axes in it, normal."""

    groups: Ints
    """(G,)"""
    normals: Floats
    """(G, 3)"""
    triangles: Ints
    """(T,) of the mesh."""
    row: Ints
    """(T,) where the triangle's group stands in `groups`."""
    areas: Floats
    """(T,) mm²."""
    centers: Floats
    """(G, 3) of gravity."""


def over(
    mesh: Mesh, group_of_triangle: Ints, area_of_triangle: Floats, groups: Sequence[int], normals: Floats
) -> Spread:
    """Spread points over flat groups.

    Parameters
    ----------
    group_of_triangle : (T,)
        The group each triangle of the mesh belongs to; -1 for none.
    area_of_triangle : (T,) float64
    groups : (G,)
        Ascending. One without triangles, or without area, gets no points.
    normals : (G, 3) float64
        Outward unit normal of each.
    """
    flats = _flats(mesh, group_of_triangle, area_of_triangle, np.array(groups, dtype=np.int64), normals)
    if not len(flats.triangles):
        return Spread(np.zeros(0, dtype=np.int64), np.zeros((0, 3)), np.zeros((0, 3)))
    along, sideways = _axes(mesh, flats)
    wanted = np.clip(TOTAL / len(flats.groups), FEWEST, MOST)
    group_areas = np.bincount(flats.row, weights=flats.areas, minlength=len(flats.groups))
    steps = np.sqrt(np.maximum(group_areas, 1e-300) / (wanted / 2.0))

    offsets = mesh.vertices[mesh.triangles[flats.triangles]] - flats.centers[flats.row][:, None, :]
    x, y = (np.einsum("tck,tk->tc", offsets, axis[flats.row]) for axis in (along, sideways))
    cosine, sine = np.cos(LEAN), np.sin(LEAN)
    turned = np.empty((2, *x.shape, 2))  # all corners to the one lean, then all to the other
    for at, rise in enumerate((sine, -sine)):
        turned[at, ..., 0] = cosine * x + rise * y
        turned[at, ..., 1] = cosine * y - rise * x
    turned /= steps[flats.row, None, None]
    triangle, across, up = _knots_inside(turned.reshape(-1, 3, 2) - 0.5)
    is_second = triangle >= len(flats.row)
    row, rise = flats.row[triangle - is_second * len(flats.row)], np.where(is_second, -sine, sine)
    order = np.argsort(row, kind="stable")
    row, rise = row[order], rise[order]
    across, up = ((knots[order] + 0.5) * steps[row] for knots in (across, up))
    u, v = cosine * across - rise * up, rise * across + cosine * up
    points = flats.centers[row] + u[:, None] * along[row] + v[:, None] * sideways[row]
    return Spread(flats.groups[row], points, normals[row])


def _flats(
    mesh: Mesh, group_of_triangle: Ints, area_of_triangle: Floats, groups: Ints, normals: Floats
) -> _Flats:
    row = np.searchsorted(groups, group_of_triangle)
    row = np.minimum(row, max(len(groups) - 1, 0))
    is_ours = np.zeros(len(row), dtype=bool)
    if len(groups):
        is_ours = (groups[row] == group_of_triangle) & (area_of_triangle > 0.0)
    triangles = np.flatnonzero(is_ours)
    row, areas = row[triangles], area_of_triangle[triangles]
    middles = mesh.vertices[mesh.triangles[triangles]].mean(axis=1)
    weights = np.maximum(np.bincount(row, weights=areas, minlength=len(groups)), 1e-300)
    centers = np.stack(
        [np.bincount(row, weights=areas * middles[:, k], minlength=len(groups)) for k in range(3)], axis=1
    )
    return _Flats(groups, normals, triangles, row, areas, centers / weights[:, None])


def _axes(mesh: Mesh, flats: _Flats) -> tuple[Floats, Floats]:
    """Return (G, 3) and (G, 3): unit vectors in each group, along its sides and square to them.

    Which of two square directions comes first does not matter: the lattices look the same from both.
    """
    start = _any_square_to(flats.normals)
    other = cross(flats.normals, start)
    sides, row = _border(mesh, flats)
    x, y = (np.einsum("nk,nk->n", sides, axis[row]) for axis in (start, other))
    lengths = np.hypot(x, y)
    fourfold = lengths * np.exp(4j * np.arctan2(y, x))
    n = len(flats.groups)
    sums = np.bincount(row, fourfold.real, n) + 1j * np.bincount(row, fourfold.imag, n)
    is_straight = np.abs(sums) > STRAIGHT * np.bincount(row, lengths, n)
    turn = np.where(is_straight, np.angle(sums) / 4.0, 0.0)[:, None]
    along = np.cos(turn) * start + np.sin(turn) * other
    return along, cross(flats.normals, along)


def _any_square_to(normals: Floats) -> Floats:
    """Return (G, 3) unit vectors, one square to each normal."""
    square = squares_to(normals)
    return square / norms(square)[:, None]


def _border(mesh: Mesh, flats: _Flats) -> tuple[Floats, Ints]:
    """Return (N, 3) the sides of triangles that no other triangle of the group shares, and their groups."""
    corners = mesh.triangles[flats.triangles]
    begin, end = corners.ravel(), corners[:, [1, 2, 0]].ravel()
    row = np.repeat(flats.row, 3)
    one, other = mesh.weld[begin], mesh.weld[end]
    low, high = np.minimum(one, other), np.maximum(one, other)
    order = np.lexsort((high, low, row))
    row, low, high = row[order], low[order], high[order]
    is_new = np.ones(len(order) + 1, dtype=np.bool_)
    is_new[1:-1] = (row[1:] != row[:-1]) | (low[1:] != low[:-1]) | (high[1:] != high[:-1])
    is_alone = is_new[1:] & is_new[:-1]
    lone = order[is_alone]
    return mesh.vertices[end[lone]] - mesh.vertices[begin[lone]], row[is_alone]


def _knots_inside(corners: Floats) -> tuple[Ints, Ints, Ints]:
    """List the whole-numbered places inside triangles.

    A place on the side two triangles share falls to one of them.

    Parameters
    ----------
    corners : (T, 3, 2) float64

    Returns
    -------
    (N,), (N,), (N,)
        The triangle, and the place in it.
    """
    levels = corners[:, :, 1]
    first = np.ceil(levels.min(axis=1)).astype(np.int64)
    triangle, level = _expanded(first, np.ceil(levels.max(axis=1)).astype(np.int64) - first)
    least, most = np.full(len(triangle), np.inf), np.full(len(triangle), -np.inf)
    x, y = corners.take(triangle, axis=0).T
    is_below = y < level
    for k in range(3):
        after = (k + 1) % 3
        crosses = is_below[k] != is_below[after]
        rise = np.where(crosses, y[after] - y[k], 1.0)
        at = x[k] + (level - y[k]) / rise * (x[after] - x[k])
        np.minimum(least, at, out=least, where=crosses)
        np.maximum(most, at, out=most, where=crosses)
    is_crossed = most >= least
    triangle, level, least, most = (each[is_crossed] for each in (triangle, level, least, most))
    first = np.ceil(least).astype(np.int64)
    which, place = _expanded(first, np.ceil(most).astype(np.int64) - first)
    return triangle[which], place, level[which]


def _expanded(first: Ints, counts: Ints) -> tuple[Ints, Ints]:
    """Count up from each first as many times as its count says: return whose each is, and the numbers."""
    counts = np.maximum(counts, 0)
    whose = np.repeat(np.arange(len(counts)), counts)
    starts = np.cumsum(counts) - counts
    return whose, first[whose] + np.arange(len(whose)) - starts[whose]
