"""Facets: the triangles of a file made into one surface that knows its neighbors, its bodies and its noise.

What is mended on the way is counted in `Repairs`. The order of what comes out owes nothing to the order in
the file: vertices are sorted by place, triangles by their corners, shells by `shells`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from engine.errors import NoSolid
from engine.model.arrays import Bools, Floats, Ints, frozen, frozen_ints
from engine.segment import charts, needles, noise, orient, shells, weld
from engine.segment.neighbors import across_sides, numbered, runs
from engine.segment.segmented import Facets


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


def build(soups: Sequence[tuple[Floats, Ints]]) -> tuple[Facets, Repairs]:
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
    pieces, dropped, doubled = _joined(soups)
    if not pieces:
        raise NoSolid(_NOTHING)
    vertices, triangles, soup, chart = _in_order(pieces)
    wound = orient.orient(vertices, triangles)
    reach_mm = weld.WELD_SHARE * float(np.linalg.norm(np.ptp(vertices, axis=0)))
    straight = needles.straighten(vertices, wound.triangles, wound.shell_of_triangle, reach_mm)
    if not straight.is_kept.any():
        raise NoSolid(_NOTHING)
    nested = shells.nest(vertices, wound, straight, soup)
    return _facets(vertices, nested, chart[straight.source]), Repairs(
        dropped=dropped + int((~straight.is_kept).sum()),
        doubled=doubled,
        flipped=wound.flipped + nested.turned,
        straightened=straight.replaced,
        open_shells=int((~nested.is_closed).sum()),
        unorientable=int((~wound.is_orientable).sum()),
    )


_NOTHING = "no triangle of the file has an area; a part's surface is needed"
_Piece = tuple[Floats, Ints, Ints, Ints]
"""Vertices, triangles, and the soup and the chart each triangle comes from."""


def _joined(soups: Sequence[tuple[Floats, Ints]]) -> tuple[list[_Piece], int, int]:
    """Weld each soup by itself, then what stayed open over all. Returns also the dropped and the doubled."""
    pieces: list[_Piece] = []
    loose: list[_Piece] = []
    dropped = doubled = 0
    numbers = [number for number, (_, triangles) in enumerate(soups) if len(triangles)]
    if not numbers:
        return [], 0, 0
    # what is asked of corners alone is asked of all soups at once: there may be many small ones
    all_corners, starts = _stacked([soups[number] for number in numbers])
    chart_of_triangle = np.split(charts.of_corners(all_corners), starts)
    all_welded = [weld.weld(*soups[number]) for number in numbers]
    all_corners, starts = _stacked([(welded.vertices, welded.triangles) for welded in all_welded])
    is_closed = np.split(_is_in_closed_shell(all_corners), starts)
    for number, welded, charted, closed in zip(
        numbers, all_welded, chart_of_triangle, is_closed, strict=True
    ):
        dropped += welded.dropped
        doubled += welded.doubled
        chart, is_loose = charted[welded.source_of_triangle], ~closed
        for bag, chosen in ((pieces, ~is_loose), (loose, is_loose)):
            if chosen.any():
                corners = welded.triangles[chosen]
                soup = np.full(len(corners), number, dtype=np.int64)
                bag.append((welded.vertices, corners, soup, chart[chosen]))
    if len(loose) > 1:
        starts = np.cumsum([0, *(len(piece[0]) for piece in loose)])
        corners = np.concatenate([piece[1] + start for piece, start in zip(loose, starts[:-1], strict=True)])
        soup, chart = (np.concatenate([piece[k] for piece in loose]) for k in (2, 3))
        welded = weld.weld(np.concatenate([piece[0] for piece in loose]), corners)
        dropped += welded.dropped
        doubled += welded.doubled
        kept = welded.source_of_triangle
        loose = [(welded.vertices, welded.triangles, soup[kept], chart[kept])]
    return [piece for piece in pieces + loose if len(piece[1])], dropped, doubled


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


def _in_order(pieces: Sequence[_Piece]) -> _Piece:
    """Put pieces together in an order that only places decide: of vertices, of triangles, of the rest."""
    starts = np.cumsum([0, *(len(piece[0]) for piece in pieces)])
    vertices = np.concatenate([piece[0] for piece in pieces])
    triangles = np.concatenate([piece[1] + start for piece, start in zip(pieces, starts[:-1], strict=True)])
    soup, chart = (np.concatenate([piece[k] for piece in pieces]) for k in (2, 3))
    # a place may be taken twice, by bodies that touch: of these the piece decides, for the sort is stable
    order = np.lexsort(vertices.T[::-1])
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    used, triangles = numbered(rank[triangles])
    lowest = triangles.argmin(axis=1)
    turned = np.take_along_axis(triangles, (lowest[:, None] + np.arange(3)) % 3, axis=1)
    rows = weld.in_order(turned)
    return vertices[order[used]], turned[rows], soup[rows], chart[rows]


def _facets(vertices: Floats, nested: shells.Nested, chart: Ints) -> Facets:
    triangles = nested.triangles
    corners = vertices[triangles]
    crossed = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    doubled = np.linalg.norm(crossed, axis=1)
    neighbor = across_sides(triangles, nested.shell_of_triangle)
    return Facets(
        vertices=frozen(vertices),
        triangles=frozen_ints(triangles),
        normals=frozen(crossed / doubled[:, None]),
        areas=frozen(doubled / 2.0),
        neighbor=frozen_ints(neighbor),
        body_of_triangle=frozen_ints(nested.body_of_shell[nested.shell_of_triangle]),
        shell_of_triangle=frozen_ints(nested.shell_of_triangle),
        chart_of_triangle=frozen_ints(charts.connected(chart, neighbor)),
        is_closed=nested.is_closed,
        is_void=nested.is_void,
        noise_mm=noise.estimate(vertices, triangles, neighbor),
    )
