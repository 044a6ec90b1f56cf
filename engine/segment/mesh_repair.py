"""Repair: the triangles of a file made into one mesh that knows its neighbors, its bodies and its noise.

What is mended on the way is counted in `Repairs`. The order of what comes out owes nothing to the order in
the file: vertices are sorted by place, triangles by their corners, shells as `orientation` says.

Degenerate triangles have their three corners in a line, so that they have no area and no normal. Leaving one
out would open the surface: its long side has one neighbor, its two short sides two others. Instead that
neighbor is split at the middle corner, which lies on its side.

The noise is how far a vertex of a mesh may stray from the surface it was sampled on. It is never less than
what single precision leaves. It is more when the file's numbers were rounded to a grid of decimals (a part
that went through a text format), and the mesh shows it: flat faces that are flat only to within that grid.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from engine.errors import NoSolid
from engine.model.arrays import Bools, Floats, Ints, cross, frozen, frozen_ints
from engine.segment import charts, orientation, welding
from engine.segment.surface_mesh import SurfaceMesh, numbered, runs, triangles_across_sides


@dataclass(frozen=True, slots=True)
class Repairs:
    """What was mended, in numbers; all zero for a sound mesh."""

    dropped: int
    """Triangles without area left out."""
    doubled: int
    """Triangles left out because the same three corners stood there already."""
    flipped: int
    """Triangles turned to agree with their neighbors or to face out of the material."""
    straightened: int
    """Triangles without height whose neighbor was split in their stead."""
    open_shells: int
    """Shells with a free or a non-manifold side."""
    unorientable: int
    """Shells that no winding suits."""


def build(soups: Sequence[tuple[Floats, Ints]]) -> tuple[SurfaceMesh, Repairs]:
    """Join loose triangles into facets.

    A soup whose shells close by themselves keeps them to itself: two bodies that touch stay two. What is
    left open is joined across soups, for a file may hold a body face by face.

    Parameters
    ----------
    soups : sequence of (vertices, triangles)
        (V, 3) float64 mm, finite, and (T, 3) int64; one pair a mesh of the file. A shell inside another of
        the same soup bounds a cavity, however it is wound; of another soup only when it faces in.

    Raises
    ------
    NoSolid
        No triangle has an area.
    """
    parts, dropped, doubled = _welded_soups(soups)
    if not parts:
        raise NoSolid(_NOTHING)
    vertices, triangles, soup, chart = _in_order(parts)
    wound = orientation.orient(vertices, triangles)
    reach_mm = welding.WELD_SHARE * float(np.linalg.norm(np.ptp(vertices, axis=0)))
    straight = split_degenerate(vertices, wound.triangles, wound.shell_of_triangle, reach_mm)
    if not straight.is_kept.any():
        raise NoSolid(_NOTHING)
    nested = orientation.nest(vertices, wound, straight.triangles, np.flatnonzero(straight.is_kept), soup)
    return _surface_mesh(vertices, nested, chart[straight.source]), Repairs(
        dropped=dropped + int((~straight.is_kept).sum()),
        doubled=doubled,
        flipped=wound.flipped + nested.turned,
        straightened=straight.replaced,
        open_shells=int((~nested.is_closed).sum()),
        unorientable=int((~wound.is_orientable).sum()),
    )


_NOTHING = "no triangle of the file has an area; a part's surface is needed"
_Part = tuple[Floats, Ints, Ints, Ints]
"""Vertices, triangles, and the soup and the chart each triangle comes from."""


def _welded_soups(soups: Sequence[tuple[Floats, Ints]]) -> tuple[list[_Part], int, int]:
    """Weld each soup by itself, then what stayed open over all. Returns also the dropped and the doubled."""
    parts: list[_Part] = []
    loose: list[_Part] = []
    dropped = doubled = 0
    numbers = [number for number, (_, triangles) in enumerate(soups) if len(triangles)]
    if not numbers:
        return [], 0, 0
    # what is asked of corners alone is asked of all soups at once: there may be many small ones
    all_corners, starts = _stacked([soups[number] for number in numbers])
    chart_of_triangle = np.split(charts.charts_of_corners(all_corners), starts)
    all_welded = [welding.weld(*soups[number]) for number in numbers]
    all_corners, starts = _stacked([(welded.vertices, welded.triangles) for welded in all_welded])
    is_closed = np.split(_is_in_closed_shell(all_corners), starts)
    for number, welded, charted, closed in zip(
        numbers, all_welded, chart_of_triangle, is_closed, strict=True
    ):
        dropped += welded.dropped
        doubled += welded.doubled
        chart, is_loose = charted[welded.source_of_triangle], ~closed
        for bag, chosen in ((parts, ~is_loose), (loose, is_loose)):
            if chosen.any():
                corners = welded.triangles[chosen]
                soup = np.full(len(corners), number, dtype=np.int64)
                bag.append((welded.vertices, corners, soup, chart[chosen]))
    if len(loose) > 1:
        starts = np.cumsum([0, *(len(part[0]) for part in loose)])
        corners = np.concatenate([part[1] + start for part, start in zip(loose, starts[:-1], strict=True)])
        soup, chart = (np.concatenate([part[k] for part in loose]) for k in (2, 3))
        welded = welding.weld(np.concatenate([part[0] for part in loose]), corners)
        dropped += welded.dropped
        doubled += welded.doubled
        kept = welded.source_of_triangle
        loose = [(welded.vertices, welded.triangles, soup[kept], chart[kept])]
    return [part for part in parts + loose if len(part[1])], dropped, doubled


def _stacked(soups: Sequence[tuple[Floats, Ints]]) -> tuple[Ints, Ints]:
    """Return the triangles of all, none sharing vertices with another's, and where the later begin."""
    starts = np.cumsum([0, *(len(vertices) for vertices, _ in soups)])
    triangles = [corners + start for (_, corners), start in zip(soups, starts[:-1], strict=True)]
    return np.concatenate(triangles), np.cumsum([len(corners) for corners in triangles])[:-1]


