"""Judging by one rule: severities, margins, words, and what is said of missing evidence."""

import math
import operator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model.arrays import frozen
from engine.model.finding import Finding, RuleVerdict
from engine.model.metric import Measured
from engine.model.metric_table import MetricTable
from engine.model.part import FaceId
from engine.model.rulepack import Severity
from engine.rules import judge, parse, select
from tests.support.tables import Thing, each, table

WALL: dict[str, Any] = {
    "key": "wall",
    "name": "Wall",
    "scope": "per_feature",
    "selector": {"set": "all_faces"},
    "metric": "thickness.min",
    "tiers": [
        {"level": "fail", "op": "lt", "rhs": {"param": "least"}},
        {"level": "warning", "op": "lt", "rhs": {"param": "least", "factor": 2}},
        {"level": "pass"},
    ],
    "messages": {
        "fail": "{feature} is {metric:.2f} mm, below {threshold:.2f} mm.",
        "warning": "{feature} is {metric:.2f} mm, better {threshold:.2f} mm.",
        "pass": "All {n_inspected} are {threshold:.2f} mm or more, the thinnest {metric:.2f} mm.",
    },
    "advice": "Thicken {metric:.2f} to {threshold:.2f}.",
}


def judged(of: MetricTable, list_passes: bool = False, **changes: Any) -> RuleVerdict:
    """Judge a table by the wall rule with changes; least 0.5, so warnings end at 1.0."""
    pack = parse.parse(
        {
            "key": "p",
            "name": "P",
            "configurations": {"c": {"name": "C", "parameters": {"least": 0.5}}},
            "rules": [{**WALL, **changes}],
        }
    )
    members = select.members_of_set(of)
    return judge.judge(pack.rules[0], pack.configurations[0].parameters, of, members, list_passes)


def only(verdict: RuleVerdict) -> Finding:
    assert len(verdict.findings) == 1
    return verdict.findings[0]


def walls(*values: float | Measured) -> MetricTable:
    return each("FACE", "thickness.min", *values)


def test_each_subject_is_judged_by_the_first_tier_that_holds() -> None:
    verdict = judged(walls(0.4, 0.5, 0.9, 1.0, 3.0))
    assert verdict.severity == Severity.FAIL
    assert verdict.count_of_severity == {Severity.PASS: 2, Severity.WARNING: 2, Severity.FAIL: 1}
    assert verdict.n_inspected == 5
    assert [finding.value for finding in verdict.findings] == [0.4, 0.5, 0.9]


BRIDGED = [
    {"level": "warning", "op": "lt", "rhs": 1.0, "where": [{"metric": "area_mm2", "op": "le", "rhs": 9.0}]},
    {"level": "fail", "op": "lt", "rhs": 2.0},
    {"level": "pass"},
]
"""Walls under 2 mm fail; of small faces those under 1 mm merely warn."""


def sized(*pairs: tuple[float | Measured, float | Measured]) -> MetricTable:
    return table(*(Thing("FACE", {"thickness.min": wall, "area_mm2": area}) for wall, area in pairs))


def test_a_tier_with_conditions_holds_for_the_subjects_that_meet_them_alone() -> None:
    verdict = judged(sized((0.5, 9.0), (0.5, 9.1), (1.75, 9.0), (2.5, 9.0)), list_passes=True, tiers=BRIDGED)
    found = {each.fid: (each.severity, each.threshold) for each in verdict.findings}
    assert found == {
        0: (Severity.WARNING, 2.0),
        1: (Severity.FAIL, 2.0),
        2: (Severity.FAIL, 2.0),
        3: (Severity.PASS, 2.0),
    }
    assert verdict.count_of_severity == {Severity.PASS: 1, Severity.WARNING: 1, Severity.FAIL: 2}


def test_a_tier_with_conditions_and_without_a_comparison_holds_for_any_value() -> None:
    tiers = [{"level": "fail", "where": [{"metric": "area_mm2", "op": "lt", "rhs": 1.0}]}, {"level": "pass"}]
    of = sized((7.0, 0.5), (7.0, 1.0))
    verdict = judged(of, list_passes=True, tiers=tiers, messages={}, advice="")
    assert [(each.fid, each.severity, each.threshold, each.margin) for each in verdict.findings] == [
        (0, Severity.FAIL, None, None),
        (1, Severity.PASS, None, None),
    ]


