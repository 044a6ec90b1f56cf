"""Limits are read off a rule pack however its ladders are spelled."""

import dataclasses

import pytest

from engine.heatmaps import active
from engine.model.rulepack import (
    Bound,
    Comparison,
    Condition,
    Configuration,
    Rule,
    RulePack,
    Scope,
    Selector,
    Severity,
    Tier,
)
from engine.palette import NO_LIMITS, Limits


def rule(*tiers, metric="thickness.min", configurations=()):
    return Rule(
        key="min_wall_thickness",
        name="Minimum wall thickness",
        scope=Scope.PER_FEATURE,
        selector=Selector("walls"),
        metric=metric,
        tiers=tiers,
        messages={},
        configurations=configurations,
    )


def pack(*rules):
    configurations = (
        Configuration("sand", "Sand", {"wall": 4.0}),
        Configuration("investment", "Investment", {"wall": 1.5}),
    )
    return RulePack("casting", "Casting", configurations, rules)


LITERAL = Bound(literal=2.0)
PARAM, WIDER = Bound(param="wall"), Bound(param="wall", factor=1.5)
FAILS_BELOW = rule(
    Tier(Severity.FAIL, Comparison.LT, PARAM),
    Tier(Severity.WARNING, Comparison.LT, WIDER),
    Tier(Severity.PASS),
)
PASSES_ABOVE = rule(
    Tier(Severity.PASS, Comparison.GE, WIDER),
    Tier(Severity.WARNING, Comparison.GE, PARAM),
    Tier(Severity.FAIL),
)


@pytest.mark.parametrize("ladder", [FAILS_BELOW, PASSES_ABOVE])
@pytest.mark.parametrize(("key", "fail"), [("sand", 4.0), ("investment", 1.5)])
def test_limits_are_read_from_either_spelling_of_a_ladder(ladder, key, fail):
    limits = active(pack(ladder), key, "thickness.min")
    assert (limits.fail, limits.warn) == pytest.approx((fail, 1.5 * fail))
    assert limits.source == f"Casting, {key.capitalize()}"


def test_a_tier_that_holds_for_some_alone_sets_no_limit():
    small = (Condition("area_mm2", Comparison.LT, LITERAL),)
    ladder = rule(Tier(Severity.FAIL, Comparison.LT, WIDER, small), *FAILS_BELOW.tiers)
    assert active(pack(ladder), "sand", "thickness.min") == active(pack(FAILS_BELOW), "sand", "thickness.min")


def test_a_ladder_that_forbids_large_values_sets_no_lower_limit():
    at_most = rule(Tier(Severity.FAIL, Comparison.GT, LITERAL), Tier(Severity.PASS))
    assert active(pack(at_most), "sand", "thickness.min") == NO_LIMITS


def test_a_ladder_without_a_warning_sets_the_fail_limit_alone():
    one = rule(Tier(Severity.FAIL, Comparison.LE, LITERAL), Tier(Severity.PASS))
    assert active(pack(one), "sand", "thickness.min") == Limits(2.0, None, "Casting, Sand")


def test_the_tightest_rule_of_the_configuration_decides():
    loose = rule(Tier(Severity.FAIL, Comparison.LT, LITERAL), Tier(Severity.PASS))
    elsewhere = dataclasses.replace(
        rule(Tier(Severity.FAIL, Comparison.LT, Bound(literal=9.0)), Tier(Severity.PASS)),
        configurations=("investment",),
    )
    assert active(pack(FAILS_BELOW, loose, elsewhere), "sand", "thickness.min").fail == 4.0
    assert active(pack(FAILS_BELOW, loose, elsewhere), "investment", "thickness.min").fail == 9.0


def test_other_metrics_and_unknown_configurations_have_no_limits():
    assert active(pack(FAILS_BELOW), "sand", "clearance.min") == NO_LIMITS
    assert active(pack(FAILS_BELOW), "gravity", "thickness.min") == NO_LIMITS
