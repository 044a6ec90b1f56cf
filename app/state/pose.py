"""How a part stands in one revision against another: turned and moved as a whole, or, nearly always, not.

A part that was moved in its assembly, or exported along other axes, has every finding at another place and is
the same part. Its holes, bosses, pockets and the like show it: they are the same things at the same distances
from each other.
"""

import itertools
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.client.models import Feature, Point
from app.state import feature_sizes

Floats = NDArray[np.float64]
_Landmarks = dict[tuple[object, ...], list[tuple[Floats, Floats]]]
"""By kind and sizes: center and axis of each feature."""

STANDS_SHARE = 0.5
"""Where this share of the features is still in its place, the part was not moved, whatever else changed."""
FOUND_SHARE = 0.6
"""A turn or move has to bring this share of the features into place to be believed."""
SAME_PLACE_SHARE = 2e-3
"""Of the diagonal: features this close are at one place. Exports differ by far less, changes by far more."""
FEWEST = 3
"""Places that fix how a part stands."""
N_LANDMARKS = 9
"""Of the rarest features, from which turns are tried; their triples are 84."""
N_TRIED = 3000
"""Turns that are tried at most, before a part counts as not moved."""
LANDMARKS = frozenset({"HOLE", "BOSS", "SLOT", "FIN", "POCKET", "PROTRUSION"})
"""Kinds whose center means the same however the part stands; that of a wall or fillet is some point on it."""
PARALLEL = 0.999
"""Cosine of the angle up to which two axes are one."""
DIGITS = 2
"""Sizes that agree to this many digits after the point cannot be distinguished."""


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """From the earlier revision's millimeters to the later one's: turn, then move."""

    turn: Floats
    """(3, 3) a rotation, never a mirror."""
    move_mm: Floats
    """(3,)"""

    @property
    def is_still(self) -> bool:
        """Whether it leaves everything where it is."""
        return bool(np.array_equal(self.turn, np.eye(3)) and not self.move_mm.any())

    @property
    def turn_deg(self) -> float:
        """By how much it turns, about whatever axis."""
        cosine = (float(np.trace(self.turn)) - 1.0) / 2.0
        return math.degrees(math.acos(min(1.0, max(-1.0, cosine))))

    def place(self, points: Iterable[Sequence[float]] | Floats) -> Floats:
        """Return (N, 3) where points of the earlier revision are in the later one."""
        return np.atleast_2d(np.asarray(points, dtype=np.float64)) @ self.turn.T + self.move_mm

    def point(self, point: Point) -> Point:
        """Return where a point of the earlier revision is in the later one."""
        x, y, z = (float(one) for one in self.place([point])[0])
        return x, y, z

    @property
    def back(self) -> "Pose":
        """The way back, from the later revision to the earlier."""
        return Pose(self.turn.T, -self.turn.T @ self.move_mm)


STILL = Pose(np.eye(3), np.zeros(3))


def estimate(before: Iterable[Feature], after: Iterable[Feature], diagonal_mm: float) -> Pose:
    """Return how the part was turned and moved as a whole; `STILL` where it was not, or nothing shows it."""
    marks = _Marks(_landmarks(before), _landmarks(after), SAME_PLACE_SHARE * diagonal_mm)
    still = marks.n_placed(STILL)
    if marks.n_possible < FEWEST or still >= STANDS_SHARE * marks.n_possible:
        return STILL
    best, n_best = STILL, still
    for pose in itertools.chain(_moves(marks), itertools.islice(_turns(marks), N_TRIED)):
        n_placed = marks.n_placed(pose)
        is_milder = best is not STILL and n_placed == n_best and pose.turn_deg < best.turn_deg - 1.0
        if n_placed > n_best or is_milder:
            best, n_best = pose, n_placed
        if n_best == marks.n_possible and best.turn_deg < 1e-6:
            break
    if n_best < max(FEWEST, FOUND_SHARE * marks.n_possible):
        return STILL
    return marks.polished(best)


@dataclass(frozen=True, slots=True, eq=False)
class _Group:
    """Features of one kind and size in both revisions; axes are zero where there is none."""

    before: Floats
    after: Floats
    before_axes: Floats
    after_axes: Floats

    def placed(self, pose: Pose, reach_mm: float) -> NDArray[np.bool_]:
        """Return (N, M) which feature of the earlier revision is brought onto which of the later one."""
        cosines = np.abs(self.before_axes @ pose.turn.T @ self.after_axes.T)
        has_none = (np.abs(self.before_axes).sum(axis=1) == 0.0)[:, None]
        return np.asarray(
            (_apart(pose.place(self.before), self.after) <= reach_mm) & ((cosines >= PARALLEL) | has_none)
        )