def test_a_subject_whose_tier_cannot_be_reported_is_skipped_and_not_judged_milder() -> None:
    unknown = Measured(math.nan, reason="the area is not known")
    verdict = judged(sized((0.5, unknown), (2.5, 9.0)), tiers=BRIDGED)
    assert (verdict.n_inspected, verdict.n_skipped) == (1, 1)
    assert "the area is not known" in verdict.reason


def test_findings_come_worst_first_and_the_worst_speaks_for_the_rule() -> None:
    verdict = judged(walls(0.9, 0.45, 0.6, 0.2))
    assert [finding.value for finding in verdict.findings] == [0.2, 0.45, 0.6, 0.9]
    assert verdict.message == verdict.findings[0].message == "Face 3 is 0.20 mm, below 0.50 mm."


def test_a_finding_carries_its_subject_and_its_numbers() -> None:
    found = only(judged(walls(3.0, 0.4)))
    assert (found.fid, found.faces, found.kind, found.unit) == (1, (1,), "FACE", "mm")
    assert (found.value, found.threshold, found.severity) == (0.4, 0.5, Severity.FAIL)
    assert found.margin == pytest.approx(-0.1)
    assert found.location.tolist() == [1.0, 0.0, 0.0]
    assert found.witness is None


def test_a_finding_carries_the_place_and_faces_that_were_measured() -> None:
    place, opposite = frozen([1.0, 2.0, 3.0]), frozen([1.0, 2.0, 3.4])
    measured = Measured(
        0.4, location=place, witness=(place, opposite), faces=(FaceId(7),), note="At the rib."
    )
    found = only(judged(walls(measured)))
    np.testing.assert_array_equal(found.location, place)
    assert found.witness is not None
    np.testing.assert_array_equal(found.witness, (place, opposite))
    assert found.faces == (7,)
    assert found.message == "Face 0 is 0.40 mm, below 0.50 mm. At the rib."


def test_the_margin_of_a_pass_is_positive_and_that_of_a_miss_negative() -> None:
    found = judged(walls(1.25, 0.75, 0.25), list_passes=True).findings
    assert [finding.margin for finding in found] == pytest.approx([-0.25, -0.25, 0.25])
    assert [finding.threshold for finding in found] == [0.5, 1.0, 1.0]


def test_advice_names_the_number_that_passes_and_a_pass_needs_none() -> None:
    found = judged(walls(2.0, 0.4, 0.8), list_passes=True).findings
    assert [finding.advice for finding in found] == ["Thicken 0.40 to 1.00.", "Thicken 0.80 to 1.00.", ""]


def test_passes_are_counted_and_listed_only_on_request() -> None:
    assert not judged(walls(2.0, 3.0)).findings
    listed = judged(walls(2.0, 3.0), list_passes=True)
    assert [finding.message for finding in listed.findings] == [
        "Face 0: 2.00 mm, limit 1.00 mm.",
        "Face 1: 3.00 mm, limit 1.00 mm.",
    ]


def test_a_rule_that_passes_speaks_of_the_subject_nearest_to_its_limit() -> None:
    verdict = judged(walls(5.0, 1.25, 3.0))
    assert verdict.severity == Severity.PASS
    assert verdict.message == "All 3 are 1.00 mm or more, the thinnest 1.25 mm."


def test_a_value_at_its_limit_passes_and_never_reads_as_below_it() -> None:
    assert judged(walls(1.0 - 1e-9)).severity == Severity.PASS
    found = only(judged(walls(0.9999)))
    assert found.severity == Severity.WARNING
    assert found.message == "Face 0 is 0.9999 mm, better 1.0000 mm."


def test_a_value_too_close_to_call_says_so() -> None:
    found = only(judged(walls(Measured(0.49, uncertainty=0.02))))
    assert not found.is_decided
    assert found.message == (
        "Face 0 is 0.49 mm, below 0.50 mm. Too close to 0.5 mm to call: it is measured to ±0.02 mm."
    )
    clear = only(judged(walls(Measured(0.47, uncertainty=0.02))))
    assert clear.is_decided
    assert clear.message == "Face 0 is 0.47 mm, below 0.50 mm."


