"""Counting units: exactly one for each request that was served, never beyond what is allowed.

A unit is taken by one conditional UPDATE, and written to the ledger in the same transaction as whatever it
pays for; so neither can be without the other, and no two requests take the same unit. An analysis that ends
in an error gives its unit back, in the transaction that writes the error down.
"""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from server.errors import QuotaExceeded
from server.metering.periods import Subscriber, current
from server.metering.plans import FREE, METERS, PLANS, hard_cap
from server.storage import ids
from server.storage.database import insert_ignoring
from server.storage.models import meter_events, usage_counters


@dataclass(frozen=True, slots=True)
class Standing:
    """Where an account stands with one meter in the current period."""

    meter: str
    plan: str
    included: int | None
    """None: the plan counts nothing."""
    used: int
    hard_cap: int | None
    period_start: datetime
    period_end: datetime

    @property
    def remaining(self) -> int | None:
        """Included units that are left; None where nothing is counted."""
        return None if self.included is None else max(0, self.included - self.used)

    @property
    def is_exhausted(self) -> bool:
        """Whether the next unit would be refused."""
        return self.hard_cap is not None and self.used >= self.hard_cap

    @property
    def headers(self) -> dict[str, str]:
        """What a metered route tells of it; of a plan that counts nothing its name alone."""
        tier = {"X-Billing-Tier": self.plan}
        if self.included is None:
            return tier
        return tier | {
            "X-RateLimit-Limit": str(self.included),
            "X-RateLimit-Remaining": str(self.remaining),
        }


async def standing(
    connection: AsyncConnection, subscriber: Subscriber, meter: str, now: datetime
) -> Standing:
    """Return where an account stands."""
    period = current(subscriber, now)
    found = await connection.execute(
        select(usage_counters.c.used).where(
            usage_counters.c.account_id == subscriber.id,
            usage_counters.c.meter == meter,
            usage_counters.c.period_start == period.start,
        )
    )
    return _standing(subscriber, meter, now, found.scalar() or 0)


async def check(connection: AsyncConnection, subscriber: Subscriber, meter: str, now: datetime) -> None:
    """Raise QuotaExceeded where no unit is left, before any work is done."""
    found = await standing(connection, subscriber, meter, now)
    if found.is_exhausted:
        raise _refusal(found)


async def reserve(
    connection: AsyncConnection, subscriber: Subscriber, meter: str, now: datetime, job_id: str | None = None
) -> Standing:
    """Take one unit, within the transaction of what it pays for; none where the plan counts nothing.

    Raises
    ------
    QuotaExceeded
        None is left; nothing was taken.
    """
    empty = _standing(subscriber, meter, now, 0)
    if empty.included is None:
        return empty
    taken = await _take(connection, subscriber, empty)
    if taken is None:
        await connection.execute(
            insert_ignoring(connection, usage_counters).values(
                account_id=subscriber.id,
                meter=meter,
                period_start=empty.period_start,
                included=empty.included,
                hard_cap=empty.hard_cap,
                used=0,
                returned=0,
            )
        )
        taken = await _take(connection, subscriber, empty)
    if taken is None:
        raise _refusal(await standing(connection, subscriber, meter, now))
    await connection.execute(
        insert(meter_events).values(
            id=ids.new(),
            account_id=subscriber.id,
            meter=meter,
            period_start=empty.period_start,
            seq=taken.seq,
            billable=taken.used > empty.included,
            job_id=job_id,
            occurred_at=now,
        )
    )
    return _standing(subscriber, meter, now, taken.used)


