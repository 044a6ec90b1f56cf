"""Limits of a layer are those of the ladder that a face was judged on; its colors follow its verdict."""

import dataclasses

import pytest

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
from engine.palette import Extent
from engine.rules import evaluate
from tests.support.tables import Thing, table

LITERAL = Bound(literal=2.0)
PARAM, WIDER = Bound(param="wall"), Bound(param="wall", factor=1.5)


def rule(*tiers, metric="thickness.min", configurations=(), where=(), of="all_faces"):
    return Rule(
        key="min_wall_thickness",
        name="Minimum wall thickness",
        scope=Scope.PER_FEATURE,
        selector=Selector(of, where),
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


def walls(*thicknesses, **others):
    """Write a table of faces with these thicknesses, and further metrics by name, a value for each face."""
    columns = {name.replace("__", "."): values for name, values in others.items()}
    return table(
        *(
            Thing("FACE", {"thickness.min": one} | {name: values[at] for name, values in columns.items()})
            for at, one in enumerate(thicknesses)
        )
    )


def limits_of(rules, of, key="sand", layer="thickness"):
    (verdict,) = evaluate.evaluate(pack(*rules), of, [key]).configurations
    return verdict.limits[layer]


def in_force(found):
    return [
        (found.cases[case].limits.fail, found.cases[case].limits.warn) for case in found.case_of_face.tolist()
    ]


def broken(found):
    return [
        (found.cases[case].broken.fail, found.cases[case].broken.warn) for case in found.case_of_face.tolist()
    ]


@pytest.mark.parametrize("ladder", [FAILS_BELOW, PASSES_ABOVE])
@pytest.mark.parametrize(("key", "fail"), [("sand", 4.0), ("investment", 1.5)])
def test_limits_are_read_from_either_spelling_of_a_ladder(ladder, key, fail):
    found = limits_of([ladder], walls(1.0), key)
    assert (found.limits.fail, found.limits.warn) == pytest.approx((fail, 1.5 * fail))
    assert found.limits.source == f"Casting · {key.capitalize()}"
    assert [(one.key, one.name) for one in found.rules] == [("min_wall_thickness", "Minimum wall thickness")]
    assert not found.depends_on_place


def test_each_face_breaks_the_limits_that_its_verdict_says():
    found = limits_of([FAILS_BELOW], walls(3.9, 4.0, 5.9, 6.0))
    assert in_force(found) == [(4.0, 6.0)] * 4
    assert broken(found) == [(4.0, 6.0), (None, 6.0), (None, 6.0), (None, None)]


def test_a_tier_with_a_condition_sets_its_limit_to_the_faces_that_meet_it():
    small = (Condition("area_mm2", Comparison.LT, LITERAL),)
    ladder = rule(Tier(Severity.FAIL, Comparison.LT, WIDER, small), *FAILS_BELOW.tiers)
    found = limits_of([ladder], walls(5.0, 5.0, area_mm2=(1.0, 3.0)))
    assert in_force(found) == [(6.0, None), (4.0, 6.0)]
    assert broken(found) == [(6.0, None), (None, 6.0)]
    assert (found.least.fail, found.limits.fail) == (4.0, 6.0)
    assert found.depends_on_place


def test_a_face_that_no_rule_takes_has_no_limit():
    large = (Condition("area_mm2", Comparison.GE, LITERAL),)
    found = limits_of(
        [dataclasses.replace(FAILS_BELOW, selector=Selector("all_faces", large))],
        walls(1.0, 1.0, area_mm2=(1.0, 3.0)),
    )
    assert in_force(found) == [(None, None), (4.0, 6.0)]
    assert broken(found) == [(None, None), (4.0, 6.0)]
    assert found.depends_on_place


def test_a_ladder_that_forbids_large_values_sets_no_lower_limit():
    at_most = rule(Tier(Severity.FAIL, Comparison.GT, LITERAL), Tier(Severity.PASS))
    found = limits_of([at_most], walls(3.0))
    assert found.rules == ()
    assert in_force(found) == [(None, None)]


def test_a_value_too_large_breaks_no_lower_limit_though_it_fails():
    both = rule(
        Tier(Severity.FAIL, Comparison.LT, LITERAL),
        Tier(Severity.FAIL, Comparison.GT, PARAM),
        Tier(Severity.PASS),
    )
    found = limits_of([both], walls(1.0, 5.0))
    assert in_force(found) == [(2.0, None)] * 2
    assert broken(found) == [(2.0, None), (None, None)]


def test_a_value_at_a_limit_that_forbids_it_is_red():
    at_most = rule(Tier(Severity.FAIL, Comparison.LE, LITERAL), Tier(Severity.PASS))
    assert broken(limits_of([at_most], walls(2.0, 2.1))) == [(2.0, None), (None, None)]


def test_the_tightest_rule_that_applies_decides():
    loose = rule(Tier(Severity.FAIL, Comparison.LT, LITERAL), Tier(Severity.PASS))
    elsewhere = dataclasses.replace(
        rule(Tier(Severity.FAIL, Comparison.LT, Bound(literal=9.0)), Tier(Severity.PASS)),
        configurations=("investment",),
    )
    assert limits_of([FAILS_BELOW, loose, elsewhere], walls(1.0), "sand").limits.fail == 4.0
    assert limits_of([FAILS_BELOW, loose, elsewhere], walls(1.0), "investment").limits.fail == 9.0


def test_red_ends_at_the_limit_of_the_rule_that_fails_and_not_at_that_of_one_that_passes():
    kept = rule(Tier(Severity.FAIL, Comparison.LT, PARAM), Tier(Severity.PASS), metric="thickness.median")
    missed = rule(Tier(Severity.FAIL, Comparison.LT, LITERAL), Tier(Severity.PASS))
    found = limits_of([kept, missed], walls(1.0, thickness__median=(5.0,)))
    assert in_force(found) == [(4.0, None)]
    assert broken(found) == [(2.0, None)]


def test_a_rule_of_the_part_holds_for_every_face():
    whole = dataclasses.replace(
        rule(Tier(Severity.FAIL, Comparison.LT, LITERAL), Tier(Severity.PASS), metric="part.thickness.min"),
        scope=Scope.WHOLE_PART,
        selector=Selector("part"),
    )
    of = table(Thing("FACE"), Thing("FACE"), Thing("PART", {"part.thickness.min": 1.0}))
    assert broken(limits_of([whole], of))[:2] == [(2.0, None)] * 2


def test_other_quantities_set_no_limit():
    ratio = rule(*FAILS_BELOW.tiers, metric="thickness.over_nominal")
    found = limits_of([ratio], walls(1.0, thickness__over_nominal=(0.1,)))
    assert found.rules == ()
    assert (found.limits.fail, found.limits.warn) == (None, None)
    assert limits_of([FAILS_BELOW], walls(1.0), layer="clearance").rules == ()


def test_draft_that_no_rule_bounds_has_the_angle_of_the_pull_at_faces_of_low_draft():
    of = table(Thing("FACE", {}, ("low_draft_faces",)), Thing("FACE"))
    found = limits_of([FAILS_BELOW], dataclasses.replace(of, alpha_warn_deg=3.0), layer="draft")
    assert found.limits.source == "pull direction"
    assert in_force(found) == [(None, 3.0)] * 2
    assert broken(found) == [(None, 3.0), (None, None)]


def test_all_scales_of_a_layer_begin_and_end_alike_and_agree_above_all_limits():
    of = dataclasses.replace(walls(1.0, 5.0, 20.0), extent_of_layer={"thickness": Extent(5.0, 20.0)})
    found = limits_of([FAILS_BELOW], of)
    scales = [found.scale, *(case.scale for case in found.cases)]
    assert len(scales) == 4
    assert {(scale.low, scale.high) for scale in scales} == {(0.0, found.scale.high)}
    assert {scale.stops[-5:] for scale in scales} == {found.scale.stops[-5:]}


def test_a_part_without_faces_has_limits_without_a_place():
    found = limits_of([FAILS_BELOW], table())
    assert len(found.case_of_face) == 0
    assert len(found.cases) == 1
