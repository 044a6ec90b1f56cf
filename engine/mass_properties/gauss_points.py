"""Gauss points round the domain of a face in the parameters of its surface, and along straight borders.

By Green's theorem an integral over a trimmed domain is one along its border: the integral of f over the
domain is that of -F du round it, where F is f integrated over v. Coedges along which u stands still (seams,
rulings) add nothing and are left out.
"""

import math
from dataclasses import dataclass
from functools import cache

import numpy as np

from engine.meshing.loops import STILL, Ends, gaps
from engine.model.arrays import Floats

FEW, SOME, MANY = 3, 12, 28
"""Gauss points on a straight border of a plane (exact), on an arc up to a quarter turn, up to a whole one:
the integrands are polynomials times at most the third harmonic."""
PER_SPAN = ((2, 20), (4, 14), (8, 10), (math.inf, 5))
"""Gauss points on each span of a spline of up to so many spans: whole half circles come as one span."""
PER_BREAK = ((4, 14), (math.inf, 6))
"""The same on each stretch of a straight border between breaks of the surface."""
QUARTER = math.pi / 2 + 1e-9
SHORT_GAP = 0.1
"""Steps across gaps that are no longer than this in the parameters take few Gauss points: most are tiny."""


@dataclass(frozen=True, slots=True, eq=False)
class Contour:
    """Gauss points round one face."""

    u: Floats
    v: Floats
    du: Floats
    """(K,) weights: the integral of F du round the domain is `(F * du).sum()`, counter-clockwise where
    `du x dv` points out of the material and clockwise where it points in."""


def across_gaps(ends: Ends, breaks: Floats) -> Floats:
    """(3, N) along the straight lines that close what files leave open between coedges."""
    starts, steps = gaps(ends)
    is_long = np.abs(steps).max(axis=1, initial=0.0) > SHORT_GAP
    pieces = [along_steps(starts[~is_long], steps[~is_long], FEW)]
    pieces += [
        on_line(tuple(start), tuple(step), 0.0, 1.0, breaks)
        for start, step in zip(starts[is_long].tolist(), steps[is_long].tolist(), strict=True)
    ]
    return np.concatenate(pieces, axis=1)


def along_steps(starts: Floats, steps: Floats, count: int) -> Floats:
    """Return u, v and weighted du (3, N * count) along lines from `starts` (N, 2), so many points on each."""
    nodes, weights = gauss(count)
    u, v = (starts[:, axis, None] + nodes * steps[:, axis, None] for axis in (0, 1))
    return np.array([u.ravel(), v.ravel(), (weights * steps[:, :1]).ravel()])


def on_line(
    origin: tuple[float, float],
    direction: tuple[float, float],
    first: float,
    last: float,
    breaks: Floats,
) -> Floats:
    """Return u, v and weighted du (3, N) along `origin + t direction`."""
    (u, v), (along_u, along_v) = origin, direction
    if abs(along_u) <= STILL:
        return np.zeros((3, 0))
    if len(breaks):
        ends = cut_at((breaks - u) / along_u, first, last)
        count = next(points for spans, points in PER_BREAK if len(ends) - 1 <= spans)
    else:
        ends = np.array([first, last])
        is_short = (last - first) * max(abs(along_u), abs(along_v)) <= QUARTER
        count = SOME if is_short else MANY
    at, weight = spread(ends, count)
    return np.array([u + at * along_u, v + at * along_v, weight * along_u])


def cut_at(places: Floats, first: float, last: float) -> Floats:
    """Put the places that lie between two ends between them, ascending."""
    if not len(places):
        return np.array([first, last])
    within = np.unique(places[(places > first) & (places < last)])
    return np.concatenate([[first], within, [last]])


def spread(breaks: Floats, count: int) -> tuple[Floats, Floats]:
    """Return Gauss nodes and weights (N,) over consecutive intervals."""
    nodes, weights = gauss(count)
    spans = np.diff(breaks)[:, None]
    return (breaks[:-1, None] + spans * nodes).reshape(-1), (spans * weights).reshape(-1)


@cache
def gauss(count: int) -> tuple[Floats, Floats]:
    """Return Gauss-Legendre nodes and weights on [0, 1]."""
    nodes, weights = np.polynomial.legendre.leggauss(count)
    return (nodes + 1.0) / 2.0, weights / 2.0
