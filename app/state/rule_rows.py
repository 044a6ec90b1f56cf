"""The rules of one configuration as people read them: those that fail, warn, pass, and do not apply."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.client.models import (
    ConfigurationVerdict,
    Finding,
    PackVerdict,
    Result,
    RuleVerdict,
    Severity,
    Verdict,
)
from app.state import display_unit, findings, issues, severity
from app.state.findings import Placed
from app.state.issues import PlacedIssue

VERB: dict[Severity, str] = {"fail": "Fails", "warning": "Passes with warnings:", "pass": "Passes"}


@dataclass(frozen=True, slots=True, eq=False)
class RuleRow:
    """One rule with its issues, the worst first."""

    rule: RuleVerdict
    issues: tuple[PlacedIssue, ...] = ()

    @property
    def title(self) -> str:
        """What the rule is called."""
        return self.rule.name or self.rule.key.replace("_", " ").capitalize()


@dataclass(frozen=True, slots=True, eq=False)
class RuleRows:
    """Every rule of a configuration, once."""

    problems: tuple[RuleRow, ...]
    """Fails, then warnings."""
    passed: tuple[RuleRow, ...]
    idle: tuple[RuleRow, ...]
    """Rules that do not apply, each with its reason."""
    folded: "RuleRows | None" = None
    """The other rules, where a gate failed and is the only problem above."""
    folded_words: str = ""
    """How many they are and what they say."""

    @property
    def issues(self) -> tuple[PlacedIssue, ...]:
        """The issues of all rules, in the order of the rules."""
        return tuple(each for row in self.all_problems for each in row.issues)

    @property
    def all_problems(self) -> tuple[RuleRow, ...]:
        """All that fail or warn, those that are folded behind the others."""
        return self.problems if self.folded is None else self.problems + self.folded.all_problems


def of_verdict(pack_key: str, configuration_key: str, verdict: Verdict) -> RuleRows:
    """Sort the rules of a verdict by what they say; ties keep the order of the pack.

    The rules behind a gate that failed are folded.
    """
    placed = findings.of_verdict(pack_key, configuration_key, verdict).by_rule()
    rows = []
    for rule in verdict.rules:
        own = placed.get((pack_key, configuration_key, rule.key), ())
        rows.append(RuleRow(rule, issues.of_rule(rule, own or _whole(rule, pack_key, configuration_key))))
    gate = [row for row in rows if row.rule.key == verdict.gate]
    if not gate:
        return _sorted(rows)
    others = _sorted([row for row in rows if row.rule.key != verdict.gate])
    return RuleRows(tuple(gate), (), (), others, others_in_words(verdict))


def _sorted(rows: Sequence[RuleRow]) -> RuleRows:
    problems = [row for row in rows if row.rule.applicable and row.rule.severity != "pass"]
    problems.sort(key=lambda row: -severity.rank(row.rule.severity))
    return RuleRows(
        tuple(problems),
        tuple(row for row in rows if row.rule.applicable and row.rule.severity == "pass"),
        tuple(row for row in rows if not row.rule.applicable),
    )


def _whole(rule: RuleVerdict, pack_key: str, configuration_key: str) -> tuple[Placed, ...]:
    """Make of a rule without findings one about the whole part, as plain servers answer."""
    if rule.severity == "pass" or not rule.applicable:
        return ()
    return (Placed(pack_key, configuration_key, rule, Finding(severity=rule.severity, message=rule.message)),)


def find(
    result: Result | None, pack_key: str, configuration_key: str
) -> tuple[PackVerdict, ConfigurationVerdict] | None:
    """Return what a result says under these keys; None where it has no such configuration."""
    for pack in () if result is None else result.packs:
        for configuration in pack.configurations:
            if (pack.module_key, configuration.configuration_key) == (pack_key, configuration_key):
                return pack, configuration
    return None


def issues_of(result: Result | None, pack_key: str, configuration_key: str) -> tuple[PlacedIssue, ...]:
    """Return the issues of one configuration, the worst first; none where there is no such configuration."""
    found = find(result, pack_key, configuration_key)
    if found is None:
        return ()
    rows = of_verdict(pack_key, configuration_key, found[1].result)
    return tuple(sorted(rows.issues, key=lambda each: findings.urgency(each.worst)))


def process_name(pack: PackVerdict, configuration: ConfigurationVerdict) -> str:
    """Return what a configuration is called in a sentence: `investment casting`, `sheet metal (steel)`."""
    process = pack.name or pack.module_key
    variant = (configuration.name or configuration.configuration_key).partition(",")[0]
    if set(process.lower().split()) & set(variant.lower().split()):
        return _lower(variant)
    return f"{_lower(process)} ({_lower(variant)})"


def headline(pack: PackVerdict, configuration: ConfigurationVerdict) -> tuple[str, str]:
    """Return the verdict as two halves of a sentence, `Fails`, `investment casting`, without the variant."""
    return VERB[configuration.result.overall_severity], process_name(pack, configuration).partition(" (")[0]


def gate_sentence(verdict: Verdict) -> str | None:
    """Return the one sentence that says why the process does not suit the part; None where no gate failed."""
    for rule in verdict.rules:
        if rule.key == verdict.gate:
            messages: Sequence[str] = [one.message for one in rule.findings if one.message]
            said = messages[0] if messages else rule.message
            return display_unit.in_sentence(said) or f"{rule.name or rule.key} failed."
    return None


def others_in_words(verdict: Verdict) -> str:
    """Count the rules behind a gate that failed: `5 more rules judged, 2 fail`; empty without one."""
    if gate_sentence(verdict) is None:
        return ""
    levels = [rule.severity for rule in verdict.rules if rule.key != verdict.gate]
    parts = [f"{len(levels)} more rule{'s' if len(levels) != 1 else ''} judged"]
    verbs: tuple[tuple[Severity, str], ...] = (("fail", "fail"), ("warning", "warn"))
    for level, verb in verbs:
        n = levels.count(level)
        if n:
            parts.append(f"{n} {verb}{'s' if n == 1 else ''}")
    return ", ".join(parts)


def counts(verdict: Verdict) -> dict[Severity, int]:
    """Return how many rules fail, warn and pass; those that do not apply are in none of them."""
    judged = [rule.severity for rule in verdict.rules if rule.applicable]
    return {level: judged.count(level) for level in severity.ORDER}


def _lower(text: str) -> str:
    """Begin with a small letter, as within a sentence; `CNC` stays."""
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]