def test_an_error_as_large_as_the_value_is_not_reported_as_a_number() -> None:
    found = only(judged(walls(Measured(0.45, uncertainty=0.45))))
    assert found.message == (
        "Face 0 is 0.45 mm, below 0.50 mm. "
        "Too close to call: it cannot be measured well enough there to tell it from 0.5 mm."
    )
    described = only(judged(walls(Measured(0.45, uncertainty=0.44))))
    assert described.message.endswith("Too close to 0.5 mm to call: it is measured to ±0.44 mm.")


def test_a_wall_drawn_as_thick_as_the_limit_is_not_failed_by_the_mesh() -> None:
    at_limit = judged(walls(Measured(0.99998, uncertainty=0.005)))
    assert at_limit.severity == Severity.PASS
    assert at_limit.message == (
        "All 1 are 1.00 mm or more, the thinnest 1.00 mm. Within the measuring error of the limit: 1."
    )
    found = only(judged(walls(Measured(0.4999, uncertainty=0.003))))
    assert (found.severity, found.value, found.is_decided) == (Severity.WARNING, 0.4999, False)
    assert found.message == (
        "Face 0 is 0.50 mm, better 1.00 mm. Too close to 0.5 mm to call: it is measured to ±0.003 mm."
    )


def test_a_poor_measurement_earns_no_benefit_of_the_doubt() -> None:
    found = only(judged(walls(Measured(0.9, uncertainty=0.3))))
    assert (found.severity, found.is_decided) == (Severity.WARNING, False)


def test_passes_within_the_measuring_error_are_reported() -> None:
    verdict = judged(walls(Measured(1.01, uncertainty=0.02), 4.0))
    assert verdict.severity == Severity.PASS
    assert verdict.message.endswith("the thinnest 1.01 mm. Within the measuring error of the limit: 1.")


def test_nothing_to_inspect_passes_and_is_not_applicable() -> None:
    verdict = judged(table(Thing("HOLE", {"hole.diameter": 3.0})))
    assert (verdict.severity, verdict.is_applicable) == (Severity.PASS, False)
    assert (verdict.n_inspected, verdict.n_skipped) == (0, 0)
    assert verdict.message == verdict.reason == "Nothing to check: the part has no faces."


def test_a_set_that_was_not_gathered_is_a_warning_with_the_reason() -> None:
    unknown = table(missing_sets={"overhang_faces": "overhangs are not measured yet"})
    verdict = judged(unknown, selector={"set": "overhang_faces"}, messages={"pass": "No overhang."})
    assert (verdict.severity, verdict.is_applicable) == (Severity.WARNING, True)
    assert (verdict.n_inspected, verdict.n_skipped) == (0, 1)
    assert verdict.message == verdict.reason == "Not judged: overhangs are not measured yet."
    other = judged(unknown, selector={"set": "undercut_faces"}, messages={"pass": "No undercut."})
    assert (other.severity, other.n_skipped, other.message) == (Severity.PASS, 0, "No undercut.")


def test_a_set_that_lacks_some_is_never_passed() -> None:
    incomplete = replace(walls(2.0), missing_sets={"all_faces": "some were lost"})
    verdict = judged(incomplete)
    assert (verdict.severity, verdict.n_inspected, verdict.n_skipped) == (Severity.WARNING, 1, 1)
    assert verdict.message.endswith("Not judged: some were lost.")


def test_an_empty_set_that_was_gathered_gets_the_rules_own_words() -> None:
    verdict = judged(table(), selector={"set": "undercut_faces"}, messages={"pass": "No face is undercut."})
    assert verdict.message == "No face is undercut."
    assert verdict.reason == "Nothing to check: the part has no undercut faces."
    assert not verdict.is_applicable


def test_what_could_not_be_measured_is_counted_with_the_reason() -> None:
    verdict = judged(walls(2.0, Measured(math.nan, reason="the shell is open")))
    assert (verdict.n_inspected, verdict.n_skipped) == (1, 1)
    assert verdict.severity == Severity.PASS
    assert verdict.reason == "1 of 2 faces not judged: the shell is open."
    assert verdict.message.endswith(verdict.reason)


