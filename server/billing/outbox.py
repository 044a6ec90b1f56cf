"""The ledger as an outbox: which units are to be reported or taken back, and how that went.

Each statement says what it expects of a row, so that two exporters at once, or one that was killed between
any two of them, leave a row in a state that the next goes on from.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage import ids
from server.storage.database import insert_ignoring
from server.storage.models import accounts, billing_credits, meter_events

_UNSENT = (
    meter_events.c.billable,
    meter_events.c.sent_at.is_(None),
    meter_events.c.export_error.is_(None),
)
_TO_TAKE_BACK = (meter_events.c.take_back_at.is_not(None), meter_events.c.taken_back_at.is_(None))


@dataclass(frozen=True, slots=True)
class Unit:
    """A row of the ledger, with the customer that it is reported for."""

    id: str
    account_id: str
    customer_id: str
    meter: str
    occurred_at: datetime
    unit_price: int
    tried_at: datetime | None
    sent_at: datetime | None
    export_error: str | None


@dataclass(frozen=True, slots=True)
class Standing:
    """How far the outbox is."""

    n_pending: int
    """Units of customers that are to be reported."""
    oldest_at: datetime | None
    """When the first of them was taken."""
    n_parked: int
    """Units that the processor refused, or that are too old for it."""
    n_to_take_back: int
    n_credits: int
    """Units that an operator has to credit."""


_UNIT = (
    meter_events.c.id,
    meter_events.c.account_id,
    accounts.c.customer_id,
    meter_events.c.meter,
    meter_events.c.occurred_at,
    meter_events.c.unit_price,
    meter_events.c.tried_at,
    meter_events.c.sent_at,
    meter_events.c.export_error,
)
_OF_CUSTOMERS = (
    select(*_UNIT)
    .join_from(meter_events, accounts, accounts.c.id == meter_events.c.account_id)
    .where(accounts.c.customer_id.is_not(None))
)


async def unsent(connection: AsyncConnection, limit: int) -> list[Unit]:
    """Return units that are to be reported, the oldest first, those that were tried among them."""
    found = await connection.execute(_OF_CUSTOMERS.where(*_UNSENT).order_by(meter_events.c.id).limit(limit))
    return [Unit(*row) for row in found]


async def to_take_back(connection: AsyncConnection, limit: int) -> list[Unit]:
    """Return units that are to be taken back, and of which is known whether they were reported."""
    found = await connection.execute(
        _OF_CUSTOMERS.where(
            *_TO_TAKE_BACK,
            meter_events.c.sent_at.is_not(None) | meter_events.c.export_error.is_not(None),
        )
        .order_by(meter_events.c.take_back_at)
        .limit(limit)
    )
    return [Unit(*row) for row in found]


async def claim(connection: AsyncConnection, unit_id: str, now: datetime) -> bool:
    """Note that a unit is about to be reported for the first time; False where that is not so any more."""
    claimed = await connection.execute(
        update(meter_events)
        .where(meter_events.c.id == unit_id, meter_events.c.billable, meter_events.c.tried_at.is_(None))
        .values(tried_at=now)
        .returning(meter_events.c.id)
    )
    return claimed.first() is not None


async def mark_sent(connection: AsyncConnection, unit_ids: Sequence[str], now: datetime) -> None:
    """Note that the processor has units."""
    await connection.execute(
        update(meter_events)
        .where(meter_events.c.id.in_(unit_ids), meter_events.c.sent_at.is_(None))
        .values(sent_at=now)
    )


async def park(connection: AsyncConnection, unit_id: str, reason: str) -> None:
    """Note that a unit is not reported again, and why, unless it was reported meanwhile."""
    await connection.execute(
        update(meter_events).where(meter_events.c.id == unit_id, *_UNSENT).values(export_error=reason)
    )


async def unpark(connection: AsyncConnection) -> int:
    """Have all units reported again that the processor refused; return how many."""
    changed = await connection.execute(
        update(meter_events)
        .where(
            meter_events.c.export_error.is_not(None),
            meter_events.c.sent_at.is_(None),
            meter_events.c.take_back_at.is_(None),
        )
        .values(export_error=None)
    )
    return changed.rowcount


async def mark_taken_back(connection: AsyncConnection, unit_id: str, now: datetime) -> None:
    """Note that a unit counts no longer at the processor, or never did."""
    await connection.execute(
        update(meter_events).where(meter_events.c.id == unit_id, *_TO_TAKE_BACK).values(taken_back_at=now)
    )


async def credit(connection: AsyncConnection, unit: Unit, reason: str, now: datetime) -> None:
    """Note that a unit counts at the processor and is not owed, once a unit."""
    await connection.execute(
        insert_ignoring(connection, billing_credits).values(
            id=ids.new(),
            account_id=unit.account_id,
            meter=unit.meter,
            ledger_id=unit.id,
            amount=unit.unit_price,
            reason=reason,
            created_at=now,
        )
    )
    await mark_taken_back(connection, unit.id, now)


async def sent_within(
    connection: AsyncConnection, account_id: str, meter: str, since: datetime, until: datetime
) -> int:
    """Return how many units of a time the processor should count by what is known."""
    is_credited = (
        select(billing_credits.c.id).where(billing_credits.c.ledger_id == meter_events.c.id).exists()
    )
    found = await connection.execute(
        select(func.count())
        .select_from(meter_events)
        .where(
            *_within(account_id, meter, since, until),
            meter_events.c.sent_at.is_not(None),
            meter_events.c.taken_back_at.is_(None) | is_credited,
        )
    )
    n_sent: int = found.scalar_one()
    return n_sent


async def unknown_within(
    connection: AsyncConnection, account_id: str, meter: str, since: datetime, until: datetime
) -> list[Unit]:
    """Return the units of a time that were tried, and of which is not known whether they arrived."""
    found = await connection.execute(
        _OF_CUSTOMERS.where(
            *_within(account_id, meter, since, until), *_UNSENT, meter_events.c.tried_at.is_not(None)
        ).order_by(meter_events.c.tried_at, meter_events.c.id)
    )
    return [Unit(*row) for row in found]


async def standing(connection: AsyncConnection) -> Standing:
    """Return how far the outbox is."""
    is_of_customer = (
        select(accounts.c.id)
        .where(accounts.c.id == meter_events.c.account_id, accounts.c.customer_id.is_not(None))
        .exists()
    )
    pending = (
        await connection.execute(
            select(func.count(), func.min(meter_events.c.occurred_at)).where(*_UNSENT, is_of_customer)
        )
    ).one()
    n_parked, n_to_take_back, n_credits = [
        (await connection.execute(select(func.count()).select_from(table).where(*conditions))).scalar_one()
        for table, conditions in (
            (meter_events, (meter_events.c.export_error.is_not(None), meter_events.c.take_back_at.is_(None))),
            (meter_events, _TO_TAKE_BACK),
            (billing_credits, ()),
        )
    ]
    return Standing(pending[0], pending[1], n_parked, n_to_take_back, n_credits)


def _within(account_id: str, meter: str, since: datetime, until: datetime) -> tuple[ColumnElement[bool], ...]:
    return (
        meter_events.c.account_id == account_id,
        meter_events.c.meter == meter,
        meter_events.c.occurred_at >= since,
        meter_events.c.occurred_at < until,
    )
