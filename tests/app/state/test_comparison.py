"""Two revisions compared under a process."""

import csv
import io

import numpy as np
import pytest

from app.client.models import Result
from app.state import comparison, comparison_table, comparison_words
from app.state.comparison import Comparison
from app.state.feature_changes import FeatureChange
from app.state.pose import Pose
from app.state.revisions import Change
from tests.app.state.revised import finding, hole, result

PROCESS = ("cnc", "3-axis")
HOLES = [hole("1", 0, 0), hole("2", 40, 10, 8.0), hole("3", 70, 30, 9.0)]
THIN = finding("1", (3.0, 0.0, 15.0), 1.0)


def compare(before: Result, after: Result, *, is_same_file: bool = False) -> Comparison:
    return comparison.compare(comparison.align(before, after, is_same_file=is_same_file), PROCESS)


def counts(found: Comparison) -> dict[str, int]:
    return {change.value: n for change, n in found.counts.items() if n}


def test_nothing_changed_in_a_part_that_was_exported_anew() -> None:
    renumbered = [one | {"fid": f"8{one['fid']}", "related_fids": [f"8{one['fid']}"]} for one in HOLES[::-1]]
    found = compare(result(HOLES, [THIN]), result(renumbered, [THIN | {"fid": "81"}]))
    assert found.is_unchanged
    assert comparison_words.summary(found) == "Nothing changed: 1 issue as before."
    assert comparison_words.features(found) == "3 unchanged"


def test_the_same_file_twice_is_said_to_be_so() -> None:
    found = compare(result(HOLES, [THIN]), result(HOLES, [THIN]), is_same_file=True)
    assert comparison_words.summary(found) == "Nothing changed: both files are the same."


def test_findings_that_came_went_grew_and_shrank_are_counted_and_summed_up() -> None:
    before = [
        THIN,
        finding("2", (40.0, 14.0, 15.0), 2.0),
        finding("3", (70.0, 34.5, 15.0), 2.0),
        finding(None, None, 2.5),
    ]
    after = [
        finding("2", (40.0, 14.0, 15.0), 1.5),
        finding("3", (70.0, 34.5, 15.0), 2.5),
        finding("9", (95.0, 55.0, 0.0), 2.0),
        finding(None, None, 2.5),
    ]
    found = compare(result(HOLES, before), result(HOLES, after))
    assert counts(found) == {"new": 1, "worse": 1, "fixed": 1, "better": 1, "same": 1}
    assert comparison_words.summary(found) == "1 fixed, 1 better, 1 new, 1 worse; 1 unchanged."
    order = [one.change for one in found.matched]
    assert order == [Change.NEW, Change.WORSE, Change.FIXED, Change.BETTER, Change.SAME]
    assert [comparison_words.measured(one) for one in found.matched] == [
        "2.00 mm",
        "2.00 → 1.50 mm",
        "1.00 mm",
        "2.00 → 2.50 mm",
        "2.50 mm",
    ]


def test_a_finding_follows_its_feature_however_far_its_thinnest_place_is() -> None:
    wall = {
        "kind": "WALL",
        "axis": [0.0, 1.0, 0.0],
        "box_mm": [[0, 0, 0], [100, 0, 20]],
        "center": [50, 0, 10],
    }
    before = result([hole("1", 0, 0, **wall)], [finding("1", (2.0, 0.0, 10.0), 1.0)])
    after = result([hole("5", 0, 0, **wall)], [finding("5", (98.0, 0.0, 10.0), 2.0)])
    assert counts(compare(before, after)) == {"better": 1}
    elsewhere = result([hole("5", 0, 0, **wall)], [finding("77", (98.0, 0.0, 10.0), 2.0)])
    assert counts(compare(before, elsewhere)) == {"new": 1, "fixed": 1}


def test_a_part_that_was_moved_as_a_whole_has_its_findings_where_they_were() -> None:
    stands = Pose(np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]), np.array([500.0, 0.0, 0.0]))
    moved = [one | {"center": stands.place([one["center"]])[0].tolist()} for one in HOLES]
    there = stands.place([THIN["location"]])[0].tolist()
    found = compare(result(HOLES, [THIN]), result(moved, [THIN | {"location": there}]))
    assert found.is_unchanged
    assert comparison_words.stands(found.alignment.pose) == (
        "The part was turned by 90° as a whole; places are matched all the same."
    )


def test_what_one_revision_was_not_judged_by_is_neither_new_nor_fixed() -> None:
    before = result(HOLES, [THIN])
    after = result(HOLES, [], rule={"severity": "warning", "n_inspected": 0, "n_skipped": 3})
    assert counts(compare(before, after)) == {"unjudged": 1, "new": 1}  # that it could not be judged
    assert counts(compare(after, before)) == {"unjudged": 1, "fixed": 1}
    assert comparison_words.summary(compare(before, after)) == "1 new, 1 not judged in both."
    for rule in ({}, {"n_inspected": 7, "n_skipped": 3}, {"applicable": False, "reason": "No wall is left."}):
        assert counts(compare(before, result(HOLES, [], rule=rule))) == {"fixed": 1}


