"""Issues with their findings, as the server groups them or one for each."""

import pytest
from msgspec.structs import replace

from app.client.models import Issue, Result, RuleVerdict
from app.state import findings, issues, rule_rows
from app.state.issues import PlacedIssue
from tests.app.state.answers import finding, result

FOUND = tuple(finding(fid, value=value) for fid, value in (("1", 0.6), ("2", 0.7), ("3", 0.9)))
FOUR = (*FOUND, finding("4", "pass", value=3.0))


def rule(*sent: Issue) -> RuleVerdict:
    return RuleVerdict(key="wall", severity="fail", findings=FOUR, issues=sent)


def placed(of: RuleVerdict) -> tuple[findings.Placed, ...]:
    return tuple(findings.Placed("cnc", "3-axis", of, one) for one in of.findings)


def fids(several: tuple[PlacedIssue, ...]) -> list[list[str | None]]:
    return [[one.finding.fid for one in each.placed] for each in several]


def test_of_a_server_that_sends_no_issues_each_finding_that_is_no_pass_is_one() -> None:
    found = issues.of_rule(rule(), placed(rule()))
    assert fids(found) == [["1"], ["2"], ["3"]]
    assert [each.is_single for each in found] == [True, True, True]
    assert (found[0].issue.least, found[0].issue.place, found[0].fids) == (0.6, "", ("1",))


def test_findings_stand_in_the_issue_that_names_them_and_what_none_names_stands_alone() -> None:
    sent = rule(
        Issue(severity="fail", findings=(2,)), Issue(severity="fail", findings=(0, 1), label="2 faces")
    )
    found = issues.of_rule(sent, placed(sent))
    assert fids(found) == [["1", "2"], ["3"]]
    assert (found[0].issue.label, found[0].worst.finding.fid, found[0].fids) == ("2 faces", "1", ("1", "2"))
    half = rule(Issue(severity="fail", findings=(1,)))
    assert fids(issues.of_rule(half, placed(half))) == [["1"], ["2"], ["3"]]


@pytest.mark.parametrize("strange", [(), (7, -1), (0, 0, 1, 9)])
def test_indices_that_make_no_sense_lose_no_finding(strange: tuple[int, ...]) -> None:
    sent = rule(Issue(severity="fail", findings=strange), Issue(severity="fail", findings=(0, 1)))
    found = fids(issues.of_rule(sent, placed(sent)))
    assert sorted(one or "" for each in found for one in each) == ["1", "2", "3"]


def test_an_issue_says_what_its_worst_finding_says_where_it_says_nothing() -> None:
    sent = replace(rule(Issue(severity="fail", findings=(0,))), message="Thin.")
    assert issues.of_rule(sent, placed(sent))[0].message == "Thin."
    sent = rule(Issue(severity="fail", findings=(0, 1), message="Two are thin."))
    assert issues.of_rule(sent, placed(sent))[0].message == "Two are thin."


def test_several_issues_are_merged_into_one_with_their_whole_range() -> None:
    sent = rule(
        Issue(
            severity="fail", findings=(0, 1), least=0.6, most=0.7, label="2 faces", message="Two are thin."
        ),
        Issue(severity="fail", findings=(2,), least=0.9, most=0.9),
    )
    several = issues.of_rule(sent, placed(sent))
    whole = issues.merged(several)
    assert [one.finding.fid for one in whole.placed] == ["1", "2", "3"]
    assert (whole.issue.least, whole.issue.most, whole.issue.label) == (0.6, 0.9, "")
    assert "Two" not in whole.message
    assert issues.merged(several[:1]) is several[0]


def test_issues_are_counted_by_severity_and_a_rule_without_findings_has_one() -> None:
    whole = RuleVerdict(key="hollow", severity="warning")
    idle = RuleVerdict(key="idle", severity="fail", applicable=False)
    rules = (rule(Issue(severity="fail", findings=(0, 1))), whole, idle)
    assert (issues.count(rules), issues.count(rules, "fail"), issues.count(rules, "warning")) == (3, 2, 1)
    assert issues.count((RuleVerdict(key="solid", severity="pass"),)) == 0


def judged(**place_of_pack: str) -> Result:
    """Return a result with one configuration a pack, each with an issue at the place given for it."""
    (pack,) = result(only=[{"fid": "1", "severity": "fail"}]).packs
    (configuration,) = pack.configurations
    packs = []
    for key, place in place_of_pack.items():
        (one,) = configuration.result.rules
        sent = replace(one, issues=(Issue(severity="fail", findings=(0,), place=place),))
        verdict = replace(configuration.result, rules=(sent,))
        packs.append(
            replace(
                pack,
                module_key=key,
                name=key.title(),
                configurations=(replace(configuration, result=verdict),),
            )
        )
    return replace(result(), packs=tuple(packs))


def shut(part: Result, key: str) -> Result:
    """Return the result with the gate of a pack closed."""
    packs = [
        pack
        if pack.module_key != key
        else replace(
            pack,
            configurations=tuple(
                replace(one, result=replace(one.result, gate="shell")) for one in pack.configurations
            ),
        )
        for pack in part.packs
    ]
    return replace(part, packs=tuple(packs))


def test_other_processes_with_an_issue_at_the_same_place_are_named() -> None:
    part = judged(cnc="thickness:5", casting="thickness:5", additive="thickness:5", sheet="draft:5")
    (issue,) = rule_rows.issues_of(part, "cnc", "only")
    assert issues.also_in(part, issue) == ("Casting", "Additive")
    assert issues.also_in(shut(part, "casting"), issue) == ("Additive",)
    assert issues.also_in(None, issue) == ()


def test_an_issue_without_a_place_is_in_no_other_process() -> None:
    part = judged(cnc="", casting="")
    (issue,) = rule_rows.issues_of(part, "cnc", "only")
    assert issues.also_in(part, issue) == ()
