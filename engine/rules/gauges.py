"""Configurations that follow from a part: at its own gauge, and at the nearest one that is stocked."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from engine.model.metric_table import MetricTable
from engine.model.rulepack import Configuration, RulePack
from engine.rules.message import plain
from engine.tolerances import FIT_LENGTH

OWN, STANDARD = "own-gauge", "standard-gauge"
"""Keys of the two."""
DIGITS = 3
"""Of a gauge in a name."""


def derived(pack: RulePack, base: Configuration, table: MetricTable) -> Iterator[Configuration]:
    """Yield the configurations that `base` becomes at the part's own gauge and the nearest standard one.

    The second is left out where it is the first. None where the pack knows no gauges, or the part has none.
    """
    column = None if pack.gauge is None else table.values.get(pack.gauge.metric)
    if pack.gauge is None or column is None or not len(column):
        return
    own_mm = float(column.numbers[0])
    if not 0.0 < own_mm < np.inf:
        return
    standard_mm = min(pack.gauge.standard_mm, key=lambda each: abs(np.log(each / own_mm)))
    is_standard = abs(standard_mm - own_mm) <= FIT_LENGTH * own_mm
    material = base.name.partition(",")[0]
    named = [(OWN, own_mm, "as drawn")]
    if not is_standard:
        named.append((STANDARD, standard_mm, "nearest gauge"))
    for key, gauge_mm, words in named:
        parameters = base.parameters | {pack.gauge.parameter: gauge_mm}
        name = f"{material}, {plain(gauge_mm, DIGITS)} mm ({words})"
        yield replace(base, key=key, name=name, parameters=parameters)


def belonging(pack: RulePack, configuration: Configuration) -> RulePack:
    """Return the pack with the rules of its first configuration, as those of a derived one."""
    first = pack.configurations[0].key
    rules = tuple(
        replace(rule, configurations=(*rule.configurations, configuration.key))
        if first in rule.configurations
        else rule
        for rule in pack.rules
    )
    return replace(pack, rules=rules)
