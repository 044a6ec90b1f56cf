"""An issue finds the reviewer's mark again while it is the same issue, and not when it became another."""

import json
from dataclasses import replace

import pytest

from bench.judgment import marks
from bench.judgment.marks import Mark, Raised

DIAGONAL_MM = 100.0
"""A place may move by 2 mm."""

THIN = Raised("min_wall_thickness", "fail", 0.5, (10.0, 0.0, 0.0), "The wall is 0.50 mm thick.")
MARK = Mark(
    "part.step", "cnc/3-axis", "min_wall_thickness", "fail", 0.5, (10.0, 0.0, 0.0), "true", "a thin rib"
)


def test_an_issue_finds_its_mark():
    found = marks.compare([THIN], [MARK], DIAGONAL_MM)
    assert found.marked == ((THIN, MARK),)
    assert (found.unmarked, found.missing) == ((), ())


@pytest.mark.parametrize(
    "other",
    [
        replace(THIN, rule="min_internal_radius"),
        replace(THIN, severity="warning"),
        replace(THIN, value=0.52),
        replace(THIN, value=None),
        replace(THIN, place=(12.1, 0.0, 0.0)),
        replace(THIN, place=None),
    ],
)
def test_an_issue_that_changed_is_to_be_marked_anew(other):
    found = marks.compare([other], [replace(MARK, word="false")], DIAGONAL_MM)
    assert (found.marked, found.unmarked) == ((), (other,))


@pytest.mark.parametrize("same", [replace(THIN, value=0.509), replace(THIN, place=(11.9, 0.0, 0.0))])
def test_an_issue_that_moved_by_little_keeps_its_mark(same):
    assert marks.compare([same], [MARK], DIAGONAL_MM).marked == ((same, MARK),)


def test_of_two_marks_the_nearer_one_is_taken_and_each_once():
    near, far = replace(MARK, word="false"), replace(MARK, place=(11.5, 0.0, 0.0))
    moved = replace(THIN, place=(10.2, 0.0, 0.0))
    found = marks.compare([moved, replace(THIN, place=(11.0, 0.0, 0.0))], [far, near], DIAGONAL_MM)
    assert [mark for _, mark in found.marked] == [near, far]


def test_what_a_reviewer_adds_is_missing_until_it_is_raised():
    added = replace(MARK, word="missing", severity="warning", value=None)
    assert marks.compare([], [added], DIAGONAL_MM).missing == (added,)
    assert marks.compare([THIN], [added], DIAGONAL_MM).missing == ()
    elsewhere = replace(THIN, place=(40.0, 0.0, 0.0))
    assert marks.compare([elsewhere], [added], DIAGONAL_MM).missing == (added,)


def test_a_true_issue_that_is_no_longer_raised_is_missing_and_a_false_one_is_not():
    assert marks.compare([], [MARK, replace(MARK, word="false")], DIAGONAL_MM).missing == (MARK,)


def test_marks_are_read_and_a_strange_word_is_refused(tmp_path):
    line = {
        "file": "part.step",
        "configuration": "cnc/3-axis",
        "rule": "min_wall_thickness",
        "severity": "fail",
        "value": 0.5,
        "place": [10.0, 0.0, 0.0],
        "mark": "true",
        "why": "a thin rib",
    }
    path = tmp_path / "issues.jsonl"
    path.write_text(json.dumps(line) + "\n")
    assert marks.read(path) == [MARK]
    path.write_text(json.dumps({**line, "mark": "maybe"}) + "\n")
    with pytest.raises(ValueError, match=r"part\.step: the mark is 'maybe'; accepted are true"):
        marks.read(path)
    assert marks.read(tmp_path / "none.jsonl") == []
