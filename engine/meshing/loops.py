"""How the coedges of a loop follow each other, and what a file leaves open between one and the next.

Vertices give the order as long as a loop passes each of them once. They do not where it has a seam, runs
through a pole or touches itself, nor where a file writes a vertex of its own for every edge. There the ends
of coedges give it: those that follow each other meet in space and, unless a seam lies between them, in the
parameters of the surface too.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

import numpy as np

from engine.model.arrays import Bools, Floats, Ints, dots
from engine.tolerances import LENGTH_FLOOR_MM

Places = Callable[[Floats], Floats]
"""Parameters (N, 2) of a surface -> points (N, 3), mm."""
SEAM_COST = 0.05
"""Share of a loop's extent in space that a jump over all of its parameters counts for: ends that meet in
space alone follow each other where there are none that meet in both."""
MET = 1e-3
"""Coedges meet where they lie no further apart than this share of what their loop spans."""
STILL = 1e-12
"""A line along which u changes by no more than this adds nothing."""
SHORT = 0.01
"""A step over less than this share of a loop's extent along u runs round no surface."""
DETOUR = 2.0
"""A gap is closed along a line on the surface up to so many times as long as the gap is wide (an arc of half
a turn is π/2 times as long as its chord). A longer one leads from one side of a seam to the other."""
LOOKS = 9
"""Places along such a line."""


class CoedgeLike(Protocol):
    """What is known of a coedge: one use of an edge by a loop."""

    @property
    def edge(self) -> int:
        """Index of the edge; -1 for a degenerate one."""

    @property
    def is_forward(self) -> bool:
        """Whether it runs as the edge does."""


C = TypeVar("C", bound=CoedgeLike)


@dataclass(frozen=True, slots=True, eq=False)
class Ends:
    """Where the coedges of a loop begin and end, in the loop's direction."""

    tails: Floats
    heads: Floats
    """(N, 2) in the parameters of the surface."""
    places: Places
    """The surface."""
    periods: Floats
    """(2,) of u and of v; 0 where there is none."""


def chained(coedges: Sequence[C], vertices: Sequence[tuple[int, int]]) -> list[C] | None:
    """Order the coedges of a loop by their vertices; None where these do not give the order.

    Parameters
    ----------
    vertices : sequence of (int, int)
        First and last vertex of each edge by number; -1 where it has none.
    """
    if any(coedge.edge < 0 for coedge in coedges):
        return None
    joints = [
        vertices[coedge.edge] if coedge.is_forward else vertices[coedge.edge][::-1] for coedge in coedges
    ]
    at_tail = {tail: index for index, (tail, _) in enumerate(joints)}
    if len(at_tail) < len(coedges) or -1 in at_tail:
        return None
    found = [0]
    while len(found) <= len(coedges):
        following = at_tail.get(joints[found[-1]][1])
        if following is None:
            return None
        if following == 0:
            break
        found.append(following)
    return [coedges[index] for index in found] if len(found) == len(coedges) else None


def as_listed(coedges: list[C], vertices: Sequence[tuple[int, int]]) -> list[C]:
    """Keep coedges in the order of the file, or turn it round where vertices say that it runs backwards.

    `vertices` are the first and last of each coedge's edge.
    """
    joints = [
        pair if coedge.is_forward else pair[::-1] for coedge, pair in zip(coedges, vertices, strict=True)
    ]
    runs_on = all(joints[i - 1][1] == joints[i][0] for i in range(len(joints)))
    runs_back = all(joints[i][1] == joints[i - 1][0] for i in range(len(joints)))
    return coedges[:1] + coedges[:0:-1] if runs_back and not runs_on else coedges


def order(ends: Ends) -> Ints:
    """Return the order (N,) in which coedges follow each other, beginning with the first.

    They keep the order they come in, or its reverse, where that is one. A loop that falls apart into several
    is listed one after the other.
    """
    count = len(ends.tails)
    forwards = np.arange(count)
    if _follow(ends, forwards):
        return forwards
    backwards = np.append(forwards[:1], forwards[:0:-1])
    if _follow(ends, backwards):
        return backwards
    following = _successors(ends)
    found, is_left = np.zeros(0, dtype=np.int64), np.ones(count, dtype=bool)
    while is_left.any():
        ring = [int(np.argmax(is_left))]
        while (after := int(following[ring[-1]])) != ring[0]:
            ring.append(after)
        is_left[ring] = False
        found = np.append(found, ring)
    return found


