"""Where a face on a B-spline stands out further along an axis than its border does."""

import math

import numpy as np

from engine.meshing.trims import Trim, inside
from engine.model.arrays import Bools, Floats, Ints
from engine.surfaces.bspline import Axis, Spline
from engine.tolerances import LENGTH_FLOOR_MM

A_SPAN, FEWEST, MOST = 3, 16, 240
"""Places looked at on each span between knots, and along each parameter at least and at most."""
MOST_PEAKS = 8
"""Of the grid, that are climbed for each direction."""
MOST_STEPS, SMALLEST_STEP = 80, 1e-9
"""To a peak from the nearest place of the grid; a step is halved where nothing around is higher."""
CLOSER, FINE_STEP = 0.1, 1e-4
"""A step is as much shorter around the top of a parabola; with the last, a top is as near as can be told."""
NOISE = 1e-14
"""Share of a coordinate that is lost in rounding."""
NINE = np.array([(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1)])
AROUND = np.delete(NINE, 4, axis=0)


def peaks(spline: Spline, domain: Trim, border: Floats, directions: Floats) -> Floats:
    """Return the places (N, 3) inside a domain where a surface stands out further than the border.

    The place of a face that is furthest along a direction is on its border or on a peak of its surface. No
    B-spline stands out further than its poles: only where these do, peaks are looked for, on a grid that no
    span falls through. A peak may lie so near the border that the grid's nearest place is on it: from there
    the surface still climbs inwards.

    Parameters
    ----------
    border : (B, 3) float64
        Samples of the border.
    directions : (D, 3) float64
    """
    beyond = (border @ directions.T).max(axis=0)
    axes = list(zip((spline.u, spline.v), domain.low.tolist(), domain.high.tolist(), strict=True))
    poles = spline.places[np.ix_(*(_poles_between(*axis) for axis in axes))].reshape(-1, 3)
    wanted = np.flatnonzero((poles @ directions.T).max(axis=0) > beyond + LENGTH_FLOOR_MM)
    if not len(wanted):
        return np.zeros((0, 3))
    u, v = (_spread(_knots_between(*axis)) for axis in axes)
    grid, du, dv = spline.on_grid(u, v)
    step = np.array([np.diff(u).max(), np.diff(v).max()])
    starts, along = [], []
    for index in wanted.tolist():
        heights, *slopes = (table @ directions[index] for table in (grid, du, dv))
        reach = heights + _rise(slopes[0], np.diff(u)) + _rise(slopes[1].T, np.diff(v)).T
        rows, columns = _highest(heights, reach > beyond[index] + LENGTH_FLOOR_MM)
        starts.append(np.stack([u[rows], v[columns]], axis=1))
        along.append(np.broadcast_to(directions[index], (len(rows), 3)))
    uv = _climbed(spline, domain, np.concatenate(starts), step, np.concatenate(along))
    return spline.places_at(uv[inside(domain, uv)])


def _is_within(axis: Axis, low: float, high: float) -> bool:
    """Whether a stretch lies on one turn of a parameter."""
    return bool(low >= axis.knots[axis.degree] and high <= axis.knots[-axis.degree - 1])


def _poles_between(axis: Axis, low: float, high: float) -> Ints:
    """Return the poles whose basis functions are not zero between two parameters."""
    if not _is_within(axis, low, high):
        return np.arange(len(axis.knots) - axis.degree - 1)
    (first, last), _ = axis.spans(np.array([low, high]))
    return np.arange(first - axis.degree, last + 1)


def _knots_between(axis: Axis, low: float, high: float) -> Floats:
    """Return the knots between two parameters and these, ascending."""
    if not _is_within(axis, low, high):
        return np.linspace(low, high, len(np.unique(axis.knots)))
    return np.unique(np.concatenate([[low, high], axis.knots[(axis.knots > low) & (axis.knots < high)]]))


def _spread(knots: Floats) -> Floats:
    """Return places between knots and on them, ascending."""
    spans = len(knots) - 1
    if A_SPAN * spans > MOST:
        return np.linspace(knots[0], knots[-1], MOST)
    each = max(A_SPAN, math.ceil(FEWEST / spans))
    share = np.arange(each) / each
    return np.append((knots[:-1, None] + np.diff(knots)[:, None] * share).ravel(), knots[-1])


def _rise(slopes: Floats, steps: Floats) -> Floats:
    """Return (N, M) how much higher than each place of a table a surface rises before the next row at most.

    Towards a peak a surface climbs ever less: no further than its slope (N, M) leads in one of the N - 1
    steps.
    """
    ahead, behind = np.append(steps, 0.0), np.append(0.0, steps)
    return np.asarray(np.maximum(slopes * ahead[:, None], -slopes * behind[:, None]))


