"""Tooling: what it takes to make the patterns of an order, once and beside the price of a part.

A die costs the same at every quantity, printing costs the same for every pattern; the cheaper one is charged.
So the cost of an order's tooling never falls with its quantity, and the share of one part never rises.
"""

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal

from engine.model.quote import CastPart, Finish, PatternMethod, PatternOption, PriceTable, Tooling
from engine.pricing import lead_time, money

CENT = Decimal("0.01")
MM2_PER_CM2 = 100
MM3_PER_CM3 = 1000
NAME_OF_METHOD = {PatternMethod.PRINTED: "printed patterns", PatternMethod.WAX_DIE: "wax die"}


def price(
    part: CastPart, quantity: int, parts_per_tree: int, finishes: Sequence[Finish], table: PriceTable
) -> Tooling:
    """Price both ways to make the patterns and choose the cheaper; at one cost the one without a die."""
    complexity = complexity_of(part)
    printed_each, die = _printed(part, table), _die(part, complexity, table)

    def option(method: PatternMethod, cost: Decimal, die_days: Decimal) -> PatternOption:
        needed = lead_time.of_order(quantity, parts_per_tree, finishes, die_days, table)
        return PatternOption(method, cost, needed)

    printed = option(PatternMethod.PRINTED, printed_each * quantity, Decimal())
    injected = option(PatternMethod.WAX_DIE, die, table.tooling.die_days)
    first = int(die // printed_each) + 1 if printed_each else None
    return Tooling(
        chosen=min(printed, injected, key=lambda one: one.cost),
        options=(printed, injected),
        die_from=None if first is None or first > table.largest_quantity else first,
        complexity=complexity.quantize(CENT, ROUND_HALF_UP),
    )


def complexity_of(part: CastPart) -> Decimal:
    """Return the surface of a part over that of its box, at least 1: ribs and recesses add surface."""
    x, y, z = part.box_mm
    box_cm2 = 2 * (x * y + y * z + z * x) / MM2_PER_CM2
    return max(Decimal(1), part.surface_area_cm2 / box_cm2)


def sentence(tooling: Tooling, quantity: int, currency: str | None = None) -> str:
    """Say which way is cheaper, at what costs, and from which quantity on the other would be.

    `currency` is the ISO code of what the price table is in; None: which is not known.
    """
    printed, injected = (money.spelled(one.cost, currency) for one in tooling.options)
    parts = f"{quantity:,} {'part' if quantity == 1 else 'parts'}"
    if tooling.chosen.method is PatternMethod.WAX_DIE:
        since = "at every quantity" if tooling.die_from == 1 else f"from {tooling.die_from:,} parts on"
        return (
            f"A wax die at {injected} is cheaper {since}; for {parts}, printed patterns would cost {printed}."
        )
    if tooling.die_from is None:
        return f"Printed patterns at {printed} for {parts} are cheaper than a wax die at {injected}."
    return (
        f"Printed patterns at {printed} for {parts} are cheaper than a wax die at {injected}, "
        f"which pays from {tooling.die_from:,} parts on."
    )


def _printed(part: CastPart, table: PriceTable) -> Decimal:
    """Price what one printed pattern costs beyond an injected one."""
    costs = table.tooling
    return _cents(costs.printed_part + costs.printed_per_cm3 * part.volume_cm3)


def _die(part: CastPart, complexity: Decimal, table: PriceTable) -> Decimal:
    """Price a die: its design and fitting, the milling of its cavity, and the block it is cut from."""
    costs = table.tooling
    x, y, z = part.box_mm
    block = costs.die_block_per_cm3 * x * y * z / MM3_PER_CM3
    return _cents(costs.die + costs.die_per_cm2 * part.surface_area_cm2 * complexity + block)


def _cents(amount: Decimal) -> Decimal:
    return amount.quantize(CENT, ROUND_HALF_UP)
