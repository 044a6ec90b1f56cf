"""The parameter domain of a face as polygons, and which points lie inside it."""

from dataclasses import dataclass

import numpy as np

from engine.model.arrays import Bools, Floats

SCAN = (0.4793, 0.3681, 0.6277, 0.2113, 0.7921, 0.0531, 0.9473)
"""Where scan lines cross the domain, as shares of its height: none where a border is likely to run."""
FAR_ENOUGH = 0.2
"""A point this share of the domain's smaller side away from every border is well inside."""


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
        return int(np.argmax([abs(_signed_area(loop)) for loop in self.loops]))


def inside_point(domain: Trim, speeds: tuple[float, float]) -> Floats | None:
    """Find a point well inside; None when no scan line meets the inside.

    Each scan line offers the middle of its widest stretch, centered once more the other way; the first
    that lies far from every border is taken, or else the one that lies furthest.

    Parameters
    ----------
    speeds : (float, float)
        Millimeters per unit of u and of v, near the domain's middle.
    """
    starts, ends = _segments(domain.loops)
    extent = (domain.high - domain.low) * speeds
    best, found = 0.0, None
    for share in SCAN:
        level = float(domain.low[1] + share * (domain.high[1] - domain.low[1]))
        crossings = _crossings(starts[:, 0], starts[:, 1], ends[:, 0], ends[:, 1], level)
        stretches = list(zip(crossings[::2], crossings[1::2], strict=False))
        if not stretches:
            continue
        left, right = max(stretches, key=lambda stretch: stretch[1] - stretch[0])
        u, v = (left + right) / 2.0, level
        crossings = _crossings(starts[:, 1], starts[:, 0], ends[:, 1], ends[:, 0], u)
        for below, above in zip(crossings[::2], crossings[1::2], strict=False):
            if below < v < above:
                v = (below + above) / 2.0
        clearance = _clearance(np.array([u, v]), starts, ends, speeds)
        if clearance > best:
            best, found = clearance, np.array([u, v])
        if best > FAR_ENOUGH * extent.min():
            break
    return found


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


def _clearance(point: Floats, starts: Floats, ends: Floats, speeds: tuple[float, float]) -> float:
    """Millimeters from a point to the nearest segment."""
    along, offset = (ends - starts) * speeds, (point - starts) * speeds
    squared = (along * along).sum(1)
    share = np.clip((offset * along).sum(1) / np.where(squared > 0, squared, 1.0), 0.0, 1.0)
    away = offset - share[:, None] * along
    return float(np.sqrt((away * away).sum(1).min()))


def _segments(loops: list[Floats]) -> tuple[Floats, Floats]:
    ends = [np.concatenate([loop[1:], loop[:1]]) for loop in loops]
    return (loops[0], ends[0]) if len(loops) == 1 else (np.concatenate(loops), np.concatenate(ends))


def _crossings(u0: Floats, v0: Floats, u1: Floats, v1: Floats, level: float) -> list[float]:
    """Where the segments cross v = level, ascending."""
    hit = np.flatnonzero((v0 > level) != (v1 > level))
    a, b = u0[hit], v0[hit]
    return sorted((a + (level - b) / (v1[hit] - b) * (u1[hit] - a)).tolist())
