"""Findings: the judged subjects of one rule in words, worst first."""

import math
from dataclasses import dataclass

import numpy as np

from engine.metrics import INFO_OF_METRIC
from engine.model.arrays import Bools, Floats, Ints
from engine.model.field import Unit
from engine.model.finding import Findings
from engine.model.metric import Subject
from engine.model.metric_table import Column
from engine.model.rulepack import LEVEL, Rule, Severity
from engine.rules import message
from engine.rules.message import Sentence
from engine.rules.select import Dispute

SEVERITIES = tuple(Severity)

DEFAULT_MESSAGES = {
    Severity.FAIL: "{feature} is at {metric}, beyond the limit.",
    Severity.WARNING: "{feature} is at {metric}, beyond the recommended limit.",
    Severity.PASS: "All {n_inspected} inspected are within the limits.",
}
"""What a rule says where its author gave no text."""


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """The subjects of a rule that were judged, worst first, with one entry each in every list and array."""

    subjects: list[Subject]
    column: Column
    """The rule's metric."""
    rows: Ints
    """(N,) where the subjects stand in `column`."""
    values: Floats
    """(N,) the measured values, those that may as well be a bound as that bound."""
    ranks: Ints
    """(N,) `Severity.rank`."""
    thresholds: Floats
    """(N,), NaN: no bound changes the verdict."""
    pass_bounds: Floats
    """(N,) the bound to cross for a pass; NaN for those that pass or cannot."""
    margins: Floats
    """(N,), as `Finding.margin`; NaN without a threshold."""
    disputed_bounds: Floats
    """(N,) the bound within the measuring error; NaN for those that are decided."""
    fail_limits: Floats
    """(N,) the bound below which a value would fail; NaN where there is none."""
    warn_limits: Floats
    """(N,) the bound below which a value would be warned of; NaN where there is none."""
    disputes: list[Dispute | None]
    """The condition of the rule that the rank hangs on and that may as well not hold; None: there is none."""
    n_inspected: int
    """So many from the first on are the rule's; those behind them may be, within the error, and pass."""

    @property
    def is_decided(self) -> Bools:
        """(N,): neither the value nor a condition is within its measuring error of a bound that counts."""
        is_sure = np.array([each is None for each in self.disputes], dtype=bool)
        return np.asarray(is_sure & np.isnan(self.disputed_bounds))


def worded(rule: Rule, judged: Judged, n_listed: int) -> Findings:
    """Put the first of the judged subjects, the worst ones, into words."""
    unit = rule.unit or _unit(rule.metric)
    subjects, rows = judged.subjects[:n_listed], judged.rows[:n_listed]
    ranks = judged.ranks[:n_listed].tolist()
    uncertainties = judged.column.uncertainties[rows]
    values, disputed = judged.values[:n_listed], judged.disputed_bounds[:n_listed]
    messages, advice = _sentences(rule, judged, n_listed, unit)
    notes = judged.column.notes
    for at, row in enumerate(rows.tolist() if notes else ()):
        if row in notes:
            messages[at] = f"{messages[at]} {notes[row]}"
    for at in np.flatnonzero(~np.isnan(disputed)).tolist():
        messages[at] = f"{messages[at]} {_dispute(values[at], disputed[at], uncertainties[at], unit)}"
    for at, dispute in enumerate(judged.disputes[:n_listed]):
        if dispute is not None:
            messages[at] = f"{messages[at]} {_condition(dispute)}"
    faces = judged.column.faces_of(rows)
    return Findings(
        unit,
        [subject.fid for subject in subjects],
        [own or subject.faces for own, subject in zip(faces, subjects, strict=True)],
        [subject.kind for subject in subjects],
        [SEVERITIES[rank] for rank in ranks],
        judged.column.numbers[rows],
        judged.thresholds[:n_listed],
        judged.margins[:n_listed],
        uncertainties,
        judged.is_decided[:n_listed],
        messages,
        _locations(subjects, judged.column.locations_of(rows)),
        judged.column.witnesses_of(rows),
        advice,
        judged.pass_bounds[:n_listed],
    )


def first_worded(template: str, judged: Judged) -> str:
    """Fill a template with the first of the judged subjects."""
    subject, threshold = judged.subjects[0], float(judged.thresholds[0])
    sentence = Sentence(template, judged.n_inspected)
    bound = None if math.isnan(threshold) else threshold
    return sentence.of(_named(subject), subject.label, float(judged.values[0]), bound)


