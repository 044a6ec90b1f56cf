"""Sections: what lies straight across a face from its border, and how far the normal turns on the way.

A section starts on a border edge of a patch (a face, or the faces of a group), runs at right angles to
the edge into the patch and ends where it meets the border again. It needs the samples along the edges
alone, so a cylinder, a torus and a spline are crossed in the same way.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.model.arrays import Floats, Vector
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
    sections = []
    for row, hit in zip(met_rows.tolist(), nearest_first[firsts].tolist(), strict=True):
        end_edge, end_place = border[edge_of_piece[pieces[hit]]], int(place_of_piece[pieces[hit]])
        section = _section(begun, row, patch, end_edge, end_place, float(part_way[hit]))
        if not np.isnan(section.turn_deg):
            sections.append(section)
    return tuple(sections)


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
    inward = np.cross(normals_array, np.array(along))
    with np.errstate(invalid="ignore"):
        inward /= np.linalg.norm(inward, axis=1, keepdims=True)
    return _Starts(
        edges=tuple(edges),
        places=tuple(places),
        points=np.array([edge.points[place] for edge, place in zip(edges, places, strict=True)]),
        normals=normals_array,
        inward=inward,
        along=np.cross(inward, normals_array),
        shares_mm=tuple(shares),
    )


def _places(n_points: int) -> tuple[int, ...]:
    """Return up to three sample indices, away from the ends."""
    last = n_points - 1
    return tuple(sorted({max(1, last // 4), last // 2, min(last - 1, last - last // 4)}))


def _section(
    begun: _Starts, row: int, patch: frozenset[FaceId], end_edge: Edge, end_place: int, part_way: float
) -> Section:
    start = begun.points[row]
    end = _smooth_point(end_edge, end_place, part_way)
    normal = _normal_at(end_edge, side_of(end_edge, patch), end_place, part_way)
    turn = np.arctan2(-float(normal @ begun.inward[row]), float(normal @ begun.normals[row]))
    return Section(
        start_edge=begun.edges[row].id,
        end_edge=end_edge.id,
        start=start,
        end=end,
        chord_mm=float(np.linalg.norm(end - start)),
        turn_deg=float(np.degrees(turn)),
        share_mm=begun.shares_mm[row],
    )


def _smooth_point(edge: Edge, place: int, part_way: float) -> Vector:
    """Return the point between two samples of an edge, by a cubic through their neighbors (Catmull-Rom).

    Samples turn by up to 15 degrees from one to the next, so a straight line between them misses a circle
    by up to 0.9 % of its radius; the cubic by less than 0.01 %.
    """
    p1, p2 = edge.points[place], edge.points[place + 1]
    last = len(edge.points) - 1
    p0 = edge.points[place - 1] if place > 0 else _beyond(edge, 0)
    p3 = edge.points[place + 2] if place + 2 <= last else _beyond(edge, last)
    u = part_way
    return np.asarray(
        0.5
        * (
            2 * p1
            + (p2 - p0) * u
            + (2 * p0 - 5 * p1 + 4 * p2 - p3) * u**2
            + (3 * p1 - p0 - 3 * p2 + p3) * u**3
        ),
        dtype=np.float64,
    )


def _beyond(edge: Edge, end: int) -> Vector:
    """Return the sample that would follow the end of an edge: round the ring, or by its parabola."""
    points = edge.points
    if edge.is_closed:
        return np.asarray(points[-2] if end == 0 else points[1], dtype=np.float64)
    a, b, c = (points[0], points[1], points[2]) if end == 0 else (points[-1], points[-2], points[-3])
    return np.asarray(3 * a - 3 * b + c, dtype=np.float64)


def _normal_at(edge: Edge, side: int, place: int, part_way: float) -> Vector:
    normal = (1.0 - part_way) * edge.normals[side, place] + part_way * edge.normals[side, place + 1]
    return np.asarray(normal / np.linalg.norm(normal), dtype=np.float64)
