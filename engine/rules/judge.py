"""Judging by one rule: from the subjects it selects to its verdict and findings."""

import math
from collections import Counter
from dataclasses import dataclass

import numpy as np

from engine.metrics import INFO_OF_METRIC
from engine.model.arrays import Floats
from engine.model.field import Unit
from engine.model.finding import Finding, RuleVerdict
from engine.model.metric import Measured, MetricTable, Subject
from engine.model.rulepack import Rule, Severity
from engine.rules import climb, ladder, message, select
from engine.rules.message import Words
from engine.rules.select import Selection

SEVERITIES = tuple(Severity)

ORDER_DECIMALS = 9
"""Margins that agree to so many decimals are equal."""

DEFAULT_MESSAGES = {
    Severity.FAIL: "{feature} is at {metric}, beyond the limit.",
    Severity.WARNING: "{feature} is at {metric}, beyond the recommended limit.",
    Severity.PASS: "All {n_inspected} inspected are within the limits.",
}
"""What a rule says where its author gave no text."""


@dataclass(frozen=True, slots=True, eq=False)
class _Judged:
    """The subjects of a rule that were judged, worst first, with one entry each in every list.

    Plain numbers: a rule may have a thousand findings to word, one by one.
    """

    subjects: tuple[Subject, ...]
    measured: tuple[Measured, ...]
    values: list[float]
    """The measured values, those that may as well be a bound as that bound."""
    ranks: list[int]
    thresholds: list[float | None]
    """None: no bound changes the verdict."""
    pass_bounds: list[float | None]
    """The bound to cross for a pass; None for those that pass or cannot."""
    margins: list[float | None]
    disputed_bounds: list[float | None]
    """The bound within the measuring error; None for those that are decided."""


def judge(
    rule: Rule,
    parameters: dict[str, float],
    table: MetricTable,
    members: dict[str, list[Subject]],
    list_passes: bool,
) -> RuleVerdict:
    """Judge every subject that a rule selects under one configuration's parameters.

    `members` are the table's subjects by selector set.
    """
    selection = select.select(rule.selector, table, members, parameters)
    judged, skips = _judged(rule, parameters, selection, table)
    n_inspected = len(judged.subjects)
    count = Counter(SEVERITIES[rank] for rank in judged.ranks)
    findings = tuple(
        _finding(rule, judged, at) for at in range(n_inspected) if list_passes or judged.ranks[at] > 0
    )
    reason = _skip_sentence(skips, n_inspected + len(skips), rule)
    if n_inspected:
        severity = SEVERITIES[judged.ranks[0]]
        text = findings[0].message if severity != Severity.PASS else _pass_sentence(rule, judged, reason)
    elif skips:
        severity, text = Severity.WARNING, reason
    else:
        severity, reason = Severity.PASS, _nothing_sentence(rule, selection, table)
        text = _empty_sentence(rule, table) or reason
    return RuleVerdict(
        rule.key,
        rule.name,
        rule.scope,
        rule.metric,
        severity,
        text,
        n_inspected,
        len(skips),
        reason,
        bool(n_inspected or skips),
        {each: count[each] for each in SEVERITIES},
        findings,
        rule.source,
    )


def not_judged(rule: Rule, gate: Rule) -> RuleVerdict:
    """Return the verdict of a rule that a failed gate leaves unasked: a pass that does not apply."""
    sentence = f'Not judged: "{gate.name}" failed.'
    none = dict.fromkeys(SEVERITIES, 0)
    return RuleVerdict(
        rule.key,
        rule.name,
        rule.scope,
        rule.metric,
        Severity.PASS,
        sentence,
        0,
        0,
        sentence,
        False,
        none,
        (),
        rule.source,
        gate.name,
    )


def _judged(
    rule: Rule, parameters: dict[str, float], selection: Selection, table: MetricTable
) -> tuple[_Judged, list[str]]:
    """Judge what a selection holds; return with it a reason for each subject that could not be judged.

    A subject that the metric does not apply to (a round's diameter) is neither judged nor skipped.
    """
    subjects, measured, skips = _measured(rule, parameters, selection, table)
    values = np.array([each.value for each in measured], dtype=np.float64)
    uncertainties = np.array([each.uncertainty for each in measured], dtype=np.float64)
    stood = climb.climb(rule.tiers, subjects, values, uncertainties, table, parameters)
    ranks = stood.ranks
    skips += [
        f"no tier of the rule holds for {message.plain(value)}"
        for value in stood.values[ranks == ladder.NO_TIER]
    ]
    margins = np.where(ranks == 0, 1.0, -1.0) * np.abs(stood.values - stood.thresholds)
    # equal holes stay in their order, whichever of them rounding made the least bit worse
    order = np.lexsort((np.round(margins, ORDER_DECIMALS), -ranks))
    order = order[ranks[order] != ladder.NO_TIER]
    judged = _Judged(
        tuple(subjects[at] for at in order),
        tuple(measured[at] for at in order),
        stood.values[order].tolist(),
        ranks[order].tolist(),
        _numbers_or_none(stood.thresholds[order]),
        _numbers_or_none(stood.pass_bounds[order]),
        _numbers_or_none(margins[order]),
        _numbers_or_none(stood.disputed_bounds[order]),
    )
    return judged, skips