async def give_back(connection: AsyncConnection, job_id: str, now: datetime) -> bool:
    """Give back the unit that a job took, within the transaction of why; False when there is none to give.

    A unit beyond those that the plan includes takes its place among them, and is no longer billed.
    """
    found = await connection.execute(
        select(meter_events)
        .where(meter_events.c.job_id == job_id, meter_events.c.returned_at.is_(None))
        .with_for_update()  # SQLite has one writer, and leaves it out
    )
    unit = found.one_or_none()
    if unit is None:
        return False
    await connection.execute(
        update(usage_counters)
        .where(
            usage_counters.c.account_id == unit.account_id,
            usage_counters.c.meter == unit.meter,
            usage_counters.c.period_start == unit.period_start,
        )
        .values(used=usage_counters.c.used - 1, returned=usage_counters.c.returned + 1)
    )
    await connection.execute(
        update(meter_events).where(meter_events.c.id == unit.id).values(returned_at=now, billable=False)
    )
    if not unit.billable:
        last_billed = (
            select(meter_events.c.id)
            .where(
                meter_events.c.account_id == unit.account_id,
                meter_events.c.meter == unit.meter,
                meter_events.c.period_start == unit.period_start,
                meter_events.c.billable,
            )
            .order_by(meter_events.c.seq.desc())
            .limit(1)
            .scalar_subquery()
        )
        await connection.execute(
            update(meter_events).where(meter_events.c.id == last_billed).values(billable=False)
        )
    return True


async def carry_over(
    connection: AsyncConnection, before: Subscriber, after: Subscriber, now: datetime
) -> None:
    """Keep what an account has used when its plan, and so its period, changes.

    The period that holds from now on counts all units taken since it began; one that begins now counts those
    of the period before it, so that leaving a plan and coming back gives no units twice.
    """
    former, present = current(before, now), current(after, now)
    if former.start == present.start:
        return
    since = former.start if present.start >= now else present.start
    for meter in METERS:
        statement = (
            select(func.count())
            .select_from(meter_events)
            .where(
                meter_events.c.account_id == after.id,
                meter_events.c.meter == meter,
                meter_events.c.occurred_at >= since,
                meter_events.c.returned_at.is_(None),
            )
        )
        used: int = (await connection.execute(statement)).scalar_one()
        empty = _standing(after, meter, now, 0)
        if empty.included is None or not used:
            continue
        of_period = {"account_id": after.id, "meter": meter, "period_start": present.start}
        await connection.execute(
            insert_ignoring(connection, usage_counters).values(
                **of_period, included=empty.included, hard_cap=empty.hard_cap, used=0, returned=0
            )
        )
        await connection.execute(
            update(usage_counters)
            .filter_by(**of_period)
            .where(usage_counters.c.used < used)
            .values(used=used)
        )


@dataclass(frozen=True, slots=True)
class _Taken:
    """A unit that was counted."""

    used: int
    seq: int


async def _take(connection: AsyncConnection, subscriber: Subscriber, empty: Standing) -> _Taken | None:
    """Count one up unless the cap is reached; the plan that holds is the account's of this moment."""
    statement = (
        update(usage_counters)
        .where(
            usage_counters.c.account_id == subscriber.id,
            usage_counters.c.meter == empty.meter,
            usage_counters.c.period_start == empty.period_start,
        )
        .values(used=usage_counters.c.used + 1, included=empty.included, hard_cap=empty.hard_cap)
        .returning(usage_counters.c.used, usage_counters.c.returned)
    )
    if empty.hard_cap is not None:
        statement = statement.where(usage_counters.c.used < empty.hard_cap)
    row = (await connection.execute(statement)).one_or_none()
    return None if row is None else _Taken(row.used, row.used + row.returned)


def _standing(subscriber: Subscriber, meter: str, now: datetime, used: int) -> Standing:
    plan = PLANS.get(subscriber.plan, FREE)
    period = current(subscriber, now)
    cap = hard_cap(plan, meter, subscriber.overage_enabled)
    return Standing(meter, plan.key, plan.included.get(meter), used, cap, period.start, period.end)


def _refusal(found: Standing) -> QuotaExceeded:
    return QuotaExceeded("API quota exceeded for this billing period.", found.headers)
