"""Accounts that are billed by the unit, over a database of their own and the fake of Stripe."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import update

from server.auth import repository
from server.auth.accounts import Account
from server.billing.catalog import Catalog
from server.billing.credentials import Credentials
from server.billing.exporter import Exporter
from server.billing.stripe_processor import StripeProcessor, client_of
from server.metering import meter
from server.metering.plans import ANALYZE, TABLE
from server.storage import ids
from server.storage.database import Database, open_database
from server.storage.models import accounts, usage_counters
from tests.support import stripe_server
from tests.support.stripe_account import SECRET
from tests.support.stripe_server import KEY, StripeServer

Result = TypeVar("Result")
NAME = "dfm_analyze_overage"
NOW = datetime.now(UTC).replace(microsecond=0)


class Billed:
    """What tests of billing act on.

    Attributes
    ----------
    ahead : timedelta
        How far the clock of the exporter and of the processor is ahead.
    """

    def __init__(self, database: Database, fake: StripeServer) -> None:
        self.database = database
        self.fake = fake
        self.ahead = timedelta()
        self.processor = StripeProcessor(Credentials(KEY, SECRET, fake.url), 5.0)
        fake.now = lambda: self.now().timestamp()

    def now(self) -> datetime:
        """Return the present moment by the clock of the exporter and of the processor."""
        return datetime.now(UTC) + self.ahead

    def exporter(self) -> Exporter:
        """Make an exporter."""
        return Exporter(self.database, self.processor, 0.02, self.now)

    async def account(self, name: str = "ada", plan: str = "starter", is_customer: bool = True) -> Account:
        """Make an account that has used what its plan includes."""
        async with self.database.writing() as connection:
            made = await repository.make_account(connection, name, plan, True, True, NOW - timedelta(days=1))
            if is_customer:
                customer_id = await self.processor.new_customer(made.id, name)
                await connection.execute(
                    update(accounts).where(accounts.c.id == made.id).values(customer_id=customer_id)
                )
            found = await repository.account_named(connection, made.id)
        assert found is not None
        await self.use_up(found)
        return found

    async def use_up(self, account: Account) -> None:
        """Have an account use what its plan includes, without the rows of it."""
        job_id = await self.unit(account)
        async with self.database.writing() as connection:
            await meter.give_back(connection, job_id, datetime.now(UTC))
            await connection.execute(
                update(usage_counters)
                .where(usage_counters.c.account_id == account.id)
                .values(used=usage_counters.c.included)
            )

    async def unit(self, account: Account, ago: timedelta = timedelta()) -> str:
        """Take a unit of analyses; return its job."""
        job_id = ids.new()
        async with self.database.writing() as connection:
            await meter.reserve(connection, account, ANALYZE, datetime.now(UTC) - ago, job_id)
        return job_id

    async def units(self, account: Account, count: int) -> list[str]:
        """Take several."""
        return [await self.unit(account) for _ in range(count)]

    async def give_back(self, job_id: str) -> bool:
        """Give the unit of a job back."""
        async with self.database.writing() as connection:
            return await meter.give_back(connection, job_id, self.now())

    def at_stripe(self, account: Account) -> int:
        """Return the units that count at the processor."""
        assert account.customer_id is not None
        return self.fake.units(account.customer_id, NAME)


def run(url: str, act: Callable[[Billed], Awaitable[Result]]) -> Result:
    """Do something with accounts that are billed."""

    async def go(fake: StripeServer) -> Result:
        database = open_database(url, Path())
        billed = Billed(database, fake)
        try:
            return await act(billed)
        finally:
            billed.processor.close()
            await database.close()

    with with_catalog() as fake:
        return asyncio.run(go(fake))


@contextmanager
def with_catalog(**members: object) -> Iterator[StripeServer]:
    """Run a fake of Stripe that has what is sold."""
    with stripe_server.serving(**deepcopy(_sold()), **members) as fake:
        yield fake


@cache
def _sold() -> dict[str, Any]:
    """Return what a fake of Stripe has once the catalog made in it what is sold."""
    with stripe_server.serving() as fake:
        Catalog(client_of(Credentials(KEY, SECRET, fake.url)), TABLE).sync()
        return {name: getattr(fake, name) for name in ("meters", "products", "prices", "_n")}
