"""Printed patterns or a wax die, worked out by hand.

A part of 100 cm³: a printed pattern is 5 + 0.25 × 100 = 30. Its box of 90 mm a side has 486 cm² and 729 cm³,
the part 200 cm²: complexity 1. A die is 300 + 1 × 200 × 1 + 0.1 × 729 = 572.90. 19 patterns are 570, 20 are
600.
"""

from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

import pytest

from engine.model.quote import LeadTime, PatternMethod
from engine.pricing import price_table, shell, tooling
from tests.support.quoting import D, alloy, part, table

PRINTED, DIE = PatternMethod.PRINTED, PatternMethod.WAX_DIE


def priced(quantity: int, **changes: str) -> tuple[PatternMethod, Decimal]:
    found = tooling.price(part(**changes), quantity, 4, (), table()).chosen
    return found.method, found.cost


@pytest.mark.parametrize(
    ("quantity", "method", "cost"),
    [
        (1, PRINTED, "30.00"),
        (19, PRINTED, "570.00"),
        (20, DIE, "572.90"),
        (1000, DIE, "572.90"),
    ],
)
def test_the_cheaper_way_at_a_quantity_is_charged(quantity: int, method: PatternMethod, cost: str) -> None:
    assert priced(quantity) == (method, D(cost))


def test_both_ways_are_reported_with_their_costs_and_lead_times() -> None:
    found = tooling.price(part(), 20, 4, (), table())
    # 2 for patterns, 2.5 of drying, 5 trees at 4 a day, a fifth of a day, 1 to inspect: 6.95; a die 20 more
    assert [(one.method, one.cost, one.lead_time) for one in found.options] == [
        (PRINTED, D("600.00"), LeadTime(7, is_by_arrangement=False)),
        (DIE, D("572.90"), LeadTime(27, is_by_arrangement=False)),
    ]
    assert (found.die_from, found.complexity) == (20, D("1.00"))


def test_at_one_cost_patterns_are_printed() -> None:
    equal = replace(table().tooling, die=D("297.1"))  # 570 in all
    assert tooling.price(part(), 19, 4, (), table(tooling=equal)).chosen.method is PRINTED
    assert tooling.price(part(), 19, 4, (), table(tooling=equal)).die_from == 20


def test_ribs_and_recesses_make_a_die_dearer_and_a_printed_pattern_not() -> None:
    # 729 cm² over 486 are 1.5: 300 + 729 × 1.5 + 72.90 = 1466.40
    found = tooling.price(part(area_cm2="729"), 1, 4, (), table())
    assert found.complexity == D("1.50")
    assert [one.cost for one in found.options] == [D("30.00"), D("1466.40")]


def test_a_die_that_pays_at_no_quoted_quantity_is_reported_as_never_paying() -> None:
    few = table(largest_quantity=19)
    assert tooling.price(part(), 5, 4, (), few).die_from is None
    assert tooling.price(part(), 5, 4, (), replace(few, largest_quantity=20)).die_from == 20


@pytest.mark.parametrize(
    ("quantity", "largest", "said"),
    [
        (
            1,
            1000,
            "Printed patterns at 30.00 for 1 part are cheaper than a wax die at 572.90, "
            "which pays from 20 parts on.",
        ),
        (5, 19, "Printed patterns at 150.00 for 5 parts are cheaper than a wax die at 572.90."),
        (
            100,
            1000,
            "A wax die at 572.90 is cheaper from 20 parts on; "
            "for 100 parts, printed patterns would cost 3,000.00.",
        ),
    ],
)
def test_a_sentence_says_which_is_cheaper(quantity: int, largest: int, said: str) -> None:
    found = tooling.price(part(), quantity, 4, (), table(largest_quantity=largest))
    assert tooling.sentence(found, quantity) == said


def test_a_sentence_has_the_currency_of_the_quote() -> None:
    found = tooling.price(part(), 100, 4, (), table())
    said = "A wax die at {} is cheaper from 20 parts on; for 100 parts, printed patterns would cost {}."
    assert tooling.sentence(found, 100, "USD") == said.format("$572.90", "$3,000.00")
    assert tooling.sentence(found, 100, "CHF") == said.format("572.90 CHF", "3,000.00 CHF")


def test_tooling_stands_beside_the_unit_price_and_total() -> None:
    dear = replace(table().tooling, die=D(9999), printed_part=D(500))
    plain = shell.price(part(), alloy(), 10, (), table())
    other = shell.price(part(), alloy(), 10, (), table(tooling=dear))
    assert (plain.breakdown, plain.total_price) == (other.breakdown, other.total_price)
    assert plain.total_with_tooling == D("800.00") + D("300.00")


def test_an_order_with_its_tooling_never_costs_less_for_one_part_more_nor_a_part_more_in_a_larger_one() -> (
    None
):
    shipped = price_table.shipped()
    prices = [shell.price(part(), shipped.alloys[0], n, (), shipped) for n in range(1, 120)]
    assert {one.tooling.chosen.method for one in prices} == {PRINTED, DIE}
    for a, b in pairwise(prices):
        assert a.total_with_tooling < b.total_with_tooling
        assert a.total_with_tooling / a.quantity >= b.total_with_tooling / b.quantity
        assert a.lead_time.days <= b.lead_time.days
