"""The three verdicts in their order, and the worst of several."""

from collections.abc import Iterable

from app.client.models import Severity

ORDER: tuple[Severity, ...] = ("pass", "warning", "fail")


def rank(severity: Severity | None) -> int:
    """Return 2 for a fail, 1 for a warning, 0 for a pass, -1 where nothing was said."""
    return -1 if severity is None else ORDER.index(severity)


def worst(severities: Iterable[Severity]) -> Severity | None:
    """Return the worst; None of none."""
    return max(severities, key=rank, default=None)