def test_what_stands_behind_a_closed_gate_is_compared_and_marked_as_folded() -> None:
    closed = {"gate": "shell", "overall_severity": "fail"}
    thinner = THIN | {"value": THIN["value"] - 0.5, "margin": THIN["margin"] - 0.5}
    found = compare(result(HOLES, [THIN], verdict=closed), result(HOLES, [thinner], verdict=closed))
    (one,) = found.matched
    assert counts(found) == {"worse": 1}
    assert found.is_folded(one)
    opened = compare(result(HOLES, [THIN], verdict=closed), result(HOLES, [thinner]))
    assert not opened.is_folded(opened.matched[0])
    own = compare(result(HOLES, [THIN]), result(HOLES, [thinner], verdict={"gate": "wall"}))
    assert not own.is_folded(own.matched[0])


def test_a_process_that_a_revision_was_not_judged_by_says_so() -> None:
    found = comparison.compare(comparison.align(result([], []), result([], [])), ("casting", "sand"))
    assert (found.before, found.after, found.matched) == (None, None, ())
    assert comparison_words.verdict(found.before) == "not judged"


def webs(*values: float, **issue: object) -> Result:
    """Return a part with a row of walls that the server tells as one issue."""
    row = [finding(str(at), (10.0 * at, 0.0, 15.0), value) for at, value in enumerate(values)]
    whole = {"severity": "fail", "findings": list(range(len(row))), "label": f"{len(row)} walls"} | issue
    return result([], row, rule={"issues": [whole]})


def test_an_issue_is_one_change_however_many_of_its_places_changed() -> None:
    found = compare(webs(1.0, 1.0, 1.0), webs(1.0, 0.5, 0.6))
    assert counts(found) == {"worse": 1}
    assert comparison_words.summary(found) == "1 worse."
    (issue,) = found.issues
    assert [one.change for one in issue.findings] == [Change.WORSE, Change.WORSE, Change.SAME]
    assert comparison_words.measured(issue.worst) == "1.00 → 0.50 mm"


def test_a_place_that_moved_leaves_its_issue_as_it_was() -> None:
    before, after = webs(1.0, 1.0, 1.0), webs(1.0, 1.0)
    moved = finding("9", (90.0, 50.0, 15.0), 1.0)
    rule = {
        "issues": [{"severity": "fail", "findings": [0, 1, 2]}],
        "findings": [*(finding(str(at), (10.0 * at, 0.0, 15.0), 1.0) for at in range(2)), moved],
    }
    found = compare(before, result([], [moved], rule=rule))
    assert counts(found) == {"same": 1}
    assert not found.is_unchanged, "the place did move"
    assert comparison_words.summary(found) == "The shape was changed, no issue was: 1 issue as before."
    assert counts(compare(before, after)) == {"better": 1}


def test_an_issue_has_a_line_in_the_table_with_the_number_of_its_places() -> None:
    found = compare(webs(1.0, 1.0, message="Three."), webs(1.0, 0.5, 0.6, message="All."))
    issue, *findings = csv.DictReader(io.StringIO(comparison_table.csv_of(found)))
    assert (issue["what"], issue["change"], issue["message"]) == ("issue", "worse", "All.")
    assert (issue["before"], issue["after"]) == ("1.0", "0.5")
    assert (issue["places_before"], issue["places_after"]) == ("2", "3")
    assert [one["what"] for one in findings] == ["finding"] * 3


def test_a_shape_that_changed_without_a_finding_says_so() -> None:
    larger = [hole("1", 0, 0, 6.5), *HOLES[1:]]
    assert comparison_words.summary(compare(result(HOLES, []), result(larger, []))) == (
        "No issues in either revision; the shape was changed."
    )
    assert comparison_words.summary(compare(result(HOLES, [THIN]), result(larger, [THIN]))) == (
        "The shape was changed, no issue was: 1 issue as before."
    )


def test_the_faces_of_a_feature_have_partners_and_others_have_none() -> None:
    alignment = comparison.align(result(HOLES, []), result([hole("9", 0, 0, 7.0)], []))
    assert alignment.partner(frozenset({"1"}), is_before=True) == {"9"}
    assert alignment.partner(frozenset({"9"}), is_before=False) == {"1"}
    assert alignment.partner(frozenset({"2"}), is_before=True) == frozenset()


@pytest.mark.parametrize(
    ("verdict", "words"),
    [
        ({}, "fails 1 rule"),
        ({"overall_severity": "pass"}, "passes"),
        ({"gate": "wall"}, "does not suit the part"),
    ],
)
def test_verdicts_in_words(verdict: dict[str, str], words: str) -> None:
    found = compare(result([], [THIN]), result([], [THIN], verdict=verdict))
    assert comparison_words.verdict(found.after) == words


