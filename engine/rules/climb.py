"""Climbing: measured values put on the ladder of a rule, each on the rungs that are there for its subject.

A tier may have conditions of its own. Subjects that meet the same ones share a ladder, so most rules have a
single one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

import numpy as np

from engine.model.arrays import Bools, Floats, Ints
from engine.model.metric_table import MetricTable
from engine.model.rulepack import Severity, Tier
from engine.rules import ladder, select
from engine.rules.ladder import Ladder
from engine.rules.select import Dispute, Meeting


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """Where values stand, one entry each in every array and list."""

    values: Floats
    """The measured values, those that may as well be a bound as that bound."""
    ranks: Ints
    """`Severity.rank`; `ladder.NO_TIER` where no tier holds."""
    thresholds: Floats
    """The nearest bound of a milder verdict, of a pass that of a worse one; NaN: no bound changes it."""
    pass_bounds: Floats
    """The bound to cross for a pass; NaN for those that pass or cannot."""
    disputed_bounds: Floats
    """The bound within the measuring error; NaN for those that are decided."""
    fail_limits: Floats
    """The bound below which a value would fail; NaN where there is none."""
    warn_limits: Floats
    """The bound below which a value would be warned of; NaN where there is none."""
    disputes: list[Dispute | None]
    """The condition of a tier that the rank hangs on and that may as well not hold; None: there is none."""


ARRAYS = tuple(each.name for each in fields(Standing) if each.name != "disputes")


def unclear(
    tiers: Sequence[Tier],
    subjects: Ints,
    values: Floats,
    uncertainties: Floats,
    table: MetricTable,
    parameters: Mapping[str, float],
) -> dict[int, str]:
    """Return the subjects whose rank hangs on a tier's condition that could not be measured, with reasons.

    Subjects are given by their indices (N,), with their values (N,). A tier above such a one may settle the
    rank all the same: a share that fails does so whatever else is not known of the part.
    """
    if not any(tier.where for tier in tiers):
        return {}
    met, has_tier = _meetings(tiers, subjects, table, parameters)
    if not any(each.unclear for each in met):
        return {}
    stood = _stand_on(tiers, has_tier, values, uncertainties, parameters)
    found: dict[int, str] = {}
    for at, each in enumerate(met):
        if not each.unclear:
            continue
        rows = np.flatnonzero(np.isin(subjects, list(each.unclear)))
        if_met = has_tier[rows]
        if_met[:, at] = True
        other = _stand_on(tiers, if_met, values[rows], uncertainties[rows], parameters)
        for row in rows[other.ranks != stood.ranks[rows]].tolist():
            found.setdefault(int(subjects[row]), each.unclear[int(subjects[row])])
    return found


def climb(
    tiers: Sequence[Tier],
    subjects: Ints,
    values: Floats,
    uncertainties: Floats,
    table: MetricTable,
    parameters: Mapping[str, float],
) -> Standing:
    """Put values (N,) on the ladder of their subjects, which are given by their indices (N,).

    A condition that could not be measured counts as not met: see `unclear`.
    """
    if not any(tier.where for tier in tiers):
        return _stand(ladder.build(tiers, parameters), values, uncertainties)
    met, has_tier = _meetings(tiers, subjects, table, parameters)
    stood = _stand_on(tiers, has_tier, values, uncertainties, parameters)
    for at, each in enumerate(met):
        if not each.dispute_of_subject:
            continue
        rows = np.flatnonzero(np.isin(subjects, list(each.dispute_of_subject)))
        has_other = has_tier[rows]
        has_other[:, at] ^= True
        other = _stand_on(tiers, has_other, values[rows], uncertainties[rows], parameters)
        for row in rows[other.ranks != stood.ranks[rows]].tolist():
            stood.disputes[row] = stood.disputes[row] or each.dispute_of_subject[int(subjects[row])]
    return stood


def _meetings(
    tiers: Sequence[Tier], subjects: Ints, table: MetricTable, parameters: Mapping[str, float]
) -> tuple[list[Meeting], Bools]:
    """Return which subjects meet the conditions of each tier, and (N, T) which tier is there for whom."""
    met = [select.meeting(tier.where, subjects, table, parameters) for tier in tiers]
    has_tier = np.zeros((len(subjects), len(tiers)), dtype=bool)
    for at, each in enumerate(met):
        has_tier[each.places[each.is_met], at] = True
    return met, has_tier


def excuse(stood: Standing, is_left_out: Bools) -> None:
    """Let those (N,) pass whom the rule does not look at: no bound holds for them."""
    for name in ARRAYS:
        if name == "ranks":
            stood.ranks[is_left_out & (stood.ranks > 0)] = Severity.PASS.rank
        elif name != "values":
            getattr(stood, name)[is_left_out] = np.nan


def _stand_on(
    tiers: Sequence[Tier],
    has_tier: Bools,
    values: Floats,
    uncertainties: Floats,
    parameters: Mapping[str, float],
) -> Standing:
    """Put each value on the ladder of its own tiers, of which `has_tier` (N, T) tells."""
    group = has_tier @ (1 << np.arange(len(tiers)))  # a bit for each tier
    groups = np.unique(group).tolist()
    ladders = [
        ladder.build([tier for at, tier in enumerate(tiers) if bits >> at & 1], parameters) for bits in groups
    ]
    if len(groups) == 1:
        return _stand(ladders[0], values, uncertainties)
    stood = _stand(ladder.build((), parameters), values, uncertainties)
    for bits, steps in zip(groups, ladders, strict=True):
        rows = group == bits
        found = _stand(steps, values[rows], uncertainties[rows])
        for name in ARRAYS:
            getattr(stood, name)[rows] = getattr(found, name)
    return stood


def _stand(steps: Ladder, values: Floats, uncertainties: Floats) -> Standing:
    """Put values on a ladder that is the same for all; a value without a tier gets NaN for bounds."""
    settled = np.array(steps.settled(values, uncertainties))
    ranks = np.array(steps.ranks(settled))
    milder = steps.nearest_changes(settled, (1, 2), (0,), (0, 1))
    fail_limit, warn_limit = steps.lower_limits()
    return Standing(
        settled,
        ranks,
        np.choose(np.maximum(ranks, 0), milder),
        milder[1],
        np.array(steps.disputed_bounds(values, uncertainties)),
        np.full(len(values), fail_limit),
        np.full(len(values), warn_limit),
        [None] * len(values),
    )
