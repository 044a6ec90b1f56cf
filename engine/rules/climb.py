"""Climbing: measured values put on the ladder of a rule, each on the rungs that are there for its subject.

A tier may have conditions of its own. Subjects that meet the same ones share a ladder, so most rules have a
single one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

import numpy as np

from engine.model.arrays import Bools, Floats, Ints
from engine.model.metric_table import MetricTable
from engine.model.rulepack import Tier
from engine.rules import ladder, select
from engine.rules.ladder import Ladder


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """Where values stand, one entry each in every array."""

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


def unclear(
    tiers: Sequence[Tier], subjects: Ints, table: MetricTable, parameters: Mapping[str, float]
) -> dict[int, str]:
    """Return the subjects of which a condition of some tier could not be measured, by index, with reasons."""
    found: dict[int, str] = {}
    for tier in tiers:
        found = select.meeting(tier.where, subjects, table, parameters)[1] | found
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

    Every condition of a tier can be told of them.
    """
    if not any(tier.where for tier in tiers):
        return _stand(ladder.build(tiers, parameters), values, uncertainties)
    has_tier = _has_tier(tiers, subjects, table, parameters)
    stood = _stand(ladder.build((), parameters), values, uncertainties)
    group = has_tier @ (1 << np.arange(len(tiers)))  # a bit for each tier
    for bits in np.unique(group).tolist():
        rows = group == bits
        own = [tier for at, tier in enumerate(tiers) if bits >> at & 1]
        found = _stand(ladder.build(own, parameters), values[rows], uncertainties[rows])
        for each in fields(Standing):
            getattr(stood, each.name)[rows] = getattr(found, each.name)
    return stood


def _has_tier(
    tiers: Sequence[Tier], subjects: Ints, table: MetricTable, parameters: Mapping[str, float]
) -> Bools:
    """Tell (N, T) which tiers are there for which subjects."""
    has_tier = np.ones((len(subjects), len(tiers)), dtype=bool)
    for at, tier in enumerate(tiers):
        if tier.where:
            has_tier[:, at] = np.isin(subjects, select.meeting(tier.where, subjects, table, parameters)[0])
    return has_tier


def _stand(steps: Ladder, values: Floats, uncertainties: Floats) -> Standing:
    """Put values on a ladder that is the same for all; a value without a tier gets NaN for bounds."""
    settled = np.array(steps.settled(values, uncertainties))
    ranks = np.array(steps.ranks(settled))
    milder = steps.nearest_changes(settled, (1, 2), (0,), (0, 1))
    return Standing(
        settled,
        ranks,
        np.choose(np.maximum(ranks, 0), milder),
        milder[1],
        np.array(steps.disputed_bounds(values, uncertainties)),
        *(np.full(len(values), limit) for limit in steps.lower_limits()),
    )