def _is_in_closed_shell(triangles: Ints) -> Bools:
    """Tell the triangles (T,) whose connected part of the mesh has no side that other than two share."""
    start, end = triangles.ravel(), np.roll(triangles, -1, axis=1).ravel()
    size = int(triangles.max(initial=0)) + 1
    key = np.minimum(start, end) * size + np.maximum(start, end)
    order, first, count = runs(key)
    if (count == 2).all():
        return np.ones(len(triangles), dtype=bool)
    links = coo_array((np.ones(len(start), bool), (start, end)), (size, size))
    _, part = connected_components(links, directed=False)
    is_open = np.zeros(size, dtype=bool)
    is_open[part[start[order[first[count != 2]]]]] = True
    is_closed: Bools = ~is_open[part[triangles[:, 0]]]
    return is_closed


def _in_order(parts: Sequence[_Part]) -> _Part:
    """Put pieces together in an order that only places decide: of vertices, of triangles, of the rest."""
    starts = np.cumsum([0, *(len(part[0]) for part in parts)])
    vertices = np.concatenate([part[0] for part in parts])
    triangles = np.concatenate([part[1] + start for part, start in zip(parts, starts[:-1], strict=True)])
    soup, chart = (np.concatenate([part[k] for part in parts]) for k in (2, 3))
    # a place may be taken twice, by bodies that touch: of these the piece decides, for the sort is stable
    order = np.lexsort(vertices.T[::-1])
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    used, triangles = numbered(rank[triangles])
    lowest = triangles.argmin(axis=1)
    turned = np.take_along_axis(triangles, (lowest[:, None] + np.arange(3)) % 3, axis=1)
    rows = welding.in_order(turned)
    return vertices[order[used]], turned[rows], soup[rows], chart[rows]


