"""Scan lines across outlines: where lines of constant parameter cross the borders of faces."""

from dataclasses import dataclass

import numpy as np

from engine.model.arrays import Bools, Floats, Ints


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """Lines at constant second coordinate, face after face, ascending."""

    face: Ints
    """(L,)"""
    level: Floats
    """(L,)"""


@dataclass(frozen=True, slots=True, eq=False)
class Crossings:
    """Where lines cross the outlines of their own face, line after line, ascending along each."""

    start: Ints
    """(L + 1,) where each line's crossings begin."""
    at: Floats
    """(C,) first coordinate."""
    is_even: Bools
    """(L,) False where the outline leaks, so that in and out are undefined."""


def cross(lines: Lines, face: Ints, begin: Floats, end: Floats) -> Crossings:
    """Cross lines with segments.

    Parameters
    ----------
    face : (G,) int64
        The face each segment bounds, ascending.
    begin, end : (G, 2) float64
        Its ends; a segment owns its lower end but not its upper one.
    """
    ends = np.concatenate([np.minimum(begin[:, 1], end[:, 1]), np.maximum(begin[:, 1], end[:, 1])])
    first, last = _positions(lines, np.concatenate([face, face]), ends).reshape(2, -1)
    spanned = last - first
    segment = np.repeat(np.arange(len(face)), spanned)
    line = np.arange(len(segment)) - np.repeat(np.cumsum(spanned) - spanned, spanned) + first[segment]
    level = lines.level[line]
    a, b = begin[segment], end[segment]
    at = a[:, 0] + (level - a[:, 1]) / (b[:, 1] - a[:, 1]) * (b[:, 0] - a[:, 0])
    order = np.lexsort((at, line))
    counts = np.bincount(line, minlength=len(lines.level))
    start = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
    return Crossings(start, at[order], counts % 2 == 0)


def _positions(lines: Lines, face: Ints, level: Floats) -> Ints:
    """For each (face, level) the number of lines before it, lines of lower faces among them."""
    # equals keep their order: a line at the very level counts as after it
    rank = np.lexsort((np.concatenate([level, lines.level]), np.concatenate([face, lines.face])))
    is_line = rank >= len(face)
    before = np.cumsum(is_line)
    positions = np.empty(len(face), dtype=np.int64)
    positions[rank[~is_line]] = before[~is_line]
    return positions


def widths_inside(crossings: Crossings) -> tuple[Ints, Floats, Floats]:
    """Return every stretch inside: its line (I,), where it begins (I,) and ends (I,)."""
    counts = np.where(crossings.is_even, np.diff(crossings.start) // 2, 0)
    line = np.repeat(np.arange(len(counts)), counts)
    nth = np.arange(len(line)) - np.repeat(np.cumsum(counts) - counts, counts)
    entry = crossings.start[line] + 2 * nth
    return line, crossings.at[entry], crossings.at[entry + 1]


def clearance(crossings: Crossings, line: Ints, at: Floats) -> Floats:
    """Return how far points on lines are from the nearest crossing of their line, negative outside.

    Parameters
    ----------
    line : (N,) int64
        The line of each point, ascending, and `at` (N,) ascending along each line.
    """
    counts = np.diff(crossings.start)
    owner = np.repeat(np.arange(len(counts)), counts)
    rank = np.lexsort((np.concatenate([crossings.at, at]), np.concatenate([owner, line])))
    is_crossing = rank < len(owner)
    before = np.cumsum(is_crossing)
    query = ~is_crossing
    entry = np.empty(len(at), dtype=np.int64)
    entry[rank[query] - len(owner)] = before[query]
    padded = np.concatenate([crossings.at, [np.inf]])
    left = np.where(entry > crossings.start[line], at - padded[np.maximum(entry - 1, 0)], np.inf)
    right = np.where(entry < crossings.start[line + 1], padded[np.minimum(entry, len(owner))] - at, np.inf)
    inside = ((entry - crossings.start[line]) % 2 == 1) & crossings.is_even[line]
    distance = np.minimum(left, right)
    return np.where(inside, distance, -distance)
