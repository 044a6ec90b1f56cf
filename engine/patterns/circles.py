"""Circles: equal features that equal turns about one axis carry onto each other, their axes with them."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy.spatial import cKDTree

from engine.model.arrays import Bools, Floats, Ints, Vector, cross, frozen, vector_product
from engine.model.pattern import PatternForm
from engine.patterns import equal
from engine.patterns.arrangement import FEWEST, Arrangement, Placed
from engine.tolerances import PARALLEL_COSINE, PARALLEL_SINE

ALL_TRIPLES = 40
"""Among so many features any three may give the circle; among more only near ones are looked at."""
NEAR = 8
MOST_CIRCLES = 512
"""Circles through three features are tried from the one that most others lie on."""
LOOSE = 10.0
"""A circle through three features may be off by so many times what these may be: they may stand close."""
MOST_PLACES = 360
USUAL_PLACES = 24
LEAST_FILLED = 0.5
"""At least this share of the places is taken, or those that are follow each other without a gap."""
FEWEST_UNCENTERED = 4
"""Three features on an arc are a pattern where something stands on its axis, or they divide it in three."""
APART = 10.0
"""Neighboring places are at least so many tolerances apart: closer, anything lies on one."""
RANK_OF_FULL, RANK_OF_PARTIAL = 4, 2
RANK_OF_LONE = 2
"""Of a full circle with nothing on its axis: four such features in a square are a grid."""
RADIAL_SINE = 0.1
"""Axes that lean against that of the circle by more than this are radial."""


@dataclass(frozen=True, slots=True, eq=False)
class _Circle:
    """A circle that features may lie on."""

    center: Vector
    axis: Vector
    rows: Ints
    """Of the placed ones, those that lie on it but for their steps."""
    has_center: bool
    """Whether a feature of the part stands on its axis."""


def find(placed: Placed, lines: Floats) -> list[Arrangement]:
    """Return the circles among equal features; they may overlap.

    Parameters
    ----------
    lines : (L, 2, 3)
        Point and direction of axes in the part about which features may be arranged.
    """
    has_axis = ~np.isnan(placed.axes[:, 0])
    placed = placed.part(has_axis)
    if len(placed) < FEWEST:
        return []
    tried = itertools.chain(_about_lines(placed, lines), _about_middle(placed), _through_three(placed))
    found: dict[frozenset[int], Arrangement] = {}
    for circle in tried:
        made = _in_steps(placed, circle)
        if made is not None:
            found.setdefault(frozenset(made.members.tolist()), made)
    return list(found.values())


def _about_lines(placed: Placed, lines: Floats) -> Iterator[_Circle]:
    for center, axis in lines:
        yield from _about(placed, center, axis, has_center=True)


def _about_middle(placed: Placed) -> Iterator[_Circle]:
    """Yield the circles about the mean of all features, which of a full circle is its center."""
    first = placed.axes[0]
    if placed.pointing(first, np.arange(len(placed))).all():
        axis = first
    else:
        _, sizes, ways = np.linalg.svd(placed.axes, full_matrices=False)
        if sizes[1] <= PARALLEL_SINE * sizes[0]:
            return
        axis = ways[2]
    yield from _about(placed, placed.centers.mean(axis=0), axis, has_center=False)


def _about(placed: Placed, center: Vector, axis: Vector, has_center: bool) -> Iterator[_Circle]:
    """Yield the circles about an axis: features at one radius and one level that point the same way."""
    height, radius, lean = _cylindric(placed, center, axis)
    beside = np.flatnonzero(radius > APART * placed.slack_mm)
    if len(beside) < FEWEST:
        return
    values = np.stack([radius, height], axis=1)[beside]
    for split in equal.split(values, placed.slack_mm[beside]):
        if len(split) >= FEWEST:
            rows = beside[split]
            for group in _pointing_alike(placed, lean, rows):
                yield _Circle(center + height[group].mean() * axis, axis, group, has_center)


def _through_three(placed: Placed) -> Iterator[_Circle]:
    """Yield the circles that most triples of features give, and those that three divide equally."""
    points, slack_mm = placed.centers, float(placed.slack_mm.max())
    triples = _triples(points)
    a, b, c = (points[triples[:, corner]] for corner in range(3))
    normals = cross(b - a, c - a)
    doubled = np.linalg.norm(normals, axis=1)
    sides = np.stack([np.linalg.norm(one - two, axis=1) for one, two in ((a, b), (b, c), (c, a))], axis=1)
    is_flat = doubled > 0.05 * sides.max(axis=1) ** 2
    triples, a, b, c, normals, doubled, sides = (
        each[is_flat] for each in (triples, a, b, c, normals, doubled, sides)
    )
    if not len(triples):
        return
    # The center is the mean of the corners, each weighed by the sine of twice its angle.
    across = np.roll(sides**2, -1, axis=1)
    weights = across * (across.sum(axis=1, keepdims=True) - 2.0 * across)
    weights /= weights.sum(axis=1, keepdims=True)
    centers = weights[:, :1] * a + weights[:, 1:2] * b + weights[:, 2:] * c
    radii = np.linalg.norm(centers - a, axis=1)
    axes = normals / doubled[:, None]
    is_thirds = np.ptp(sides, axis=1) <= 4.0 * slack_mm
    places = np.concatenate([centers, radii[:, None]], axis=1)
    tree = cKDTree(places)
    votes = tree.query_ball_point(places, LOOSE * slack_mm, return_length=True)
    free = (votes > 1) | is_thirds
    tried = 0
    for index in np.lexsort((np.round(radii / slack_mm), -votes)):
        if not free[index]:
            continue
        free[tree.query_ball_point(places[index], LOOSE * slack_mm)] = False
        yield from _near_circle(placed, centers[index], axes[index], radii[index])
        tried += 1
        if tried == MOST_CIRCLES:
            return


def _triples(points: Floats) -> Ints:
    """Return triples (T, 3) of features: all, or those of each one with two of its neighbors."""
    if len(points) <= ALL_TRIPLES:
        every = itertools.combinations(range(len(points)), 3)
        return np.array(list(every), dtype=np.int64)
    _, near = cKDTree(points).query(points, NEAR + 1)
    pairs = np.array(list(itertools.combinations(range(1, NEAR + 1), 2)))
    third = np.broadcast_to(np.arange(len(points))[:, None], (len(points), len(pairs)))
    triples = np.stack([third, near[:, pairs[:, 0]], near[:, pairs[:, 1]]], axis=2).reshape(-1, 3)
    return np.asarray(np.unique(np.sort(triples, axis=1), axis=0), dtype=np.int64)


def _near_circle(placed: Placed, center: Vector, axis: Vector, radius_mm: float) -> Iterator[_Circle]:
    height, radius, lean = _cylindric(placed, center, axis)
    loose_mm = LOOSE * placed.slack_mm
    rows = np.flatnonzero((np.abs(height) <= loose_mm) & (np.abs(radius - radius_mm) <= loose_mm))
    for group in _pointing_alike(placed, lean, rows):
        yield _Circle(center, axis, group, has_center=False)


def _cylindric(placed: Placed, center: Vector, axis: Vector) -> tuple[Floats, Floats, Floats]:
    """Return height (N,), radius (N,) and the axes (N, 3) along radius, turn and axis of each feature."""
    away = placed.centers - center
    height = np.einsum("nk,k->n", away, axis)
    out = away - height[:, None] * axis
    radius = np.linalg.norm(out, axis=1)
    out = out / np.maximum(radius, 1e-300)[:, None]
    about = cross(np.broadcast_to(axis, out.shape), out)
    lean = np.stack(
        [np.einsum("nk,nk->n", placed.axes, each) for each in (out, about)]
        + [np.einsum("nk,k->n", placed.axes, axis)],
        axis=1,
    )
    return height, radius, lean


def _pointing_alike(placed: Placed, lean: Floats, rows: Ints) -> Iterator[Ints]:
    """Yield the rows whose axes lie alike, seen from the axis of the circle."""
    while len(rows) >= FEWEST:
        cosines = np.einsum("nk,k->n", lean[rows], lean[rows[0]])
        is_alike: Bools = np.asarray(
            (np.abs(cosines) if placed.is_either_way else cosines) >= PARALLEL_COSINE
        )
        if np.count_nonzero(is_alike) >= FEWEST:
            yield rows[is_alike]
        rows = rows[~is_alike]


def _in_steps(placed: Placed, circle: _Circle) -> Arrangement | None:
    """Return the features of a circle that lie on it in equal steps; None where too few do."""
    across = _across(circle.axis)
    away = placed.centers[circle.rows] - circle.center
    x, y = (np.einsum("nk,k->n", away, each) for each in across)
    radius_mm = float(np.hypot(x, y).mean())
    slack_mm = float(placed.slack_mm[circle.rows].max())
    turn = np.arctan2(y, x)
    # A circle through features that stand close has its center off by more than they are.
    loose = slack_mm if circle.has_center else 4.0 * slack_mm
    numbers = _numbers_of_places(turn, radius_mm, slack_mm)
    firsts = turn[:: max(1, len(turn) // 8)]
    steps = 2.0 * np.pi / numbers
    at = (turn - firsts[:, None])[None] / steps[:, None, None]
    is_on = np.abs(at - np.rint(at)) * steps[:, None, None] <= 2.0 * loose / radius_mm
    counts = is_on.sum(axis=2)
    best: tuple[Ints, Ints, int] | None = None
    for index in np.argsort(-counts.max(axis=1), kind="stable"):
        first = counts[index].argmax()
        if counts[index, first] < (FEWEST if best is None else len(best[0]) + 1):
            break
        rows, places = np.flatnonzero(is_on[index, first]), int(numbers[index])
        where = np.mod(np.rint(at[index, first, rows]).astype(np.int64), places)
        rows, where = _kept(rows, where, places, circle.has_center)
        if len(rows) > (0 if best is None else len(best[0])):
            best = rows, where, places
    return None if best is None else _fitted(placed, circle, circle.rows[best[0]], *best[1:])


def _numbers_of_places(turn: Floats, radius_mm: float, slack_mm: float) -> Ints:
    """Return how many equal steps a circle may have, ascending."""
    gaps = np.diff(np.sort(turn))
    seen = np.rint(2.0 * np.pi / np.maximum(gaps, 2.0 * np.pi / (2 * MOST_PLACES)))
    most = min(MOST_PLACES, int(2.0 * np.pi * radius_mm / (APART * slack_mm)))
    usual = range(FEWEST, min(max(USUAL_PLACES, 2 * len(turn)), most) + 1)
    return np.unique(np.concatenate([usual, seen[(seen >= FEWEST) & (seen <= most)]]).astype(np.int64))


def _kept(rows: Ints, at: Ints, places: int, has_center: bool) -> tuple[Ints, Ints]:
    """Return those that are a pattern: enough of the circle, or the longest arc without a gap; or none."""
    none = rows[:0], at[:0]
    at, first = np.unique(at, return_index=True)
    rows = rows[first]
    fewest = FEWEST if has_center or len(at) == places else FEWEST_UNCENTERED
    if len(at) < fewest:
        return none
    if len(at) >= LEAST_FILLED * places:
        return rows, at
    # Every place after a gap begins an arc; one that passes the first place is one.
    starts = np.flatnonzero(np.diff(at, prepend=at[-1] - places) > 1)
    arcs = np.split(np.roll(np.arange(len(at)), -starts[0]), (starts - starts[0])[1:])
    arc = max(arcs, key=len)
    return (rows[arc], at[arc]) if len(arc) >= fewest else none


def _fitted(placed: Placed, circle: _Circle, rows: Ints, at: Ints, places: int) -> Arrangement | None:
    """Lay the circle best through features whose places are known; None where they lie beside it."""
    for _ in range(2):
        if len(rows) < FEWEST:
            return None
        across = _across(circle.axis)
        points = placed.centers[rows]
        middle = points.mean(axis=0)
        x, y = (np.einsum("nk,k->n", points - middle, each) for each in across)
        height = np.einsum("nk,k->n", points - middle, circle.axis)
        angle = 2.0 * np.pi / places * at
        one, none, cosine, sine = np.ones(len(rows)), np.zeros(len(rows)), np.cos(angle), np.sin(angle)
        known = np.concatenate(
            [np.stack([one, none, cosine, -sine], axis=1), np.stack([none, one, sine, cosine], axis=1)]
        )
        solved, *_ = np.linalg.lstsq(known, np.concatenate([x, y]), rcond=None)
        off = np.einsum("nk,k->n", known, solved) - np.concatenate([x, y])
        off_mm = np.sqrt(off[: len(rows)] ** 2 + off[len(rows) :] ** 2 + height**2)
        is_in = off_mm <= placed.slack_mm[rows]
        if is_in.all():
            break
        rows, at = rows[is_in], at[is_in]
    else:
        return None
    kept, _ = _kept(np.arange(len(rows)), at, places, circle.has_center)
    if len(kept) < len(rows):
        return None
    center = middle + solved[0] * across[0] + solved[1] * across[1]
    lean = _cylindric(placed.part(rows), center, circle.axis)[2][0]
    axis = circle.axis
    is_full = len(rows) == places
    # The axis goes the way of the features where these go along it, and the count from the first feature.
    is_turned = lean[2] < -PARALLEL_COSINE
    if is_turned:
        axis, at = -axis, -at
    order = np.argsort(np.mod(at - at[placed.indices[rows].argmin()], places), kind="stable")
    return Arrangement(
        form=PatternForm.CIRCULAR,
        members=placed.indices[rows][order],
        center=frozen(center),
        deviation_mm=float(off_mm.max()),
        rank=RANK_OF_PARTIAL if not is_full else RANK_OF_FULL if circle.has_center else RANK_OF_LONE,
        axis=frozen(axis + 0.0),
        places=(places,),
        diameter_mm=2.0 * float(np.hypot(solved[2], solved[3])),
        angle_deg=360.0 / places,
        is_radial=bool(np.hypot(lean[0], lean[1]) > RADIAL_SINE),
    )


def _across(axis: Vector) -> tuple[Vector, Vector]:
    """Return two unit vectors that make a right-handed frame with an axis."""
    least = np.eye(3)[np.abs(axis).argmin()]
    x = vector_product(least, axis)
    x /= np.linalg.norm(x)
    return x, vector_product(axis, x)