def _surface_mesh(vertices: Floats, nested: orientation.Nested, chart: Ints) -> SurfaceMesh:
    triangles = nested.triangles
    corners = vertices[triangles]
    crossed = cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    doubled = np.linalg.norm(crossed, axis=1)
    neighbor = triangles_across_sides(triangles, nested.shell_of_triangle)
    return SurfaceMesh(
        vertices=frozen(vertices),
        triangles=frozen_ints(triangles),
        normals=frozen(crossed / doubled[:, None]),
        areas=frozen(doubled / 2.0),
        neighbor=frozen_ints(neighbor),
        body_of_triangle=frozen_ints(nested.body_of_shell[nested.shell_of_triangle]),
        shell_of_triangle=frozen_ints(nested.shell_of_triangle),
        chart_of_triangle=frozen_ints(charts.connected_charts(chart, neighbor)),
        is_closed=nested.is_closed,
        is_void=nested.is_void,
        noise_mm=estimate_noise_mm(vertices, triangles, neighbor),
    )


DEGENERATE_ROUNDS = 16
"""Needles that stand in a fan are replaced from the outermost inwards, one layer a round."""
EMPTY_SHARE = 1e-12
"""Triangles whose height is a smaller share of their longest side have no normal in double precision."""


@dataclass(frozen=True, slots=True, eq=False)
class WithoutDegenerate:
    """Triangles without degenerate ones."""

    triangles: Ints
    """(T - D, 3), in the given order; two halves take the places of a needle and its neighbor."""
    is_kept: Bools
    """(T,) False where a triangle without area has no neighbor to split: at a free side, or back to back; and
    where two lie front on back once a needle between them is gone: a flap, as where faces all but touch."""
    source: Ints
    """(T - D,) the given triangle in whose plane each lies: two halves of a neighbor lie in that."""
    replaced: int
    """Needles replaced."""


def split_degenerate(
    vertices: Floats, triangles: Ints, shell: Ints, tolerance_mm: float
) -> WithoutDegenerate:
    """Replace triangles no higher than the tolerance by splitting the neighbor across their longest side.

    Parameters
    ----------
    triangles : (T, 3) int64
        Wound alike within a shell.
    shell : (T,) int64
    """
    triangles = triangles.copy()
    source = np.arange(len(triangles))
    replaced = 0
    is_changed = np.zeros(len(triangles), dtype=bool)
    height, side = _heights(vertices, triangles)
    for _ in range(DEGENERATE_ROUNDS):
        thin = np.flatnonzero(height <= tolerance_mm)
        if not len(thin):
            break
        whole = triangles_across_sides(triangles, shell)[thin, side[thin]]
        is_fit = (whole >= 0) & (height[whole] > tolerance_mm)
        # a neighbor is split once a round
        needle, whole = thin[is_fit], whole[is_fit]
        whole, first = np.unique(whole, return_index=True)
        needle = needle[first]
        a, b, middle = np.take_along_axis(
            triangles[needle], (side[needle, None] + np.arange(3)) % 3, axis=1
        ).T
        far = triangles[whole].sum(axis=1) - a - b
        is_fit = far != middle
        needle, whole, a, b, middle, far = (x[is_fit] for x in (needle, whole, a, b, middle, far))
        if not len(needle):
            break
        triangles[needle] = np.column_stack([middle, a, far])
        triangles[whole] = np.column_stack([far, b, middle])
        source[needle] = source[whole]
        is_changed[needle] = is_changed[whole] = True
        for changed in (needle, whole):
            height[changed], side[changed] = _heights(vertices, triangles[changed])
        replaced += len(needle)
    longest = np.linalg.norm(vertices[triangles] - vertices[np.roll(triangles, -1, axis=1)], axis=2).max(
        axis=1
    )
    is_kept = height > EMPTY_SHARE * longest
    is_kept &= ~_front_on_back(triangles, shell, is_changed & is_kept)
    return WithoutDegenerate(triangles[is_kept], is_kept, source[is_kept], replaced)