def _highest(heights: Floats, is_wanted: Bools) -> tuple[Ints, Ints]:
    """Return rows and columns (N,) of the highest places of a table, no lower than what is around them."""
    rows, columns = heights.shape
    padded = np.pad(heights, 1, constant_values=-np.inf)
    is_peak = np.array(is_wanted)
    for i, j in AROUND.tolist():
        is_peak &= heights >= padded[1 + i : 1 + i + rows, 1 + j : 1 + j + columns]
    places = np.argwhere(is_peak)
    order = np.argsort(-heights[is_peak], kind="stable")[:MOST_PEAKS]
    return places[order, 0], places[order, 1]


def _climbed(spline: Spline, domain: Trim, uv: Floats, step: Floats, directions: Floats) -> Floats:
    """Return the peaks (N, 2) that are reached from places (N, 2), within the box of the domain.

    Each is climbed along a direction (N, 3) of its own, all of them together: onto the top of the parabola
    through nine places where that has one among them, else onto the highest of the nine. A top that turns out
    lower than what was reached is left, since at a knot the curvature may change.
    """
    if not len(uv):
        return uv
    center, size = np.array(uv), np.ones(len(uv))
    uv, height = np.array(uv), np.full(len(uv), -np.inf)
    tried = np.zeros(len(uv))  # size of the step to a top that is not looked at yet; 0 where there is none
    for _ in range(MOST_STEPS):
        moving = np.flatnonzero(size > SMALLEST_STEP)
        if not len(moving):
            break
        spread = size[moving, None] * step
        there = np.clip(center[moving, None] + spread[:, None] * NINE, domain.low, domain.high)
        places = spline.places_at(there.reshape(-1, 2)).reshape(len(moving), 9, 3)
        heights = (places * directions[moving, None]).sum(axis=2)
        noise = NOISE * float(np.abs(places).max())
        every, best = np.arange(len(moving)), heights.argmax(axis=1)
        is_higher = heights[every, best] > height[moving]
        is_lost = (tried[moving] > 0.0) & (heights[:, 4] < height[moving] - noise) & ~is_higher
        up = moving[is_higher]
        uv[up], height[up] = there[every, best][is_higher], heights[every, best][is_higher]
        shift, has_top = _top(heights, there, spread, noise)
        has_top &= ~is_lost
        center[moving] = np.where(has_top[:, None], center[moving] + shift * spread, uv[moving])
        is_done = has_top & (size[moving] <= FINE_STEP)
        shorter = size[moving] * np.select([is_done, has_top, is_higher], [0.0, CLOSER, 1.0], 0.5)
        after_loss = tried[moving] / 2.0
        tried[moving] = np.where(has_top, size[moving], 0.0)
        size[moving] = np.where(is_lost, after_loss, shorter)
    center = np.clip(center, domain.low, domain.high)
    is_higher = (spline.places_at(center) * directions).sum(axis=1) > height
    return np.where(is_higher[:, None], center, uv)


def _top(heights: Floats, there: Floats, spread: Floats, noise: float) -> tuple[Floats, Bools]:
    """Return where the parabola through nine places is highest, and whether that is among them.

    Across the edge of the domain nothing is as high, and along a ridge everything: there the middle is as
    good as any.

    Parameters
    ----------
    heights, there : (N, 9), (N, 9, 2) float64
        As `NINE` are, around the middle.
    spread : (N, 2) float64
        From the middle to its neighbors, unless the domain ends before.
    noise : float
        Heights closer than this are the same.

    Returns
    -------
    (N, 2), (N,)
        The top in steps from the middle.
    """
    middle = heights[:, 4, None]
    before, after = heights[:, [1, 3]], heights[:, [7, 5]]
    slope, bend = (after - before) / 2.0, after - 2.0 * middle + before
    least, most = there[:, 0], there[:, 8]
    is_whole = most - least > 1.5 * spread
    is_flat = is_whole & (np.abs(slope) <= noise) & (np.abs(bend) <= noise)
    is_at_edge = (there[:, 4] == least) & (after <= middle + noise)
    is_at_edge |= (there[:, 4] == most) & (before <= middle + noise)
    is_settled = is_flat | is_at_edge
    is_free = is_whole & ~is_settled
    twist = (heights[:, 8] - heights[:, 6] - heights[:, 2] + heights[:, 0]) / 4.0
    twist = np.where(is_free.all(axis=1), twist, 0.0)
    bend = np.where(is_free, bend, -1.0)
    slope = np.where(is_free, slope, 0.0)
    determinant = bend[:, 0] * bend[:, 1] - twist**2
    has_top = (is_free | is_settled).all(axis=1) & (bend < 0.0).all(axis=1) & (determinant > 0.0)
    across = twist[:, None] * slope[:, ::-1] - bend[:, ::-1] * slope
    shift = across / np.where(has_top, determinant, 1.0)[:, None]
    has_top &= (np.abs(shift) <= 1.0).all(axis=1)
    return shift, has_top
