"""What an account has used in a period, by day and meter, from the ledger."""

from dataclasses import dataclass
from datetime import date, timedelta

from sqlalchemy import and_, case, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from server.metering.periods import Period
from server.metering.plans import METERS
from server.storage.models import meter_events

LONGEST_PERIOD = timedelta(days=62)
"""Twice as long as one is: what was taken in a period was counted in it or, before a change of plan, in one
that began at most so long before. By that, an index leads past the years before."""

_IS_OWED = and_(meter_events.c.billable, meter_events.c.take_back_at.is_(None))


@dataclass(frozen=True, slots=True)
class DayOfMeter:
    """One day, in UTC, of one meter."""

    day: date
    meter: str
    units: int
    """Units that were taken, less those given back."""
    billed: int
    """Units that are owed."""
    cost: int
    """What those cost, in millionths of the currency."""


@dataclass(frozen=True, slots=True)
class Owed:
    """What an account owes for a meter, in a period."""

    units: int = 0
    cost: int = 0
    """In millionths of the currency."""


async def owed(connection: AsyncConnection, account_id: str, period: Period) -> dict[str, Owed]:
    """Return what is owed in a period, by meter.

    Units of the subscription before are not among it, though they were taken on the same days: they are on
    the last invoice of that one.
    """
    found = await connection.execute(
        select(meter_events.c.meter, func.count(), func.sum(meter_events.c.unit_price))
        .where(
            meter_events.c.account_id == account_id,
            meter_events.c.meter.in_(METERS),
            meter_events.c.period_start == period.start,
            _IS_OWED,
        )
        .group_by(meter_events.c.meter)
    )
    return {meter: Owed(units, int(cost)) for meter, units, cost in found}


async def by_day(connection: AsyncConnection, account_id: str, period: Period) -> list[DayOfMeter]:
    """Return the days of a period on which units were taken or owed, in order, each by meter."""
    taken_at = meter_events.c.occurred_at
    is_sqlite = connection.dialect.name == "sqlite"
    day = func.date(taken_at if is_sqlite else func.timezone("UTC", taken_at))
    found = await connection.execute(
        select(
            day,
            meter_events.c.meter,
            func.sum(case((meter_events.c.returned_at.is_(None), 1), else_=0)),
            func.sum(case((_IS_OWED, 1), else_=0)),
            func.sum(case((_IS_OWED, meter_events.c.unit_price), else_=0)),
        )
        .where(
            meter_events.c.account_id == account_id,
            meter_events.c.meter.in_(METERS),
            meter_events.c.period_start >= period.start - LONGEST_PERIOD,
            taken_at >= period.start,
            taken_at < period.end,
        )
        .group_by(day, meter_events.c.meter)
        .order_by(day, meter_events.c.meter)
    )
    return [
        DayOfMeter(date.fromisoformat(str(each)), meter, int(units), int(billed), int(cost))
        for each, meter, units, billed, cost in found
        if units or billed
    ]
