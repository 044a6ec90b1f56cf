"""What an edited pack says otherwise, in words."""

import pytest

from app.state import diff_words
from app.state.revisions import Change
from app.state.verdict_diff import RuleChange, VerdictDiff

SOME = (RuleChange("wall", "pass", "fail"),)


@pytest.mark.parametrize(
    ("n_issues", "fids", "words"),
    [
        ({Change.NEW: 2, Change.FIXED: 1}, "1", "Issues: 1 fixed, 2 new"),
        ({Change.WORSE: 1}, "1", "Issues: 1 worse"),
        ({}, "1", "Other places, as many."),
        ({}, "", "Other rules, the same issues."),
    ],
)
def test_what_became_of_the_issues_is_counted(n_issues, fids, words):
    assert diff_words.summary(VerdictDiff(SOME, n_issues, frozenset(fids))) == words


def test_no_change_says_so():
    assert diff_words.summary(VerdictDiff((), {}, frozenset())) == "As the saved version says."


def test_a_rule_says_from_what_to_what():
    assert diff_words.of_rule(SOME[0]) == "passes → fails"
    assert diff_words.of_rule(RuleChange("wall", None, "warning")) == "not there → warns"
