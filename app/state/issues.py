"""Issues of a result: findings of one rule with one cause, as one thing to change."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from app.client.models import Finding, Issue, PackVerdict, Result, RuleVerdict, Severity
from app.state import display_unit, findings, severity
from app.state.findings import Placed

ALONE = "place"
"""The cause of an issue with a single finding."""


@dataclass(frozen=True, slots=True, eq=False)
class PlacedIssue:
    """An issue with its findings and where they stand."""

    issue: Issue
    placed: tuple[Placed, ...]
    """At least one, the worst first."""

    @property
    def worst(self) -> Placed:
        """The finding that the issue is worded by."""
        return self.placed[0]

    @property
    def rule(self) -> RuleVerdict:
        """The rule that says so."""
        return self.worst.rule

    @property
    def is_single(self) -> bool:
        """Whether it is a single finding."""
        return len(self.placed) == 1

    @property
    def fids(self) -> tuple[str, ...]:
        """Every face that any of its findings is about; none where it is about the whole part."""
        return tuple(dict.fromkeys(fid for one in self.placed for fid in one.fids))

    @property
    def message(self) -> str:
        """All that is to be said, in a sentence or two."""
        return display_unit.in_sentence(self.issue.message) or self.worst.message

    @property
    def label(self) -> str:
        """What it is about, `8 × Ø6.6 on Ø80`, lengths as they are shown; empty where nobody says."""
        label = self.issue.label
        is_pattern = self.issue.cause == "pattern"
        return display_unit.in_label(label) if is_pattern else display_unit.in_sentence(label)


def of_rule(rule: RuleVerdict, placed: Sequence[Placed]) -> tuple[PlacedIssue, ...]:
    """Return the issues of a rule, in the order of their worst findings.

    `placed` are its findings in the order they matter. One that no issue of the server names is an issue of
    its own, unless it passes; so are all of a server that sends no issues.
    """
    rank = {id(one.finding): at for at, one in enumerate(placed)}
    taken = set[int]()
    found = []
    for issue in rule.issues:
        at = {rank.get(id(rule.findings[i])) for i in issue.findings if 0 <= i < len(rule.findings)}
        members = sorted({one for one in at if one is not None} - taken)
        taken.update(members)
        if members:
            found.append((members[0], PlacedIssue(issue, tuple(placed[one] for one in members))))
    for at_alone, one in enumerate(placed):
        if at_alone not in taken and one.finding.severity != "pass":
            found.append((at_alone, PlacedIssue(_alone(one.finding), (one,))))
    return tuple(each for _, each in sorted(found, key=lambda both: both[0]))


def merged(several: Sequence[PlacedIssue]) -> PlacedIssue:
    """Return issues of one rule as one, which is worded by the worst of them."""
    if len(several) == 1:
        return several[0]
    placed = tuple(sorted((one for each in several for one in each.placed), key=findings.urgency))
    least = [each.issue.least for each in several if each.issue.least is not None]
    most = [each.issue.most for each in several if each.issue.most is not None]
    worst = min(several, key=lambda each: findings.urgency(each.worst))
    issue = replace(
        worst.issue,
        severity=severity.worst(each.issue.severity for each in several) or worst.issue.severity,
        least=min(least, default=None),
        most=max(most, default=None),
        label="",
        message=worst.worst.finding.message,
    )
    return PlacedIssue(issue, placed)


def count(rules: Iterable[RuleVerdict], level: Severity | None = None) -> int:
    """Count the issues of rules, of one severity or all; one that fails or warns without findings has one."""
    return sum(level in (None, one) for rule in rules if rule.applicable for one in _severities(rule))


def also_in(result: Result | None, each: PlacedIssue) -> tuple[str, ...]:
    """Return the names of the other processes that have an issue at the same place.

    Rules behind a gate that failed do not count: such a process does not suit the part anyhow.
    """
    place = each.issue.place
    if result is None or not place:
        return ()
    others = (pack for pack in result.packs if pack.module_key != each.worst.pack_key)
    return tuple(pack.name or pack.module_key for pack in others if _is_at(pack, place))


def _is_at(pack: PackVerdict, place: str) -> bool:
    return any(
        issue.place == place
        for configuration in pack.configurations
        if configuration.result.gate is None
        for rule in configuration.result.rules
        for issue in rule.issues
    )


def _alone(finding: Finding) -> Issue:
    return Issue(
        severity=finding.severity,
        findings=(),
        cause=ALONE,
        least=finding.value,
        most=finding.value,
        message=finding.message,
    )


def _severities(rule: RuleVerdict) -> Sequence[Severity]:
    named = {at for issue in rule.issues for at in issue.findings}
    levels = [issue.severity for issue in rule.issues]
    levels += [one.severity for at, one in enumerate(rule.findings) if at not in named]
    wrong = [one for one in levels if one != "pass"]
    return wrong or ([] if rule.severity == "pass" else [rule.severity])
