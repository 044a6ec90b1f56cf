"""Selectors: which subjects of a metric table a rule looks at."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from engine.metrics import INFO_OF_METRIC
from engine.model.arrays import Ints, frozen_ints
from engine.model.metric import Domain, MetricInfo, SelectorSet
from engine.model.metric_table import Column, MetricTable
from engine.model.rulepack import Condition, Selector
from engine.rules import ladder

UNMEASURED = Column.of({})
"""The column of a metric that the table has none of."""


@dataclass(frozen=True, slots=True, eq=False)
class Selection:
    """What a selector picked."""

    chosen: Ints
    """(M,) indices of subjects."""
    n_in_set: int
    """Subjects of the set before `where`."""
    unclear: tuple[str, ...]
    """For each subject whose conditions could not be measured, the reason."""


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
    """Pick the subjects of a set that meet every condition.

    A subject that a condition's metric does not apply to does not meet it. One whose metric could not be
    measured is neither chosen nor dropped in silence: it is `unclear`.
    """
    in_set = members.get(selector.set, frozen_ints(()))
    chosen, unclear = meeting(selector.where, in_set, table, parameters)
    return Selection(chosen, len(in_set), tuple(unclear.values()))


def meeting(
    conditions: Sequence[Condition], subjects: Ints, table: MetricTable, parameters: Mapping[str, float]
) -> tuple[Ints, dict[int, str]]:
    """Keep the subjects, given by their indices, that meet every condition.

    Returns
    -------
    (M,) int64
        Those that do, in their order.
    dict of int to str
        By its index, each subject of which that cannot be told, with the reason.
    """
    chosen, unclear = subjects, {}
    for condition in conditions:
        column = table.values.get(condition.metric, UNMEASURED)
        rows = column.rows_of(chosen)
        chosen, rows = chosen[rows >= 0], rows[rows >= 0]
        values = column.numbers[rows]
        is_unclear = np.isnan(values)
        for subject, row in zip(chosen[is_unclear].tolist(), rows[is_unclear].tolist(), strict=True):
            unclear[subject] = column.reasons.get(row, "")
        is_met = ladder.holds(condition.op, values, ladder.resolve(condition.bound, parameters))
        chosen = chosen[is_met & ~is_unclear]
    return chosen, unclear


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