def _measured(
    rule: Rule, parameters: dict[str, float], selection: Selection, table: MetricTable
) -> tuple[list[Subject], list[Measured], list[str]]:
    """Return the subjects that can be judged, their values, and a reason for each that cannot."""
    skips = list(selection.unclear)
    value_of_subject = table.values.get(rule.metric)
    if value_of_subject is None:
        skips += [f"{rule.metric} was not measured in this analysis"] * len(selection.chosen)
    unclear = climb.unclear(rule.tiers, selection.chosen, table, parameters)
    subjects, values = [], []
    for subject in selection.chosen:
        measured = (value_of_subject or {}).get(subject.index)
        if measured is None:
            continue
        if math.isnan(measured.value):
            skips.append(measured.reason or f"{rule.metric} could not be measured")
        elif subject.index in unclear:
            skips.append(unclear[subject.index])
        else:
            subjects.append(subject)
            values.append(measured)
    return subjects, values, skips


def _finding(rule: Rule, judged: _Judged, at: int) -> Finding:
    """Word one judged subject."""
    subject, measured = judged.subjects[at], judged.measured[at]
    severity = SEVERITIES[judged.ranks[at]]
    threshold, disputed = judged.thresholds[at], judged.disputed_bounds[at]
    unit = rule.unit or _unit(rule.metric)
    words = _words(judged, at)
    if severity == Severity.PASS:
        # A pack's text for passes speaks of all that were inspected, so one pass gets a plain sentence.
        behind = _spaced(unit).replace("{", "{{").replace("}", "}}")
        limit = "" if threshold is None else f", limit {{threshold:.2f}}{behind}"
        text = message.fill(f"{{feature}}: {{metric:.2f}}{behind}{limit}.", words)
        advice = ""
    else:
        text = message.fill(rule.messages.get(severity, DEFAULT_MESSAGES[severity]), words)
        to_pass = judged.pass_bounds[at]
        advice = message.fill(
            rule.advice, words if to_pass == threshold else words._replace(threshold=to_pass)
        )
    if measured.note:
        text = f"{text} {measured.note}"
    if disputed is not None:
        slack, bound = message.plain(measured.uncertainty, 2), message.plain(disputed)
        text = (
            f"{text} Too close to {bound}{_spaced(unit)} to call: it is measured to ±{slack}{_spaced(unit)}."
        )
    return Finding(
        fid=subject.fid,
        faces=measured.faces or subject.faces,
        kind=subject.kind,
        severity=severity,
        value=measured.value,
        unit=unit,
        threshold=threshold,
        margin=judged.margins[at],
        uncertainty=measured.uncertainty,
        is_decided=disputed is None,
        message=text,
        location=subject.location if measured.location is None else measured.location,
        witness=measured.witness,
        advice=advice,
    )


def _pass_sentence(rule: Rule, judged: _Judged, reason: str) -> str:
    """Word a rule that passes, by the subject that comes nearest to a bound, and by what is not certain."""
    words = _words(judged, 0)
    sentences = [message.fill(rule.messages.get(Severity.PASS, DEFAULT_MESSAGES[Severity.PASS]), words)]
    n_close = sum(bound is not None for bound in judged.disputed_bounds)
    if n_close:
        sentences.append(f"Within the measuring error of the limit: {n_close}.")
    return " ".join([*sentences, reason] if reason else sentences)


def _skip_sentence(skips: list[str], n_selected: int, rule: Rule) -> str:
    """Say how many subjects could not be judged and why; empty when all could."""
    if not skips:
        return ""
    reasons = "; ".join(reason or "no reason is known" for reason, _ in Counter(skips).most_common(3))
    if rule.selector.set == "part":
        return f"Not judged: {reasons}."
    return f"{len(skips)} of {n_selected} {_noun(rule)} not judged: {reasons}."


def _nothing_sentence(rule: Rule, selection: Selection, table: MetricTable) -> str:
    """Say why there was nothing to inspect."""
    missing = table.missing_sets.get(rule.selector.set)
    if missing:
        return f"Not checked: {missing}."
    if selection.chosen:
        return (
            f'Nothing to check: "{rule.name}" is asked of none of the {len(selection.chosen)} {_noun(rule)}.'
        )
    if selection.n_in_set:
        return (
            f"Nothing to check: none of the {selection.n_in_set} {_noun(rule)} meets the rule's conditions."
        )
    return f"Nothing to check: the part has no {_noun(rule)}."


def _empty_sentence(rule: Rule, table: MetricTable) -> str:
    """Return the rule's text for passes where it speaks of no subject and its set could be gathered."""
    text = rule.messages.get(Severity.PASS, "")
    return "" if "{" in text or rule.selector.set in table.missing_sets else text


def _noun(rule: Rule) -> str:
    """Name the rule's set in words: `undercut faces`."""
    return rule.selector.set.removeprefix("all_").replace("_", " ")


def _words(judged: _Judged, at: int) -> Words:
    """Gather what a template may say of one judged subject."""
    subject = judged.subjects[at]
    fid = "part" if subject.fid is None else str(subject.fid)
    return Words(fid, subject.label, judged.values[at], judged.thresholds[at], len(judged.subjects))


def _unit(metric: str) -> str:
    """Return a metric's unit as it is written; `1` for plain numbers."""
    info = INFO_OF_METRIC.get(metric)
    return Unit.ONE.value if info is None else info.unit.value


def _spaced(unit: str) -> str:
    """Write a unit behind a number."""
    return "" if unit == Unit.ONE else unit if unit == Unit.DEG else f" {unit}"


def _numbers_or_none(values: Floats) -> list[float | None]:
    """List numbers, None for NaN."""
    return [None if math.isnan(value) else value for value in values.tolist()]
