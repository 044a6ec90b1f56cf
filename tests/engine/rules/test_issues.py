"""Issues: findings of one cause are told once, others apart."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from engine.model.arrays import frozen_ints
from engine.model.issue import Cause, Issue
from engine.model.metric import Measured
from engine.model.metric_table import MetricTable, SubjectPattern
from engine.model.part import FaceId
from engine.model.rulepack import Severity
from engine.rules import evaluate, parse
from tests.support.tables import Thing, table

WALL: dict[str, Any] = {"metric": "thickness.min", "selector": {"set": "all_faces"}}
DEPTH: dict[str, Any] = {"metric": "hole.depth_over_diameter", "selector": {"set": "holes"}}


def issues_of(rule: dict[str, Any], measured: MetricTable) -> tuple[Issue, ...]:
    """Judge by one rule: below 1 fails, below 2 warns; of depths above 10 fails, above 4 warns."""
    op, fail, warn = ("gt", 10.0, 4.0) if rule is DEPTH else ("lt", 1.0, 2.0)
    pack = parse.parse(
        {
            "key": "p",
            "name": "P",
            "configurations": {"c": {"name": "C"}},
            "rules": [
                rule
                | {
                    "key": "r",
                    "name": "R",
                    "scope": "per_feature",
                    "tiers": [
                        {"level": "fail", "op": op, "rhs": fail},
                        {"level": "warning", "op": op, "rhs": warn},
                        {"level": "pass"},
                    ],
                    "messages": {"fail": "{feature}: {metric:.2f}.", "warning": "{feature}: {metric:.2f}."},
                }
            ],
        }
    )
    return evaluate.evaluate(pack, measured).configurations[0].rules[0].issues


def faces(*values: float, neighbors: tuple[tuple[int, int], ...] = ()) -> MetricTable:
    made = table(*(Thing("FACE", {"thickness.min": value}) for value in values))
    return with_(made, neighbors=neighbors)


def holes(*depths: float, size: str = "", pattern: SubjectPattern | None = None) -> MetricTable:
    made = table(*(Thing("HOLE", {"hole.depth_over_diameter": depth}, size=size) for depth in depths))
    return with_(made, patterns=() if pattern is None else (pattern,))


def with_(made: MetricTable, neighbors=(), patterns: tuple[SubjectPattern, ...] = ()) -> MetricTable:
    return MetricTable(
        made.subjects,
        made.values,
        neighbors=frozen_ints(neighbors).reshape(-1, 2),
        patterns=patterns,
    )


def groups(found: tuple[Issue, ...]) -> list[tuple[Cause, int]]:
    return [(each.cause, len(each.findings)) for each in found]


def test_findings_with_nothing_in_common_are_issues_of_their_own() -> None:
    found = issues_of(WALL, faces(0.5, 0.6, 1.5))
    assert groups(found) == [(Cause.PLACE, 1)] * 3
    assert [each.severity for each in found] == [Severity.FAIL, Severity.FAIL, Severity.WARNING]
    assert found[0].message == "Face 0: 0.50."
    assert found[0].label == "face 0"


def test_passes_are_in_no_issue() -> None:
    assert issues_of(WALL, faces(3.0, 3.0)) == ()


def test_subjects_at_one_value_are_one_issue_and_those_that_differ_as_shown_are_not() -> None:
    (alike, other) = issues_of(WALL, faces(0.6901, 0.69, 0.6899, 0.75))
    assert (alike.cause, len(alike.findings), alike.label) == (Cause.EQUAL, 3, "3 faces")
    assert (alike.least, alike.most) == pytest.approx((0.6899, 0.6901))
    assert alike.message == "3 faces, 0.69 mm. The worst: Face 2: 0.69."
    assert len(other.findings) == 1


@pytest.mark.parametrize(("draft_deg", "n_issues"), [(0.0049, 1), (0.0051, 2)])
def test_angles_that_are_written_as_zero_are_one_value(draft_deg: float, n_issues: int) -> None:
    rule = {"metric": "draft.min", "selector": {"set": "all_faces"}}
    made = table(*(Thing("FACE", {"draft.min": value}) for value in (0.0, draft_deg)))
    assert len(issues_of(WALL | rule, made)) == n_issues


def test_faces_that_meet_are_one_region_whatever_their_values() -> None:
    (region, alone) = issues_of(WALL, faces(0.3, 0.5, 1.6, 0.7, 3.0, neighbors=((0, 1), (1, 2), (3, 4))))
    assert (region.cause, len(region.findings)) == (Cause.REGION, 3)
    assert region.severity is Severity.FAIL
    assert region.message == "3 faces, 0.3 to 1.6 mm. The worst: Face 0: 0.30."
    assert len(alone.findings) == 1  # its neighbor passes


def test_two_sides_of_one_wall_are_one_issue() -> None:
    measured = [Measured(0.5, faces=(FaceId(0), FaceId(9))), Measured(0.6, faces=(FaceId(9), FaceId(1)))]
    made = table(*(Thing("FACE", {"thickness.min": each}) for each in measured))
    (both,) = issues_of(WALL, made)
    assert (both.cause, len(both.findings)) == (Cause.REGION, 2)


@pytest.mark.parametrize(("apart_mm", "n_issues"), [(0.6, 1), (0.65, 2)])
def test_one_thin_place_measured_from_two_faces_is_one_issue(apart_mm: float, n_issues: int) -> None:
    """Walls of 0.5 and 0.75 mm, one across the other: balls as wide meet within 0.625 mm of their middles."""
    across = np.array([[0, 0, 0], [0, 0, 0.5]])
    along = np.array([[apart_mm - 0.375, 0, 0.25], [apart_mm + 0.375, 0, 0.25]])
    measured = [
        Measured(value, witness=(ends[0], ends[1]), faces=(FaceId(face),))
        for value, ends, face in ((0.5, across, 0), (0.75, along, 1))
    ]
    found = issues_of(WALL, table(*(Thing("FACE", {"thickness.min": each}) for each in measured)))
    assert len(found) == n_issues
    assert found[0].cause is (Cause.REGION if n_issues == 1 else Cause.PLACE)


@pytest.mark.parametrize(("other", "n_issues"), [(1, 1), (9, 2)])
def test_features_that_too_little_is_left_between_are_one_issue(other: int, n_issues: int) -> None:
    """The first is measured to a face of the second, or to the outline."""
    ends = np.zeros(3), np.ones(3)
    measured = [
        Measured(12.0, witness=ends, faces=(FaceId(0), FaceId(other))),
        Measured(11.0, witness=ends, faces=(FaceId(1), FaceId(9))),
    ]
    found = issues_of(DEPTH, table(*(Thing("HOLE", {"hole.depth_over_diameter": each}) for each in measured)))
    assert len(found) == n_issues


def test_equal_features_are_one_issue_though_their_values_differ_but_not_their_severities() -> None:
    found = issues_of(DEPTH, holes(5.0, 7.0, 12.0, size="Ø2.00"))
    assert groups(found) == [(Cause.PLACE, 1), (Cause.EQUAL, 2)]
    assert found[1].label == "2 holes (Ø2.00)"
    assert groups(issues_of(DEPTH, holes(5.0, 7.0))) == [(Cause.PLACE, 1)] * 2


def test_a_pattern_is_one_issue_under_its_own_name_and_a_part_of_it_is_counted() -> None:
    pattern = SubjectPattern("4 × Ø6.6 on Ø80", (0, 1, 2, 3))
    (whole,) = issues_of(DEPTH, holes(5.0, 6.0, 7.0, 12.0, pattern=pattern))
    assert (whole.cause, whole.label, whole.severity) == (Cause.PATTERN, "4 × Ø6.6 on Ø80", Severity.FAIL)
    (part,) = issues_of(DEPTH, holes(5.0, 6.0, 7.0, 2.0, pattern=pattern))
    assert part.label == "3 of 4 × Ø6.6 on Ø80"


@pytest.mark.parametrize(("members", "n_issues"), [((0, 1), 1), ((0, 7), 2)])
def test_faces_of_features_of_one_pattern_are_one_issue(members: tuple[int, int], n_issues: int) -> None:
    """Under the floors of two holes is too little metal; the pattern holds both holes, or one of them."""
    holes_and_floors = [Thing("HOLE", {}), Thing("HOLE", {})]
    holes_and_floors += [Thing("FACE", {"thickness.min": value}) for value in (0.5, 0.7)]
    made = table(*holes_and_floors)
    floors = [replace(made.subjects[2], faces=(FaceId(0),)), replace(made.subjects[3], faces=(FaceId(1),))]
    made = MetricTable((*made.subjects[:2], *floors), made.values, {})
    found = issues_of(WALL, with_(made, patterns=(SubjectPattern("2 × Ø8", members),)))
    assert [len(each.findings) for each in found] == ([2] if n_issues == 1 else [1, 1])


def test_faces_of_one_feature_are_one_issue() -> None:
    pocket = Thing("POCKET", {}, label="pocket 0")
    made = table(pocket, *(Thing("FACE", {"thickness.min": value}) for value in (0.4, 0.7)))
    owner = made.subjects[0]
    owned = type(owner)(
        owner.index,
        owner.domain,
        owner.kind,
        owner.fid,
        (FaceId(1), FaceId(2)),
        None,
        owner.location,
        owner.sets,
        owner.label,
    )
    (both,) = issues_of(WALL, MetricTable((owned, *made.subjects[1:]), made.values))
    assert (both.cause, len(both.findings)) == (Cause.FEATURE, 2)


def test_the_place_says_which_issues_of_other_rules_are_about_the_same_wall() -> None:
    (found,) = issues_of(WALL, faces(0.5))
    assert found.place == "thickness:0"
    (hole,) = issues_of(DEPTH, holes(12.0))
    assert hole.place == "hole.depth_over_diameter:0"
