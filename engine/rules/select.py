"""Selectors: which subjects of a metric table a rule looks at."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from engine.metrics import INFO_OF_METRIC
from engine.model.metric import Domain, MetricInfo, MetricTable, SelectorSet, Subject
from engine.model.rulepack import Condition, Selector
from engine.rules import ladder


@dataclass(frozen=True, slots=True, eq=False)
class Selection:
    """What a selector picked."""

    chosen: tuple[Subject, ...]
    n_in_set: int
    """Subjects of the set before `where`."""
    unclear: tuple[str, ...]
    """For each subject whose conditions could not be measured, the reason."""


def members_of_set(table: MetricTable) -> dict[str, list[Subject]]:
    """Return the subjects of every selector set that has any, in the table's order."""
    members: dict[str, list[Subject]] = {}
    for subject in table.subjects:
        for name in subject.sets:
            members.setdefault(name, []).append(subject)
    return members


def select(
    selector: Selector, table: MetricTable, members: dict[str, list[Subject]], parameters: dict[str, float]
) -> Selection:
    """Pick the subjects of a set that meet every condition.

    A subject that a condition's metric does not apply to does not meet it. One whose metric could not be
    measured is neither chosen nor dropped in silence: it is `unclear`.
    """
    in_set = members.get(selector.set, [])
    chosen, unclear = meeting(selector.where, in_set, table, parameters)
    return Selection(tuple(chosen), len(in_set), tuple(unclear.values()))


def meeting(
    conditions: Sequence[Condition],
    subjects: Sequence[Subject],
    table: MetricTable,
    parameters: Mapping[str, float],
) -> tuple[list[Subject], dict[int, str]]:
    """Keep the subjects that meet every condition.

    Returns
    -------
    list of Subject
        Those that do, in their order.
    dict of int to str
        By its index, each subject of which that cannot be told, with the reason.
    """
    chosen, unclear = list(subjects), {}
    for condition in conditions:
        values = table.values.get(condition.metric, {})
        known = []
        for subject in chosen:
            measured = values.get(subject.index)
            if measured is None:
                continue
            if math.isnan(measured.value):
                unclear[subject.index] = measured.reason
            else:
                known.append(subject)
        is_met = _meets(condition, [values[subject.index].value for subject in known], parameters)
        chosen = [subject for subject, met in zip(known, is_met, strict=True) if met]
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


def _meets(condition: Condition, values: list[float], parameters: Mapping[str, float]) -> list[bool]:
    """Compare values with the condition's bound."""
    bound = ladder.resolve(condition.bound, parameters)
    return [bool(met) for met in ladder.holds(condition.op, np.array(values, dtype=np.float64), bound)]
