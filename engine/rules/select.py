"""Selectors: which subjects of a metric table a rule looks at."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from engine.metrics import INFO_OF_METRIC
from engine.model.arrays import Bools, Ints, frozen_ints
from engine.model.metric import Domain, MetricInfo, SelectorSet
from engine.model.metric_table import Column, MetricTable
from engine.model.rulepack import Condition, Selector
from engine.rules import ladder

UNMEASURED = Column.of({})
"""The column of a metric that the table has none of."""


@dataclass(frozen=True, slots=True)
class Dispute:
    """A condition that holds or not within the measuring error."""

    metric: str
    value: float
    uncertainty: float
    bound: float


@dataclass(frozen=True, slots=True, eq=False)
class Meeting:
    """Which subjects meet some conditions."""

    subjects: Ints
    """(M,) indices of those that meet every condition, or may within the measuring error."""
    places: Ints
    """(M,) where they stand among those asked about."""
    is_met: Bools
    """(M,) False: only within the measuring error."""
    dispute_of_subject: Mapping[int, Dispute]
    """By its index, each of `subjects` that may fail to meet a condition, with the first such condition."""
    unclear: Mapping[int, str]
    """By its index, each subject whose conditions could not be measured, with the reason."""


@dataclass(frozen=True, slots=True, eq=False)
class Selection:
    """What a selector picked."""

    chosen: Ints
    """(M,) indices of subjects."""
    n_in_set: int
    """Subjects of the set before `where`."""
    unclear: Mapping[int, str]
    """As in `Meeting`."""
    dispute_of_subject: Mapping[int, Dispute]
    """As in `Meeting`: these may be none of the rule's, or the rule's although they are not `is_met`."""
    is_met: Bools
    """(M,) as in `Meeting`."""


def members_of_set(table: MetricTable) -> dict[str, Ints]:
    """Return the indices of the subjects of every selector set that has any, in the table's order."""
    members: dict[str, list[int]] = {}
    for subject in table.subjects:
        for name in subject.sets:
            members.setdefault(name, []).append(subject.index)
    return {name: frozen_ints(indices) for name, indices in members.items()}


def select(
    selector: Selector, table: MetricTable, members: dict[str, Ints], parameters: dict[str, float]
) -> Selection:
    """Pick the subjects of a set that meet every condition, and those that may within the measuring error.

    A subject that a condition's metric does not apply to does not meet it. One whose metric could not be
    measured is neither chosen nor dropped in silence: it is `unclear`.
    """
    in_set = members.get(selector.set, frozen_ints(()))
    met = meeting(selector.where, in_set, table, parameters)
    return Selection(
        met.subjects,
        len(in_set),
        met.unclear,
        met.dispute_of_subject,
        met.is_met,
    )


def meeting(
    conditions: Sequence[Condition], subjects: Ints, table: MetricTable, parameters: Mapping[str, float]
) -> Meeting:
    """Find which subjects, given by their indices (N,), meet every condition.

    As on a ladder, a value that may as well be the bound counts as the bound.
    """
    places, is_met = np.arange(len(subjects)), np.ones(len(subjects), dtype=bool)
    dispute_of_subject: dict[int, Dispute] = {}
    unclear: dict[int, str] = {}
    for condition in conditions:
        if not len(subjects):
            break
        column = table.values.get(condition.metric, UNMEASURED)
        bound = ladder.resolve(condition.bound, parameters)
        rows = column.rows_of(subjects)
        has_row = rows >= 0
        subjects, places, is_met, rows = subjects[has_row], places[has_row], is_met[has_row], rows[has_row]
        values, uncertainties = column.numbers[rows], column.uncertainties[rows]
        for at in np.flatnonzero(np.isnan(values)).tolist():
            unclear[int(subjects[at])] = column.reasons.get(int(rows[at]), "")
        settled = np.where(ladder.is_at(values, uncertainties, bound), bound, values)
        is_now = ladder.holds(condition.op, settled, bound)
        is_disputed = ladder.is_within_error(values, uncertainties, bound)
        keep = (is_now | is_disputed) & ~np.isnan(values)
        for at in np.flatnonzero(is_disputed).tolist():
            dispute = Dispute(condition.metric, float(values[at]), float(uncertainties[at]), bound)
            dispute_of_subject.setdefault(int(subjects[at]), dispute)
        subjects, places, is_met = subjects[keep], places[keep], (is_met & is_now)[keep]
    kept = set(subjects.tolist())
    disputes = {subject: each for subject, each in dispute_of_subject.items() if subject in kept}
    return Meeting(subjects, places, is_met, disputes, unclear)


def is_measurable(metric: MetricInfo, selector_set: SelectorSet) -> bool:
    """Tell whether a metric can be measured on any subject of a set."""
    if metric.domain == Domain.FACE:
        return selector_set.domain in (Domain.FACE, Domain.FEATURE)
    if metric.domain != selector_set.domain:
        return False
    return not metric.kinds or not selector_set.kinds or bool(set(metric.kinds) & set(selector_set.kinds))


def metrics_of(selector_set: SelectorSet) -> tuple[str, ...]:
    """Return the names of all metrics that can be measured on some subject of a set, its own first."""
    fitting = [info for info in INFO_OF_METRIC.values() if is_measurable(info, selector_set)]
    return tuple(info.name for info in sorted(fitting, key=lambda info: not info.kinds))
