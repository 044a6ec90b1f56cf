"""Working days, counted by hand: 2 for patterns, 5 coats of half a day, 1 to cast, 1 to inspect."""

import pytest

from engine.model.quote import LeadTime, PricingModel
from engine.pricing import lead_time
from tests.support.quoting import D, finish, table


@pytest.mark.parametrize(
    ("quantity", "days"),
    [
        (1, 7),  # 6.5 and a hundredth
        (40, 8),  # 10 trees, 4 a day: 2.5 instead of 1, and 0.4 of finishing: 8.4 → 9 would need 41 more
        (400, 35),  # 100 trees: 25 days, 4 of finishing: 34.5
    ],
)
def test_trees_and_parts_take_their_days(quantity: int, days: int) -> None:
    by_hand = 2 + 2.5 + max(1, -(-quantity // 4) / 4) + quantity / 100 + 1
    assert lead_time.days(quantity, 4, (), D(0), table()) == -(-by_hand // 1)
    assert abs(days - by_hand) < 1.0


def test_finishes_follow_one_another() -> None:
    plain = lead_time.days(1, 4, (), D(0), table())
    finishes = [finish(PricingModel.PER_PART, "1"), finish(PricingModel.PER_KG, "1")]
    assert lead_time.days(1, 4, finishes, D(0), table()) == plain + 4


def test_a_die_is_made_before_the_first_pattern() -> None:
    assert lead_time.days(1, 4, (), D(20), table()) == lead_time.days(1, 4, (), D(0), table()) + 20


def test_a_lead_time_beyond_the_longest_that_is_quoted_is_by_arrangement() -> None:
    # 2 for patterns, 2.5 of drying, 1 to inspect; a tree a quarter of a day, a part a hundredth:
    # 748 parts are 187 trees: 46.75 and 7.48, 59.73; 752 parts are 188 trees: 47 and 7.52, 60.02
    assert lead_time.of_order(748, 4, (), D(0), table()) == LeadTime(60, is_by_arrangement=False)
    assert lead_time.of_order(752, 4, (), D(0), table()) == LeadTime(60, is_by_arrangement=True)
    assert lead_time.of_order(1000, 4, (), D(0), table()) == LeadTime(60, is_by_arrangement=True)