def test_a_rule_that_could_measure_nothing_is_a_warning_and_no_pass() -> None:
    verdict = judged(walls(Measured(math.nan, reason="the shell is open"), Measured(math.nan)))
    assert verdict.severity == Severity.WARNING
    assert verdict.is_applicable
    assert (verdict.n_inspected, verdict.n_skipped) == (0, 2)
    assert verdict.message == verdict.reason
    assert verdict.reason == (
        "2 of 2 faces not judged: the shell is open; thickness.min could not be measured."
    )
    assert sum(verdict.count_of_severity.values()) == 0


def test_a_metric_that_the_analysis_never_measured_is_a_warning() -> None:
    verdict = judged(each("FACE", "area_mm2", 3.0))
    assert verdict.severity == Severity.WARNING
    assert verdict.reason == "The one face was not judged: thickness.min was not measured in this analysis."


def test_the_part_is_spoken_of_without_counting() -> None:
    hollow = each("PART", "part.void_count", Measured(math.nan, reason="an open shell has no inside"))
    changes = {"scope": "whole_part", "selector": {"set": "part"}, "metric": "part.void_count"}
    verdict = judged(hollow, **changes)
    assert verdict.reason == "Not judged: an open shell has no inside."
    found = only(judged(each("PART", "part.void_count", 0.0), **changes))
    assert (found.fid, found.faces, found.kind) == (None, (), "PART")


def test_a_metric_that_does_not_apply_to_a_subject_is_neither_judged_nor_skipped() -> None:
    mixed = table(Thing("HOLE", {"hole.diameter": 0.4}), Thing("ROUND", {"round.radius": 1.0}))
    changes = {"selector": {"set": "all_features"}, "metric": "hole.diameter"}
    verdict = judged(mixed, **changes)
    assert (verdict.n_inspected, verdict.n_skipped) == (1, 0)
    verdict = judged(table(Thing("ROUND"), Thing("HOLE", {"hole.diameter": math.nan})), **changes)
    assert (verdict.n_inspected, verdict.n_skipped) == (0, 1)


def test_a_condition_that_nothing_meets_is_reported_as_such() -> None:
    where = [{"metric": "area_mm2", "op": "gt", "rhs": 5}]
    small = table(Thing("FACE", {"thickness.min": 0.1, "area_mm2": 3.0}))
    verdict = judged(small, selector={"set": "all_faces", "where": where})
    assert verdict.severity == Severity.PASS
    assert not verdict.is_applicable
    assert verdict.reason == "Nothing to check: the one face does not meet the rule's conditions."


def test_a_value_no_tier_holds_for_is_skipped_with_the_value() -> None:
    verdict = judged(walls(0.4, 7.0), tiers=WALL["tiers"][:2])
    assert (verdict.n_inspected, verdict.n_skipped) == (1, 1)
    assert verdict.reason == "1 of 2 faces not judged: no tier of the rule holds for 7."


def test_open_space_is_judged_as_infinitely_wide() -> None:
    verdict = judged(each("FACE", "clearance.min", math.inf, 0.4), metric="clearance.min", list_passes=True)
    assert [finding.severity for finding in verdict.findings] == [Severity.FAIL, Severity.PASS]
    assert verdict.findings[1].margin == math.inf
    assert verdict.findings[1].is_decided


def test_a_ladder_that_begins_with_pass_says_the_bound_that_was_missed() -> None:
    tiers = [
        {"level": "pass", "op": "ge", "rhs": 1.0},
        {"level": "warning", "op": "ge", "rhs": 0.5},
        {"level": "fail"},
    ]
    found = judged(walls(0.4, 0.7), tiers=tiers).findings
    assert [finding.threshold for finding in found] == [0.5, 1.0]
    assert [finding.margin for finding in found] == pytest.approx([-0.1, -0.3])


def test_a_verdict_that_no_number_can_mend_has_no_threshold() -> None:
    found = only(
        judged(walls(0.4), tiers=[{"level": "warning"}], messages={"warning": "Look at {fid}."}, advice="")
    )
    assert (found.threshold, found.margin, found.is_decided) == (None, None, True)
    assert found.message == "Look at 0."


