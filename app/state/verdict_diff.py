"""What an edited pack says otherwise than the saved one, about the same part."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.client.models import Finding, Severity, Verdict
from app.state import issue_changes, rule_rows, severity
from app.state.findings import Placed
from app.state.issues import PlacedIssue
from app.state.revisions import Change, Matched


@dataclass(frozen=True, slots=True)
class RuleChange:
    """One rule whose verdict changed; None where one of the two packs has no such rule."""

    rule_key: str
    before: Severity | None
    after: Severity | None


@dataclass(frozen=True, slots=True)
class VerdictDiff:
    """The change from one verdict to another."""

    rules: tuple[RuleChange, ...]
    n_issues: dict[Change, int]
    """How many issues are new, fixed, worse or better; limits alone make none worse or better."""
    changed_fids: frozenset[str]
    """Faces whose worst finding is another than before."""

    @property
    def is_empty(self) -> bool:
        """Whether both say the same of every rule and face."""
        return not (self.rules or any(self.n_issues.values()) or self.changed_fids)


def compare(before: Verdict, after: Verdict) -> VerdictDiff:
    """Compare the verdicts of two versions of a configuration; faces are the same, as the part is."""
    olds = {rule.key: rule.severity for rule in before.rules}
    news = {rule.key: rule.severity for rule in after.rules}
    changes = tuple(
        RuleChange(key, olds.get(key), news.get(key))
        for key in dict.fromkeys((*olds, *news))
        if olds.get(key) != news.get(key)
    )
    at_old, at_new = _severity_of_fid(before), _severity_of_fid(after)
    return VerdictDiff(
        changes,
        _changes(before, after),
        frozenset(fid for fid in at_old.keys() | at_new.keys() if at_old.get(fid) != at_new.get(fid)),
    )


def _findings(verdict: Verdict) -> list[Finding]:
    return [finding for rule in verdict.rules for finding in rule.findings]


def _changes(before: Verdict, after: Verdict) -> dict[Change, int]:
    """Count the issues that changed; findings of one rule about the same faces are the same."""
    olds, news = (rule_rows.of_verdict("", "", one).issues for one in (before, after))
    changes = [each.change for each in issue_changes.match(olds, news, _matched(olds, news))]
    return {
        change: changes.count(change) for change in Change if change in changes and change is not Change.SAME
    }


def _matched(olds: Sequence[PlacedIssue], news: Sequence[PlacedIssue]) -> list[Matched]:
    """Match findings of the same rule about the same faces."""
    waiting: dict[tuple[object, ...], list[Placed]] = {}
    for each in olds:
        for one in each.placed:
            waiting.setdefault(_identity(one), []).append(one)
    found = []
    for each in news:
        for one in each.placed:
            partners = waiting.get(_identity(one))
            old = partners.pop(0) if partners else None
            found.append(Matched(_change(old, one), old, one))
    return found + [Matched(Change.FIXED, one, None) for left in waiting.values() for one in left]


def _identity(placed: Placed) -> tuple[object, ...]:
    return placed.rule.key, placed.finding.kind, placed.fids


def _change(before: Placed | None, after: Placed) -> Change:
    if before is None:
        return Change.NEW
    step = severity.rank(after.finding.severity) - severity.rank(before.finding.severity)
    return Change.WORSE if step > 0 else Change.BETTER if step < 0 else Change.SAME


def _severity_of_fid(verdict: Verdict) -> dict[str, Severity]:
    found: dict[str, Severity] = {}
    for finding in _findings(verdict):
        for fid in {*finding.related_fids, *([] if finding.fid is None else [finding.fid])}:
            if finding.severity != "pass" and severity.rank(finding.severity) > severity.rank(found.get(fid)):
                found[fid] = finding.severity
    return found
