"""Issues of two versions, matched by the findings they share."""

from collections.abc import Iterable

from app.client.models import Issue
from app.state import issue_changes
from app.state.findings import Placed
from app.state.issue_changes import MatchedIssue
from app.state.issues import PlacedIssue
from app.state.revisions import Change, Matched
from tests.app.state.answers import placed


def wall(fid: str, margin: float = -1.0) -> Placed:
    return placed(fid=fid, value=3.0 + margin, threshold=3.0, margin=margin, unit="mm")


def issue(*fids: str, **margin_of: float) -> PlacedIssue:
    """Return an issue about these faces, `f1=-2.0` giving the margin at face 1."""
    found = sorted(
        (wall(fid, margin_of.get(f"f{fid}", -1.0)) for fid in fids), key=lambda one: one.finding.margin
    )
    return PlacedIssue(Issue(severity="fail", findings=(), label=f"{len(fids)} walls"), tuple(found))


def match(before: Iterable[PlacedIssue], after: Iterable[PlacedIssue]) -> tuple[MatchedIssue, ...]:
    """Match issues whose findings are the same where their faces are."""
    was, now = (tuple(one) for one in (before, after))
    olds = {one.finding.fid: one for each in was for one in each.placed}
    news = {one.finding.fid: one for each in now for one in each.placed}
    matched = []
    for fid in dict.fromkeys((*news, *olds)):
        old, new = olds.get(fid), news.get(fid)
        if old is None or new is None:
            change = Change.NEW if old is None else Change.FIXED
        else:
            step = (new.finding.margin or 0.0) - (old.finding.margin or 0.0)
            change = Change.WORSE if step < 0.0 else Change.BETTER if step > 0.0 else Change.SAME
        matched.append(Matched(change, old, new))
    return issue_changes.match(was, now, matched)


def changes(before: Iterable[PlacedIssue], after: Iterable[PlacedIssue]) -> list[str]:
    return [each.change.value for each in match(before, after)]


def test_issues_are_new_fixed_or_the_same_as_their_findings_are() -> None:
    assert changes([], [issue("1", "2")]) == ["new"]
    assert changes([issue("1", "2")], []) == ["fixed"]
    assert changes([issue("1", "2")], [issue("1", "2")]) == ["same"]
    assert changes([issue("1")], [issue("2")]) == ["new", "fixed"]


def test_more_places_make_an_issue_worse_and_fewer_better() -> None:
    assert changes([issue("1", "2")], [issue("1", "2", "3")]) == ["worse"]
    assert changes([issue("1", "2", "3")], [issue("1", "2")]) == ["better"]
    assert changes([issue("1", "2")], [issue("1", "2", f2=-2.0)]) == ["worse"]


def test_one_place_that_went_and_one_that_came_are_neither_new_nor_fixed() -> None:
    (found,) = match([issue("1", "2", "3")], [issue("1", "2", "4")])
    assert found.change is Change.SAME
    assert [one.change for one in found.findings] == [Change.NEW, Change.FIXED, Change.SAME, Change.SAME]


def test_where_some_places_are_better_and_others_worse_the_worst_decides() -> None:
    before = issue("1", "2", "3", f1=-2.0)
    assert changes([before], [issue("1", "2", "4", "5", f1=-1.5)]) == ["better"]
    assert changes([before], [issue("1", "2", f2=-2.5)]) == ["worse"]
    assert changes([before], [issue("1", "2", "4", "5", f1=-2.0)]) == ["worse"], "as bad, at more places"


def test_issues_that_grow_into_one_or_are_split_stay_one_change() -> None:
    (extended,) = match([issue("1", "2"), issue("3", "4", f3=-2.0)], [issue("1", "2", "3", "4", f3=-2.0)])
    assert extended.change is Change.SAME
    assert extended.before is not None
    assert [one.finding.fid for one in extended.before.placed] == ["3", "1", "2", "4"]
    assert changes([issue("1", "2", "3", "4")], [issue("1", "2"), issue("3", "4")]) == ["same"]


def test_a_finding_that_went_over_to_another_issue_changes_neither() -> None:
    before = [issue("1", "2", "3", "4"), issue("5", "6", "7")]
    after = [issue("1", "2", "3"), issue("4", "5", "6", "7")]
    found = match(before, after)
    assert [each.change for each in found] == [Change.SAME, Change.SAME]
    assert [len(each.findings) for each in found] == [3, 4]


def test_what_could_not_be_judged_is_neither_new_nor_fixed() -> None:
    each = issue("1", "2")
    matched = [Matched(Change.UNJUDGED, one, None) for one in each.placed]
    (found,) = issue_changes.match([each], [], matched)
    assert found.change is Change.UNJUDGED


def test_a_single_finding_is_its_issue() -> None:
    (found,) = match([issue("1")], [issue("1", f1=-2.0)])
    assert found.is_single
    assert (found.worst.before, found.worst.after) == (found.findings[0].before, found.findings[0].after)
    (several,) = match([issue("1", "2")], [issue("1")])
    assert not several.is_single