def test_a_rule_without_texts_still_speaks() -> None:
    verdict = judged(walls(0.4), messages={})
    assert verdict.message == "Face 0 is at 0.4, beyond the limit."


def test_the_rules_own_unit_is_shown() -> None:
    deep = each("HOLE", "hole.depth_over_diameter", 2.0)
    changes = {"selector": {"set": "holes"}, "metric": "hole.depth_over_diameter", "unit": "diameters"}
    found = only(judged(deep, list_passes=True, **changes))
    assert found.unit == "diameters"
    assert found.message == "Hole 0: 2.00 diameters, limit 1.00 diameters."
    assert only(judged(deep, list_passes=True, **{**changes, "unit": ""})).unit == "1"


def test_findings_that_rounding_alone_says_apart_keep_the_order_of_the_table() -> None:
    verdict = judged(walls(0.4, 0.4 - 1e-8, 0.3, 0.4 - 1e-5))
    assert [finding.fid for finding in verdict.findings] == [2, 3, 0, 1]


def test_equal_findings_keep_the_order_of_the_table() -> None:
    verdict = judged(walls(*np.full(5, 0.4)))
    assert [finding.fid for finding in verdict.findings] == [0, 1, 2, 3, 4]


OPERATORS = {"lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge}


@given(
    bound=st.one_of(st.sampled_from([0.8, 1.0, 0.3, 2.5, 90.0, 0.05]), st.floats(0.01, 500.0)),
    apart=st.floats(-1.2, 1.2),
    exponent=st.integers(-9, 0),
    uncertainty=st.sampled_from([0.0, 1e-6, 0.002, 0.3]),
    op=st.sampled_from(list(OPERATORS)),
    digits=st.sampled_from([":.0f", ":.1f", ":.2f", ":.3f", ""]),
)
def test_the_printed_value_the_printed_limit_and_the_verdict_never_contradict_each_other(
    bound: float, apart: float, exponent: int, uncertainty: float, op: str, digits: str
) -> None:
    """Whatever is read off the sentence, comparing it as the rule does gives the verdict."""
    value = bound + apart * bound * 10.0**exponent
    text = f"{{metric{digits}}}|{{threshold{digits}}}"
    verdict = judged(
        walls(Measured(value, uncertainty * bound)),
        list_passes=True,
        tiers=[{"level": "fail", "op": op, "rhs": bound}, {"level": "pass"}],
        messages={"fail": text, "pass": text},
        advice="",
    )
    sentence = verdict.message.split(" Too close")[0].split(" Within")[0]
    shown, limit = (float(number) for number in sentence.split("|"))
    assert OPERATORS[op](shown, limit) == (verdict.severity == Severity.FAIL)
    finding = only(verdict)
    assert finding.severity == verdict.severity
    assert finding.threshold == pytest.approx(bound, rel=1e-15)
    # what the margin says is what the verdict says, and it is nothing where the value counts as the bound
    assert finding.margin is not None
    assert finding.margin >= 0.0 if finding.severity == Severity.PASS else finding.margin <= 0.0
    if finding.margin != 0.0:
        assert OPERATORS[op](finding.value, bound) == (finding.severity == Severity.FAIL)
    else:
        assert abs(value - bound) <= max(uncertainty * bound, 2e-5)
    # a verdict that the truth may overturn is told as such
    if uncertainty and abs(value - bound) < 0.999 * uncertainty * bound:
        assert not finding.is_decided
        assert "Too close to" in finding.message or finding.severity == Severity.PASS
    if uncertainty and abs(value - bound) > 1.001 * uncertainty * bound:
        assert finding.is_decided


def faces_of_area(*areas: Measured) -> MetricTable:
    return table(*(Thing("FACE", {"thickness.min": 0.4, "area_mm2": area}) for area in areas))


SMALL = [{"metric": "area_mm2", "op": "lt", "rhs": 9.0}]


def test_a_finding_whose_rule_may_not_apply_is_undecided_and_says_why() -> None:
    selector = {"set": "all_faces", "where": SMALL}
    areas = (Measured(9.5, 0.75), Measured(8.5, 0.75), Measured(8.0, 0.75), Measured(10.0, 0.75))
    verdict = judged(faces_of_area(*areas), True, selector=selector)
    assert (verdict.n_inspected, verdict.count_of_severity[Severity.PASS]) == (2, 0)
    found = {finding.fid: finding for finding in verdict.findings}
    assert {fid: (one.severity, one.is_decided) for fid, one in found.items()} == {
        0: (Severity.PASS, False),
        1: (Severity.FAIL, False),
        2: (Severity.FAIL, True),
    }
    assert found[FaceId(0)].message.endswith(
        "The severity depends on area_mm2, too close to 9 mm² to call: it is 9.5 ± 0.75 mm²."
    )
    unlisted = judged(faces_of_area(Measured(9.5, 0.75)), selector=selector)
    assert (unlisted.severity, unlisted.n_inspected, len(unlisted.findings)) == (Severity.PASS, 0, 0)
    assert unlisted.message == (
        "Nothing to check for certain: "
        "within the measuring error the one face may meet the rule's conditions."
    )


def test_a_pass_does_not_hang_on_whether_the_rule_applies() -> None:
    selector = {"set": "all_faces", "where": SMALL}
    thick = Thing("FACE", {"thickness.min": 2.0, "area_mm2": Measured(8.5, 0.75)})
    found = only(judged(table(thick), True, selector=selector))
    assert (found.severity, found.is_decided) == (Severity.PASS, True)


def test_a_finding_whose_tier_may_not_hold_is_undecided() -> None:
    tiers = [{"level": "warning", "op": "lt", "rhs": 0.5, "where": SMALL}, *WALL["tiers"]]
    near = only(judged(faces_of_area(Measured(8.5, 0.75)), tiers=tiers))
    assert (near.severity, near.is_decided) == (Severity.WARNING, False)
    clear = only(judged(faces_of_area(Measured(8.0, 0.75)), tiers=tiers))
    assert (clear.severity, clear.is_decided) == (Severity.WARNING, True)


def test_a_condition_of_which_nothing_is_certain_is_reported_without_numbers_that_say_nothing() -> None:
    selector = {"set": "all_faces", "where": SMALL}
    found = only(judged(faces_of_area(Measured(0.0, math.inf)), selector=selector))
    assert (found.severity, found.is_decided) == (Severity.FAIL, False)
    assert found.message.endswith(
        "The severity depends on area_mm2: on which side of 9 mm² it is, is too close to call."
    )


def test_a_count_that_may_as_well_be_another_is_reported_without_a_number_of_its_own() -> None:
    """A ratio has digits to compare; to a level or a count "2, measured to ±1" says nothing."""
    ladder = [{"level": "fail", "op": "ge", "rhs": 2}, {"level": "pass"}]
    rule = {
        "metric": "part.undercut_level",
        "selector": {"set": "part"},
        "scope": "whole_part",
        "tiers": ladder,
    }
    said = {"messages": {"fail": "It is at {metric:.0f}."}}
    found = only(judged(each("PART", "part.undercut_level", Measured(2.0, uncertainty=1.0)), **rule, **said))
    assert found.message == (
        "It is at 2. Too close to call: within the measuring error it may as well be judged otherwise."
    )
    ratio = judged(each("PART", "part.undercut_level", Measured(2.05, uncertainty=0.1)), **rule, **said)
    assert only(ratio).message.endswith("Too close to 2 to call: it is measured to ±0.1.")


LEFT = Measured.left_out("strips are no walls")


@pytest.mark.parametrize(("strip_mm2", "severity"), [(40.0, Severity.PASS), (41.0, Severity.WARNING)])
def test_a_rule_passes_only_if_it_looked_at_half_of_the_area(strip_mm2: float, severity: Severity) -> None:
    of = sized((2.0, 40.0), *((LEFT, 0.1 * strip_mm2) for _ in range(10)))
    verdict = judged(of)
    assert (verdict.severity, verdict.n_inspected, verdict.n_skipped) == (severity, 1, 0)
    assert verdict.is_applicable
    if severity is Severity.WARNING:
        assert verdict.message == verdict.reason
        assert verdict.reason == (
            "Looked at only 49 % of the area (1 of 11 faces), too little to pass: strips are no walls."
        )
    else:
        assert verdict.reason == ""


def test_a_rule_that_left_out_all_it_is_about_is_a_warning() -> None:
    verdict = judged(sized((LEFT, 3.0), (LEFT, 5.0)))
    assert (verdict.severity, verdict.n_inspected, verdict.n_skipped) == (Severity.WARNING, 0, 0)
    assert verdict.message == "None of the 2 faces was looked at: strips are no walls."


def test_what_was_left_out_does_not_count_where_it_is_little_of_all() -> None:
    """A rule with nothing to look at on a part does not warn of a few bevels; it does of a quarter."""
    ribs = [Thing("FACE", {"area_mm2": 7.5}) for _ in range(10)]
    few = table(*ribs, Thing("FACE", {"area_mm2": 24.9, "thickness.min": LEFT}))
    more = table(*ribs, Thing("FACE", {"area_mm2": 25.0, "thickness.min": LEFT}))
    assert (judged(few).severity, judged(few).is_applicable) == (Severity.PASS, False)
    assert (judged(more).severity, judged(more).is_applicable) == (Severity.WARNING, True)


def test_what_a_condition_leaves_out_is_not_looked_past() -> None:
    where = [{"metric": "area_mm2", "op": "gt", "rhs": 5}]
    verdict = judged(
        sized((2.0, 6.0), (LEFT, 5.0), (LEFT, 5.0)), selector={"set": "all_faces", "where": where}
    )
    assert (verdict.severity, verdict.reason) == (Severity.PASS, "")


@pytest.mark.parametrize(("unknown_mm2", "severity"), [(6.0, Severity.PASS), (6.1, Severity.WARNING)])
def test_most_of_the_area_has_to_be_measured(unknown_mm2: float, severity: Severity) -> None:
    open_shell = Measured(math.nan, reason="the shell is open")
    verdict = judged(sized((2.0, 6.0), (open_shell, unknown_mm2)))
    assert (verdict.severity, verdict.n_inspected, verdict.n_skipped) == (severity, 1, 1)
    assert "the shell is open" in verdict.reason


def test_corners_are_weighed_by_their_length() -> None:
    def corners(missing_mm: float) -> RuleVerdict:
        of = table(
            Thing("CORNER", {"corner.angle": 200.0, "corner.length": 10.0}),
            Thing(
                "CORNER", {"corner.angle": Measured(math.nan, reason="no mesh"), "corner.length": missing_mm}
            ),
        )
        tiers = [{"level": "fail", "op": "gt", "rhs": 225}, {"level": "pass"}]
        chosen = {"set": "sharp_internal_corners"}
        return judged(of, selector=chosen, metric="corner.angle", tiers=tiers, messages={}, advice="")

    assert corners(10.0).severity == Severity.PASS
    assert corners(30.0).severity == Severity.WARNING
    assert corners(30.0).reason.startswith(
        "Looked at only 25 % of the length (1 of 2 sharp internal corners)"
    )


def test_a_value_stands_for_the_other_faces_of_its_wall() -> None:
    """Two faces of 30 mm² are one wall, told by the first; 59 mm² beside it are looked past, 61 too many."""

    def split(left_mm2: float) -> Severity:
        wall = Measured(2.0, faces=(FaceId(0), FaceId(1)))
        return judged(
            table(
                Thing("FACE", {"thickness.min": wall, "area_mm2": 30.0}),
                Thing("FACE", {"area_mm2": 30.0}),
                Thing("FACE", {"thickness.min": LEFT, "area_mm2": left_mm2}),
            )
        ).severity

    assert split(59.0) == Severity.PASS
    assert split(61.0) == Severity.WARNING


def test_areas_that_are_not_known_are_counted() -> None:
    verdict = judged(walls(2.0, LEFT, LEFT))
    assert verdict.message == "Looked at only 1 of 3 faces, too few to pass: strips are no walls."
    assert judged(walls(2.0, LEFT)).severity == Severity.PASS
