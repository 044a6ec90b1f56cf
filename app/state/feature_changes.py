"""Features of two revisions, matched by kind, place, direction and size: what was added, removed, changed."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from app.client.models import Feature, Point
from app.state import feature_sizes
from app.state.interface import SHIPPED
from app.state.pose import STILL, Pose

NEAR_SHARE = 0.02
"""Of the diagonal: a feature of another size this close is the same feature, made larger or smaller."""
NEAR_OWN_SHARE = 0.25
"""Of its own box: the middle of a large pocket moves far when one side of it does."""
TURNED_OWN_SHARE = 1.0
"""The same where the part was turned and the middle of a flat is just some point of its plane."""
FAR_SHARE = 0.1
"""Of the diagonal: a feature of the same size this close is the same feature, moved."""
SAME_SIZE = 0.02
"""Mean difference of sizes that makes two features of one size, for the search of what moved."""
AXIAL = 0.25
"""Weight of a way along the axis: a bore that became shorter is the same, its middle elsewhere."""
MOVED_SHARE = 1e-3
"""Of the diagonal: less is no move."""
PARALLEL = math.cos(math.radians(20.0))
"""Axes farther apart than this are of two features."""
STEADY = frozenset({"HOLE", "BOSS", "SLOT", "FIN", "POCKET", "PROTRUSION"})
"""Kinds of which a move is reported; the center of others is some point on them."""
WHETHER = {"through": ("blind", "through"), "is_through": ("blind", "through")}
"""Dimensions that are yes or no, with the words for both."""


class FeatureChange(StrEnum):
    """What became of a feature."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    SAME = "same"


@dataclass(frozen=True, slots=True)
class SizeChange:
    """One dimension that differs. `key` is the wire's, as `diameter_mm`."""

    key: str
    before: float | bool
    after: float | bool


@dataclass(frozen=True, slots=True, eq=False)
class MatchedFeature:
    """A feature before and after; one of them is None where it was added or removed."""

    change: FeatureChange
    before: Feature | None
    after: Feature | None
    sizes: tuple[SizeChange, ...] = ()
    moved_mm: float = 0.0
    """How far its middle moved, the part held still; 0 where that says nothing."""

    @property
    def feature(self) -> Feature:
        """The feature as it is now, or was."""
        found = self.after or self.before
        assert found is not None
        return found


ORDER = (FeatureChange.ADDED, FeatureChange.REMOVED, FeatureChange.CHANGED, FeatureChange.SAME)


def match(
    before: Iterable[Feature], after: Iterable[Feature], diagonal_mm: float, pose: Pose = STILL
) -> tuple[MatchedFeature, ...]:
    """Match each feature with at most one; by change, then by kind, in the order of the later revision."""
    kinds: dict[str, tuple[list[Feature], list[Feature]]] = {}
    for side, features in enumerate((before, after)):
        for one in features:
            kinds.setdefault(one.kind, ([], []))[side].append(one)
    found = [
        one
        for kind in sorted(kinds, key=SHIPPED.place_of_kind)
        for one in _of_kind(*kinds[kind], diagonal_mm, pose)
    ]
    return tuple(sorted(found, key=lambda one: ORDER.index(one.change)))


def _of_kind(
    olds: Sequence[Feature], news: Sequence[Feature], diagonal_mm: float, pose: Pose
) -> Iterable[MatchedFeature]:
    old_of = {j: i for _, _, i, j in _pairs(olds, news, diagonal_mm, pose)}
    for j, new in enumerate(news):
        if j in old_of:
            yield _compared(olds[old_of[j]], new, diagonal_mm, pose)
        else:
            yield MatchedFeature(FeatureChange.ADDED, None, new)
    taken = set(old_of.values())
    for i, old in enumerate(olds):
        if i not in taken:
            yield MatchedFeature(FeatureChange.REMOVED, old, None)


