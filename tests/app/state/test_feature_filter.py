"""The filter above the feature tree."""

import pytest

from app.state import feature_filter
from tests.app.state.answers import feature

HOLE = feature("12", "HOLE", "12", "13", diameter_mm=6.0, depth_mm=24.0, through=True)
FIN = feature("3", "FIN", thickness_mm=1.2)
BOSS = feature("4", "BOSS", diameter_mm=34.0, stages=[])


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("", "HOLE FIN BOSS"),
        ("kind:hole", "HOLE"),
        ("kind:holes", "HOLE"),
        ("kind:Bosses,fin", "FIN BOSS"),
        ("d>5", "HOLE BOSS"),
        ("d>6", "BOSS"),
        ("d>=6", "HOLE BOSS"),
        ("d<=6", "HOLE"),
        ("d=6.004", "HOLE"),
        ("d=6.006", ""),
        ("diameter>5 d<10", "HOLE"),
        ("depth_mm=24", "HOLE"),
        ("through=1", ""),
        ("severity:fail", "FIN"),
        ("severity:warning,fail", "HOLE FIN"),
        ("severity:pass", "BOSS"),
        ("kind:hole d>5 severity:fail", ""),
        ("kind:hole d>5 severity:warning", "HOLE"),
        ("hol", "HOLE"),
        ("12", "HOLE"),
        ("1", ""),
    ],
)
def test_all_conditions_hold_for_what_is_shown(text: str, shown: str) -> None:
    wanted = feature_filter.parse(text)
    assert not wanted.problems
    worst = {"HOLE": "warning", "FIN": "fail"}
    found = [one.kind for one in (HOLE, FIN, BOSS) if wanted.matches(one, worst.get(one.kind))]  # type: ignore[arg-type]
    assert " ".join(found) == shown


@pytest.mark.parametrize("word", ["kind:", "severity:bad", "d>", "d>five", "color:red"])
def test_a_word_that_makes_no_sense_is_named_and_the_others_hold(word: str) -> None:
    wanted = feature_filter.parse(f"kind:hole {word}")
    (problem,) = wanted.problems
    assert problem.endswith(".")
    assert wanted.matches(HOLE, None)
    assert not wanted.matches(FIN, None)
