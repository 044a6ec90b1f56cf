"""The borders of faces as closed polygons in their surface's parameters.

Their nodes lie on the places that neighbor faces share.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from engine.meshing.divide import Division
from engine.meshing.patches import Patches, parameters
from engine.model.arrays import Bools, Floats, Ints
from engine.surfaces.kind import PLANE

SAME_NODE = 0.05
"""Ends of neighbor coedges are one node when they lie within this share of the outline's extent: exporters
leave gaps, and the two ends of a seam or of a collapsed coedge are a whole extent apart."""

MOST_OF_FAN = 64
"""A collapsed coedge has no more nodes than this."""
PcurveEvaluator = Callable[[Floats], Floats]
"""Evaluates a curve in the parameters of a face at its own (N,): (N, 2)."""


@dataclass(frozen=True, slots=True, eq=False)
class Coedges:
    """All coedges, face after face, as curves in (u, v)."""

    face: Ints
    """(S,) index of the face."""
    edge: Ints
    """(S,) index of the edge; -1 for a collapsed coedge, a point in space."""
    vertex: Ints
    """(S,) the vertex a collapsed coedge lies in; -1 for others."""
    is_forward: Bools
    """(S,) whether the face lies on the left of the edge, seen from outside."""
    span: Floats
    """(S, 2) first and last parameter of a collapsed coedge."""
    line: Floats
    """(S, 2, 2) uv(t) = [0] + t [1], right for lines; zero on planes, where places give the parameters."""
    other: dict[int, PcurveEvaluator]
    """Those that are no lines."""

    @classmethod
    def of(
        cls,
        face: list[int],
        edge: list[int],
        vertex: list[int],
        forward: list[bool],
        span: Sequence[Sequence[float]],
        line: Sequence[Any],
        other: dict[int, PcurveEvaluator],
    ) -> Self:
        """Make arrays of lists with an entry a coedge; a line is four numbers, however put together."""
        return cls(
            np.array(face, dtype=np.int64),
            np.array(edge, dtype=np.int64),
            np.array(vertex, dtype=np.int64),
            np.array(forward, dtype=bool),
            np.array(span, dtype=np.float64).reshape(-1, 2),
            np.array(line, dtype=np.float64).reshape(-1, 2, 2),
            other,
        )


@dataclass(frozen=True, slots=True, eq=False)
class Outlines:
    """Nodes and segments, face after face."""

    face: Ints
    """(N,) of each node."""
    place: Ints
    """(N,) number of the shared place."""
    uv: Floats
    """(N, 2)"""
    idle: Ints
    """(N,) on a collapsed coedge the axis of uv along which nothing moves, 0 or 1; -1 elsewhere."""
    segments: Ints
    """(G, 2) nodes a face's border joins, the face on the left, seen from outside."""
    is_open: Bools
    """(F,) faces whose border does not close."""


def draw(coedges: Coedges, patches: Patches, division: Division, turn: float, only: Bools) -> Outlines:
    """Draw the outlines of the faces where `only` (F,) holds.

    Collapsed coedges get a node for every `turn` radians of u.
    """
    coedge, sizes, entry, raw = _trace(coedges, np.flatnonzero(only[coedges.face]), division, turn)
    face, is_collapsed = coedges.face[coedge], entry < 0
    place = np.where(is_collapsed, coedges.vertex[coedge], division.place[np.maximum(entry, 0)])
    exact = parameters(patches, face, division.points[place], raw)
    uv = np.where(is_collapsed[:, None], raw, exact)

    last = np.cumsum(sizes) - 1
    is_end = np.zeros(len(face), dtype=bool)
    is_end[last] = is_end[last - sizes + 1] = True
    kept, node = _renumbered(_merged(face, place, uv, ~is_collapsed | is_end, patches))
    idle = np.full(len(kept), -1)
    along = np.abs(coedges.line[coedge, 1])
    np.maximum.at(idle, node[is_collapsed], (along[:, 1] > along[:, 0])[is_collapsed].astype(np.int64))
    has_next = np.ones(len(face), dtype=bool)
    has_next[last] = False
    here = np.flatnonzero(has_next)
    segments = np.column_stack([node[here], node[here + 1]])
    against = ~coedges.is_forward[coedge[here]]
    segments[against] = segments[against, ::-1]
    segments = segments[segments[:, 0] != segments[:, 1]]
    degree = np.bincount(segments.ravel(), minlength=len(kept))
    is_open = np.zeros(len(patches.kind), dtype=bool)
    is_open[face[kept][degree % 2 == 1]] = True
    return Outlines(face[kept], place[kept], uv[kept], idle, segments, is_open)


