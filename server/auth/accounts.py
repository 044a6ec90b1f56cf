"""Accounts: whoever is counted, billed, and owns jobs and quotes."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Account:
    """One account. Its period is that of a paid plan; None counts by calendar month."""

    id: str
    name: str
    plan: str
    overage_enabled: bool
    period_start: datetime | None
    period_end: datetime | None


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
