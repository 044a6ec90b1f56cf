"""Two analyses compared under one process: issues that are new, fixed, worse, better or as before."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from server.agent import issues
from server.agent.issues import RANK, FoundIssue, Result
from server.agent.names import Names

CHANGES = ("new", "worse", "better", "fixed", "not judged", "same")
"""In the order in which they are told."""
NEAR_SHARE = 0.25
"""Issues of one rule are one where their places are no farther apart, as a share of the part's diagonal."""
SAME_SHARE = 0.005
"""Values that differ by less are the same: a part that is meshed anew measures a little otherwise."""


@dataclass(frozen=True, slots=True)
class Change:
    """An issue before and after; one of them is None where it is new, fixed or was not judged."""

    change: str
    before: FoundIssue | None
    after: FoundIssue | None

    @property
    def issue(self) -> FoundIssue:
        """The issue as it is now, or was."""
        found = self.after or self.before
        assert found is not None
        return found


def compare(before: Result, after: Result, process: str) -> list[Change]:
    """Match the issues of two results under a process.

    Of one rule, those are one issue that lie nearest to each other, the parts taken as they stand in their
    files; where a place moved farther, they are matched in their order.
    """
    reach_mm = NEAR_SHARE * max(_diagonal_mm(before), _diagonal_mm(after))
    olds, news = (_by_rule(issues.of_process(one, process)) for one in (before, after))
    found: list[Change] = []
    for rule in {**olds, **news}:
        found += _of_rule(olds.get(rule, []), news.get(rule, []), reach_mm)
    judged = [_honest(each, before, after, process) for each in found]
    return sorted(
        judged, key=lambda each: (CHANGES.index(each.change), -RANK[each.issue.severity], each.issue.id)
    )


def feature_changes(before: Result, after: Result) -> tuple[list[str], list[str]]:
    """Return the names of features that are gone, and of those that are new, by kind and size alone."""
    olds, news = (
        Counter(each.name.partition(",")[0] for each in Names(one).features) for one in (before, after)
    )
    gone, new = olds - news, news - olds
    return _counted(gone), _counted(new)


def _counted(names: Counter[str]) -> list[str]:
    return [name if count == 1 else f"{name} ×{count}" for name, count in names.items()]


def _by_rule(found: Sequence[FoundIssue]) -> dict[str, list[FoundIssue]]:
    gathered: dict[str, list[FoundIssue]] = {}
    for each in found:
        gathered.setdefault(str(each.rule["key"]), []).append(each)
    return gathered


def _of_rule(olds: list[FoundIssue], news: list[FoundIssue], reach_mm: float) -> list[Change]:
    pairs = sorted((_distance_mm(old, new), i, j) for i, old in enumerate(olds) for j, new in enumerate(news))
    partner_of_old: dict[int, int] = {}
    for distance_mm, i, j in pairs:
        if distance_mm <= reach_mm and i not in partner_of_old and j not in partner_of_old.values():
            partner_of_old[i] = j
    changes = [Change(_change(olds[i], news[j]), olds[i], news[j]) for i, j in partner_of_old.items()]
    changes += [Change("fixed", old, None) for i, old in enumerate(olds) if i not in partner_of_old]
    matched = set(partner_of_old.values())
    changes += [Change("new", None, new) for j, new in enumerate(news) if j not in matched]
    return changes


def _distance_mm(one: FoundIssue, other: FoundIssue) -> float:
    """How far apart the nearest places of two issues are; 0 where one is about the part as a whole."""
    places = [
        [each["location"] for each in issue.findings if each["fid"] is not None and each["location"]]
        for issue in (one, other)
    ]
    if not places[0] or not places[1]:
        return 0.0
    return min(math.dist(a, b) for a in places[0][:50] for b in places[1][:50])


def _change(old: FoundIssue, new: FoundIssue) -> str:
    """Tell what became of an issue: by its severity, then by its worst value, then by its places."""
    ranks = RANK[new.severity] - RANK[old.severity]
    if ranks:
        return "worse" if ranks > 0 else "better"
    margins = [each.worst["margin"] for each in (old, new)]
    if margins[0] is not None and margins[1] is not None:
        size = max(abs(float(old.worst["threshold"] or 0.0)), abs(float(margins[0])), 1e-9)
        gained = (float(margins[1]) - float(margins[0])) / size
        if abs(gained) > SAME_SHARE:
            return "better" if gained > 0.0 else "worse"
    more = len(new.findings) - len(old.findings)
    return "same" if not more else "worse" if more > 0 else "better"


def _honest(change: Change, before: Result, after: Result, process: str) -> Change:
    """Call nothing new or fixed that only one of both was judged by."""
    if change.change not in ("new", "fixed"):
        return change
    other = before if change.change == "new" else after
    key = change.issue.rule["key"]
    rules: Sequence[Mapping[str, Any]] = issues.verdict_of(other, process)["rules"]
    rule = next((each for each in rules if each["key"] == key), None)
    is_judged = rule is not None and (rule["n_inspected"] > 0 or rule["n_skipped"] == 0)
    return change if is_judged else Change("not judged", change.before, change.after)


def _diagonal_mm(result: Result) -> float:
    box = result["geometry"]["bounding_box_mm"]
    return math.hypot(box["x"], box["y"], box["z"])
