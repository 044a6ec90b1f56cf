"""What became of issues: matched by where they are, judged by how far they are from their limits."""

import pytest

from server.agent import comparison
from tests.server.agent.judged import finding, result

HERE, FAR = (0.0, 0.0, 0.0), (120.0, 0.0, 0.0)
"""The part is 136 mm long: these are two places."""


def changes(before, after) -> list[tuple[str, str]]:
    return [(each.change, each.issue.id) for each in comparison.compare(before, after, "casting/sand")]


@pytest.mark.parametrize(
    ("value", "change"), [(2.0, "same"), (2.005, "same"), (2.5, "better"), (1.5, "worse")]
)
def test_an_issue_is_better_where_its_value_is_nearer_to_its_limit(value: float, change: str) -> None:
    found = changes(result(finding(2.0, 3.0, HERE)), result(finding(value, 3.0, HERE)))
    assert found == [(change, "casting/sand/wall/1")]


def test_a_warning_is_better_than_a_fail_whatever_it_measures() -> None:
    milder = finding(1.0, 3.0, HERE, severity="warning")
    assert changes(result(finding(2.0, 3.0, HERE)), result(milder)) == [("better", "casting/sand/wall/1")]


def test_what_is_gone_is_fixed_and_what_came_elsewhere_is_new() -> None:
    found = changes(result(finding(2.0, 3.0, HERE)), result(finding(2.0, 3.0, FAR)))
    assert [change for change, _ in found] == ["new", "fixed"]


def test_issues_are_matched_by_their_places_and_not_by_their_order() -> None:
    before = result(finding(1.0, 3.0, HERE), finding(2.0, 3.0, FAR))
    after = result(finding(2.0, 3.0, FAR), finding(2.5, 3.0, HERE))
    assert changes(before, after) == [("better", "casting/sand/wall/2"), ("same", "casting/sand/wall/1")]


def test_what_could_not_be_judged_any_more_is_not_called_fixed() -> None:
    before = result(finding(2.0, 3.0, HERE))
    assert changes(before, result(n_inspected=0, n_skipped=5)) == [("not judged", "casting/sand/wall/1")]
    assert changes(before, result())[0][0] == "fixed"


def test_features_are_told_by_what_they_are() -> None:
    before, after = result(), result()
    after["features"]["features"] = [
        {**each, "diameter_mm": 5.0} if each.get("diameter_mm") == 4.2 else each
        for each in after["features"]["features"]
    ]
    gone, new = comparison.feature_changes(before, after)
    assert gone == ["Hole Ø4.2 ×4"]
    assert new == ["Hole Ø5 ×4"]
