"""Whether the payment processor counts the units that the ledger has, customer by customer."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from server.auth.accounts import Account
from server.billing import outbox
from server.billing.processor import Processor
from server.metering.periods import current
from server.metering.plans import METERS
from server.storage.database import Database
from server.storage.models import accounts

MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Comparison:
    """One meter of a customer in its billing period."""

    account: Account
    meter: str
    sent: int
    """Units that the processor should count by what the ledger knows."""
    counted: int
    """Units that it counts."""
    n_unknown: int
    """Units that were tried, and of which is not known whether they arrived: they explain as many."""

    @property
    def is_explained(self) -> bool:
        """Whether both sides agree, but for units on their way."""
        return self.sent <= self.counted <= self.sent + self.n_unknown


async def compare(database: Database, processor: Processor, now: datetime) -> list[Comparison]:
    """Compare each customer's units of its billing period so far.

    Raises
    ------
    ProcessorAway, ProcessorRefused
        The processor does not say.
    """
    async with database.reading() as connection:
        customers = await _customers(connection)
    found = []
    for account in customers:
        for meter in METERS:
            found.append(await _compare(database, processor, account, meter, now))
    return found


async def _compare(
    database: Database, processor: Processor, account: Account, meter: str, now: datetime
) -> Comparison:
    assert account.customer_id is not None, "it is a customer"
    since = current(account, now).start.replace(second=0, microsecond=0)
    until = now.replace(second=0, microsecond=0) + MINUTE
    counted = await processor.usage_sum(account.customer_id, meter, since, until)
    async with database.reading() as connection:
        sent = await outbox.sent_within(connection, account.id, meter, since, until)
        unknown = await outbox.unknown_within(connection, account.id, meter, since, until)
    return Comparison(account, meter, sent, counted, len(unknown))


async def _customers(connection: AsyncConnection) -> list[Account]:
    found = await connection.execute(
        select(*(accounts.c[name] for name in Account.__slots__))
        .where(accounts.c.customer_id.is_not(None))
        .order_by(accounts.c.id)
    )
    return [Account(*row) for row in found]
