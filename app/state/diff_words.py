"""What an edited pack says otherwise, in words: `+2 fails, −1 warning`."""

from app.client.models import Severity
from app.state.verdict_diff import RuleChange, VerdictDiff

MINUS = "−"
NAMES: dict[Severity | None, str] = {"fail": "fails", "warning": "warns", "pass": "passes", None: "not there"}


def summary(diff: VerdictDiff) -> str:
    """Return the change of counts; a sentence where there is none."""
    if diff.is_empty:
        return "As the saved version says."
    words = [_counted(diff.n_fail, "fail"), _counted(diff.n_warning, "warning")]
    joined = ", ".join(word for word in words if word)
    return joined or "Other places, as many."


def of_rule(change: RuleChange) -> str:
    """Return how the verdict of a rule changed: `passes → fails`."""
    return f"{NAMES[change.before]} → {NAMES[change.after]}"


def _counted(n: int, noun: str) -> str:
    if not n:
        return ""
    return f"{'+' if n > 0 else MINUS}{abs(n)} {noun}{'' if abs(n) == 1 else 's'}"
