"""Findings of two revisions of a part, matched by geometry: face numbers change with every export."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from app.client.models import Finding
from app.state import severity
from app.state.findings import Placed

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


@dataclass(frozen=True, slots=True, eq=False)
class Matched:
    """A finding before and after; one of them is None where it is new or fixed."""

    change: Change
    before: Placed | None
    after: Placed | None


def match(before: Iterable[Placed], after: Iterable[Placed], diagonal_mm: float) -> tuple[Matched, ...]:
    """Match findings of the same rule and kind, nearest first.

    `diagonal_mm` is that of the part's box. Place decides, and among the equally near the closest value;
    findings without a place match those without one. The new come first, then the worse, the fixed, the
    better and the same.
    """
    groups: dict[tuple[str, ...], tuple[list[Placed], list[Placed]]] = {}
    for side, placed in enumerate((before, after)):
        for one in placed:
            groups.setdefault(_identity(one), ([], []))[side].append(one)
    found = [one for olds, news in groups.values() for one in _pair(olds, news, diagonal_mm)]
    order = (Change.NEW, Change.WORSE, Change.FIXED, Change.BETTER, Change.SAME)
    return tuple(sorted(found, key=lambda one: order.index(one.change)))


def counts(matched: Iterable[Matched]) -> dict[Change, int]:
    """Return how many findings each change has."""
    told = [one.change for one in matched]
    return {change: told.count(change) for change in Change}


def _identity(placed: Placed) -> tuple[str, ...]:
    return placed.pack_key, placed.configuration_key, placed.rule.key, placed.finding.kind or ""


def _pair(olds: Sequence[Placed], news: Sequence[Placed], diagonal_mm: float) -> Iterable[Matched]:
    reach_mm = FAR_SHARE * diagonal_mm
    pairs = []
    for i, old in enumerate(olds):
        for j, new in enumerate(news):
            apart_mm = _apart_mm(old.finding, new.finding)
            if apart_mm <= reach_mm:
                pairs.append((round(apart_mm, 3), _difference(old.finding, new.finding), i, j))
    taken_old, taken_new = set[int](), set[int]()
    for _, _, i, j in sorted(pairs):
        if i not in taken_old and j not in taken_new:
            taken_old.add(i)
            taken_new.add(j)
            yield Matched(_change(olds[i].finding, news[j].finding), olds[i], news[j])
    for i, old in enumerate(olds):
        if i not in taken_old:
            yield Matched(Change.FIXED, old, None)
    for j, new in enumerate(news):
        if j not in taken_new:
            yield Matched(Change.NEW, None, new)


def _apart_mm(one: Finding, other: Finding) -> float:
    if one.location is None or other.location is None:
        return 0.0 if one.location is other.location else math.inf
    return math.dist(one.location, other.location)


def _difference(one: Finding, other: Finding) -> float:
    return 0.0 if one.value is None or other.value is None else abs(one.value - other.value)


def _change(before: Finding, after: Finding) -> Change:
    """Compare by severity, then by the margin: a smaller one is worse, whichever way the limit points."""
    step = severity.rank(after.severity) - severity.rank(before.severity)
    if step:
        return Change.WORSE if step > 0 else Change.BETTER
    if before.margin is None or after.margin is None:
        return Change.SAME
    scale = max(abs(before.value or 0.0), abs(after.value or 0.0), abs(before.margin), abs(after.margin))
    if abs(after.margin - before.margin) <= SAME_SHARE * scale:
        return Change.SAME
    return Change.WORSE if after.margin < before.margin else Change.BETTER