def gaps(ends: Ends) -> tuple[Floats, Floats]:
    """Return the lines that close what is left open between coedges, as starts and steps, (G, 2) both.

    The coedges may come in any order. A jump from one side of a seam to the other is no gap, nor is what
    moves along v alone: it adds nothing to an integral over du. A degenerate edge that a file leaves out is
    a gap without width.
    """
    steps = np.concatenate([ends.tails[1:], ends.tails[:1]]) - ends.heads
    if (np.abs(steps) <= STILL).all():
        return np.zeros((0, 2)), np.zeros((0, 2))
    if not _follow(ends, np.arange(len(ends.tails))):
        steps = ends.tails[_successors(ends)] - ends.heads
    rows = np.flatnonzero(np.abs(steps[:, 0]) > STILL)
    wide = rows[np.abs(steps[rows, 0]) > SHORT * _extent(ends)[0]]
    if len(wide):
        steps[wide] = closing(ends.places, ends.heads[wide], steps[wide], ends.periods)
    return ends.heads[rows], steps[rows]


def closing(places: Places, starts: Floats, steps: Floats, periods: Floats) -> Floats:
    """Return what of the steps (N, 2) between coedges closes a gap: all, what exceeds a period, or nothing.

    `periods` is (2,), or (N, 2) for several surfaces; 0 where there is none.
    """
    turns = np.rint(steps / np.where(periods > 0.0, periods, np.inf))
    beyond = steps - turns * periods
    beyond[~is_bridge(places, starts, beyond)] = 0.0
    return np.where(is_bridge(places, starts, steps)[:, None], steps, beyond)


def is_bridge(places: Places, starts: Floats, steps: Floats) -> Bools:
    """Find which lines (N,) on a surface are about as long as the gaps between their ends are wide."""
    share = np.linspace(0.0, 1.0, LOOKS)[:, None]
    along = starts[:, None] + share * steps[:, None]
    points = places(along.reshape(-1, 2)).reshape(-1, LOOKS, 3)
    length = np.linalg.norm(np.diff(points, axis=1), axis=2).sum(axis=1)
    width = np.linalg.norm(points[:, -1] - points[:, 0], axis=1)
    return np.asarray(length <= DETOUR * width + LENGTH_FLOOR_MM)


def _follow(ends: Ends, candidate: Ints) -> bool:
    """Whether coedges in this order meet in the parameters, one the next."""
    return bool((_jumps(ends, candidate, np.append(candidate[1:], candidate[:1])) <= MET).all())


def _successors(ends: Ends) -> Ints:
    """Return which coedge follows each (N,): every head has a tail of its own, at the least cost in all."""
    from scipy.optimize import linear_sum_assignment

    count = len(ends.tails)
    if count == 1 or not (np.isfinite(ends.tails).all() and np.isfinite(ends.heads).all()):
        return np.roll(np.arange(count), -1)
    heads, tails = ends.places(ends.heads), ends.places(ends.tails)
    size = max(float(np.linalg.norm(np.ptp(np.concatenate([heads, tails]), axis=0))), LENGTH_FLOOR_MM)
    apart = np.linalg.norm(tails - heads[:, None], axis=2) / size
    every = np.arange(count)
    jumps = _jumps(ends, np.repeat(every, count), np.tile(every, count)).reshape(count, count)
    return np.asarray(linear_sum_assignment(apart + SEAM_COST * jumps)[1])


def _jumps(ends: Ends, before: Ints, after: Ints) -> Floats:
    """How far coedges lie apart from those that follow (N,), as a share of the loop's parameters."""
    steps = (ends.tails[after] - ends.heads[before]) / _extent(ends)
    return np.asarray(np.sqrt(dots(steps, steps)))


def _extent(ends: Ends) -> Floats:
    """(2,) how far the ends reach along u and v; 1 where they do not."""
    reach = np.ptp(np.concatenate([ends.tails, ends.heads]), axis=0)
    return np.where(reach > 0.0, reach, 1.0)
