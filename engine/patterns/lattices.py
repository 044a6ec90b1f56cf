"""Rows and grids: equal features that one step, or two, carry onto each other."""

import itertools
from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.spatial import cKDTree

from engine.model.arrays import Floats, Ints, along, frozen, vector_product
from engine.model.pattern import PatternForm
from engine.patterns import equal, half_space
from engine.patterns.arrangement import FEWEST, Arrangement, Placed

ALL_PAIRS = 128
"""Among so many features every pair may be a step; among more only near ones are looked at."""
NEAR = 12
"""How many neighbors those are: the eight round a place of a grid, and some for what lies between."""
MOST_STEPS_OF_ROWS = 64
MOST_STEPS_OF_GRIDS = 12
"""Steps are tried from the most frequent one on; in a grid its own are among the first."""
LEAST_FILLED = 0.5
"""At least this share of the places of a grid is taken: below, the empty ones are what one would see."""
LEAST_WOVEN = 1.1
"""Staggered features have at least this share of steps to others: rows that cross have one each."""
FEWEST_OF_GRID = 4
FEWEST_STAGGERED = 8
"""Seven staggered features are a hexagon round one; people see the circle."""
RANK_OF_GRID, RANK_OF_ROW = 3, 1


@dataclass(frozen=True, slots=True, eq=False)
class _Steps:
    """The steps between equal features, the most frequent one first."""

    vectors: Floats
    """(S, 3) mm."""
    next: Ints
    """(S, N) the feature that lies one step on from each; -1 where none does."""


def grids(placed: Placed) -> list[Arrangement]:
    """Return the grids among features whose axes are parallel; they may overlap."""
    if len(placed) < FEWEST_OF_GRID:
        return []
    steps, slack_mm = _steps(placed), 2.0 * float(placed.slack_mm.max())
    used = _primitive(steps.vectors, slack_mm)
    found = []
    for one, two in itertools.combinations(used, 2):
        u, v = steps.vectors[one], steps.vectors[two]
        lengths = np.linalg.norm(u), np.linalg.norm(v)
        is_square = bool(abs(u @ v) <= slack_mm * max(lengths))
        if not is_square and abs(lengths[0] - lengths[1]) > slack_mm:
            continue
        if np.linalg.norm(vector_product(u, v)) <= 2.0 * slack_mm * max(lengths):
            continue
        basis = np.linalg.pinv(np.stack([u, v], axis=1))
        for linked in _linked(len(placed), steps.next[one], steps.next[two]):
            if len(linked) < (FEWEST_OF_GRID if is_square else FEWEST_STAGGERED):
                continue
            n_links = np.count_nonzero(steps.next[[one, two]][:, linked] >= 0)
            if not is_square and n_links < LEAST_WOVEN * len(linked):
                continue
            away = placed.centers[linked] - placed.centers[linked[0]]
            fit = _fit(placed, linked, np.rint(np.einsum("nk,ck->nc", away, basis)))
            if fit is not None and (grid := _grid(placed, fit, is_square)) is not None:
                found.append(grid)
    return found


def rows(placed: Placed) -> list[Arrangement]:
    """Return the rows among features whose axes are parallel; they may overlap."""
    if len(placed) < FEWEST:
        return []
    steps, found = _steps(placed), []
    for vector, following in zip(steps.vectors, steps.next, strict=True):
        for linked in _linked(len(placed), following):
            away = placed.centers[linked] - placed.centers[linked[0]]
            fit = _fit(placed, linked, np.rint(along(away, vector) / (vector @ vector))[:, None])
            if fit is not None and len(fit.rows) >= FEWEST:
                found.append(_row(placed, fit))
    return found


def _steps(placed: Placed) -> _Steps:
    points, slack_mm = placed.centers, 2.0 * float(placed.slack_mm.max())
    tree = cKDTree(points)
    if len(points) <= ALL_PAIRS:
        a, b = np.triu_indices(len(points), 1)
    else:
        _, near = tree.query(points, NEAR + 1)
        a, b = np.repeat(np.arange(len(points)), NEAR), near[:, 1:].ravel()
    vectors = points[b] - points[a]
    vectors = vectors[np.linalg.norm(vectors, axis=1) > 2.0 * slack_mm]
    if not len(vectors):
        return _Steps(np.zeros((0, 3)), np.zeros((0, len(points)), dtype=np.int64))
    kinds = _distinct(half_space.turned(vectors, slack_mm), slack_mm)
    _, found = tree.query(
        (points[None, :, :] + kinds[:, None, :]).reshape(-1, 3), distance_upper_bound=slack_mm
    )
    following = np.where(found < len(points), found, -1).reshape(len(kinds), len(points))
    return _Steps(kinds, following.astype(np.int64))


def _distinct(vectors: Floats, slack_mm: float) -> Floats:
    """Return the mean of each bundle of equal vectors, the largest bundle first, then the shortest vector."""
    bundles = equal.split(vectors, np.full(len(vectors), slack_mm))
    tight = [rows for rows in bundles if (np.ptp(vectors[rows], axis=0) <= 2.0 * slack_mm).all()]
    means, sizes = [vectors[rows].mean(axis=0) for rows in tight], [len(rows) for rows in tight]
    is_loose = np.ones(len(vectors), dtype=np.bool_)
    is_loose[np.concatenate([np.zeros(0, dtype=np.int64), *tight])] = False
    if is_loose.any():
        # Where vectors lie so close that no gap tells them apart, those that have most about them stand.
        crowd = vectors[is_loose]
        tree = cKDTree(crowd)
        near = tree.query_ball_point(crowd, slack_mm, return_length=True)
        free = np.ones(len(crowd), dtype=np.bool_)
        for index in np.argsort(-near, kind="stable"):
            if free[index]:
                free[tree.query_ball_point(crowd[index], 2.0 * slack_mm)] = False
                means.append(crowd[tree.query_ball_point(crowd[index], slack_mm)].mean(axis=0))
                sizes.append(int(near[index]))
                if len(means) == len(tight) + MOST_STEPS_OF_ROWS:
                    break
    lengths = np.linalg.norm(means, axis=1)
    order = np.lexsort((np.round(lengths / slack_mm), -np.array(sizes)))
    return np.array(means)[order[:MOST_STEPS_OF_ROWS]]


