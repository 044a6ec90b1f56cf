"""Findings: the judged subjects of one rule in words, worst first."""

from dataclasses import dataclass

from engine.metrics import INFO_OF_METRIC
from engine.model.arrays import Ints
from engine.model.field import Unit
from engine.model.finding import Finding
from engine.model.metric import Subject
from engine.model.metric_table import Column
from engine.model.rulepack import Rule, Severity
from engine.rules import message
from engine.rules.message import Sentence

SEVERITIES = tuple(Severity)

DEFAULT_MESSAGES = {
    Severity.FAIL: "{feature} is at {metric}, beyond the limit.",
    Severity.WARNING: "{feature} is at {metric}, beyond the recommended limit.",
    Severity.PASS: "All {n_inspected} inspected are within the limits.",
}
"""What a rule says where its author gave no text."""


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """The subjects of a rule that were judged, worst first, with one entry each in every list.

    Plain numbers: a rule may have a thousand findings to word, one by one.
    """

    subjects: list[Subject]
    column: Column
    """The rule's metric."""
    rows: Ints
    """(N,) where the subjects stand in `column`."""
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


def worded(rule: Rule, judged: Judged, n_told: int) -> tuple[Finding, ...]:
    """Word the first of the judged subjects, the worst ones."""
    n_inspected = len(judged.subjects)
    unit = rule.unit or _unit(rule.metric)
    rows = judged.rows[:n_told]
    notes = judged.column.notes
    sentences: dict[tuple[int, bool], Sentence] = {}
    advice = Sentence(rule.advice, n_inspected)
    found = []
    for at, (row, value, uncertainty, location, witness, faces) in enumerate(
        zip(
            rows.tolist(),
            judged.column.numbers[rows].tolist(),
            judged.column.uncertainties[rows].tolist(),
            judged.column.locations_of(rows),
            judged.column.witnesses_of(rows),
            judged.column.faces_of(rows),
            strict=True,
        )
    ):
        subject, rank = judged.subjects[at], judged.ranks[at]
        threshold, disputed = judged.thresholds[at], judged.disputed_bounds[at]
        sentence = sentences.get((rank, threshold is None))
        if sentence is None:
            sentence = Sentence(_template(rule, rank, threshold is not None, unit), n_inspected)
            sentences[rank, threshold is None] = sentence
        fid, settled = _named(subject), judged.values[at]
        text = sentence.of(fid, subject.label, settled, threshold)
        if row in notes:
            text = f"{text} {notes[row]}"
        if disputed is not None:
            text = f"{text} {_dispute(disputed, uncertainty, unit)}"
        found.append(
            Finding(
                subject.fid,
                faces or subject.faces,
                subject.kind,
                SEVERITIES[rank],
                value,
                unit,
                threshold,
                judged.margins[at],
                uncertainty,
                disputed is None,
                text,
                subject.location if location is None else location,
                witness,
                advice.of(fid, subject.label, settled, judged.pass_bounds[at]) if rank else "",
            )
        )
    return tuple(found)


def first_worded(template: str, judged: Judged) -> str:
    """Fill a template with the first of the judged subjects."""
    subject = judged.subjects[0]
    sentence = Sentence(template, len(judged.subjects))
    return sentence.of(_named(subject), subject.label, judged.values[0], judged.thresholds[0])


def _template(rule: Rule, rank: int, has_threshold: bool, unit: str) -> str:
    """Return what one judged subject is told in.

    A pack's text for passes speaks of all that were inspected, so one pass gets a plain sentence.
    """
    level = SEVERITIES[rank]
    if level != Severity.PASS:
        return rule.messages.get(level, DEFAULT_MESSAGES[level])
    behind = _spaced(unit).replace("{", "{{").replace("}", "}}")
    limit = f", limit {{threshold:.2f}}{behind}" if has_threshold else ""
    return f"{{feature}}: {{metric:.2f}}{behind}{limit}."


def _dispute(bound: float, uncertainty: float, unit: str) -> str:
    """Say that a value may as well lie behind a bound."""
    behind = _spaced(unit)
    near, slack = message.plain(bound), message.plain(uncertainty, 2)
    return f"Too close to {near}{behind} to call: it is measured to ±{slack}{behind}."


def _named(subject: Subject) -> str:
    """Return what `{fid}` stands for."""
    return "part" if subject.fid is None else str(subject.fid)


def _unit(metric: str) -> str:
    """Return a metric's unit as it is written; `1` for plain numbers."""
    info = INFO_OF_METRIC.get(metric)
    return Unit.ONE.value if info is None else info.unit.value


def _spaced(unit: str) -> str:
    """Write a unit behind a number."""
    return "" if unit == Unit.ONE else unit if unit == Unit.DEG else f" {unit}"
