"""What an edited pack says otherwise, in words."""

import pytest

from app.state import diff_words
from app.state.verdict_diff import RuleChange, VerdictDiff

SOME = (RuleChange("wall", "pass", "fail"),)


@pytest.mark.parametrize(
    ("n_fail", "n_warning", "words"),
    [
        (2, -1, "+2 fails, −1 warning"),
        (-1, 0, "−1 fail"),
        (0, 3, "+3 warnings"),
        (0, 0, "Other places, as many."),
    ],
)
def test_more_has_a_plus_and_fewer_a_minus(n_fail, n_warning, words):
    assert diff_words.summary(VerdictDiff(SOME, n_fail, n_warning, frozenset("1"))) == words


def test_no_change_says_so():
    assert diff_words.summary(VerdictDiff((), 0, 0, frozenset())) == "As the saved version says."


def test_a_rule_says_from_what_to_what():
    assert diff_words.of_rule(SOME[0]) == "passes → fails"
    assert diff_words.of_rule(RuleChange("wall", None, "warning")) == "not there → warns"
