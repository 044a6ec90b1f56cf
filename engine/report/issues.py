"""From findings to issues: what a reader sees as one thing to fix, worst first.

A finding of every configuration about the same faces is one place, and the places of one cause are one issue:
twelve equal holes are told once.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.disjoint_sets import DisjointSets
from engine.model.finding import Finding, PackVerdict, RuleVerdict
from engine.model.part import FaceId
from engine.model.rulepack import LEVEL, Severity
from engine.report import wording

MOST_NAMED = 8
"""Faces that are named where many places are alike."""

Place = tuple[str, FaceId | None, tuple[FaceId, ...], str]
"""Rule, faces and location of a finding: the same under every configuration."""


@dataclass(frozen=True, slots=True, eq=False)
class Judgment:
    """What one configuration says."""

    configuration: str
    finding: Finding


@dataclass(frozen=True, slots=True, eq=False)
class Issue:
    """One thing to fix under one rule of one pack."""

    pack: str
    rule_key: str
    rule_name: str
    source: str
    metric: str
    places: tuple[Finding, ...]
    """One finding for each place, as the strictest configuration puts it."""
    judgments: tuple[Judgment, ...]
    """The first place as each configuration that objects to it sees it."""

    @property
    def worst(self) -> Finding:
        """The finding that the issue is worded by."""
        return self.places[0]

    @property
    def strictest(self) -> Judgment:
        """The judgment that the issue is worded by."""
        return _strictest(list(self.judgments))

    @property
    def severity(self) -> Severity:
        """The worst that any configuration says."""
        return self.worst.severity

    @property
    def is_without_size(self) -> bool:
        """Whether the metric is a level, or yes or no, so that its number says nothing to a reader."""
        return self.worst.unit == LEVEL or self.metric.rsplit(".", maxsplit=1)[-1].startswith("is_")

    @property
    def is_decided(self) -> bool:
        """Whether the measurement is sharp enough for the verdict."""
        return self.worst.is_decided

    @property
    def is_silently_undecided(self) -> bool:
        """Whether it is too close to call, and its message does not say so."""
        return not self.is_decided and wording.UNDECIDED.lower() not in self.worst.message.lower()

    @property
    def where(self) -> str:
        """The places in words: `hole, face 12` or `faces 3, 36 and 9 more`."""
        fids = [str(fid) for fid in sorted({place.fid for place in self.places if place.fid is not None})]
        if not fids:
            return "the part"
        kind = "" if self.worst.kind in ("FACE", "PART") else self.worst.kind.lower()
        if len(self.places) > 1:
            more = f" and {len(fids) - MOST_NAMED} more" if len(fids) > MOST_NAMED else ""
            named = f"face{'s' if len(fids) > 1 else ''} {', '.join(fids[:MOST_NAMED])}{more}"
            return f"{wording.counted(len(self.places), kind or 'place')}, {named}"
        return f"{kind}, face {fids[0]}" if kind else f"face {fids[0]}"

    @property
    def faces(self) -> tuple[FaceId, ...]:
        """All faces of all places, ascending."""
        return tuple(sorted({face for place in self.places for face in place.faces}))


@dataclass(frozen=True, slots=True, eq=False)
class Topic:
    """Everything one rule of a pack objects to, worst first."""

    rule_key: str
    rule_name: str
    source: str
    """Where the rule's limits come from."""
    issues: tuple[Issue, ...]

    @property
    def severity(self) -> Severity:
        """The worst of its issues."""
        return self.issues[0].severity

    @property
    def counts(self) -> dict[str, int]:
        """How many places fail, and how many warn."""
        return {
            severity: sum(len(issue.places) for issue in self.issues if issue.severity == severity)
            for severity in (Severity.FAIL, Severity.WARNING)
        }


def topics(issues: Sequence[Issue]) -> tuple[Topic, ...]:
    """Put the issues of one pack together by rule; the rule with the worst issue comes first."""
    by_rule: dict[str, list[Issue]] = {}
    for issue in issues:
        by_rule.setdefault(issue.rule_key, []).append(issue)
    return tuple(
        Topic(key, of_rule[0].rule_name, of_rule[0].source, tuple(of_rule))
        for key, of_rule in by_rule.items()
    )


def gather(verdict: PackVerdict) -> tuple[Issue, ...]:
    """Collect the issues of one pack, worst first; passes are none.

    Places that any configuration puts into one issue are one here.
    """
    rules: dict[str, RuleVerdict] = {}
    judged: dict[Place, list[Judgment]] = {}
    pairs: list[tuple[Place, Place]] = []
    for configuration in verdict.configurations:
        for rule in configuration.rules:
            rules[rule.key] = rule
            for issue in rule.issues:
                places = []
                for finding in (rule.findings[at] for at in issue.findings):
                    location = ",".join(f"{part:.4g}" for part in finding.location)
                    place = (rule.key, finding.fid, finding.faces, location)
                    judged.setdefault(place, []).append(Judgment(configuration.name, finding))
                    places.append(place)
                pairs += [(places[0], place) for place in places[1:]]
    number = {place: at for at, place in enumerate(judged)}
    sets = DisjointSets(len(judged))
    for first, second in pairs:
        sets.join(number[first], number[second])
    together: dict[int, list[Place]] = {}
    for place, at in number.items():
        together.setdefault(sets.least(at), []).append(place)
    issues = [
        _issue(verdict.name, rules[places[0][0]], [judged[place] for place in places])
        for places in together.values()
    ]
    return tuple(sorted(issues, key=_order))


def _issue(pack: str, rule: RuleVerdict, places: list[list[Judgment]]) -> Issue:
    ordered = sorted(places, key=lambda place: _rank(_strictest(place).finding))
    findings = tuple(_strictest(place).finding for place in ordered)
    return Issue(pack, rule.key, rule.name, rule.source, rule.metric, findings, tuple(ordered[0]))


def _strictest(judgments: list[Judgment]) -> Judgment:
    return min(judgments, key=lambda one: _rank(one.finding))


def _rank(finding: Finding) -> tuple[int, float, int]:
    fid = -1 if finding.fid is None else int(finding.fid)
    return -finding.severity.rank, -wording.shortfall(finding), fid


def _order(issue: Issue) -> tuple[int, float, str, int]:
    severity, shortfall, fid = _rank(issue.worst)
    return severity, round(shortfall, 6), issue.rule_key, fid