def _front_on_back(triangles: Ints, shell: Ints, is_changed: Bools) -> Bools:
    """Tell the triangles (T,) with the corners of another of their shell, where either was changed."""
    if not is_changed.any():
        return np.zeros(len(triangles), dtype=bool)
    near = np.flatnonzero(np.isin(triangles, triangles[is_changed]).all(axis=1))
    keys = np.column_stack([np.sort(triangles[near], axis=1), shell[near]])
    _, which, counts = np.unique(keys, axis=0, return_inverse=True, return_counts=True)
    which = which.ravel()
    is_meant = (counts == 2) & (np.bincount(which, is_changed[near], len(counts)) > 0)
    found = np.zeros(len(triangles), dtype=bool)
    found[near[is_meant[which]]] = True
    return found


def _heights(vertices: Floats, triangles: Ints) -> tuple[Floats, Ints]:
    """Return (T,) the height over the longest side, and which side (0, 1, 2) that is."""
    corners = vertices[triangles]
    sides = np.roll(corners, -1, axis=1) - corners
    lengths = np.sqrt(np.einsum("tsk,tsk->ts", sides, sides))
    longest = lengths.argmax(axis=1)
    doubled = np.linalg.norm(cross(sides[:, 0], sides[:, 1]), axis=1)
    return doubled / lengths.max(axis=1), longest


SINGLE = 2.0**-23
"""Single precision: half a step of rounding in the file, as much again in the transforms that converters
apply, and two axes of three adding up."""
GRIDS_MM = tuple(10.0**-power for power in range(1, 8))
"""Steps that text formats round to, in millimeters or in decimals of a meter."""
ON_GRID = 0.999
"""Share of the coordinates that lie on a grid where there is one; a weld may have moved a few."""
UNEVEN_SHARE = 0.05
"""Of the nearly flat pairs of neighbors, so many are uneven by about the grid where rounding did it."""


def estimate_noise_mm(vertices: Floats, triangles: Ints, neighbor: Ints) -> float:
    """Estimate the noise in millimeters; see the module.

    Parameters
    ----------
    vertices : (V, 3) float64
    triangles, neighbor : (T, 3) int64
        See `SurfaceMesh`.
    """
    floor = SINGLE * float(np.abs(vertices).max())
    steps = [step for step in GRIDS_MM if step > 8.0 * floor and _is_on_grid(vertices, step, floor)]
    if not steps:
        return floor
    rise = _rises(vertices, triangles, neighbor)
    step = steps[0]
    is_level = rise <= step
    is_uneven = is_level & (rise > 4.0 * floor)
    if is_uneven.sum() < UNEVEN_SHARE * max(int(is_level.sum()), 1) or not is_uneven.any():
        return floor
    return step


def _is_on_grid(vertices: Floats, step: float, floor: float) -> bool:
    off = np.abs(vertices / step - np.round(vertices / step)) * step
    return bool((off <= 2.0 * floor).mean() >= ON_GRID)


def _rises(vertices: Floats, triangles: Ints, neighbor: Ints) -> Floats:
    """Return for each pair of neighbors how far the one's far corner rises over the larger one's plane."""
    one, side = np.nonzero(neighbor > np.arange(len(triangles))[:, None])
    other = neighbor[one, side]
    start, end = triangles[one, side], triangles[one, (side + 1) % 3]
    here = triangles[one, (side + 2) % 3]
    there = triangles[other].sum(axis=1) - start - end
    along, out, over = (vertices[x] - vertices[start] for x in (end, here, there))
    crossed = cross(along, out)
    doubled = np.maximum(np.linalg.norm(crossed, axis=1), np.linalg.norm(cross(along, over), axis=1))
    rise: Floats = np.abs(np.einsum("nk,nk->n", crossed, over)) / doubled
    return rise