def _sentences(rule: Rule, judged: Judged, n_listed: int, unit: str) -> tuple[list[str], list[str]]:
    """Return what each is told, and what advice each gets: none for a pass."""
    n_inspected = judged.n_inspected
    template_of_rank: dict[tuple[int, bool], Sentence] = {}
    advice = Sentence(rule.advice, n_inspected)
    sentences, advised = [], []
    for subject, rank, value, threshold, pass_bound in zip(
        judged.subjects[:n_listed],
        judged.ranks[:n_listed].tolist(),
        judged.values[:n_listed].tolist(),
        _numbers_or_none(judged.thresholds[:n_listed]),
        _numbers_or_none(judged.pass_bounds[:n_listed]),
        strict=True,
    ):
        has_bound = threshold is not None
        sentence = template_of_rank.get((rank, has_bound))
        if sentence is None:
            sentence = Sentence(_template(rule, rank, has_bound, unit), n_inspected)
            template_of_rank[rank, has_bound] = sentence
        fid = _named(subject)
        sentences.append(sentence.of(fid, subject.label, value, threshold))
        advised.append(advice.of(fid, subject.label, value, pass_bound) if rank else "")
    return sentences, advised


def _locations(subjects: list[Subject], found: Floats) -> Floats:
    """Return where the values were found; the subject's own place where the metric told none."""
    for at in np.flatnonzero(np.isnan(found).all(axis=1)).tolist():
        found[at] = subjects[at].location
    return found


def _template(rule: Rule, rank: int, has_threshold: bool, unit: str) -> str:
    """Return what one judged subject is told in.

    A pack's text for passes speaks of all that were inspected, so one pass gets a plain sentence.
    """
    level = SEVERITIES[rank]
    if level != Severity.PASS:
        return rule.messages.get(level, DEFAULT_MESSAGES[level])
    if unit == LEVEL:
        return "{feature}: nothing to change."
    behind = message.spaced(unit).replace("{", "{{").replace("}", "}}")
    limit = f", limit {{threshold:.2f}}{behind}" if has_threshold else ""
    return f"{{feature}}: {{metric:.2f}}{behind}{limit}."


def _dispute(value: float, bound: float, uncertainty: float, unit: str) -> str:
    """Say that a value may as well lie behind a bound."""
    behind = message.spaced(unit)
    near = message.plain(bound)
    if math.isinf(uncertainty):
        return f"Too close to call whether the limit of {near}{behind} applies."
    is_counted = unit in ("", Unit.ONE, LEVEL) and float(bound).is_integer()
    if is_counted and uncertainty >= 1.0:
        return "Too close to call: within the measuring error it may as well be judged otherwise."
    if uncertainty >= abs(value) > 0.0:  # a band wider than what was measured says nothing
        return f"Too close to call: it cannot be measured well enough there to tell it from {near}{behind}."
    slack = message.plain(uncertainty, 2)
    return f"Too close to {near}{behind} to call: it is measured to ±{slack}{behind}."


def _condition(dispute: Dispute) -> str:
    """Say that a condition of the rule may as well not hold."""
    behind = message.spaced(_unit(dispute.metric))
    bound = f"{message.plain(dispute.bound)}{behind}"
    if math.isinf(dispute.uncertainty):
        return (
            f"The severity depends on {dispute.metric}: on which side of {bound} it is, is too close to call."
        )
    value, slack = message.plain(dispute.value), message.plain(dispute.uncertainty, 2)
    return (
        f"The severity depends on {dispute.metric}, too close to {bound} to call: "
        f"it is {value} ± {slack}{behind}."
    )


def _named(subject: Subject) -> str:
    """Return what `{fid}` stands for."""
    return "part" if subject.fid is None else str(subject.fid)


def _unit(metric: str) -> str:
    """Return a metric's unit as it is written; `1` for plain numbers."""
    info = INFO_OF_METRIC.get(metric)
    return Unit.ONE.value if info is None else info.unit.value


def _numbers_or_none(values: Floats) -> list[float | None]:
    """List numbers, None for NaN."""
    return [None if math.isnan(value) else value for value in values.tolist()]
