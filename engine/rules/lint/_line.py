"""The number line under a rule: which tier holds where, under one configuration."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from engine.model.rulepack import Comparison, Configuration, Rule, RulePack, Severity
from engine.rules import ladder

FEW_TIERS = 4
"""Of so many tiers with conditions every choice is looked at."""

Step = tuple[Comparison | None, float | None]
"""How a tier or a condition compares, and with what; None twice for a tier that always holds."""


@dataclass(frozen=True, slots=True)
class Spot:
    """One stretch of the number line on which every value is judged alike: a bound, or what lies between."""

    low: float
    high: float
    """The same as `low` for a bound; infinite at the ends."""
    tier: int | None
    """Place of the first tier that holds; None where none does."""

    @property
    def is_bound(self) -> bool:
        """Whether it is a single value."""
        return self.low == self.high

    def __str__(self) -> str:
        """Say where it lies: `below 3`, `between 1 and 3`, `at 3`, `above 3`, `everywhere`."""
        if self.is_bound:
            return f"at {self.low:g}"
        if math.isinf(self.low):
            return "everywhere" if math.isinf(self.high) else f"below {self.high:g}"
        return f"above {self.low:g}" if math.isinf(self.high) else f"between {self.low:g} and {self.high:g}"


def rules_with_configurations(
    pack: RulePack,
) -> Iterator[tuple[str, Rule, tuple[Configuration, ...]]]:
    """Yield the path of every rule, the rule, and the configurations it belongs to."""
    for at, rule in enumerate(pack.rules):
        used = tuple(
            each for each in pack.configurations if not rule.configurations or each.key in rule.configurations
        )
        yield f"rules[{at}]", rule, used


def bounds_of(rule: Rule, parameters: dict[str, float]) -> list[float | None]:
    """Return the bound of every tier; None for one that always holds."""
    return [None if tier.bound is None else ladder.resolve(tier.bound, parameters) for tier in rule.tiers]


def lines(rule: Rule, parameters: dict[str, float]) -> tuple[tuple[Spot, ...], ...]:
    """Cut the number line at the bounds of a rule, ascending, once for each choice of its tiers.

    A tier with conditions is there for some subjects and not for others. Conditions on the rule's own metric
    cut the line too, and what they leave out is not there: a rule for holes under 20 mm never sees one of
    25 mm.
    """
    steps = tuple(
        (tier.op, bound) for tier, bound in zip(rule.tiers, bounds_of(rule, parameters), strict=True)
    )
    conditions = tuple(
        (each.op, ladder.resolve(each.bound, parameters))
        for each in rule.selector.where
        if each.metric == rule.metric
    )
    return tuple(_line(steps, conditions, absent) for absent in _absences(rule))


def spots(rule: Rule, parameters: dict[str, float]) -> tuple[Spot, ...]:
    """Return the stretches of all those lines, one line after the other."""
    return tuple(spot for line in lines(rule, parameters) for spot in line)


def severities(rule: Rule, found: tuple[Spot, ...]) -> set[Severity]:
    """Return every severity that some value gets."""
    return {rule.tiers[spot.tier].level for spot in found if spot.tier is not None}


def _absences(rule: Rule) -> Iterator[frozenset[int]]:
    """Yield which tiers may be absent together: every choice of a few; else none, each, all but each, all."""
    conditional = [at for at, tier in enumerate(rule.tiers) if tier.where]
    counts = range(len(conditional) + 1)
    if len(conditional) > FEW_TIERS:
        counts = range(0, 2)
        yield frozenset(conditional)
        yield from (frozenset(conditional) - {alone} for alone in conditional)
    for count in counts:
        yield from map(frozenset, combinations(conditional, count))


@lru_cache(maxsize=4096)  # by value: numbers and comparisons of a ladder
def _line(
    steps: tuple[Step, ...], conditions: tuple[tuple[Comparison, float], ...], absent: frozenset[int]
) -> tuple[Spot, ...]:
    """Cut one line; remembered, for an evaluation asks for each line several times, and an edit moves few."""
    cuts = sorted({bound for _, bound in steps if bound is not None} | {bound for _, bound in conditions})
    return tuple(
        Spot(low, high, _first(steps, _inside(low, high), absent))
        for low, high in _stretches(cuts)
        if all(_holds(op, _inside(low, high), bound) for op, bound in conditions)
    )


def _stretches(cuts: list[float]) -> Iterator[tuple[float, float]]:
    """Yield both ends of each stretch, bounds among them, ascending."""
    low = -math.inf
    for cut in cuts:
        yield low, cut
        yield cut, cut
        low = cut
    yield low, math.inf


def _inside(low: float, high: float) -> float:
    """Return a value of a stretch."""
    if math.isinf(low):
        return 0.0 if math.isinf(high) else high - 1.0 - abs(high)
    return low + 1.0 + abs(low) if math.isinf(high) else 0.5 * (low + high)


def _first(steps: tuple[Step, ...], value: float, absent: frozenset[int]) -> int | None:
    """Return the place of the first tier that holds for a value."""
    for at, (op, bound) in enumerate(steps):
        if at in absent:
            continue
        if op is None or bound is None or _holds(op, value, bound):
            return at
    return None


def _holds(op: Comparison, value: float, bound: float) -> bool:
    """Compare two numbers as they are; nothing was measured here."""
    return (value > bound) - (value < bound) in ladder.SIDES_OF_COMPARISON[op]
