"""A webhook (a URL that is told of events) and a delivery (one event on its way to it), and their states."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from msgspec import Raw


class EventType(StrEnum):
    """What is told, as on the wire."""

    JOB_COMPLETED = "job.completed"
    JOB_FAILED = "job.failed"
    QUOTE_CREATED = "quote.created"
    SPENDING_REACHED = "spending.reached"
    TEST = "webhook.test"


OFFERED = (
    EventType.JOB_COMPLETED,
    EventType.JOB_FAILED,
    EventType.QUOTE_CREATED,
    EventType.SPENDING_REACHED,
)
"""What a webhook may be for; a test event goes to any."""


class Inactive(StrEnum):
    """Why a webhook is told nothing."""

    PAUSED = "paused"
    """Its owner wished so."""
    GONE = "gone"
    """Its receiver answered 410."""
    FAILING = "failing"
    """No delivery came through for days."""


class DeliveryStatus(StrEnum):
    """The states of a delivery, as on the wire."""

    PENDING = "pending"
    DELIVERED = "delivered"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Webhook:
    """One URL of an account."""

    id: str
    account_id: str
    url: str
    description: str
    events: list[str]
    secret_version: int
    """How many secrets it has had; see `signature.Secrets`."""
    rotated_at: datetime | None
    """When it got the last one; None: it has its first."""
    inactive_reason: str | None
    """An `Inactive`; None: it is told."""
    failing_since: datetime | None
    """When the first attempt failed after the last one that came through."""
    created_at: datetime

    @property
    def is_active(self) -> bool:
        """Whether it is told of events."""
        return self.inactive_reason is None


@dataclass(frozen=True, slots=True)
class Delivery:
    """One event for one webhook."""

    id: str
    webhook_id: str
    event_id: str
    """The header `webhook-id`: the same for all attempts, and for all webhooks of the account."""
    event_type: str
    body: str
    """JSON, as it is signed and sent."""
    status: str
    attempts: int
    n_waits: int
    """Waits of the schedule that were used since it was last asked for."""
    due_at: datetime
    response_status: int | None
    """Of the last attempt; None: it had no answer, or there was none yet."""
    error: str | None
    """Why the last attempt was none that counts."""
    created_at: datetime
    attempted_at: datetime | None
    ended_at: datetime | None

    @property
    def payload(self) -> Raw:
        """The body as a member of another document."""
        return Raw(self.body.encode())
