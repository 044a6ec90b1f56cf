"""Accounts: whoever is counted, billed, and owns jobs and quotes."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class Account:
    """One account. Its period is that of a paid plan; None counts by calendar month."""

    id: str
    name: str
    plan: str
    overage_enabled: bool
    period_start: datetime | None
    period_end: datetime | None
    customer_id: str | None = None
    """At the payment processor; None: it has never been to a checkout."""
    subscription_id: str | None = None
    """What its plan follows; None: an operator chose the plan."""
    subscription_status: str | None = None
    """`paid` or `owing`; None: it has no subscription."""
    grace_until: datetime | None = None
    """Until when it may go beyond its plan although a payment failed; None: none did."""
    plan_ends_at: datetime | None = None
    """When the subscription ends, where it was cancelled."""
    spending_limit: int | None = None
    """Of its own, in millionths of the currency a period; None: none."""
    arrangement: dict[str, Any] | None = None
    """What was agreed on instead of the plan's quotas and prices; see `metering.plans.plan_of`."""


@dataclass(frozen=True, slots=True)
class ApiKey:
    """A key as it is shown: everything but the key."""

    id: str
    account_id: str
    name: str
    prefix: str
    created_at: datetime
    last_used_at: datetime | None
    revoked_at: datetime | None


@dataclass(frozen=True, slots=True)
class Caller:
    """Who sent a request, and with which key."""

    account: Account
    key: ApiKey
