"""Counting units: exactly one for each request that was served, never beyond what is allowed.

A unit is taken by one conditional UPDATE, and written to the ledger in the same transaction as whatever it
pays for; so neither can be without the other, and no two requests take the same unit. An analysis that ends
in an error gives its unit back, in the transaction that writes the error down.

A unit beyond those that a plan includes is billable. Once the payment processor may know of it (`tried_at`),
its row stays so: a unit that is given back is then taken back there.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import Row, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from server.errors import QuotaExceeded
from server.metering import spending
from server.metering.periods import Subscriber, current
from server.metering.plans import METERS, Plan, hard_cap, plan_of
from server.storage import ids
from server.storage.database import insert_ignoring
from server.storage.models import meter_events, usage_counters


class Reason(StrEnum):
    """Why an account gets no further unit, as on the wire."""

    PLAN = "plan_limit"
    """The plan has no more, and sells none beyond."""
    OVERAGE = "overage_disabled"
    """The plan sells more, and the account or its operator wants none."""
    PAYMENT = "payment_failed"
    """The plan sells more, and a payment was not made in time."""
    SPENDING = "spending_limit"
    """The account spends no more than this by its own choice."""


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
    reason: Reason = Reason.PLAN
    """Why it is stopped, where it is."""

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
    price = price_of_next(subscriber, found)
    if price and subscriber.spending_limit is not None:
        spent = await spending.spent(connection, subscriber.id, found.period_start)
        if spent + price > subscriber.spending_limit:
            raise _refusal(replace(found, reason=Reason.SPENDING))


def price_of_next(subscriber: Subscriber, found: Standing) -> int:
    """Return what the next unit costs, in millionths of the currency: nothing while some are included."""
    if found.included is None or found.used < found.included:
        return 0
    return plan_of(subscriber.plan, subscriber.arrangement).overage_price.get(found.meter, 0)


async def reserve(
    connection: AsyncConnection, subscriber: Subscriber, meter: str, now: datetime, job_id: str | None = None
) -> Standing:
    """Take one unit, within the transaction of what it pays for; none where the plan counts nothing.

    Raises
    ------
    QuotaExceeded
        None is left; what the transaction did has to be undone, as it is where this leaves its block.
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
    found = _standing(subscriber, meter, now, taken.used)
    price = price_of_next(subscriber, replace(found, used=taken.used - 1))
    if not await spending.take(connection, subscriber.id, found.period_start, price):
        raise _refusal(replace(found, used=taken.used - 1, reason=Reason.SPENDING))
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
            unit_price=price,
        )
    )
    return found


async def give_back(connection: AsyncConnection, job_id: str, now: datetime) -> bool:
    """Give back the unit that a job took, within the transaction of why; False when there is none to give.

    A unit beyond those that the plan includes takes its place among them, and is no longer billed. What the
    payment processor may know of by then is taken back there, by the exporter of `billing`.
    """
    unreturned = select(meter_events).where(
        meter_events.c.job_id == job_id, meter_events.c.returned_at.is_(None)
    )
    taken = (await connection.execute(unreturned)).one_or_none()
    if taken is None:
        return False
    counter = (
        usage_counters.c.account_id == taken.account_id,
        usage_counters.c.meter == taken.meter,
        usage_counters.c.period_start == taken.period_start,
    )
    # before any row of the ledger is held, or two that give back wait for each other; SQLite leaves it out
    await connection.execute(select(usage_counters.c.used).where(*counter).with_for_update())
    unit = (await connection.execute(unreturned.with_for_update())).one_or_none()
    if unit is None:
        return False
    await connection.execute(
        update(usage_counters)
        .where(*counter)
        .values(used=usage_counters.c.used - 1, returned=usage_counters.c.returned + 1)
    )
    await connection.execute(update(meter_events).where(meter_events.c.id == unit.id).values(returned_at=now))
    is_owed = unit.billable and unit.take_back_at is None
    owed = unit if is_owed else await _last_owed(connection, unit)
    if owed is not None:
        change = {"billable": False} if owed.tried_at is None else {"take_back_at": now}
        await connection.execute(update(meter_events).where(meter_events.c.id == owed.id).values(**change))
        await spending.give_back(connection, owed.account_id, owed.period_start, owed.unit_price)
    return True


async def _last_owed(connection: AsyncConnection, unit: Row[Any]) -> Row[Any] | None:
    """Return the unit that is no longer owed when one of those included is given back; hold it.

    Of the period and meter, the last that nobody was asked to pay for yet, else the last.
    """
    found = await connection.execute(
        select(meter_events)
        .where(
            meter_events.c.account_id == unit.account_id,
            meter_events.c.meter == unit.meter,
            meter_events.c.period_start == unit.period_start,
            meter_events.c.billable,
            meter_events.c.take_back_at.is_(None),
        )
        .order_by(meter_events.c.tried_at.is_not(None), meter_events.c.seq.desc())
        .limit(1)
        .with_for_update()
    )
    return found.one_or_none()


async def carry_over(
    connection: AsyncConnection,
    before: Subscriber,
    after: Subscriber,
    now: datetime,
    has_just_begun: bool = False,
) -> None:
    """Keep what an account has used when its plan, and so its period, changes.

    The period that holds from now on counts all units taken since it began; one that begins now counts those
    of the period before it, so that leaving a plan and coming back gives no units twice. `has_just_begun`
    says so of one that began a while ago, as that of a subscription does by the time it is heard of.
    """
    former, present = current(before, now), current(after, now)
    if former.start == present.start:
        return
    is_new = has_just_begun or present.start >= now
    since = min(former.start, present.start) if is_new else present.start
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
    plan = plan_of(subscriber.plan, subscriber.arrangement)
    period = current(subscriber, now)
    cap = hard_cap(plan, meter, subscriber.overage_enabled and _is_trusted(subscriber, now))
    reason = _reason(subscriber, plan, now)
    return Standing(meter, plan.key, plan.included.get(meter), used, cap, period.start, period.end, reason)


def _is_trusted(subscriber: Subscriber, now: datetime) -> bool:
    """Whether it may go beyond its plan although, maybe, a payment failed."""
    return subscriber.grace_until is None or now < subscriber.grace_until


def _reason(subscriber: Subscriber, plan: Plan, now: datetime) -> Reason:
    if not plan.bills_overage:
        return Reason.PLAN
    return Reason.OVERAGE if _is_trusted(subscriber, now) else Reason.PAYMENT


def _refusal(found: Standing) -> QuotaExceeded:
    return QuotaExceeded("API quota exceeded for this billing period.", found.headers, found.reason)
