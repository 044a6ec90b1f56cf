"""Who sends what: leases on webhooks, so that several servers can send from one database.

Who sends holds the lease of the webhook, not of the delivery: so a receiver has one request at a time, from
whichever server. A lease ends by itself when its holder dies, and the delivery is done again by the next.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage import advisory_lock, ids
from server.storage.advisory_lock import Lock
from server.storage.database import moment
from server.storage.models import webhook_deliveries, webhooks
from server.webhooks.repository import DELIVERY_FIELDS, WEBHOOK_FIELDS
from server.webhooks.webhook import Delivery, DeliveryStatus, Webhook


@dataclass(frozen=True, slots=True)
class Lease:
    """A delivery that one server may attempt, until a moment."""

    id: str
    until: datetime
    webhook: Webhook
    delivery: Delivery


async def has_due(connection: AsyncConnection, now: datetime) -> bool:
    """Whether a delivery is due whose webhook nobody sends to."""
    due = (
        select(webhook_deliveries.c.id)
        .join(webhooks, webhooks.c.id == webhook_deliveries.c.webhook_id)
        .where(_is_due(now), _is_free(now))
        .limit(1)
    )
    return (await connection.execute(due)).one_or_none() is not None


def next_in_turn(now: datetime, most_of_account: int) -> Select[tuple[str]]:
    """Select the id of the webhook that is sent to next."""
    leased = webhooks.alias("leased")
    n_of_account = (
        select(func.count())
        .select_from(leased)
        .where(leased.c.account_id == webhooks.c.account_id, leased.c.leased_until > now)
        .scalar_subquery()
    )
    return (
        select(webhooks.c.id)
        .where(_is_free(now), _has_due(now), n_of_account < most_of_account)
        .order_by(webhooks.c.last_claim_at.nulls_first(), webhooks.c.id)
        .limit(1)
        .with_for_update(skip_locked=True)  # SQLite has one writer, and leaves it out
    )


async def claim(
    connection: AsyncConnection, now: datetime, lease_s: float, most_of_account: int
) -> Lease | None:
    """Take the lease of the next webhook in turn, with its oldest delivery that is due; None: nothing is due.

    Round robin over webhooks: first comes the one that was never sent to, then the one whose last turn is
    longest ago. An account has `most_of_account` of them at a time, so that slow receivers of one hold up
    nobody else's. Servers claim one after the other, so that each counts what the others hold.
    """
    await advisory_lock.acquire(connection, Lock.CLAIM_WEBHOOK)
    lease_id, until = ids.new(), now + timedelta(seconds=lease_s)
    found = await connection.execute(
        update(webhooks)
        .where(webhooks.c.id == next_in_turn(now, most_of_account).scalar_subquery(), _is_free(now))
        .values(lease_id=lease_id, leased_until=until, last_claim_at=moment(connection, now))
        .returning(*WEBHOOK_FIELDS)
    )
    row = found.one_or_none()
    if row is None:
        return None
    webhook = Webhook(*row)
    due = await connection.execute(
        select(*DELIVERY_FIELDS)
        .where(webhook_deliveries.c.webhook_id == webhook.id, _is_due(now))
        .order_by(webhook_deliveries.c.due_at, webhook_deliveries.c.id)
        .limit(1)
    )
    first = due.one_or_none()
    if first is None:  # another server has just sent it
        await release(connection, lease_id)
        return None
    return Lease(lease_id, until, webhook, Delivery(*first))


async def release(connection: AsyncConnection, lease_id: str, **values: Any) -> bool:
    """Give a lease back, and change members of its webhook; False when it is somebody else's by now."""
    released = await connection.execute(
        update(webhooks)
        .where(webhooks.c.lease_id == lease_id)
        .values(lease_id=None, leased_until=None, **values)
    )
    return released.rowcount == 1


async def release_all(connection: AsyncConnection) -> None:
    """Give back every lease: for a server that is the only one, of what it held when it was ended."""
    await connection.execute(
        update(webhooks).where(webhooks.c.lease_id.is_not(None)).values(lease_id=None, leased_until=None)
    )


def _is_free(now: datetime) -> ColumnElement[bool]:
    return and_(
        webhooks.c.inactive_reason.is_(None),
        or_(webhooks.c.leased_until.is_(None), webhooks.c.leased_until <= now),
    )


def _is_due(now: datetime) -> ColumnElement[bool]:
    return and_(
        webhook_deliveries.c.status == DeliveryStatus.PENDING,
        webhook_deliveries.c.due_at <= now,
    )


def _has_due(now: datetime) -> ColumnElement[bool]:
    return (
        select(webhook_deliveries.c.id)
        .where(webhook_deliveries.c.webhook_id == webhooks.c.id, _is_due(now))
        .exists()
    )
