"""Ladders that cannot do what they say: tiers out of reach, values without a tier, verdicts out of order."""

from collections.abc import Iterable, Iterator
from itertools import combinations, groupby

from engine.metrics import INFO_OF_METRIC
from engine.model.field import Unit
from engine.model.rulepack import (
    Comparison,
    Condition,
    Configuration,
    Rule,
    RulePack,
    Scope,
    Selector,
    Severity,
)
from engine.rules import ladder
from engine.rules.lint import _line
from engine.rules.lint._line import Spot

DOWNWARDS, UPWARDS = (Comparison.LT, Comparison.LE), (Comparison.GT, Comparison.GE)


def check(pack: RulePack) -> Iterator[str]:
    """Yield what no value of the metric could ever bring about, and what some value brings about oddly."""
    for path, rule, used in _line.rules_with_configurations(pack):
        spots_of = {each.key: _line.spots(rule, each.parameters) for each in used}
        contradictions = _contradictions(f"{path}.selector.where", rule.selector.where, used)
        yield from contradictions
        if contradictions:
            continue
        for at, tier in enumerate(rule.tiers):
            if tier.where:
                yield from _contradictions(
                    f"{path}.tiers[{at}].where", rule.selector.where + tier.where, used
                )
        yield from _out_of_reach(path, rule, spots_of)
        yield from _without_tier(path, rule, spots_of)
        yield from _out_of_order(path, rule, used)
        yield from _same_bound(path, rule, used)
        yield from _exact(path, rule)
        yield from _toothless(path, rule, spots_of)
    for each in pack.configurations:
        if not any(each in used for _, _, used in _line.rules_with_configurations(pack)):
            yield f"configurations.{each.key}: no rule belongs to it, so every part passes"


def _contradictions(place: str, where: tuple[Condition, ...], used: tuple[Configuration, ...]) -> list[str]:
    """List conditions that no subject can meet together."""
    found = []
    ordered = sorted(where, key=lambda each: each.metric)
    for metric, group in groupby(ordered, key=lambda each: each.metric):
        conditions = list(group)
        keys = [each.key for each in used if not _can_all_hold(conditions, each.parameters)]
        if keys:
            found.append(f"{place}: no value of {metric} meets these conditions together{_under(keys, used)}")
    return found


def _can_all_hold(conditions: list[Condition], parameters: dict[str, float]) -> bool:
    """Tell whether some number meets every condition."""
    bare = Rule("", "", Scope.PER_FEATURE, Selector("", tuple(conditions)), conditions[0].metric, (), {})
    return bool(_line.spots(bare, parameters))


def _out_of_reach(path: str, rule: Rule, spots_of: dict[str, tuple[Spot, ...]]) -> Iterator[str]:
    """Yield tiers that no value ever comes to, because those before them take it."""
    for at, tier in enumerate(rule.tiers):
        keys = [key for key, spots in spots_of.items() if all(spot.tier != at for spot in spots)]
        if keys and not (tier.op is None and len(keys) < len(spots_of)):
            yield (
                f"{path}.tiers[{at}]: this {tier.level.value} never holds{_under(keys, spots_of)}; the tiers "
                "before it take every value, or `where` leaves none"
            )


def _without_tier(path: str, rule: Rule, spots_of: dict[str, tuple[Spot, ...]]) -> Iterator[str]:
    """Yield values that no tier is for; they would be told as not judged."""
    for key, spots in spots_of.items():
        lacking = sorted((spot for spot in spots if spot.tier is None), key=lambda spot: spot.is_bound)
        if lacking:
            yield (
                f'{path}.tiers: no tier holds {lacking[0]} under {key}; a last tier {{"level": "pass"}} '
                "would take every value that is left"
            )
            return


def _out_of_order(path: str, rule: Rule, used: tuple[Configuration, ...]) -> Iterator[str]:
    """Yield ladders on which a value that is further off gets a milder verdict."""
    lines = [(each.key, line) for each in used for line in _line.lines(rule, each.parameters)]
    for key, spots in lines:
        steps = [(spot, rule.tiers[spot.tier].level) for spot in spots if spot.tier is not None]
        steps = [step for step in steps if not step[0].is_bound]
        ranks = [level.rank for _, level in steps]
        for at in range(1, len(ranks) - 1):
            if min(ranks[:at]) < ranks[at] and min(ranks[at + 1 :]) < ranks[at] and 0 in ranks:
                is_rising = 0 in ranks[:at]
                beyond, level = steps[-1] if is_rising else steps[0]
                if level == Severity.PASS:
                    continue
                yield (
                    f"{path}.tiers: {steps[at][0]} it is a {steps[at][1].value}, and {beyond}, further off, "
                    f"only a {level.value} under {key}; put the stricter tier first"
                )
                return


def _same_bound(path: str, rule: Rule, used: tuple[Configuration, ...]) -> Iterator[str]:
    """Yield two levels that begin at one bound, so that there is nothing between them."""
    for (first, one), (second, other) in combinations(enumerate(rule.tiers), 2):
        same_way = any(one.op in way and other.op in way for way in (DOWNWARDS, UPWARDS))
        if (
            one.where
            or other.where
            or not same_way
            or one.level == other.level
            or one.bound is None
            or other.bound is None
        ):
            continue
        keys = [
            each.key
            for each in used
            if ladder.resolve(one.bound, each.parameters) == ladder.resolve(other.bound, each.parameters)
        ]
        if keys:
            yield (
                f"{path}.tiers[{second}].rhs: this {other.level.value} has the same bound as the "
                f"{one.level.value} of tiers[{first}]{_under(keys, used)}"
            )


def _exact(path: str, rule: Rule) -> Iterator[str]:
    """Yield lengths and angles that are asked to be exactly a number."""
    for at, tier in enumerate(rule.tiers):
        if tier.op in (Comparison.EQ, Comparison.NE) and INFO_OF_METRIC[rule.metric].unit != Unit.ONE:
            yield f"{path}.tiers[{at}].op: {tier.op.value} asks a measured size to be exactly a number"


def _toothless(path: str, rule: Rule, spots_of: dict[str, tuple[Spot, ...]]) -> Iterator[str]:
    """Yield rules that can only pass, and gates that cannot fail."""
    found = {level for spots in spots_of.values() for level in _line.severities(rule, spots)}
    if found == {Severity.PASS}:
        yield f"{path}.tiers: the rule can only pass"
    elif rule.is_gate and Severity.FAIL not in found:
        yield f"{path}.gate: the gate never fails, so it rules no part out"


def _under(keys: list[str], all_of: Iterable[object]) -> str:
    """Name the configurations meant, unless all are."""
    return "" if len(keys) == len(list(all_of)) else f" under {', '.join(keys)}"
