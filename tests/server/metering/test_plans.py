"""The plans are those of the interface."""

import pytest

from server.metering.plans import ANALYZE, PLANS, QUICK_INFO, hard_cap


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
