"""The plans are those of the interface, and the table of them is checked as it is read."""

import json
from typing import Any

import pytest

import resources
from server.metering.plans import (
    ANALYZE,
    CURRENCY,
    FREE,
    PLANS,
    QUICK_INFO,
    InvalidPlanTable,
    hard_cap,
    read,
)

SHIPPED = resources.path("catalog/plans.json")


@pytest.mark.parametrize(
    ("plan", "quick_info", "analyze"),
    [
        ("free", 1_000, 100),
        ("starter", 1_000, 100),
        ("pro", 50_000, 5_000),
        ("enterprise", 1_000_000, 100_000),
    ],
)
def test_a_plan_includes_what_is_documented(plan: str, quick_info: int, analyze: int) -> None:
    assert PLANS[plan].included == {QUICK_INFO: quick_info, ANALYZE: analyze}


def test_free_is_capped_whatever_it_wishes_and_paid_plans_only_where_they_wish() -> None:
    assert hard_cap(PLANS["free"], ANALYZE, overage_enabled=True) == 100
    assert hard_cap(PLANS["pro"], ANALYZE, overage_enabled=True) is None
    assert hard_cap(PLANS["pro"], ANALYZE, overage_enabled=False) == 5_000
    assert hard_cap(PLANS["enterprise"], ANALYZE, overage_enabled=True) is None


def test_starter_and_pro_are_sold_and_the_others_are_not() -> None:
    assert [plan.key for plan in PLANS.values() if plan.is_sold] == ["starter", "pro"]
    assert PLANS["starter"].monthly_price == 0, "listed at 0 per month"
    assert PLANS["enterprise"].monthly_price is None, "by arrangement"
    assert FREE.overage_price == {}


def test_the_prices_that_are_shipped_are_said_to_be_examples() -> None:
    assert "The prices are examples" in json.loads(SHIPPED.read_text())["note"]
    assert CURRENCY == "USD"


def changed(**changes: Any) -> bytes:
    """Return the shipped table with changes to its plan `pro`."""
    document = json.loads(SHIPPED.read_text())
    [pro] = [plan for plan in document["plans"] if plan["key"] == "pro"]
    pro.update(changes)
    return json.dumps(document).encode()


def test_prices_are_read_to_the_millionth() -> None:
    found = read(changed(monthly_price="1.5", overage_price={QUICK_INFO: "0.000001", ANALYZE: "0.1"}))
    assert found.plans["pro"].monthly_price == 1_500_000
    assert found.plans["pro"].overage_price == {QUICK_INFO: 1, ANALYZE: 100_000}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"monthly_price": 249}, "monthly_price"),
        ({"monthly_price": "-1"}, "'-1'"),
        ({"included": {ANALYZE: 5}}, "plan pro: included has dfm.analyze, and should have"),
        ({"overage_price": {ANALYZE: "1"}}, "plan pro: overage_price has"),
        ({"key": "free"}, "one twice"),
        ({"price": "1"}, "price"),
    ],
)
def test_a_table_that_does_not_hold_together_is_refused_with_where(
    changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(InvalidPlanTable, match=message):
        read(changed(**changes))
