"""Findings of two revisions, matched by geometry."""

import pytest

from app.state import revisions
from app.state.revisions import Change
from tests.app.state.answers import placed

DIAGONAL_MM = 100.0


def fin(fid: str = "1", x_mm: float = 0.0, value: float = 1.2, **fields: object):  # type: ignore[no-untyped-def]
    values = {
        "kind": "FIN",
        "location": [x_mm, 0, 0],
        "value": value,
        "threshold": 2.0,
        "margin": value - 2.0,
    }
    return placed(fid=fid, **(values | fields))  # type: ignore[arg-type]


def changes(before: list, after: list) -> list[Change]:  # type: ignore[type-arg]
    return [one.change for one in revisions.match(before, after, DIAGONAL_MM)]


def test_face_numbers_do_not_matter() -> None:
    assert changes([fin("1")], [fin("88")]) == [Change.SAME]


@pytest.mark.parametrize(
    ("value", "change"),
    [(1.2, Change.SAME), (1.2005, Change.SAME), (1.1, Change.WORSE), (1.3, Change.BETTER)],
)
def test_a_value_that_moved_is_worse_or_better(value: float, change: Change) -> None:
    assert changes([fin()], [fin(value=value)]) == [change]


def test_a_limit_from_above_counts_by_its_margin() -> None:
    deep, deeper = fin(value=9, margin=-1.0), fin(value=10, margin=-2.0)
    assert changes([deep], [deeper]) == [Change.WORSE]
    assert changes([deeper], [deep]) == [Change.BETTER]


def test_a_fail_that_became_a_warning_is_better_whatever_its_margin() -> None:
    warning = fin(severity="warning", margin=-5.0)
    assert changes([fin()], [warning]) == [Change.BETTER]
    assert changes([warning], [fin()]) == [Change.WORSE]


def test_what_is_far_away_or_of_another_kind_or_rule_is_another() -> None:
    assert changes([fin()], [fin(x_mm=9.9)]) == [Change.SAME]
    assert changes([fin()], [fin(x_mm=10.1)]) == [Change.NEW, Change.FIXED]
    assert changes([fin()], [fin(kind="BOSS")]) == [Change.NEW, Change.FIXED]
    assert changes([fin()], [fin(rule="other")]) == [Change.NEW, Change.FIXED]
    assert changes([fin()], [fin(location=None)]) == [Change.NEW, Change.FIXED]


def test_the_nearest_match_and_each_only_once() -> None:
    before = [fin(x_mm=0, value=1.0), fin(x_mm=6, value=1.5)]
    after = [fin("7", x_mm=5, value=1.5), fin("8", x_mm=1, value=1.0), fin("9", x_mm=3, value=1.0)]
    matched = revisions.match(before, after, DIAGONAL_MM)
    assert [one.change for one in matched].count(Change.SAME) == 2
    (new,) = [one.after for one in matched if one.change is Change.NEW]
    assert new is after[2]


def test_at_one_place_the_size_decides() -> None:
    before = [fin(value=1.0), fin(value=1.5)]
    matched = revisions.match(before, [fin(value=1.5), fin(value=1.0)], DIAGONAL_MM)
    assert [one.change for one in matched] == [Change.SAME, Change.SAME]


def test_the_whole_part_matches_itself() -> None:
    whole = placed(fid=None, value=3.0, margin=-1.0)
    assert changes([whole], [placed(fid=None, value=2.0, margin=-0.5)]) == [Change.BETTER]
    assert changes([], [whole]) == [Change.NEW]
    assert changes([whole], []) == [Change.FIXED]


def test_what_is_said_of_the_whole_part_is_one_wherever_it_is_shown() -> None:
    """Undercuts are shown at the largest of them, which may be another one in the next revision."""
    undercuts = {"kind": "UNDERCUT", "margin": -1.0}
    before, after = (fin(x_mm=x_mm, fid=None, **undercuts) for x_mm in (0.0, 90.0))  # type: ignore[arg-type]
    assert changes([before], [after]) == [Change.SAME]
    of_a_face = fin(fid="7", x_mm=90.0, **undercuts)
    assert changes([before], [of_a_face]) == [Change.NEW, Change.FIXED]
