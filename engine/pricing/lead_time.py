"""The lead time: working days from order to shipment."""

from collections.abc import Sequence
from decimal import ROUND_CEILING

from engine.model.quote import Finish, PriceTable

HOURS_PER_DAY = 24
"""Shells dry at night too."""


def days(quantity: int, parts_per_tree: int, finishes: Sequence[Finish], table: PriceTable) -> int:
    """Add up the steps that follow one another.

    Patterns, then the coats, each dried; all trees of the order are poured in as many days as the shop needs
    for them, the first day included in casting; then cutting off, the finishes one by one, and inspection.
    """
    times = table.lead_time
    trees = -(-quantity // parts_per_tree)
    drying = table.shell.coats * times.drying_hours_per_coat / HOURS_PER_DAY
    pouring = max(times.casting_days, trees / times.trees_per_day)
    finishing = quantity / times.parts_finished_per_day + sum(each.lead_time_days for each in finishes)
    every = times.pattern_days + drying + pouring + finishing + times.inspection_days
    return int(every.to_integral_value(ROUND_CEILING))
