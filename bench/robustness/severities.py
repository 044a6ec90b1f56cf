"""Severities of every rule of every pack and configuration, and whether two lists of them agree."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bench.robustness.difference import Difference, Kind
from engine.model.finding import PackVerdict, RuleVerdict
from engine.model.rulepack import Severity


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one rule said, and how sure it was."""

    severity: Severity
    certain: Severity
    """The worst severity of a decided finding; pass where none is decided."""
    has_undecided: bool
    """Whether the severity of some finding changes within its uncertainty."""
    message: str = ""


def collect(packs: Iterable[PackVerdict]) -> dict[str, Verdict]:
    """Return the verdicts by `pack/configuration/rule`; `packs` were judged with passes listed."""
    return {
        f"{pack.key}/{configuration.key}/{rule.key}": verdict_of(rule)
        for pack in packs
        for configuration in pack.configurations
        for rule in configuration.rules
    }


def verdict_of(rule: RuleVerdict) -> Verdict:
    """Return a rule's verdict; one that could measure nothing is certain of it."""
    decided = [
        severity
        for severity, is_decided in zip(rule.findings.severities, rule.findings.is_decided, strict=True)
        if is_decided
    ]
    if not len(rule.findings):
        decided = [rule.severity]
    certain = max(decided, key=lambda severity: severity.rank, default=Severity.PASS)
    return Verdict(rule.severity, certain, not bool(rule.findings.is_decided.all()), rule.message)


def differences(before: Mapping[str, Verdict], after: Mapping[str, Verdict]) -> list[Difference]:
    """List the rules whose severity changed, without those that were undecided on both sides."""
    return [
        Difference(
            Kind.SEVERITY,
            name,
            f"{_text(before[name])} → {_text(after[name])}",
            abs(before[name].severity.rank - after[name].severity.rank),
        )
        for name in changed(before, after)
        if not is_undecided(before[name], after[name])
    ]


def changed(before: Mapping[str, Verdict], after: Mapping[str, Verdict]) -> list[str]:
    """List the rules whose severity is not the same."""
    return [name for name in before if before[name].severity is not after[name].severity]


def is_undecided(one: Verdict, other: Verdict) -> bool:
    """Whether both announced a change of severity: nothing certain is worse than the milder one."""
    worse, milder = sorted((one, other), key=lambda verdict: -verdict.severity.rank)
    return worse.certain.rank <= milder.severity.rank and worse.has_undecided and milder.has_undecided


def _text(verdict: Verdict) -> str:
    return f"{verdict.severity} ({verdict.message})"
