"""The parameter domain of a face as polygons, and which points lie inside it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.meshing import scan
from engine.model.arrays import Bools, Floats, Ints, dots

SCAN = (0.4793, 0.3681, 0.6277, 0.2113, 0.7921, 0.0531, 0.9473)
"""Where scan lines cross the domain, as shares of its height: none where a border is likely to run."""
FAR_ENOUGH = 0.2
"""A point this share of the domain's smaller side away from every border is well inside."""


Border = tuple[Ints, Floats, Floats]
"""Segments of the loops of domains, domain after domain: the domain (S,), start and end (S, 2) of each."""


@dataclass(frozen=True, slots=True, eq=False)
class Trim:
    """A face's domain, bounded by polygons that close by themselves."""

    loops: list[Floats]
    """(N, 2) of (u, v) each, in the order of the face's loops."""
    low: Floats
    high: Floats
    """(2,) corners of the box round all loops."""

    @property
    def outer(self) -> int:
        """Index of the loop that encloses the most."""
        if len(self.loops) == 1:
            return 0
        return int(np.argmax([abs(_signed_area(loop)) for loop in self.loops]))


def inside_points(domains: Sequence[Trim], speeds: Floats) -> Floats:
    """Find a point well inside each domain, (F, 2); NaN where no scan line meets the inside.

    Each scan line offers the middle of its widest stretch, centered once more the other way; the first
    that lies far from every border is taken, or else the one that lies furthest.

    Parameters
    ----------
    speeds : (F, 2) float64
        Millimeters per unit of u and of v, near each domain's middle.
    """
    low = np.array([domain.low for domain in domains]).reshape(-1, 2)
    extent = np.array([domain.high for domain in domains]).reshape(-1, 2) - low
    enough = FAR_ENOUGH * (extent * speeds).min(axis=1)
    found, clearances = _offers(domains, low[:, 1] + SCAN[0] * extent[:, 1], speeds)
    left = np.flatnonzero(~(clearances > enough))
    if not len(left):
        return found
    levels = low[left, 1] + np.array(SCAN)[:, None] * extent[left, 1]
    again = [domains[index] for index in left.tolist()] * len(SCAN)
    points, clearances = _offers(again, levels.ravel(), np.tile(speeds[left], (len(SCAN), 1)))
    clearances = clearances.reshape(levels.shape)
    is_enough = clearances > enough[left]
    best = np.where(is_enough.any(axis=0), is_enough.argmax(axis=0), clearances.argmax(axis=0))
    found[left] = points.reshape(*levels.shape, 2)[best, np.arange(len(left))]
    return found


def _offers(domains: Sequence[Trim], levels: Floats, speeds: Floats) -> tuple[Floats, Floats]:
    """Return what a scan line at a level (N,) of each domain offers: points (N, 2) and clearances (N,), mm.

    NaN, and a clearance of 0, where the line does not meet the inside.
    """
    segments = [_segments(domain.loops) for domain in domains]
    number = np.repeat(np.arange(len(domains)), [len(starts) for starts, _ in segments])
    starts, ends = (np.concatenate([np.zeros((0, 2)), *(of[side] for of in segments)]) for side in (0, 1))
    border = number, starts, ends
    points, clearances = np.full((len(domains), 2), np.nan), np.zeros(len(domains))
    met, offered = _middles(np.arange(len(domains)), levels, border)
    points[met], clearances[met] = offered, _clearances(met, offered, border, speeds)
    return points, clearances


def _middles(face: Ints, level: Floats, border: Border) -> tuple[Ints, Floats]:
    """Return the middle of the widest stretch of each domain (F,) along v = level, centered along v too.

    Domains that the line does not meet are left out: their numbers (N,) and points (N, 2) come back.
    """
    of_segment, starts, ends = border
    line, left, right = scan.widths_inside(scan.cross(scan.Lines(face, level), of_segment, starts, ends))
    widest = np.lexsort((left - right, line))
    widest = widest[np.diff(line[widest], prepend=-1) > 0]
    line, u, v = line[widest], (left + right)[widest] / 2.0, level[line[widest]]
    columns = scan.Lines(face[line], u)
    column, below, above = scan.widths_inside(scan.cross(columns, of_segment, starts[:, ::-1], ends[:, ::-1]))
    around = (below < v[column]) & (v[column] < above)
    v[column[around]] = (below + above)[around] / 2.0
    return face[line], np.column_stack([u, v])


def inside(domain: Trim, points: Floats) -> Bools:
    """Find which points (N, 2) lie inside (even-odd)."""
    starts, ends = _segments(domain.loops)
    above = (starts[:, 1] > points[:, None, 1]) != (ends[:, 1] > points[:, None, 1])
    with np.errstate(divide="ignore", invalid="ignore"):
        share = (points[:, None, 1] - starts[:, 1]) / (ends[:, 1] - starts[:, 1])
        crossing = starts[:, 0] + share * (ends[:, 0] - starts[:, 0])
    return np.asarray((above & (crossing > points[:, None, 0])).sum(1) % 2 == 1)


def inside_grid(domain: Trim, count: int) -> Floats:
    """Return the points of a `count` x `count` grid over the domain's box that lie inside."""
    share = (np.arange(count) + 0.5) / count
    grid = np.stack(np.meshgrid(share, share), axis=-1).reshape(-1, 2)
    grid = domain.low + (domain.high - domain.low) * grid
    return grid[inside(domain, grid)]


def _signed_area(loop: Floats) -> float:
    """Positive when the polygon runs counter-clockwise."""
    u, v = (loop - loop[0]).T
    return float(u[:-1] @ v[1:] - u[1:] @ v[:-1]) / 2.0


def _clearances(face: Ints, points: Floats, border: Border, speeds: Floats) -> Floats:
    """Millimeters (N,) from points (N, 2), one in each of some domains (N,), to their nearest segments."""
    of_segment, starts, ends = border
    number = np.searchsorted(face, of_segment)
    number[number == len(face)] = 0
    rows = np.flatnonzero(face[number] == of_segment) if len(face) else np.zeros(0, dtype=np.int64)
    number, starts, ends, scale = number[rows], starts[rows], ends[rows], speeds[of_segment[rows]]
    along, offset = (ends - starts) * scale, (points[number] - starts) * scale
    squared = dots(along, along)
    share = np.clip(dots(offset, along) / np.where(squared > 0, squared, 1.0), 0.0, 1.0)
    away = offset - share[:, None] * along
    nearest = np.full(len(face), np.inf)
    np.minimum.at(nearest, number, np.sqrt(dots(away, away)))
    return nearest


def _segments(loops: list[Floats]) -> tuple[Floats, Floats]:
    ends = [np.concatenate([loop[1:], loop[:1]]) for loop in loops]
    return (loops[0], ends[0]) if len(loops) == 1 else (np.concatenate(loops), np.concatenate(ends))
