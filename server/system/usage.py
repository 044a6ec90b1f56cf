"""What the caller's account has used in this billing period."""

from datetime import UTC, datetime
from typing import Annotated, Any

from litestar import Request, get
from litestar.di import NamedDependency
from msgspec import Meta, Struct

from server.auth.accounts import Caller
from server.dependencies import provide
from server.http.router import Router
from server.metering import meter
from server.metering.meter import Standing
from server.metering.plans import METERS
from server.openapi import errors
from server.storage.database import Database


class MeterUsage(Struct):
    """One meter."""

    meter: Annotated[str, Meta(description="`dfm.quick_info` or `dfm.analyze`")]
    included: Annotated[int, Meta(description="units that the plan includes")]
    used: Annotated[int, Meta(description="units that were taken, less those given back")]
    remaining: Annotated[int, Meta(description="included units that are left")]
    billed: Annotated[int, Meta(description="units beyond those included")]
    hard_cap: Annotated[
        int | None, Meta(description="units after which requests are refused; null where more are billed")
    ]


class Usage(Struct):
    """Where an account stands; a plan that counts nothing has no meters."""

    plan: Annotated[str, Meta(description="`free`, `starter`, `pro`, `enterprise` or `local`")]
    period_start: Annotated[str, Meta(description="UTC, ISO 8601")]
    period_end: Annotated[str, Meta(description="UTC, ISO 8601: when counting begins anew")]
    meters: Annotated[list[MeterUsage], Meta(description="one for each thing that is counted")]


@get(
    "/usage",
    operation_id="getUsage",
    summary="What you have used in this billing period",
    responses=errors(401),
)
async def usage(request: Request[Caller, str, Any], database: NamedDependency[Database]) -> Usage:
    """Tell plan, period and meters."""
    now = datetime.now(UTC)
    async with database.reading() as connection:
        found = [await meter.standing(connection, request.user.account, name, now) for name in METERS]
    return Usage(
        found[0].plan,
        f"{found[0].period_start:%Y-%m-%dT%H:%M:%SZ}",
        f"{found[0].period_end:%Y-%m-%dT%H:%M:%SZ}",
        [used for one in found if (used := _meter(one)) is not None],
    )


def _meter(found: Standing) -> MeterUsage | None:
    """Tell of one meter; None where the plan counts nothing."""
    if found.included is None or found.remaining is None:
        return None
    billed = max(0, found.used - found.included)
    return MeterUsage(found.meter, found.included, found.used, found.remaining, billed, found.hard_cap)


ROUTES = (usage,)


def router(database: Database) -> Router:
    """Return the routes, working with this database."""
    return Router("/", route_handlers=ROUTES, dependencies=provide(database=database), tags=["account"])
