"""What an edited pack says otherwise, in words: `Issues: 1 fixed, 2 new`."""

from app.client.models import Severity
from app.state.comparison_words import CHANGES_NAMED, WORDS
from app.state.verdict_diff import RuleChange, VerdictDiff

NAMES: dict[Severity | None, str] = {"fail": "fails", "warning": "warns", "pass": "passes", None: "not there"}


def summary(diff: VerdictDiff) -> str:
    """Return what became of the issues; a sentence where that says nothing."""
    if diff.is_empty:
        return "As the saved version says."
    words = [f"{diff.n_issues[one]} {WORDS[one]}" for one in CHANGES_NAMED if diff.n_issues.get(one)]
    if words:
        return f"Issues: {', '.join(words)}"
    return "Other places, as many." if diff.changed_fids else "Other rules, the same issues."


def of_rule(change: RuleChange) -> str:
    """Return how the verdict of a rule changed: `passes → fails`."""
    return f"{NAMES[change.before]} → {NAMES[change.after]}"
