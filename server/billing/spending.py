"""The limit that an account set its spending beyond the plan, and who is told when it comes near.

The limit itself holds where units are taken (`metering.spending`). That half of it, 80 or 100 % is spent is
told afterwards, each once a period, by the webhooks of the account; its dashboard shows the same share.
"""

import logging
from datetime import UTC, datetime
from typing import Literal

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from server.auth import repository
from server.auth.accounts import Account
from server.jobs.outage import Outage
from server.jobs.recurring import Recurring
from server.metering.periods import current
from server.metering.plans import plan_of
from server.storage.database import Database
from server.storage.models import accounts, spending
from server.webhooks.events import Events, Spent

Share = Literal[0, 50, 80, 100]
SHARES: tuple[Literal[50], Literal[80], Literal[100]] = (50, 80, 100)
"""Percent of the limit."""
POLL_S = 5.0

log = logging.getLogger("sprue.billing")


def share_reached(account: Account, spent: int) -> Share:
    """Return the share of its limit that an account has reached: one of `SHARES`; 0: none, or no limit.

    It is all of it as soon as the cheapest unit would go beyond.
    """
    limit = account.spending_limit
    if limit is None:
        return 0
    prices = [price for price in plan_of(account.plan, account.arrangement).overage_price.values() if price]
    if prices and spent + min(prices) > limit:
        return 100
    found: Share = 0
    for share in SHARES:
        if limit and spent * 100 >= share * limit:
            found = share
    return found


async def set_limit(connection: AsyncConnection, account: Account, limit: int | None, now: datetime) -> None:
    """Set the limit of an account, in millionths of the currency; of another one it is told anew."""
    await repository.change_account(connection, account.id, spending_limit=limit)
    await connection.execute(
        update(spending)
        .where(spending.c.account_id == account.id, spending.c.period_start == current(account, now).start)
        .values(noticed=0)
    )


class SpendingWatch:
    """Looks for accounts that have reached a share of their limit, and has their webhooks told.

    Parameters
    ----------
    database, events
        What it works with.
    poll_s : float, optional
        How often it looks; left out: `POLL_S`.
    """

    def __init__(self, database: Database, events: Events, poll_s: float | None = None) -> None:
        self._database = database
        self._events = events
        self._recurring = Recurring(
            lambda: self.look(datetime.now(UTC)),
            POLL_S if poll_s is None else poll_s,
            Outage(log, "spending limits cannot be looked at"),
        )

    async def start(self) -> None:
        """Begin to look."""
        await self._recurring.start()

    async def stop(self) -> None:
        """Look no more."""
        await self._recurring.stop()

    async def look(self, now: datetime) -> None:
        """Have everybody told who is to be; several hosts may look at once."""
        async with self._database.reading() as connection:
            found = await connection.execute(
                select(spending.c.account_id, spending.c.period_start)
                .join_from(spending, accounts, accounts.c.id == spending.c.account_id)
                .where(
                    accounts.c.spending_limit.is_not(None),
                    spending.c.noticed < SHARES[-1],
                    spending.c.spent * 100 >= accounts.c.spending_limit * SHARES[0],
                )
            )
            near = [tuple(row) for row in found]
        for account_id, period_start in near:
            async with self._database.writing() as connection:
                await self._tell(connection, account_id, period_start, now)

    async def _tell(
        self, connection: AsyncConnection, account_id: str, period_start: datetime, now: datetime
    ) -> None:
        """Have an account told of the share it has reached, unless it was: with that, in one transaction."""
        account = await repository.account_named(connection, account_id)
        if account is None or account.spending_limit is None:
            return
        period = current(account, now)
        if period.start != period_start:
            return
        of_period = (spending.c.account_id == account_id, spending.c.period_start == period_start)
        spent: int = (await connection.execute(select(spending.c.spent).where(*of_period))).scalar_one()
        share = share_reached(account, spent)
        if not share:
            return
        noticed = await connection.execute(
            update(spending).where(*of_period, spending.c.noticed < share).values(noticed=share)
        )
        if noticed.rowcount:
            of_limit = Spent(share, spent, account.spending_limit, period.start, period.end)
            await self._events.spending_reached(connection, account_id, of_limit, now)