class _Marks:
    """Features of both revisions by what they are."""

    def __init__(self, before: _Landmarks, after: _Landmarks, reach_mm: float) -> None:
        self.reach_mm = reach_mm
        shared = sorted((key for key in before if key in after), key=repr)
        shared.sort(key=lambda key: len(before[key]) * len(after[key]))
        self.groups = [
            _Group(
                *(np.array([one[part] for one in side[key]]) for part in (0, 1) for side in (before, after))
            )
            for key in shared
        ]
        self.n_possible = sum(min(len(one.before), len(one.after)) for one in self.groups)

    def n_placed(self, pose: Pose) -> int:
        """Count features that this brings to the place of one like them."""
        found = 0
        for one in self.groups:
            placed = one.placed(pose, self.reach_mm)
            found += min(int(placed.any(axis=1).sum()), int(placed.any(axis=0).sum()))
        return found

    def polished(self, pose: Pose) -> Pose:
        """Return the pose that suits all features best that it brings into place."""
        starts, ends = [], []
        for one in self.groups:
            rows, columns = np.nonzero(one.placed(pose, self.reach_mm))
            starts.append(one.before[rows])
            ends.append(one.after[columns])
        start, end = np.concatenate(starts), np.concatenate(ends)
        if np.array_equal(pose.turn, np.eye(3)):
            return Pose(np.eye(3), np.median(end - start, axis=0))
        return _rigid(start, end)


def _landmarks(features: Iterable[Feature]) -> _Landmarks:
    found: _Landmarks = {}
    for one in features:
        if one.center is not None and one.kind in LANDMARKS:
            sizes = tuple(round(value, DIGITS) for value in feature_sizes.numbers(one).values())
            axis = np.array(one.axis or (0.0, 0.0, 0.0))
            unit = axis / max(float(np.linalg.norm(axis)), 1e-12)
            found.setdefault((one.kind, *sizes), []).append((np.array(one.center), unit))
    return found


def _moves(marks: _Marks) -> Iterator[Pose]:
    """Yield moves without a turn, that which most pairs of features agree on first."""
    votes: Counter[tuple[int, ...]] = Counter()
    moves: dict[tuple[int, ...], Floats] = {}
    cell_mm = max(marks.reach_mm, 1e-9)
    for one in marks.groups:
        for move in (one.after[None, :, :] - one.before[:, None, :]).reshape(-1, 3)[:N_TRIED]:
            key = tuple(round(float(step) / cell_mm) for step in move)
            votes[key] += 1
            moves.setdefault(key, move)
    for key, _ in sorted(votes.items(), key=lambda item: (-item[1], item[0]))[:FEWEST]:
        yield Pose(np.eye(3), moves[key])


def _turns(marks: _Marks) -> Iterator[Pose]:
    """Yield turns that bring three features onto three like them, the rarest first."""
    chosen = [(at, row) for at, one in enumerate(marks.groups) for row in range(len(one.before))]
    chosen = chosen[:N_LANDMARKS]
    for triple in itertools.combinations(chosen, FEWEST):
        start = np.array([marks.groups[at].before[row] for at, row in triple])
        if _is_flat(start, marks.reach_mm):
            continue
        sides = _sides(start)
        for rows in itertools.product(*(range(len(marks.groups[at].after)) for at, _ in triple)):
            end = np.array([marks.groups[at].after[row] for (at, _), row in zip(triple, rows, strict=True)])
            if np.abs(_sides(end) - sides).max() <= marks.reach_mm:
                yield _rigid(start, end)


def _rigid(start: Floats, end: Floats) -> Pose:
    """Return the turn and move that bring points onto points with the least squares (Kabsch)."""
    middle, goal = start.mean(axis=0), end.mean(axis=0)
    u, _, vt = np.linalg.svd((start - middle).T @ (end - goal))
    flip = np.diag([1.0, 1.0, math.copysign(1.0, float(np.linalg.det(vt.T @ u.T)))])
    turn = vt.T @ flip @ u.T
    return Pose(turn, goal - turn @ middle)


def _apart(one: Floats, other: Floats) -> Floats:
    return np.asarray(np.linalg.norm(one[:, None, :] - other[None, :, :], axis=2))


def _sides(three: Floats) -> Floats:
    return np.asarray(np.linalg.norm(three - np.roll(three, 1, axis=0), axis=1))


def _is_flat(three: Floats, reach_mm: float) -> bool:
    """Return whether three points lie on a line as far as that can be measured; they fix no turn."""
    a, b, c = three
    height = float(np.linalg.norm(np.cross(b - a, c - a))) / max(float(_sides(three).max()), 1e-12)
    return height <= 10.0 * reach_mm