def test_warnings_in_words() -> None:
    warned = result([], [THIN | {"severity": "warning"}], rule={"severity": "warning"})
    warned_verdict = compare(warned, result([], [THIN]))
    assert comparison_words.verdict(warned_verdict.before) == "passes, 1 rule warns"
    (one,) = warned_verdict.matched
    assert (one.change, comparison_words.level(one)) == (Change.WORSE, "warns → fails")


def test_units_are_said_once_and_margins_only_against_one_limit() -> None:
    def words(before: dict[str, object], after: dict[str, object]) -> tuple[str, str]:
        (one,) = compare(result([], [THIN | before]), result([], [THIN | after])).matched
        return comparison_words.measured(one), comparison_words.margin(one)

    better = {"value": 2.0, "margin": -1.0}
    assert words({}, better) == ("1.00 → 2.00 mm", "−2.00 → −1.00 mm")
    assert words({}, better | {"threshold": 2.5, "margin": -0.5}) == ("1.00 → 2.00 mm", "−0.50 mm")
    assert words({"unit": "°"}, better | {"unit": "°"}) == ("1.0 → 2.0°", "−2.0 → −1.0°")


def test_sizes_of_features_in_words() -> None:
    after = [hole("1", 0, 0, 6.5, through=True), hole("2", 43, 10, 8.0), hole("4", 90, 50)]
    found = {
        one.feature.fid: comparison_words.feature_size(one)
        for one in comparison.align(result(HOLES, []), result(after, [])).features
    }
    assert found == {
        "1": "diameter 6.00 → 6.50 mm, blind → through",
        "2": "moved 3.00 mm",
        "3": "Ø9.0 × 10.0",
        "4": "Ø6.0 × 10.0",
    }


def test_volume_and_size_are_shown_with_what_they_were() -> None:
    one = result([], []).geometry
    larger = {"volume_cm3": 55.0, "surface_area_cm2": 1.0, "bounding_box_mm": {"x": 110, "y": 60, "z": 20}}
    other = result([], [], geometry=larger).geometry
    assert comparison_words.part(one, one) == ("50.00 cm³", "100.0 × 60.0 × 20.0 mm")
    assert comparison_words.part(one, other) == (
        "50.00 → 55.00 cm³ (+10 %)",
        "100.0 × 60.0 × 20.0 → 110.0 × 60.0 × 20.0 mm",
    )
    assert comparison_words.part(None, one) == ()
    turned = Pose(np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]), np.zeros(3))
    assert comparison_words.part(one, other, turned) == ("50.00 → 55.00 cm³ (+10 %)",)
    assert (comparison_words.share(100.0, 97.5), comparison_words.share(0.0, 1.0)) == (" (−2.5 %)", "")
    assert comparison_words.share(100.0, 100.001) == ""


def test_the_table_has_a_line_for_every_finding_and_feature() -> None:
    evil = finding("9", (95.0, 55.0, 0.0), 2.0, message="=1+1")
    found = compare(result(HOLES, [THIN]), result([hole("1", 0, 0, 6.5), *HOLES[1:]], [evil]))
    rows = list(csv.DictReader(io.StringIO(comparison_table.csv_of(found))))
    assert [(row["what"], row["change"]) for row in rows] == [
        ("issue", "new"),
        ("issue", "fixed"),
        ("finding", "new"),
        ("finding", "fixed"),
        ("feature", "changed"),
        ("feature", "same"),
        ("feature", "same"),
    ]
    for issue, found in zip(rows[:2], rows[2:4], strict=True):
        assert found["message"] == issue["message"]
    assert rows[0]["message"] == "'=1+1"
    assert (rows[3]["before"], rows[3]["after"], rows[3]["margin_before"]) == ("1.0", "", "-2.0")
    assert (rows[1]["places_before"], rows[1]["places_after"], rows[3]["places_after"]) == ("1", "0", "")
    assert (rows[4]["before"], rows[4]["after"]) == ("Ø6.0 × 10.0", "Ø6.5 × 10.0")


def test_without_a_size_of_the_part_its_features_say_how_large_it_is() -> None:
    bare = result(HOLES, [], geometry=None)
    assert comparison.align(bare, bare).diagonal_mm == pytest.approx(np.linalg.norm([77.5, 37.5, 10.0]))
    assert comparison.align(result([], [], geometry=None), result([], [], geometry=None)).diagonal_mm == 1.0


def test_no_feature_is_matched_twice() -> None:
    alignment = comparison.align(result(HOLES * 2, []), result(HOLES, []))
    changes = [one.change for one in alignment.features]
    assert changes.count(FeatureChange.SAME) == 3
    assert changes.count(FeatureChange.REMOVED) == 3
