"""From webhooks and deliveries to what goes over the wire."""

from typing import Any

from server.webhooks.events import moment
from server.webhooks.webhook import Delivery, DeliveryStatus, Webhook


def webhook(found: Webhook) -> dict[str, Any]:
    """Present a webhook."""
    return {
        "id": found.id,
        "url": found.url,
        "description": found.description,
        "events": found.events,
        "active": found.is_active,
        "inactive_reason": found.inactive_reason,
        "failing_since": None if found.failing_since is None else moment(found.failing_since),
        "created_at": moment(found.created_at),
    }


def delivery(found: Delivery) -> dict[str, Any]:
    """Present a delivery."""
    is_pending = found.status == DeliveryStatus.PENDING
    return {
        "id": found.id,
        "webhook_id": found.webhook_id,
        "event_id": found.event_id,
        "type": found.event_type,
        "status": found.status,
        "attempts": found.attempts,
        "response_status": found.response_status,
        "error": found.error,
        "created_at": moment(found.created_at),
        "attempted_at": None if found.attempted_at is None else moment(found.attempted_at),
        "next_attempt_at": moment(found.due_at) if is_pending else None,
        "payload": found.payload,
    }