def _pairs(
    olds: Sequence[Feature], news: Sequence[Feature], diagonal_mm: float, pose: Pose
) -> list[tuple[float, float, int, int]]:
    """Return pairs, the likest first, each feature in one of them at most."""
    if not olds or not news:
        return []
    starts, ends = pose.place([_middle(one) for one in olds]), np.array([_middle(one) for one in news])
    turned = [None if one.axis is None else pose.turn @ np.array(one.axis) for one in olds]
    near_mm = np.array([_near_mm(one, diagonal_mm, is_still=pose.is_still) for one in news])
    reach_mm = np.maximum(near_mm, FAR_SHARE * diagonal_mm)
    possible = []
    for i, start in enumerate(starts):
        apart = np.array([_apart_mm(end - start, new) for end, new in zip(ends, news, strict=True)])
        for j in np.flatnonzero(apart <= reach_mm).tolist():
            if not _are_parallel(turned[i], news[j].axis):
                continue
            if not pose.is_still and not _is_level(ends[j] - start, news[j], NEAR_SHARE * diagonal_mm):
                continue
            differs = feature_sizes.difference(olds[i], news[j])
            if apart[j] <= near_mm[j] or differs <= SAME_SIZE:
                cost = float(apart[j] / reach_mm[j]) + differs
                possible.append((round(cost, 6), round(float(apart[j]), 6), i, j))
    found, taken_old, taken_new = [], set[int](), set[int]()
    for pair in sorted(possible):
        if pair[2] not in taken_old and pair[3] not in taken_new:
            taken_old.add(pair[2])
            taken_new.add(pair[3])
            found.append(pair)
    return found


def _compared(old: Feature, new: Feature, diagonal_mm: float, pose: Pose) -> MatchedFeature:
    mine, theirs = feature_sizes.numbers(old), feature_sizes.numbers(new)
    blur_mm = feature_sizes.uncertainty_mm(old) + feature_sizes.uncertainty_mm(new)
    sizes: list[SizeChange] = []
    for key, was in mine.items():
        now = theirs.get(key)
        if now is None or feature_sizes.are_same(key, was, now, blur_mm):
            continue
        if (was, now) not in [(one.before, one.after) for one in sizes]:  # least and most are often one
            sizes.append(SizeChange(key, was, now))
    for key in WHETHER:
        before, after = old.dimensions.get(key), new.dimensions.get(key)
        if isinstance(before, bool) and isinstance(after, bool) and before != after:
            sizes.append(SizeChange(key, before, after))
    moved_mm = 0.0
    if old.kind in STEADY and not any(
        one.key.endswith(("depth_mm", "height_mm", "length_mm")) for one in sizes
    ):
        apart_mm = math.dist(pose.point(_middle(old)), _middle(new))
        moved_mm = apart_mm if apart_mm > MOVED_SHARE * diagonal_mm else 0.0
    change = FeatureChange.CHANGED if sizes or moved_mm else FeatureChange.SAME
    return MatchedFeature(change, old, new, tuple(sizes), moved_mm)


def _middle(feature: Feature) -> Point:
    """Return where it is; features without a known place are all at one."""
    if feature.center is not None:
        return feature.center
    if feature.box_mm is not None:
        low, high = feature.box_mm
        return ((low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2)
    return (0.0, 0.0, 0.0)


def _near_mm(feature: Feature, diagonal_mm: float, *, is_still: bool) -> float:
    own_mm = 0.0 if feature.box_mm is None else math.dist(*feature.box_mm)
    share = NEAR_OWN_SHARE if is_still or feature.kind in STEADY else TURNED_OWN_SHARE
    return max(NEAR_SHARE * diagonal_mm, share * own_mm)


def _apart_mm(way: np.ndarray, feature: Feature) -> float:
    """Return how far a middle went, for the search of what it belongs to."""
    if feature.kind not in STEADY or feature.axis is None:
        return float(np.linalg.norm(way))
    axis = np.array(feature.axis)
    along = float(way @ axis) / max(float(np.linalg.norm(axis)), 1e-12)
    return math.sqrt(max(float(way @ way) - along * along, 0.0)) + AXIAL * abs(along)


def _is_level(way: np.ndarray, feature: Feature, reach_mm: float) -> bool:
    """Return whether a way runs along the plane of a flat; of what is no flat it may run anywhere."""
    if feature.kind in STEADY or feature.axis is None:
        return True
    axis = np.array(feature.axis)
    return abs(float(way @ axis)) <= reach_mm * float(np.linalg.norm(axis))


def _are_parallel(one: np.ndarray | None, other: Point | None) -> bool:
    if one is None or other is None:
        return True
    return abs(float(one @ np.array(other))) >= PARALLEL * float(np.linalg.norm(one)) * math.hypot(*other)