def _primitive(vectors: Floats, slack_mm: float) -> list[int]:
    """Return the first steps that are no multiples of earlier ones."""
    kept: list[int] = []
    for index, vector in enumerate(vectors):
        multiples = [float(vector @ vectors[each]) / float(vectors[each] @ vectors[each]) for each in kept]
        if not any(
            np.linalg.norm(vector - round(times) * vectors[each]) <= abs(round(times)) * slack_mm
            for each, times in zip(kept, multiples, strict=True)
            if round(times)
        ):
            kept.append(index)
        if len(kept) == MOST_STEPS_OF_GRIDS:
            break
    return kept


def _linked(count: int, *following: Ints) -> list[Ints]:
    """Return the features that steps tie together, three or more at once."""
    origins = np.concatenate([np.flatnonzero(each >= 0) for each in following])
    ends = np.concatenate([each[each >= 0] for each in following])
    links = coo_array((np.ones(len(ends)), (origins, ends)), shape=(count, count))
    _, label = connected_components(links, directed=False)
    order = np.argsort(label, kind="stable")
    parts = np.split(order, np.flatnonzero(np.diff(label[order])) + 1)
    return [part for part in parts if len(part) >= FEWEST]


@dataclass(frozen=True, slots=True, eq=False)
class _Fit:
    """Features on the places of a lattice."""

    rows: Ints
    """(M,) of the placed ones."""
    at: Ints
    """(M, K) their places."""
    steps: Floats
    """(K, 3) mm."""
    deviation_mm: float


def _fit(placed: Placed, rows: Ints, at: Floats) -> _Fit | None:
    """Lay the lattice best through features whose places are known; leave out those that lie beside it."""
    for _ in range(2):
        if len(rows) < FEWEST or (np.ptp(at, axis=0) == 0).any():
            return None
        known = np.concatenate([np.ones((len(rows), 1)), at - at.mean(axis=0)], axis=1)
        solved, *_ = np.linalg.lstsq(known, placed.centers[rows], rcond=None)
        off_mm = np.linalg.norm(np.einsum("nk,kc->nc", known, solved) - placed.centers[rows], axis=1)
        is_in = off_mm <= placed.slack_mm[rows]
        if is_in.all():
            return _Fit(rows, at.astype(np.int64), solved[1:], float(off_mm.max()))
        rows, at = rows[is_in], at[is_in]
    return None


def _row(placed: Placed, fit: _Fit) -> Arrangement:
    order = np.argsort(fit.at[:, 0], kind="stable")
    members = placed.indices[fit.rows[order]]
    step = fit.steps[0]
    if members[-1] < members[0]:
        members, step = members[::-1], -step
    length_mm = float(np.linalg.norm(step))
    places = int(np.ptp(fit.at)) + 1
    return Arrangement(
        form=PatternForm.LINEAR,
        members=members,
        center=frozen(placed.centers[fit.rows].mean(axis=0)),
        deviation_mm=fit.deviation_mm,
        rank=RANK_OF_ROW,
        directions=frozen([step / length_mm + 0.0]),
        places=(places,),
        pitch_mm=(length_mm,),
    )


def _grid(placed: Placed, fit: _Fit, is_square: bool) -> Arrangement | None:
    at = fit.at - fit.at.min(axis=0)
    counts = at.max(axis=0) + 1
    if is_square and len(fit.rows) < LEAST_FILLED * counts.prod():
        return None
    steps = fit.steps
    indices = placed.indices[fit.rows]
    # Rows run along the direction with more places, or longer steps; each starts beside the first feature.
    lengths = np.linalg.norm(steps, axis=1)
    is_longer = lengths[1] > lengths[0] + 2.0 * float(placed.slack_mm.max())
    swapped = counts[1] > counts[0] or (counts[1] == counts[0] and is_longer)
    if swapped:
        at, counts, steps = at[:, ::-1], counts[::-1], steps[::-1]
    first = at[indices.argmin()]
    turned = 2 * first > counts - 1
    at = np.where(turned, counts - 1 - at, at)
    steps = np.where(turned[:, None], -steps, steps)
    lengths = np.linalg.norm(steps, axis=1)
    across = vector_product(steps[0], steps[1])
    return Arrangement(
        form=PatternForm.GRID,
        members=indices[np.lexsort((at[:, 0], at[:, 1]))],
        center=frozen(placed.centers[fit.rows].mean(axis=0)),
        deviation_mm=fit.deviation_mm,
        rank=RANK_OF_GRID,
        axis=frozen(across / np.linalg.norm(across) + 0.0),
        directions=frozen(steps / lengths[:, None] + 0.0),
        places=(int(counts[0]), int(counts[1])) if is_square else (),
        pitch_mm=(float(lengths[0]), float(lengths[1])),
    )
