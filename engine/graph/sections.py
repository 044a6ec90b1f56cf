"""Sections: what lies straight across a face from its border, and how far the normal turns on the way.

A section starts on a border edge of a patch (a face, or the faces of a group), runs at right angles to
the edge into the patch and ends where it meets the border again. It needs the samples along the edges
alone, so a cylinder, a torus and a spline are crossed in the same way.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.model.arrays import Floats, Ints, Vector
from engine.model.part import Edge, EdgeId, FaceId

MIN_CHORD_SHARE = 1e-4
"""A crossing nearer to the start than this share of the border's size is the start itself."""


@dataclass(frozen=True, slots=True, eq=False)
class Section:
    """One walk straight across a patch."""

    start_edge: EdgeId
    end_edge: EdgeId
    start: Vector
    end: Vector
    chord_mm: float
    turn_deg: float
    """How far the outward normal turns towards the start on the way, in (-180, 180]: positive across a
    hollow (a fillet), negative across a swelling (a round), 0 across a plane."""
    share_mm: float
    """Length of the start edge that this section stands for."""


@dataclass(frozen=True, slots=True, eq=False)
class _Starts:
    """Where the sections start, S of them."""

    edges: tuple[Edge, ...]
    places: tuple[int, ...]
    """Index of the sample along its edge."""
    points: Floats
    normals: Floats
    inward: Floats
    """Unit, tangent to the patch, square to the edge."""
    along: Floats
    """(S, 3) each; rows of NaN where a normal is undefined."""
    shares_mm: tuple[float, ...]


def across(border: Sequence[Edge], patch: frozenset[FaceId], starts: Sequence[Edge]) -> tuple[Section, ...]:
    """Cross a patch from some of its border edges.

    Parameters
    ----------
    border
        Every edge that the patch shares with the rest of the part.
    patch
        The faces of the patch.
    starts
        Those of `border` to start from: up to three places each, away from the ends.

    Returns
    -------
    tuple of Section
        Start by start. A place from which nothing is met (a normal is undefined, or the border does not
        come round again) gives none.
    """
    if not starts:
        return ()
    begun = _started(patch, starts)
    counts = [len(edge.points) - 1 for edge in border]
    edge_of_piece = np.repeat(np.arange(len(border)), counts)
    place_of_piece = np.concatenate([np.arange(count) for count in counts])
    tails = np.concatenate([edge.points[:-1] for edge in border])
    heads = np.concatenate([edge.points[1:] for edge in border])

    ahead_of_tail = begun.along @ tails.T - (begun.along * begun.points).sum(axis=1)[:, None]
    ahead_of_head = begun.along @ heads.T - (begun.along * begun.points).sum(axis=1)[:, None]
    # A piece that ends on the section's plane counts for its tail alone, so that no meeting counts twice.
    meets = (ahead_of_tail >= 0.0) != (ahead_of_head >= 0.0)
    id_of_piece = np.array([edge.id for edge in border])[edge_of_piece]
    is_own = id_of_piece == np.array([edge.id for edge in begun.edges])[:, None]
    behind = np.array(begun.places)[:, None] - place_of_piece
    meets &= ~(is_own & ((behind == 0) | (behind == 1)))

    rows, pieces = np.nonzero(meets)
    part_way = ahead_of_tail[rows, pieces] / (ahead_of_tail[rows, pieces] - ahead_of_head[rows, pieces])
    offsets = tails[pieces] + part_way[:, None] * (heads[pieces] - tails[pieces]) - begun.points[rows]
    distances = np.linalg.norm(offsets, axis=1)
    reach_mm = MIN_CHORD_SHARE * float(np.linalg.norm(np.ptp(tails, axis=0)))
    # A half turn ends abreast of its start: anything not behind it is ahead.
    is_ahead = (offsets * begun.inward[rows]).sum(axis=1) >= -1e-3 * distances
    kept = np.flatnonzero(is_ahead & (distances > reach_mm))
    nearest_first = kept[np.lexsort((distances[kept], rows[kept]))]
    met_rows, firsts = np.unique(rows[nearest_first], return_index=True)
    if not len(met_rows):
        return ()
    hits = nearest_first[firsts]
    ends = _ends(border, patch, edge_of_piece[pieces[hits]], place_of_piece[pieces[hits]], part_way[hits])
    return _sections(begun, met_rows, ends)


def side_of(edge: Edge, patch: frozenset[FaceId]) -> int:
    """Return which of the edge's faces belongs to the patch: 0 (on its left) or 1."""
    return 0 if edge.faces[0] in patch else 1


