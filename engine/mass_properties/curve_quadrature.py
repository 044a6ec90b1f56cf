"""Gauss points along curved coedges, on all of them at once."""

from collections.abc import Sequence

import numpy as np

from engine.mass_properties.curve_batch import CurveBatch, GeneralCurve
from engine.mass_properties.gauss_points import MANY, QUARTER, SOME, cut_at, gauss
from engine.model.arrays import Floats, Ints

PerSpan = tuple[tuple[float, int], ...]
"""Gauss points on each stretch of a curve of up to so many."""
LOOKS = 4
"""Places on each stretch of a curve at which it is asked on which side of a break it lies."""

CLOSE, MOST_STEPS = 1e-13, 40
"""A place on a break is known when u there differs by less than this share of itself; most steps to it."""


def along(
    curves: Sequence[GeneralCurve], breaks: Sequence[Floats], per_span: PerSpan
) -> tuple[Ints, Floats, Floats, Floats]:
    """Lay Gauss points along curves.

    Parameters
    ----------
    breaks : sequence of (B,) float64
        For each curve, where along u the surface that it is drawn on changes its formula.

    Returns
    -------
    (N,) int64
        The curve of each point.
    (N,), (N, D), (N, D) float64
        Weights, places and derivatives by the curve's parameter.
    """
    if not curves:
        return np.zeros(0, dtype=np.int64), np.zeros(0), np.zeros((0, 2)), np.zeros((0, 2))
    batch = CurveBatch(curves)
    owner, crossings = _crossings(batch, breaks)
    bounds = np.searchsorted(owner, np.arange(len(curves) + 1)).tolist()
    cuts, counts = [], []
    for curve, start, end in zip(curves, bounds[:-1], bounds[1:], strict=True):
        own = curve.smooth
        if end > start:
            cuts.append(cut_at(np.append(own, crossings[start:end]), curve.first, curve.last))
        else:
            cuts.append(own)
        counts.append(_points(curve, per_span))
    owner, at, weight = _spread(cuts, counts)
    return owner, weight, *batch.at(owner, at)


def ends(curves: Sequence[GeneralCurve]) -> Floats:
    """Return where each curve begins and ends, (C, 2, D)."""
    at = np.array([(curve.first, curve.last) for curve in curves]).reshape(-1)
    places, _ = CurveBatch(curves).at(np.repeat(np.arange(len(curves)), 2), at)
    return places.reshape(len(curves), 2, -1)


def _points(curve: GeneralCurve, per_span: PerSpan) -> int:
    """How many Gauss points each smooth stretch of a curve takes."""
    if curve.is_arc:
        return SOME if curve.last - curve.first <= QUARTER else MANY
    return next(points for spans, points in per_span if len(curve.smooth) - 1 <= spans)


def _crossings(batch: CurveBatch, breaks: Sequence[Floats]) -> tuple[Ints, Floats]:
    """Return where curves cross breaks along u: the curve, ascending, and the parameter of each place."""
    asked = [index for index, of in enumerate(breaks) if len(of) > 2]
    if not asked:
        return np.zeros(0, dtype=np.int64), np.zeros(0)
    share = np.arange(LOOKS) / LOOKS
    looks = [
        np.append((own[:-1, None] + np.diff(own)[:, None] * share).reshape(-1), own[-1])
        for own in (batch.curves[index].smooth for index in asked)
    ]
    count = [len(at) for at in looks]
    places, _ = batch.at(np.repeat(asked, count), np.concatenate(looks))
    found = []
    for index, at, u in zip(asked, looks, np.split(places[:, 0], np.cumsum(count)[:-1]), strict=True):
        below = np.searchsorted(breaks[index], u, side="right")
        passed = np.abs(np.diff(below))
        before = np.repeat(np.arange(len(passed)), passed)
        nth = np.arange(len(before)) - np.repeat(np.cumsum(passed) - passed, passed)
        level = breaks[index][np.minimum(below[:-1], below[1:])[before] + nth]
        rows = level, at[before], at[before + 1], u[before], u[before + 1]
        found.append(np.stack([np.full(len(level), index), *rows]))
    table = np.concatenate(found, axis=1)
    owner = table[0].astype(np.int64)
    return owner, _narrowed(batch, owner, *table[1:])


def _narrowed(
    batch: CurveBatch,
    owner: Ints,
    level: Floats,
    low: Floats,
    high: Floats,
    at_low: Floats,
    at_high: Floats,
) -> Floats:
    """Narrow down where curves come to their level of u between two parameters (false position)."""
    below, above = at_low - level, at_high - level
    for _ in range(MOST_STEPS if len(owner) else 0):
        with np.errstate(divide="ignore", invalid="ignore"):
            middle = low + (high - low) * np.where(above == below, 0.5, below / (below - above))
        middle = np.clip(middle, np.minimum(low, high), np.maximum(low, high))
        value = batch.at(owner, middle)[0][:, 0] - level
        turns = np.sign(value) != np.sign(above)
        low, below = np.where(turns, high, low), np.where(turns, above, below / 2.0)
        high, above = middle, value
        if (np.abs(above) <= CLOSE * np.maximum(np.abs(level), 1.0)).all():
            break
    return high


def _spread(cuts: Sequence[Floats], counts: Sequence[int]) -> tuple[Ints, Floats, Floats]:
    """Return curve, parameter and weight (N,) of Gauss points, so many on each stretch of each curve."""
    left, right = (np.concatenate([of[end] for of in cuts]) for end in (slice(-1), slice(1, None)))
    curve = np.repeat(np.arange(len(cuts)), [len(of) - 1 for of in cuts])
    points = np.asarray(counts)[curve]
    rows = []
    for count in np.unique(points).tolist():
        here = np.flatnonzero(points == count)
        nodes, weights = gauss(count)
        length = (right - left)[here, None]
        of = (
            np.repeat(curve[here], count),
            (left[here, None] + length * nodes).ravel(),
            (length * weights).ravel(),
        )
        rows.append(of)
    owner, at, weight = (np.concatenate(of) for of in zip(*rows, strict=True))
    return owner, at, weight
