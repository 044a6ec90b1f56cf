"""What an edited pack says otherwise than the saved one, about the same part."""

from dataclasses import dataclass

from app.client.models import Finding, Severity, Verdict
from app.state import severity


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
    n_fail: int
    """Findings that fail more than before; negative: fewer."""
    n_warning: int
    changed_fids: frozenset[str]
    """Faces whose worst finding is another than before."""

    @property
    def is_empty(self) -> bool:
        """Whether both say the same of every rule and face."""
        return not (self.rules or self.n_fail or self.n_warning or self.changed_fids)


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
        _count(after, "fail") - _count(before, "fail"),
        _count(after, "warning") - _count(before, "warning"),
        frozenset(fid for fid in at_old.keys() | at_new.keys() if at_old.get(fid) != at_new.get(fid)),
    )


def _findings(verdict: Verdict) -> list[Finding]:
    return [finding for rule in verdict.rules for finding in rule.findings]


def _count(verdict: Verdict, level: Severity) -> int:
    return sum(finding.severity == level for finding in _findings(verdict))


def _severity_of_fid(verdict: Verdict) -> dict[str, Severity]:
    found: dict[str, Severity] = {}
    for finding in _findings(verdict):
        for fid in {*finding.related_fids, *([] if finding.fid is None else [finding.fid])}:
            if finding.severity != "pass" and severity.rank(finding.severity) > severity.rank(found.get(fid)):
                found[fid] = finding.severity
    return found
