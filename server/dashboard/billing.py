"""The pages of billing: the plan and what it costs, use by day, the spending limit, and the way to pay."""

import csv
import io
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromQuery
from litestar.response import Redirect, Template

from server.auth.accounts import Account
from server.auth.sessions import Sessions
from server.auth.user_repository import User
from server.billing import spending
from server.billing.processor import Invoice
from server.billing.service import Billing
from server.dashboard.service import NAME_OF_METER, OFFERED
from server.dashboard.usage_chart import Chart, chart
from server.dashboard.visitor import Form, user_of
from server.dependencies import provide
from server.errors import BillingAway, InvalidForm
from server.http.router import Router
from server.metering import history, meter
from server.metering import spending as counted
from server.metering.history import DayOfMeter, Owed
from server.metering.meter import Standing
from server.metering.money import decimal_string, millionths, rounded
from server.metering.periods import Period, current
from server.metering.plans import CURRENCY, METERS, Plan, plan_of
from server.storage.database import Database

PATH = "/dashboard/billing"
LARGEST_LIMIT = 10**15
"""A thousand million of the currency: nobody means more, and the database keeps it."""


@dataclass(frozen=True, slots=True)
class BillingPages:
    """What these pages work with."""

    database: Database
    sessions: Sessions
    billing: Billing | None
    """None: nothing is charged, and there is no way to pay."""
    base_url: str
    """Where the server is, as browsers reach it."""
    contact_email: str


Given = NamedDependency[BillingPages]


@dataclass(frozen=True, slots=True)
class Shown:
    """All that the page shows of an account."""

    account: Account
    plan: Plan
    period: Period
    standings: tuple[Standing, ...]
    days: tuple[DayOfMeter, ...]
    owed: dict[str, Owed]
    spent: int
    share: int
    """Of the spending limit, as `billing.spending` has it."""

    @property
    def coming_charge(self) -> int:
        """Return the price of the month and of what was used beyond, in millionths of the currency."""
        return (self.plan.monthly_price or 0) + self.spent

    @property
    def charts(self) -> dict[str, Chart]:
        """Return the picture of each meter."""
        return {meter: chart(self.days, meter, self.period) for meter in METERS}

    def billed(self, meter: str) -> int:
        """Return the units of a meter that are owed in this period."""
        return self.owed.get(meter, Owed()).units

    def cost(self, meter: str) -> int:
        """Return what those cost."""
        return self.owed.get(meter, Owed()).cost

    @property
    def cost_before(self) -> int:
        """Return what of these days is on the last invoice of the subscription before."""
        return sum(each.cost for each in self.days) - sum(each.cost for each in self.owed.values())


@get("/", include_in_schema=False)
async def overview(
    request: Request[Any, Any, Any], pages: Given, plan: FromQuery[str] = "", back: FromQuery[str] = ""
) -> Template:
    """Show plan, use, charge, limit and invoices; who is back from a checkout is on the new plan by then."""
    user = await user_of(request, pages.sessions)
    if back and pages.billing is not None and user.account.customer_id:
        await pages.billing.inbox.catch_up(user.account.customer_id)
        user = await user_of(request, pages.sessions)
    return await _page(user, pages, chosen=plan)


@post("/checkout", status_code=200, include_in_schema=False)
async def checkout(request: Request[Any, Any, Any], data: Form, pages: Given) -> Template:
    """Lead to the page on which a plan is paid; who pays for one already changes it in the portal."""
    user = await user_of(request, pages.sessions)
    try:
        url = await _billing(pages).checkout_url(
            user.account, data.get("plan", ""), f"{pages.base_url}{PATH}"
        )
    except (InvalidForm, BillingAway) as error:
        return await _page(user, pages, 422 if isinstance(error, InvalidForm) else 503, problem=str(error))
    return _leave(url)


@post("/portal", status_code=200, include_in_schema=False)
async def portal(request: Request[Any, Any, Any], pages: Given) -> Template:
    """Lead to the page with cards, invoices, and the way to cancel."""
    user = await user_of(request, pages.sessions)
    try:
        url = await _billing(pages).portal_url(user.account, f"{pages.base_url}{PATH}")
    except (InvalidForm, BillingAway) as error:
        return await _page(user, pages, 422 if isinstance(error, InvalidForm) else 503, problem=str(error))
    return _leave(url)


