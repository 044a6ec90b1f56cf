"""Billing periods: a calendar month in UTC, or a subscription's month."""

import calendar
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Protocol


class Subscriber(Protocol):
    """What metering needs to know of an account."""

    @property
    def id(self) -> str:
        """Whose units are counted."""

    @property
    def plan(self) -> str:
        """The key of its plan."""

    @property
    def overage_enabled(self) -> bool:
        """Whether it wants to go beyond what is included."""

    @property
    def grace_until(self) -> datetime | None:
        """Until when it may go on beyond, since a payment failed; None: none did."""

    @property
    def spending_limit(self) -> int | None:
        """The most it spends beyond its plan in a period, in millionths of the currency; None: any sum."""

    @property
    def arrangement(self) -> Mapping[str, Any] | None:
        """What was agreed on instead of the plan's quotas and prices; see `plans.plan_of`."""

    @property
    def period_start(self) -> datetime | None:
        """When a period of its subscription began; None: it counts by calendar month."""

    @property
    def period_end(self) -> datetime | None:
        """When that period ends; None: a month after it began."""


@dataclass(frozen=True, slots=True)
class Period:
    """From `start` to before `end`."""

    start: datetime
    end: datetime


def current(subscriber: Subscriber, now: datetime) -> Period:
    """Return the period that `now` lies in.

    A subscription's period that is over is rolled forward month by month: the notice of its renewal may be
    late.
    """
    if subscriber.period_start is None:
        start = now.astimezone(UTC).replace(day=1, hour=0, minute=0, second=0, microsecond=0)
        return Period(start, months_after(start, 1))
    start = subscriber.period_start
    end = subscriber.period_end or months_after(start, 1)
    if now < end:  # one that begins later counts from its first period
        return Period(start, end)
    passed = 0
    while months_after(end, passed + 1) <= now:
        passed += 1
    return Period(months_after(end, passed), months_after(end, passed + 1))


def months_after(moment: datetime, months: int) -> datetime:
    """Return the same day and time some months later; the last of the month where there is no such day."""
    year, month = divmod(moment.year * 12 + moment.month - 1 + months, 12)
    day = min(moment.day, calendar.monthrange(year, month + 1)[1])
    return moment.replace(year=year, month=month + 1, day=day)