def _trace(
    coedges: Coedges, chosen: Ints, division: Division, turn: float
) -> tuple[Ints, Ints, Ints, Floats]:
    """Go along the chosen coedges.

    Returns the coedge of each point, how many points each chosen one has, the division's entry at each
    point (-1 on a collapsed coedge), and rough parameters there.
    """
    edge = coedges.edge[chosen]
    begin, end = division.start[edge], division.start[edge + 1]
    is_collapsed = edge < 0
    swept = np.abs(np.diff(coedges.span[chosen], axis=1)[:, 0] * coedges.line[chosen, 1, 0])
    fan = np.clip(np.ceil(swept / turn - 1e-9), 1, MOST_OF_FAN).astype(np.int64) + 1
    sizes = np.where(is_collapsed, fan, end - begin)
    coedge = np.repeat(chosen, sizes)
    nth = np.arange(len(coedge)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    entry = np.where(np.repeat(is_collapsed, sizes), -1, np.repeat(begin, sizes) + nth)
    share = nth / np.repeat(np.maximum(sizes - 1, 1), sizes)
    first, last = coedges.span[coedge].T
    at = np.where(entry < 0, first + share * (last - first), division.parameters[np.maximum(entry, 0)])
    uv = coedges.line[coedge, 0] + at[:, None] * coedges.line[coedge, 1]
    bounds = np.concatenate([[0], np.cumsum(sizes)])
    for position, index in enumerate(chosen.tolist()):
        if index in coedges.other:
            here = slice(bounds[position], bounds[position + 1])
            uv[here] = coedges.other[index](at[here])
    return coedge, sizes, entry, uv


def _merged(face: Ints, place: Ints, uv: Floats, may_merge: Bools, patches: Patches) -> Ints:
    """Return the entry that stands for each: the first of its face on its place with near parameters."""
    low, high = extents(face, uv, len(patches.kind))
    extent = np.where(high > low, high - low, 0.0)
    extent[patches.kind == PLANE] = np.inf
    near = SAME_NODE * extent[face]
    stands_for = np.arange(len(face))
    left = np.flatnonzero(may_merge)
    while len(left):
        key = face[left] * (place.max() + 1) + place[left]
        _, first, group = np.unique(key, return_index=True, return_inverse=True)
        leader = left[first][group.ravel()]
        joins = (np.abs(uv[left] - uv[leader]) <= near[left]).all(1) | (left == leader)
        stands_for[left[joins]] = leader[joins]
        left = left[~joins]
    return stands_for


def extents(face: Ints, uv: Floats, count: int) -> tuple[Floats, Floats]:
    """Return the lower and upper corner (F, 2) of each face's nodes; inf and -inf where it has none."""
    low, high = np.full((count, 2), np.inf), np.full((count, 2), -np.inf)
    np.minimum.at(low, face, uv)
    np.maximum.at(high, face, uv)
    return low, high


def _renumbered(stands_for: Ints) -> tuple[Ints, Ints]:
    """Return the entries that stand for themselves, and the new number of every entry."""
    kept = np.flatnonzero(stands_for == np.arange(len(stands_for)))
    number = np.full(len(stands_for), -1)
    number[kept] = np.arange(len(kept))
    return kept, number[stands_for]
