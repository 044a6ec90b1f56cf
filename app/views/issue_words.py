"""Issues in the words of lists: what they are about, at how many places, how much was accepted."""

from PySide6.QtCore import QCoreApplication

from app.client.models import Result
from app.state.acceptances import Accepted
from app.state.issues import PlacedIssue
from app.views import places


def title(result: Result, each: PlacedIssue) -> str:
    """Return what an issue is about: `8 × Ø6.6 on Ø80`, `36 faces`, of a single finding its place."""
    if each.is_single:
        return places.words(result, each.worst)
    n, label = len(each.placed), each.label
    if not label:
        return n_places(n)
    return label if label.startswith(f"{n} ") else f"{label}, {n_places(n)}"


def n_places(n: int) -> str:
    """Count findings."""
    return _tr("1 place") if n == 1 else _tr("{} places").format(n)


def n_issues(n: int) -> str:
    """Count issues."""
    return _tr("1 issue") if n == 1 else _tr("{} issues").format(n)


def both(n: int, n_findings: int) -> str:
    """Count issues, and places where these are more: `3 issues, 41 places`."""
    return n_issues(n) if n == n_findings else f"{n_issues(n)}, {n_places(n_findings)}"


def accepted(found: Accepted) -> str:
    """Return how much of an issue was accepted: `accepted`, `2 of 36 places accepted`; empty: nothing."""
    if found.is_whole:
        return _tr("accepted")
    return _tr("{} of {} places accepted").format(found.n, found.n_all) if found.is_partial else ""


def _tr(text: str) -> str:
    return QCoreApplication.translate("Issues", text)
