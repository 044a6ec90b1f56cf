"""What an edited pack says otherwise."""

from msgspec.structs import replace

from app.client.models import Issue, RuleVerdict, Verdict
from app.state import verdict_diff
from app.state.revisions import Change
from app.state.verdict_diff import RuleChange
from tests.app.state.answers import finding


def verdict(**rules: list[tuple[str, str]]) -> Verdict:
    """Return a verdict from rules with their findings as (fid, severity)."""
    read = tuple(
        RuleVerdict(
            key=key,
            severity="fail" if any(level == "fail" for _, level in found) else "warning" if found else "pass",
            findings=tuple(finding(fid, level) for fid, level in found),
        )
        for key, found in rules.items()
    )
    return Verdict(overall_severity="pass", summary={}, rules=read)


def test_the_same_verdict_is_no_change() -> None:
    same = verdict(wall=[("1", "fail")], hole=[])
    assert verdict_diff.compare(same, same).is_empty


def test_issues_that_came_and_grew_worse_are_counted_and_their_faces_named() -> None:
    before = verdict(wall=[("1", "warning"), ("2", "fail")])
    after = verdict(wall=[("1", "fail"), ("2", "fail"), ("3", "fail")])
    diff = verdict_diff.compare(before, after)
    assert diff.n_issues == {Change.NEW: 1, Change.WORSE: 1}
    assert diff.changed_fids == {"1", "3"}
    assert diff.rules == ()
    back = verdict_diff.compare(after, before)
    assert back.n_issues == {Change.FIXED: 1, Change.BETTER: 1}
    assert back.changed_fids == diff.changed_fids


def test_issues_that_grow_into_one_are_not_fixed() -> None:
    before = verdict(wall=[("1", "fail"), ("2", "fail")])
    (rule,) = verdict(wall=[("1", "fail"), ("2", "fail"), ("3", "fail")]).rules
    one = replace(rule, issues=(Issue(severity="fail", findings=(0, 1, 2)),))
    diff = verdict_diff.compare(before, replace(before, rules=(one,)))
    assert diff.n_issues == {Change.WORSE: 1}
    assert diff.changed_fids == {"3"}


def test_a_limit_that_moved_makes_no_issue_worse() -> None:
    was, now = (finding("1", threshold=mm, margin=1.0 - mm) for mm in (2.0, 3.0))
    before, after = (
        replace(verdict(), rules=(RuleVerdict(key="wall", severity="fail", findings=(one,)),))
        for one in (was, now)
    )
    assert verdict_diff.compare(before, after).is_empty


def test_rules_that_turned_came_or_went_are_named() -> None:
    before = verdict(wall=[("1", "warning")], gone=[], same=[])
    after = verdict(wall=[], same=[], new=[("2", "fail")])
    assert verdict_diff.compare(before, after).rules == (
        RuleChange("wall", "warning", "pass"),
        RuleChange("gone", "pass", None),
        RuleChange("new", None, "fail"),
    )
