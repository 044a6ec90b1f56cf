"""Webhooks and deliveries in the database."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import and_, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage import ids
from server.storage.models import webhook_deliveries, webhooks
from server.webhooks.webhook import Delivery, DeliveryStatus, Webhook

NOT_SENT = "The webhook was switched off before this was delivered."

WEBHOOK_FIELDS = tuple(webhooks.c[name] for name in Webhook.__slots__)
DELIVERY_FIELDS = tuple(webhook_deliveries.c[name] for name in Delivery.__slots__)


async def add(connection: AsyncConnection, webhook: Webhook) -> None:
    """Store a new webhook."""
    await connection.execute(
        insert(webhooks).values({name: getattr(webhook, name) for name in Webhook.__slots__})
    )


async def of_account(connection: AsyncConnection, account_id: str, are_kept: bool = False) -> list[Webhook]:
    """Return every webhook of an account, oldest first.

    Where `are_kept`, none of them is removed before the transaction ends: deliveries can be added.
    """
    every = select(*WEBHOOK_FIELDS).where(webhooks.c.account_id == account_id).order_by(webhooks.c.id)
    if are_kept:
        every = every.with_for_update(read=True, key_share=True)
    found = await connection.execute(every)
    return [Webhook(*row) for row in found]


async def get(connection: AsyncConnection, account_id: str, webhook_id: str) -> Webhook | None:
    """Return a webhook of the account; None when there is none."""
    if not ids.is_id(webhook_id):
        return None
    found = await connection.execute(
        select(*WEBHOOK_FIELDS).where(webhooks.c.id == webhook_id, webhooks.c.account_id == account_id)
    )
    row = found.one_or_none()
    return None if row is None else Webhook(*row)


async def change(connection: AsyncConnection, webhook_id: str, **values: Any) -> None:
    """Change members of a webhook."""
    await connection.execute(update(webhooks).where(webhooks.c.id == webhook_id).values(values))


async def remove(connection: AsyncConnection, webhook_id: str) -> None:
    """Forget a webhook and its deliveries.

    The webhook is locked first, as by whoever settles a delivery: two that lock rows in two orders wait for
    each other, and the database ends one of them.
    """
    await connection.execute(select(webhooks.c.id).where(webhooks.c.id == webhook_id).with_for_update())
    await connection.execute(delete(webhook_deliveries).where(webhook_deliveries.c.webhook_id == webhook_id))
    await connection.execute(delete(webhooks).where(webhooks.c.id == webhook_id))


async def add_deliveries(connection: AsyncConnection, deliveries: Sequence[Delivery]) -> None:
    """Store new deliveries."""
    if deliveries:
        rows = [{name: getattr(each, name) for name in Delivery.__slots__} for each in deliveries]
        await connection.execute(insert(webhook_deliveries), rows)


async def delivery(connection: AsyncConnection, webhook_id: str, delivery_id: str) -> Delivery | None:
    """Return a delivery to a webhook; None when there is none."""
    if not ids.is_id(delivery_id):
        return None
    found = await connection.execute(
        select(*DELIVERY_FIELDS).where(
            webhook_deliveries.c.id == delivery_id, webhook_deliveries.c.webhook_id == webhook_id
        )
    )
    row = found.one_or_none()
    return None if row is None else Delivery(*row)


async def page(
    connection: AsyncConnection, webhook_id: str, limit: int, before_id: str | None
) -> list[Delivery]:
    """Return the deliveries to a webhook, newest first, that were made before one."""
    statement = (
        select(*DELIVERY_FIELDS)
        .where(webhook_deliveries.c.webhook_id == webhook_id)
        .order_by(webhook_deliveries.c.id.desc())
        .limit(limit)
    )
    if before_id is not None:
        statement = statement.where(webhook_deliveries.c.id < before_id)
    return [Delivery(*row) for row in await connection.execute(statement)]


async def change_delivery(connection: AsyncConnection, delivery_id: str, **values: Any) -> None:
    """Change members of a delivery."""
    await connection.execute(
        update(webhook_deliveries).where(webhook_deliveries.c.id == delivery_id).values(values)
    )


async def give_up_pending(connection: AsyncConnection, webhook_id: str, now: datetime) -> None:
    """Mark what is on its way to a webhook that is switched off as failed."""
    await connection.execute(
        update(webhook_deliveries)
        .where(
            webhook_deliveries.c.webhook_id == webhook_id,
            webhook_deliveries.c.status == DeliveryStatus.PENDING,
        )
        .values(status=DeliveryStatus.FAILED, error=NOT_SENT, ended_at=now)
    )


async def count_pending(connection: AsyncConnection) -> int:
    """Return how many deliveries are on their way, all accounts'."""
    found: int = (
        await connection.execute(
            select(func.count())
            .select_from(webhook_deliveries)
            .where(webhook_deliveries.c.status == DeliveryStatus.PENDING)
        )
    ).scalar_one()
    return found


async def forget(connection: AsyncConnection, moment: datetime) -> None:
    """Forget deliveries that ended before a moment, and older ones that nobody is sent any more."""
    switched_off = select(webhooks.c.id).where(webhooks.c.inactive_reason.is_not(None))
    await connection.execute(
        delete(webhook_deliveries).where(
            or_(
                webhook_deliveries.c.ended_at < moment,
                and_(
                    webhook_deliveries.c.created_at < moment,
                    webhook_deliveries.c.status == DeliveryStatus.PENDING,
                    webhook_deliveries.c.webhook_id.in_(switched_off),
                ),
            )
        )
    )
