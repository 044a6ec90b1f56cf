"""What an account owes for units beyond its plan, counted as units are, and held to the limit it set itself.

The sum of a period is one row, raised by one conditional UPDATE in the transaction that takes the unit: of
any number of requests at once, exactly those are served that the limit has room for.
"""

from datetime import datetime

from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.database import insert_ignoring
from server.storage.models import accounts, spending

NO_LIMIT = 2**62
"""Beyond any sum: millionths of four billions of the currency's units."""


async def take(connection: AsyncConnection, account_id: str, period_start: datetime, price: int) -> bool:
    """Add the price of a unit; False, with nothing added, where the account's limit has no room for it."""
    if not price:
        return True
    await connection.execute(
        insert_ignoring(connection, spending).values(
            account_id=account_id, period_start=period_start, spent=0, noticed=0
        )
    )
    limit = (
        select(func.coalesce(accounts.c.spending_limit, NO_LIMIT))
        .where(accounts.c.id == account_id)
        .scalar_subquery()
    )
    taken = await connection.execute(
        update(spending)
        .where(
            spending.c.account_id == account_id,
            spending.c.period_start == period_start,
            spending.c.spent + price <= limit,
        )
        .values(spent=spending.c.spent + price)
    )
    return taken.rowcount == 1


async def give_back(connection: AsyncConnection, account_id: str, period_start: datetime, price: int) -> None:
    """Subtract the price of a unit that is no longer owed."""
    await connection.execute(
        update(spending)
        .where(spending.c.account_id == account_id, spending.c.period_start == period_start)
        .values(spent=spending.c.spent - price)
    )


async def spent(connection: AsyncConnection, account_id: str, period_start: datetime) -> int:
    """Return what an account owes for a period, in millionths of the currency."""
    found = await connection.execute(
        select(spending.c.spent).where(
            spending.c.account_id == account_id, spending.c.period_start == period_start
        )
    )
    return found.scalar() or 0
