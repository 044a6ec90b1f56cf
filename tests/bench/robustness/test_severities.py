"""A change of severity is explained only where both sides said that they were undecided."""

from bench.robustness import severities
from bench.robustness.difference import Kind
from bench.robustness.severities import Verdict
from engine.model.rulepack import Severity

PASS, WARNING, FAIL = Severity.PASS, Severity.WARNING, Severity.FAIL
RULE = "cnc/3-axis/min_wall_thickness"


def changed_keys(before: Verdict, after: Verdict) -> list[str]:
    found = severities.differences({RULE: before}, {RULE: after})
    assert all(one.kind is Kind.SEVERITY for one in found)
    return [one.key for one in found]


def test_the_same_severity_is_no_difference_however_sure():
    assert changed_keys(Verdict(FAIL, FAIL, False), Verdict(FAIL, PASS, True)) == []


def test_a_change_that_both_sides_left_open_is_explained():
    assert changed_keys(Verdict(WARNING, PASS, True), Verdict(PASS, PASS, True)) == []
    assert changed_keys(Verdict(PASS, PASS, True), Verdict(WARNING, PASS, True)) == []


def test_a_change_that_one_side_was_sure_of_is_a_difference():
    assert changed_keys(Verdict(WARNING, WARNING, False), Verdict(PASS, PASS, True)) == [RULE]
    assert changed_keys(Verdict(WARNING, PASS, True), Verdict(PASS, PASS, False)) == [RULE]


def test_an_open_finding_does_not_excuse_a_certain_one_that_is_worse():
    assert changed_keys(Verdict(FAIL, FAIL, True), Verdict(WARNING, WARNING, True)) == [RULE]
    assert changed_keys(Verdict(FAIL, WARNING, True), Verdict(WARNING, WARNING, True)) == []


def test_a_change_by_two_steps_weighs_twice():
    (one,) = severities.differences({RULE: Verdict(FAIL, FAIL, False)}, {RULE: Verdict(PASS, PASS, False)})
    (other,) = severities.differences(
        {RULE: Verdict(FAIL, FAIL, False)}, {RULE: Verdict(WARNING, WARNING, False)}
    )
    assert one.weight == 2 * other.weight
