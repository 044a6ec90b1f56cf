"""Triangles split at the middle of marked edges, so that neighbors keep matching."""

from dataclasses import dataclass

import numpy as np

from engine.model.arrays import Bools, Floats, Ints


@dataclass(frozen=True, slots=True, eq=False)
class Halved:
    """The outcome of one round."""

    triangles: Ints
    """(T, 3)"""
    ends: Ints
    """(N, 2) the nodes between which each new node lies; new nodes are numbered on from the old ones."""


def halve(triangles: Ints, marked: Bools, places: Floats, stands_for: Ints) -> Halved:
    """Split every marked edge once.

    Parameters
    ----------
    triangles : (T, 3) int64
    marked : (T, 3) bool
        Whether the edge opposite to each corner is split; the same on both triangles of an edge.
    places : (V, 3) float64
        Where a triangle can be split in two ways, the shorter diagonal is taken.
    stands_for : (V,) int64
        Nodes that stand for others when edges are compared: the many nodes of a collapsed coedge are one, so
        that edges from them to one node are split in one place.
    """
    count = len(places)
    touched = np.flatnonzero(marked.any(axis=1))
    corners, marks = triangles[touched], marked[touched]
    opposite = np.stack([corners[:, [1, 2]], corners[:, [2, 0]], corners[:, [0, 1]]], axis=1)
    pairs = np.sort(stands_for[opposite[marks]], axis=1)
    keys, which = np.unique(pairs[:, 0] * count + pairs[:, 1], return_inverse=True)
    middle = np.full(marks.shape, -1)
    middle[marks] = count + which.ravel()
    ends = np.column_stack([keys // count, keys % count])

    number = marks.sum(axis=1)
    pieces = [_one(corners, middle, marks, number == 1), _two(corners, middle, marks, number == 2, places)]
    c, m = corners[number == 3], middle[number == 3]
    for three in ((c[:, 0], m[:, 2], m[:, 1]), (c[:, 1], m[:, 0], m[:, 2]), (c[:, 2], m[:, 1], m[:, 0])):
        pieces.append(np.column_stack(three))
    pieces.append(m)
    made = np.concatenate(pieces)
    kept = np.delete(triangles, touched, axis=0)
    return Halved(np.concatenate([kept, made]), ends)


def _one(corners: Ints, middle: Ints, marks: Bools, chosen: Bools) -> Ints:
    rows = np.flatnonzero(chosen)
    at = marks[rows].argmax(axis=1)
    a, b, c = corners[rows, at], corners[rows, (at + 1) % 3], corners[rows, (at + 2) % 3]
    m = middle[rows, at]
    return np.concatenate([np.column_stack([a, b, m]), np.column_stack([a, m, c])])


def _two(corners: Ints, middle: Ints, marks: Bools, chosen: Bools, places: Floats) -> Ints:
    """Cut off the corner `a` between the two marked edges; halve what is left along its shorter diagonal."""
    rows = np.flatnonzero(chosen)
    at = (~marks[rows]).argmax(axis=1)
    a, b, c = corners[rows, at], corners[rows, (at + 1) % 3], corners[rows, (at + 2) % 3]
    on_ca, on_ab = middle[rows, (at + 1) % 3], middle[rows, (at + 2) % 3]
    # the middles lie halfway, whatever surface they are moved onto later
    from_b = ((places[b] - (places[c] + places[a]) / 2.0) ** 2).sum(axis=1)
    from_c = ((places[c] - (places[a] + places[b]) / 2.0) ** 2).sum(axis=1)
    by_b = (from_b < from_c)[:, None]
    second = np.where(by_b, np.column_stack([on_ab, b, on_ca]), np.column_stack([on_ab, b, c]))
    third = np.where(by_b, np.column_stack([b, c, on_ca]), np.column_stack([on_ab, c, on_ca]))
    return np.concatenate([np.column_stack([a, on_ab, on_ca]), second, third])
