"""What the caller's account has used in this billing period."""

from datetime import UTC, datetime
from typing import Annotated, Any

from litestar import Request, get
from litestar.di import NamedDependency
from msgspec import Meta, Struct

from server.auth.accounts import Caller
from server.dependencies import provide
from server.http.router import Router
from server.metering import history, meter, spending
from server.metering.history import Owed
from server.metering.meter import Standing
from server.metering.money import decimal_string
from server.metering.periods import current
from server.metering.plans import CURRENCY, METERS, Plan, plan_of
from server.openapi import errors
from server.storage.database import Database


class MeterUsage(Struct):
    """One meter."""

    meter: Annotated[str, Meta(description="`dfm.quick_info` or `dfm.analyze`")]
    included: Annotated[int, Meta(description="units that the plan includes")]
    used: Annotated[int, Meta(description="units that were taken, less those given back")]
    remaining: Annotated[int, Meta(description="included units that are left")]
    billed: Annotated[int, Meta(description="units beyond those included that are billed")]
    hard_cap: Annotated[
        int | None, Meta(description="units after which requests are refused; null where more are billed")
    ]
    unit_price: Annotated[
        str | None, Meta(description="of a unit beyond those included; null where none is sold by the unit")
    ]
    cost: Annotated[str, Meta(description="of the units that are billed; the invoice counts")]


class UsageDay(Struct):
    """One day of one meter."""

    day: Annotated[str, Meta(description="in UTC, ISO 8601")]
    meter: Annotated[str, Meta(description="`dfm.quick_info` or `dfm.analyze`")]
    units: Annotated[int, Meta(description="units that were taken, less those given back")]
    billed: Annotated[int, Meta(description="units that are billed")]
    cost: Annotated[str, Meta(description="of those")]


class Usage(Struct):
    """Where an account stands; a plan that counts nothing has no meters."""

    plan: Annotated[str, Meta(description="`free`, `starter`, `pro`, `enterprise` or `local`")]
    period_start: Annotated[str, Meta(description="UTC, ISO 8601")]
    period_end: Annotated[str, Meta(description="UTC, ISO 8601: when counting begins anew")]
    meters: Annotated[list[MeterUsage], Meta(description="one for each thing that is counted")]
    currency: Annotated[str, Meta(description="ISO 4217; amounts are decimal numbers as text")]
    spent: Annotated[str, Meta(description="for units beyond the plan in this period")]
    spending_limit: Annotated[
        str | None,
        Meta(description="the most you spend beyond the plan, set on the dashboard; null: no limit"),
    ]
    days: Annotated[list[UsageDay], Meta(description="days of this period on which something was used")]


@get(
    "/usage",
    operation_id="getUsage",
    summary="What you have used in this billing period",
    responses=errors(401),
)
async def usage(request: Request[Caller, str, Any], database: NamedDependency[Database]) -> Usage:
    """Tell plan, period and meters."""
    now, account = datetime.now(UTC), request.user.account
    period = current(account, now)
    async with database.reading() as connection:
        found = [await meter.standing(connection, account, name, now) for name in METERS]
        days = await history.by_day(connection, account.id, period)
        owed = await history.owed(connection, account.id, period)
        spent = await spending.spent(connection, account.id, period.start)
    plan, limit = plan_of(account.plan, account.arrangement), account.spending_limit
    return Usage(
        found[0].plan,
        f"{found[0].period_start:%Y-%m-%dT%H:%M:%SZ}",
        f"{found[0].period_end:%Y-%m-%dT%H:%M:%SZ}",
        [used for one in found if (used := _meter(one, plan, owed.get(one.meter, Owed()))) is not None],
        CURRENCY,
        decimal_string(spent),
        None if limit is None else decimal_string(limit),
        [
            UsageDay(each.day.isoformat(), each.meter, each.units, each.billed, decimal_string(each.cost))
            for each in days
        ],
    )


def _meter(found: Standing, plan: Plan, owed: Owed) -> MeterUsage | None:
    """Tell of one meter; None where the plan counts nothing."""
    if found.included is None or found.remaining is None:
        return None
    price = plan.overage_price.get(found.meter)
    return MeterUsage(
        found.meter,
        found.included,
        found.used,
        found.remaining,
        owed.units,
        found.hard_cap,
        None if price is None else decimal_string(price),
        decimal_string(owed.cost),
    )


ROUTES = (usage,)


def router(database: Database) -> Router:
    """Return the routes, working with this database."""
    return Router("/", route_handlers=ROUTES, dependencies=provide(database=database), tags=["account"])