@post("/limit", status_code=200, include_in_schema=False)
async def limit(request: Request[Any, Any, Any], data: Form, pages: Given) -> Template | Redirect:
    """Set the spending limit, or take it away."""
    user = await user_of(request, pages.sessions)
    text = data.get("limit", "").strip().replace(",", "")
    try:
        amount = millionths(text) if text else None
        if amount is not None and amount > LARGEST_LIMIT:
            raise ValueError(f"{text} is more than a limit can be")
    except ValueError as error:
        return await _page(user, pages, 422, problem=f"The spending limit: {error}.")
    async with pages.database.writing() as connection:
        await spending.set_limit(connection, user.account, amount, datetime.now(UTC))
    return Redirect(f"{PATH}#limit", status_code=303)


@get("/usage.csv", include_in_schema=False)
async def usage_csv(request: Request[Any, Any, Any], pages: Given) -> Response[str]:
    """Return the days of the period as a table."""
    user = await user_of(request, pages.sessions)
    shown = await _shown(user.account, pages)
    text = io.StringIO()
    rows = csv.writer(text)
    rows.writerow(["day", "meter", "units", "billed", "cost", "currency"])
    for each in shown.days:
        cost = decimal_string(each.cost)
        rows.writerow([each.day.isoformat(), each.meter, each.units, each.billed, cost, CURRENCY])
    name = f"sprue-usage-{shown.period.start:%Y-%m-%d}.csv"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text.getvalue(), media_type="text/csv", headers=headers)


ROUTES = (overview, checkout, portal, limit, usage_csv)


def router(pages: BillingPages) -> Router:
    """Return the pages, under the path of the dashboard."""
    return Router("/billing", route_handlers=ROUTES, dependencies=provide(pages=pages))


def _billing(pages: BillingPages) -> Billing:
    if pages.billing is None:
        raise InvalidForm("Nothing is charged on this server, so there is nothing to pay.")
    return pages.billing


def _leave(url: str) -> Template:
    """Lead to another site by a page of ours: our forms may not redirect there (`page_headers`)."""
    return Template("leaving.html", context={"url": url})


async def _shown(account: Account, pages: BillingPages) -> Shown:
    now = datetime.now(UTC)
    period = current(account, now)
    async with pages.database.reading() as connection:
        standings = [await meter.standing(connection, account, name, now) for name in METERS]
        days = await history.by_day(connection, account.id, period)
        owed = await history.owed(connection, account.id, period)
        spent = await counted.spent(connection, account.id, period.start)
    return Shown(
        account,
        plan_of(account.plan, account.arrangement),
        period,
        tuple(standings),
        tuple(days),
        owed,
        spent,
        spending.share_reached(account, spent),
    )


async def _page(
    user: User, pages: BillingPages, status: int = 200, problem: str = "", chosen: str = ""
) -> Template:
    shown = await _shown(user.account, pages)
    invoices: tuple[Invoice, ...] = ()
    has_invoices = True
    if pages.billing is not None and user.account.customer_id:
        try:
            invoices = tuple(await pages.billing.invoices(user.account))
        except BillingAway:
            has_invoices = False
    limit = user.account.spending_limit
    context = {
        "user": user,
        "shown": shown,
        "names": NAME_OF_METER,
        "plans": [plan for plan in OFFERED if plan.is_sold],
        "chosen": chosen,
        "is_charging": pages.billing is not None,
        "invoices": invoices,
        "has_invoices": has_invoices,
        "currency": CURRENCY,
        "money": rounded,
        "amount": decimal_string,
        "limit": "" if limit is None else decimal_string(limit),
        "is_in_grace": (until := user.account.grace_until) is not None and until > datetime.now(UTC),
        "contact_email": pages.contact_email,
        "problem": problem,
    }
    return Template("billing.html", context=context, status_code=status)
