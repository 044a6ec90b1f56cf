"""Issues of two versions, matched by the findings they share: new, fixed, worse, better or the same."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from app.state import issues, revisions
from app.state.findings import Placed
from app.state.issues import PlacedIssue
from app.state.revisions import ORDER, Change, Matched

BAD, GOOD = frozenset({Change.NEW, Change.WORSE}), frozenset({Change.FIXED, Change.BETTER})

Pair = tuple[int | None, int | None]
"""Numbers of the issues that a finding belonged to before and after."""


@dataclass(frozen=True, slots=True, eq=False)
class MatchedIssue:
    """An issue before and after; one of them is None where it is new or fixed.

    Where an issue was split, or several grew into one, they are one issue here.
    """

    change: Change
    before: PlacedIssue | None
    after: PlacedIssue | None
    findings: tuple[Matched, ...]
    """What became of each of its findings, in the order of `revisions.ORDER`; at least one."""

    @property
    def issue(self) -> PlacedIssue:
        """The issue as it is now, or was."""
        found = self.after or self.before
        assert found is not None
        return found

    @property
    def placed(self) -> Placed:
        """Its worst finding, as it is now, or was."""
        return self.issue.worst

    @property
    def worst(self) -> Matched:
        """The worst finding before and after, which need not be at one place."""
        before, after = (None if one is None else one.worst for one in (self.before, self.after))
        return Matched(self.change, before, after)

    @property
    def is_single(self) -> bool:
        """Whether it is a single finding in either version."""
        return len(self.findings) == 1


def match(
    before: Sequence[PlacedIssue], after: Sequence[PlacedIssue], matched: Sequence[Matched]
) -> tuple[MatchedIssue, ...]:
    """Match each issue with the one that it shares most findings with, in the order of `revisions.ORDER`.

    `matched` has each finding of all these issues once. Issues of different rules share none. A finding that
    went from one issue to another, which both go on, makes neither better or worse.
    """
    all_ = (*after, *before)
    group = _Groups(len(all_))
    of_old, of_new = _numbers(before, len(after)), _numbers(after)
    pairs: list[Pair] = [
        (
            None if one.before is None else of_old[id(one.before.finding)],
            None if one.after is None else of_new[id(one.after.finding)],
        )
        for one in matched
    ]
    for old, new in _partners(pairs):
        group.join(old, new)
    olds: dict[int, list[PlacedIssue]] = {group.of(at): [] for at in range(len(all_))}
    news: dict[int, list[PlacedIssue]] = {key: [] for key in olds}
    findings: dict[int, list[Matched]] = {key: [] for key in olds}
    for at, each in enumerate(all_):
        (news if at < len(after) else olds)[group.of(at)].append(each)
    for one, numbers in zip(matched, pairs, strict=True):
        at = next(number for number in reversed(numbers) if number is not None)
        findings[group.of(at)].append(one)
    found = [_matched(olds[key], news[key], findings[key]) for key in olds]
    return tuple(sorted(found, key=lambda each: ORDER.index(each.change)))


def _numbers(several: Sequence[PlacedIssue], first: int = 0) -> dict[int, int]:
    """Return the number of the issue of each finding, which is known by its identity."""
    return {id(one.finding): at for at, each in enumerate(several, first) for one in each.placed}


def _partners(pairs: Iterable[Pair]) -> Iterator[tuple[int, int]]:
    """Yield each issue, by its number, with the issue of the other version that it shares most with."""
    shared = Counter((old, new) for old, new in pairs if old is not None and new is not None)
    seen = set[int]()
    for pair, _ in shared.most_common():  # ties in the order of the findings
        if not seen.issuperset(pair):
            seen.update(pair)
            yield pair


class _Groups:
    """Numbers joined pair by pair."""

    def __init__(self, n: int) -> None:
        self._above = list(range(n))

    def join(self, one: int, other: int) -> None:
        low, high = sorted((self.of(one), self.of(other)))
        self._above[high] = low

    def of(self, at: int) -> int:
        """Return the least number of its group."""
        while self._above[at] != at:
            self._above[at] = self._above[self._above[at]]
            at = self._above[at]
        return at


def _matched(olds: list[PlacedIssue], news: list[PlacedIssue], findings: list[Matched]) -> MatchedIssue:
    before, after = (issues.merged(several) if several else None for several in (olds, news))
    in_order = tuple(sorted(findings, key=lambda one: ORDER.index(one.change)))
    return MatchedIssue(_change(before, after, in_order), before, after, in_order)


def _change(before: PlacedIssue | None, after: PlacedIssue | None, findings: Sequence[Matched]) -> Change:
    """Tell what became of an issue; where some places grew better and others worse, the worst place decides.

    If that is as before too, the number of places does.
    """
    changes = {one.change for one in findings}
    if before is None or after is None:
        alone = Change.NEW if before is None else Change.FIXED
        return Change.UNJUDGED if changes == {Change.UNJUDGED} else alone
    is_worse, is_better = bool(changes & BAD), bool(changes & GOOD)
    if not (is_worse and is_better):
        return Change.WORSE if is_worse else Change.BETTER if is_better else Change.SAME
    of_worst = revisions.change(before.worst.finding, after.worst.finding)
    if of_worst is not Change.SAME:
        return of_worst
    more = len(after.placed) - len(before.placed)
    return Change.SAME if not more else Change.WORSE if more > 0 else Change.BETTER
