"""Trying a rule pack on a part: what each rule would pick, what that measures, and what it nearly picked.

For authors: a rule that finds nothing may be right, or may look at the wrong set by a hair.
"""

from dataclasses import dataclass

import numpy as np

from engine.metrics import INFO_OF_METRIC
from engine.model.arrays import Ints
from engine.model.field import Unit
from engine.model.finding import Finding
from engine.model.metric import Subject
from engine.model.metric_table import MetricTable
from engine.model.rulepack import Condition, Configuration, Rule, RulePack
from engine.rules import judge, ladder, select

NEAR = 0.25
"""Share of a bound within which a value is near it."""


@dataclass(frozen=True, slots=True, eq=False)
class NearMiss:
    """A subject that one condition kept out of a rule, or a pass that is close to its limit."""

    subject: Subject
    metric: str
    value: float
    unit: str
    op: str
    bound: float
    is_picked: bool
    """Whether the rule looks at it, and it passes; else its selector leaves it out."""


@dataclass(frozen=True, slots=True, eq=False)
class RuleTrial:
    """What one rule does on a part."""

    rule: Rule
    n_in_set: int
    """Subjects of its selector's set."""
    n_picked: int
    """Those that its selector picks."""
    n_unmeasured: int
    """Those of them whose metric could not be measured."""
    severity: str
    message: str
    reason: str
    findings: tuple[tuple[Finding, str], ...]
    """What every picked subject measures, worst first, passes too, each with the subject's name."""
    near_misses: tuple[NearMiss, ...]
    """Nearest first."""


def run(pack: RulePack, table: MetricTable, configuration: Configuration) -> tuple[RuleTrial, ...]:
    """Try every rule that applies under a configuration."""
    members = select.members_of_set(table)
    return tuple(
        _rule(rule, table, configuration, members)
        for rule in pack.rules
        if not rule.configurations or configuration.key in rule.configurations
    )


def _rule(
    rule: Rule, table: MetricTable, configuration: Configuration, members: dict[str, Ints]
) -> RuleTrial:
    parameters = configuration.parameters
    selection = select.select(rule.selector, table, members, parameters)
    verdict = judge.judge(rule, parameters, table, members, list_passes=True)
    names = {(each.fid, each.kind): each.label for each in table.subjects}
    findings = verdict.findings[: len(verdict.findings)]
    near = [
        *_left_out(rule, table, parameters, set(members.get(rule.selector.set, ())), selection),
        *_close_passes(rule, table, findings),
    ]
    return RuleTrial(
        rule,
        selection.n_in_set,
        len(selection.chosen),
        verdict.n_skipped,
        str(verdict.severity),
        verdict.message,
        verdict.reason,
        tuple((each, names.get((each.fid, each.kind), "")) for each in findings),
        tuple(sorted(near, key=_gap)),
    )


def _gap(near: NearMiss) -> float:
    return abs(near.value - near.bound) / (abs(near.bound) or 1.0)


def _left_out(
    rule: Rule,
    table: MetricTable,
    parameters: dict[str, float],
    in_set: set[int],
    selection: select.Selection,
) -> list[NearMiss]:
    """Return subjects of the set that exactly one condition leaves out, by little."""
    found = []
    left = sorted(int(index) for index in in_set.difference(selection.chosen.tolist()))
    for index in left:
        failing = [
            (condition, value)
            for condition in rule.selector.where
            if (value := _unmet(condition, index, table, parameters)) is not None
        ]
        if len(failing) != 1:
            continue
        condition, value = failing[0]
        bound = ladder.resolve(condition.bound, parameters)
        if np.isfinite(value) and abs(value - bound) <= NEAR * (abs(bound) or 1.0):
            unit = _unit(condition.metric)
            found.append(
                NearMiss(
                    table.subjects[index], condition.metric, value, unit, str(condition.op), bound, False
                )
            )
    return found


def _unmet(
    condition: Condition, index: int, table: MetricTable, parameters: dict[str, float]
) -> float | None:
    """Return the value that does not meet a condition; NaN where there is none, None where it is met."""
    column = table.values.get(condition.metric, select.UNMEASURED)
    measured = column.get(index)
    if measured is None:
        return float("nan")
    bound = ladder.resolve(condition.bound, parameters)
    is_met = bool(ladder.holds(condition.op, np.array([measured.value]), bound)[0])
    return None if is_met else float(measured.value)


def _close_passes(rule: Rule, table: MetricTable, findings: tuple[Finding, ...]) -> list[NearMiss]:
    """Return passes that are close to the bound behind which they would not pass."""
    subjects = {(each.fid, each.kind): each for each in table.subjects}
    found = []
    for each in findings:
        if each.severity != "pass" or each.threshold is None or not np.isfinite(each.value):
            continue
        subject = subjects.get((each.fid, each.kind))
        if subject is not None and abs(each.value - each.threshold) <= NEAR * (abs(each.threshold) or 1.0):
            side = "ge" if each.value >= each.threshold else "le"
            found.append(NearMiss(subject, rule.metric, each.value, each.unit, side, each.threshold, True))
    return found


def _unit(metric: str) -> str:
    info = INFO_OF_METRIC.get(metric)
    return Unit.ONE.value if info is None else info.unit.value
