"""Billing periods, over the ends of months and years."""

import itertools
from datetime import UTC, datetime, timedelta, timezone

import pytest

from server.auth.accounts import Account
from server.metering.periods import Period, current, months_after


def account(start: datetime | None = None, end: datetime | None = None) -> Account:
    return Account("a", "a", "pro" if start else "free", True, start, end)


def at(*numbers: int) -> datetime:
    return datetime(*numbers, tzinfo=UTC)  # type: ignore[arg-type, misc]


def test_without_a_subscription_it_is_the_month_in_utc() -> None:
    assert current(account(), at(2026, 12, 31, 23, 59)) == Period(at(2026, 12, 1), at(2027, 1, 1))
    tokyo = timezone(timedelta(hours=9))
    assert current(account(), datetime(2026, 3, 1, 5, tzinfo=tokyo)).start == at(2026, 2, 1)


@pytest.mark.parametrize(
    ("now", "start", "end"),
    [
        (at(2026, 1, 31, 10), at(2026, 1, 31, 10), at(2026, 2, 28, 10)),
        (at(2026, 2, 28, 9), at(2026, 1, 31, 10), at(2026, 2, 28, 10)),
        (at(2026, 2, 28, 10), at(2026, 2, 28, 10), at(2026, 3, 28, 10)),
        (at(2027, 5, 1), at(2027, 4, 28, 10), at(2027, 5, 28, 10)),
    ],
)
def test_a_subscription_rolls_forward_by_months(now: datetime, start: datetime, end: datetime) -> None:
    assert current(account(at(2026, 1, 31, 10)), now) == Period(start, end)


def test_periods_of_a_subscription_follow_one_another_without_a_gap() -> None:
    subscribed = account(at(2024, 1, 31))
    now, seen = at(2024, 1, 31), []
    for _ in range(1000):
        period = current(subscribed, now)
        assert period.start <= now < period.end
        if not seen or seen[-1] != period:
            seen.append(period)
        now += timedelta(days=1)
    assert all(one.end == two.start for one, two in itertools.pairwise(seen))


def test_the_end_that_billing_gave_counts() -> None:
    trial = account(at(2026, 1, 1), at(2026, 1, 15))
    assert current(trial, at(2026, 1, 14)).end == at(2026, 1, 15)
    assert current(trial, at(2026, 1, 15)) == Period(at(2026, 1, 15), at(2026, 2, 15))


def test_the_last_of_a_month_stays_within_it() -> None:
    assert months_after(at(2024, 1, 31), 1) == at(2024, 2, 29)
    assert months_after(at(2026, 11, 30), 3) == at(2027, 2, 28)
