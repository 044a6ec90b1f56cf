"""The lead time: working days from order to shipment."""

from collections.abc import Sequence
from decimal import ROUND_CEILING, Decimal

from engine.model.quote import Finish, LeadTime, PriceTable

HOURS_PER_DAY = 24
"""Shells dry at night too."""


def of_order(
    quantity: int, parts_per_tree: int, finishes: Sequence[Finish], die_days: Decimal, table: PriceTable
) -> LeadTime:
    """Return the days of an order, or the most that are quoted where it takes longer: by arrangement."""
    found = days(quantity, parts_per_tree, finishes, die_days, table)
    return LeadTime(min(found, table.lead_time.most_days), found > table.lead_time.most_days)


def days(
    quantity: int, parts_per_tree: int, finishes: Sequence[Finish], die_days: Decimal, table: PriceTable
) -> int:
    """Add up the steps that follow one another.

    A die where one is made, patterns, then the coats, each dried; all trees of the order are poured in as
    many days as the shop needs for them, the first day included in casting; then cutting off, the finishes
    one by one, and inspection.
    """
    times = table.lead_time
    trees = -(-quantity // parts_per_tree)
    drying = table.shell.coats * times.drying_hours_per_coat / HOURS_PER_DAY
    pouring = max(times.casting_days, trees / times.trees_per_day)
    finishing = quantity / times.parts_finished_per_day + sum(each.lead_time_days for each in finishes)
    every = die_days + times.pattern_days + drying + pouring + finishing + times.inspection_days
    return int(every.to_integral_value(ROUND_CEILING))