def _started(patch: frozenset[FaceId], starts: Sequence[Edge]) -> _Starts:
    edges, places, along, normals, shares = [], [], [], [], []
    for edge in starts:
        side = side_of(edge, patch)
        at = _places(len(edge.points))
        for place in at:
            ahead = edge.points[place + 1] - edge.points[place - 1]
            edges.append(edge)
            places.append(place)
            along.append(ahead if side == 0 else -ahead)
            normals.append(edge.normals[side, place])
            shares.append(edge.length_mm / len(at))
    normals_array = np.array(normals)
    inward = _cross(normals_array, np.array(along))
    with np.errstate(invalid="ignore"):
        inward /= np.linalg.norm(inward, axis=1, keepdims=True)
    return _Starts(
        edges=tuple(edges),
        places=tuple(places),
        points=np.array([edge.points[place] for edge, place in zip(edges, places, strict=True)]),
        normals=normals_array,
        inward=inward,
        along=_cross(inward, normals_array),
        shares_mm=tuple(shares),
    )


def _places(n_points: int) -> tuple[int, ...]:
    """Return up to three sample indices, away from the ends."""
    last = n_points - 1
    return tuple(sorted({max(1, last // 4), last // 2, min(last - 1, last - last // 4)}))


def _cross(a: Floats, b: Floats) -> Floats:
    """Return the vector products of (S, 3) and (S, 3): numpy's own spends its time on being general."""
    return a[:, [1, 2, 0]] * b[:, [2, 0, 1]] - a[:, [2, 0, 1]] * b[:, [1, 2, 0]]


@dataclass(frozen=True, slots=True, eq=False)
class _Ends:
    """Where sections end, one row each."""

    edges: tuple[Edge, ...]
    points: Floats
    normals: Floats
    """(S, 3) each."""


def _ends(
    border: Sequence[Edge], patch: frozenset[FaceId], which: Ints, places: Ints, part_way: Floats
) -> _Ends:
    """Find points and normals part of the way between two samples of border edges.

    Samples turn by up to 15 degrees from one to the next, so a straight line between them misses a circle
    by up to 0.9 % of its radius; a cubic through their neighbors (Catmull-Rom) by less than 0.01 %.
    """
    used = sorted(set(which.tolist()))
    runs = [
        np.concatenate([_before(border[each]), border[each].points, _after(border[each])]) for each in used
    ]
    normals = np.concatenate([border[each].normals[side_of(border[each], patch)] for each in used])
    counts = np.array([len(border[each].points) for each in used])
    row_of_edge = {each: row for row, each in enumerate(used)}
    rows = np.array([row_of_edge[each] for each in which.tolist()])
    first = np.concatenate([[0], np.cumsum(counts)[:-1]])[rows] + places
    p0, p1, p2, p3 = (np.concatenate(runs)[first + 2 * rows + step] for step in range(4))
    u = part_way[:, None]
    points = 0.5 * (
        2 * p1 + (p2 - p0) * u + (2 * p0 - 5 * p1 + 4 * p2 - p3) * u**2 + (3 * p1 - p0 - 3 * p2 + p3) * u**3
    )
    between = (1.0 - u) * normals[first] + u * normals[first + 1]
    with np.errstate(invalid="ignore"):
        between /= np.linalg.norm(between, axis=1, keepdims=True)
    return _Ends(tuple(border[each] for each in which.tolist()), points, between)


def _before(edge: Edge) -> Floats:
    """Return (1, 3) the sample that would precede the first: round the ring, or by the parabola."""
    points = edge.points
    return points[-2:-1] if edge.is_closed else 3 * points[:1] - 3 * points[1:2] + points[2:3]


def _after(edge: Edge) -> Floats:
    """Return (1, 3) the sample that would follow the last."""
    points = edge.points
    return points[1:2] if edge.is_closed else 3 * points[-1:] - 3 * points[-2:-1] + points[-3:-2]


def _sections(begun: _Starts, rows: Ints, ends: _Ends) -> tuple[Section, ...]:
    starts = begun.points[rows]
    turns = np.degrees(
        np.arctan2(
            -(ends.normals * begun.inward[rows]).sum(axis=1), (ends.normals * begun.normals[rows]).sum(axis=1)
        )
    )
    chords = np.linalg.norm(ends.points - starts, axis=1)
    return tuple(
        Section(
            start_edge=begun.edges[row].id,
            end_edge=end_edge.id,
            start=start,
            end=end,
            chord_mm=chord_mm,
            turn_deg=turn_deg,
            share_mm=begun.shares_mm[row],
        )
        for row, end_edge, start, end, chord_mm, turn_deg in zip(
            rows.tolist(), ends.edges, starts, ends.points, chords.tolist(), turns.tolist(), strict=True
        )
        if not np.isnan(turn_deg)
    )
