"""Which limits are in force for a metric: read off a rule pack's tiers under one configuration."""

import operator

from engine.model.rulepack import Bound, Comparison, Configuration, Rule, RulePack, Severity
from engine.palette import NO_LIMITS, Limits

_HOLDS = {
    Comparison.LT: operator.lt,
    Comparison.LE: operator.le,
    Comparison.GT: operator.gt,
    Comparison.GE: operator.ge,
    Comparison.EQ: operator.eq,
    Comparison.NE: operator.ne,
}


def active(pack: RulePack, configuration_key: str, metric: str) -> Limits:
    """Return below which values of `metric` the pack warns and fails.

    The tightest rule of the configuration decides, without the tiers that have conditions; `NO_LIMITS` when
    no rule of the pack bounds the metric from below, or the pack has no such configuration.
    """
    configuration = next((one for one in pack.configurations if one.key == configuration_key), None)
    if configuration is None:
        return NO_LIMITS
    fails: list[float] = []
    warnings: list[float] = []
    for rule in pack.rules:
        if rule.metric != metric or (rule.configurations and configuration_key not in rule.configurations):
            continue
        for bound in _bounds(rule, configuration):
            nudge = 1e-9 * max(abs(bound), 1.0)
            below = _severity(rule, configuration, bound - nudge)
            above = _severity(rule, configuration, bound + nudge)
            if below is Severity.FAIL and above is not Severity.FAIL:
                fails.append(bound)
            elif below is Severity.WARNING and above is Severity.PASS:
                warnings.append(bound)
    if not fails and not warnings:
        return NO_LIMITS
    return Limits(max(fails, default=None), max(warnings, default=None), f"{pack.name}, {configuration.name}")


def _bounds(rule: Rule, configuration: Configuration) -> list[float]:
    found = [
        _value(tier.bound, configuration) for tier in rule.tiers if tier.bound is not None and not tier.where
    ]
    return [value for value in found if value is not None]


def _severity(rule: Rule, configuration: Configuration, value: float) -> Severity:
    """Return the level of the first tier that holds; pass when none does."""
    for tier in rule.tiers:
        if tier.where:
            continue
        if tier.op is None or tier.bound is None:
            return tier.level
        bound = _value(tier.bound, configuration)
        if bound is not None and _HOLDS[tier.op](value, bound):
            return tier.level
    return Severity.PASS


def _value(bound: Bound, configuration: Configuration) -> float | None:
    if bound.param is None:
        return bound.literal
    value = configuration.parameters.get(bound.param)
    return None if value is None else value * bound.factor
