"""What is asked of a payment processor; `stripe_processor` asks Stripe. Without one, nothing is charged."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from server.errors import Away


class ProcessorAway(Away):
    """It did not answer, has an error of its own, asks to come later, or does not take our key.

    Nobody knows whether it did what was asked.
    """

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


class ProcessorRefused(Exception):
    """It refused a request that is as wrong the next time; the message is its own."""


class Status(StrEnum):
    """What a subscription's state means here."""

    PAID = "paid"
    """It runs, and what was due is paid."""
    OWING = "owing"
    """It runs, and a payment failed."""
    NONE = "none"
    """It has not begun, or is over."""


@dataclass(frozen=True, slots=True)
class UsageEvent:
    """One unit beyond what a plan includes."""

    identifier: str
    """The id of its row in the ledger: the processor takes each once."""
    customer_id: str
    meter: str
    occurred_at: datetime


@dataclass(frozen=True, slots=True)
class Subscription:
    """A subscription as it stands at the processor."""

    id: str
    customer_id: str
    status: Status
    plan: str
    """The key of the plan it is for; empty: of none of ours."""
    period_start: datetime
    period_end: datetime
    ends_at: datetime | None
    """When it ends, where somebody has cancelled it."""
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Invoice:
    """An invoice that was sent."""

    number: str
    created_at: datetime
    total: int
    """Millionths of the currency."""
    currency: str
    status: str
    url: str
    """Its page at the processor; empty: it has none."""


@dataclass(frozen=True, slots=True)
class Notice:
    """What the processor tells of by itself: that something changed, and for which customer."""

    id: str
    kind: str
    customer_id: str
    """Empty: it is of no customer."""
    detail: str
    """What an operator should read; empty: nothing."""


class Processor(Protocol):
    """Each method but `notice_of` raises ProcessorAway or ProcessorRefused."""

    async def send_usage(self, event: UsageEvent) -> None:
        """Report a unit; one that it has already is no error."""

    async def cancel_usage(self, meter: str, identifier: str) -> None:
        """Take a reported unit back, within 24 hours; one that was taken back already is no error."""

    async def usage_sum(self, customer_id: str, meter: str, since: datetime, until: datetime) -> int:
        """Return the units that it has of a customer within whole minutes, `until` not among them."""

    async def new_customer(self, account_id: str, name: str) -> str:
        """Make a customer of an account, once within a day however often it is asked for; return its id."""

    async def checkout_url(self, customer_id: str, plan: str, success_url: str, cancel_url: str) -> str:
        """Return the page on which a customer subscribes to a plan; pages it had before are closed."""

    async def portal_url(self, customer_id: str, return_url: str) -> str:
        """Return the page on which a customer changes cards, reads invoices, and cancels."""

    async def subscriptions(self, customer_id: str) -> Sequence[Subscription]:
        """Return all subscriptions of a customer, those that are over too."""

    async def invoices(self, customer_id: str) -> Sequence[Invoice]:
        """Return the latest invoices of a customer, the newest first."""

    def notice_of(self, body: bytes, signature: str) -> Notice:
        """Read a notice; raise `errors.InvalidNotice` unless the processor signed it, and of late."""

    def close(self) -> None:
        """Let go of what it holds."""
