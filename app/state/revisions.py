"""Findings of two revisions of a part, matched by geometry: face numbers change with every export."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from app.client.models import Feature, Finding, Point
from app.state import severity
from app.state.feature_changes import MatchedFeature
from app.state.findings import Placed
from app.state.pose import STILL, Pose

FAR_SHARE = 0.1
"""Findings farther apart than this share of the part's diagonal are about different places."""
SAME_SHARE = 1e-3
"""Values closer than this share of each other are the same: meshes of two exports differ by as much."""


class Change(StrEnum):
    """What became of a finding."""

    NEW = "new"
    FIXED = "fixed"
    WORSE = "worse"
    BETTER = "better"
    SAME = "same"
    UNJUDGED = "unjudged"
    """The other revision has no such rule, or it could measure nothing there; `match` cannot tell which."""


ORDER = (Change.NEW, Change.WORSE, Change.FIXED, Change.BETTER, Change.UNJUDGED, Change.SAME)


@dataclass(frozen=True, slots=True, eq=False)
class Matched:
    """A finding before and after; one of them is None where it is new or fixed."""

    change: Change
    before: Placed | None
    after: Placed | None

    @property
    def placed(self) -> Placed:
        """The finding as it is now, or was."""
        found = self.after or self.before
        assert found is not None
        return found


class Partners:
    """Faces of both revisions by the matched feature they belong to: the smallest of several."""

    def __init__(self, matched: Iterable[MatchedFeature] = ()) -> None:
        both = [
            (one.before, one.after) for one in matched if one.before is not None and one.after is not None
        ]
        self.before = _numbered(old for old, _ in both)
        self.after = _numbered(new for _, new in both)


def match(
    before: Iterable[Placed],
    after: Iterable[Placed],
    diagonal_mm: float,
    pose: Pose = STILL,
    partners: Partners | None = None,
) -> tuple[Matched, ...]:
    """Match findings of the same rule and kind, each with at most one.

    `diagonal_mm` is that of the part's box, `pose` how the part was moved as a whole. Findings about the same
    features match first, as a thin wall is thinnest now here, now there; then place decides, nearest first,
    and among the equally near the closest value. Findings without a place match those without one, and
    what is said of the whole part, as that it has undercuts, matches wherever it is shown. The new come
    first, then the worse, the fixed, the better and the same.
    """
    groups: dict[tuple[str, ...], tuple[list[Placed], list[Placed]]] = {}
    for side, placed in enumerate((before, after)):
        for one in placed:
            groups.setdefault(_identity(one), ([], []))[side].append(one)
    pairing = _Pairing(FAR_SHARE * diagonal_mm, pose, partners or Partners())
    found = [one for olds, news in groups.values() for one in pairing.pair(olds, news)]
    return tuple(sorted(found, key=lambda one: ORDER.index(one.change)))


def change(before: Finding, after: Finding) -> Change:
    """Compare by severity, then by the margin: a smaller one is worse, whichever way the limit points."""
    step = severity.rank(after.severity) - severity.rank(before.severity)
    if step:
        return Change.WORSE if step > 0 else Change.BETTER
    if before.margin is None or after.margin is None:
        return Change.SAME
    scale = max(abs(before.value or 0.0), abs(after.value or 0.0), abs(before.margin), abs(after.margin))
    blur = (before.uncertainty or 0.0) + (after.uncertainty or 0.0)
    if abs(after.margin - before.margin) <= max(SAME_SHARE * scale, blur):
        return Change.SAME
    return Change.WORSE if after.margin < before.margin else Change.BETTER


def _identity(placed: Placed) -> tuple[str, ...]:
    return placed.pack_key, placed.configuration_key, placed.rule.key, placed.finding.kind or ""


@dataclass(frozen=True, slots=True, eq=False)
class _Pairing:
    """What findings are paired by."""

    reach_mm: float
    pose: Pose
    partners: Partners

    def pair(self, olds: Sequence[Placed], news: Sequence[Placed]) -> Iterable[Matched]:
        """Pair findings of one rule and kind."""
        starts = [
            None if one.finding.location is None else self.pose.point(one.finding.location) for one in olds
        ]
        about_old = [_about(one, self.partners.before) for one in olds]
        about_new = [_about(one, self.partners.after) for one in news]
        pairs = []
        for i, old in enumerate(olds):
            for j, new in enumerate(news):
                apart_mm = _apart_mm(starts[i], new.finding.location)
                is_whole = old.finding.fid is None and new.finding.fid is None
                is_one = is_whole or (bool(about_old[i]) and about_old[i] == about_new[j])
                if is_one or apart_mm <= self.reach_mm:
                    differs = _difference(old.finding, new.finding)
                    pairs.append((not is_one, round(apart_mm, 3), differs, i, j))
        taken_old, taken_new = set[int](), set[int]()
        for *_, i, j in sorted(pairs):
            if i not in taken_old and j not in taken_new:
                taken_old.add(i)
                taken_new.add(j)
                yield Matched(change(olds[i].finding, news[j].finding), olds[i], news[j])
        for i, old in enumerate(olds):
            if i not in taken_old:
                yield Matched(Change.FIXED, old, None)
        for j, new in enumerate(news):
            if j not in taken_new:
                yield Matched(Change.NEW, None, new)


def _numbered(features: Iterable[Feature]) -> dict[str, int]:
    """Return the number of the smallest feature at each face, counted in their order."""
    size_of: dict[str, int] = {}
    found: dict[str, int] = {}
    for number, one in enumerate(features):
        for fid in one.fids:
            if fid not in size_of or len(one.fids) < size_of[fid]:
                size_of[fid], found[fid] = len(one.fids), number
    return found


def _about(placed: Placed, numbers: Mapping[str, int]) -> frozenset[int]:
    """Return the matched features a finding is about; empty where any of its faces belongs to none."""
    fids = placed.fids
    return frozenset(numbers[fid] for fid in fids) if all(fid in numbers for fid in fids) else frozenset()


def _apart_mm(one: Point | None, other: Point | None) -> float:
    if one is None or other is None:
        return 0.0 if one is other else math.inf
    return math.dist(one, other)


def _difference(one: Finding, other: Finding) -> float:
    return 0.0 if one.value is None or other.value is None else abs(one.value - other.value)
