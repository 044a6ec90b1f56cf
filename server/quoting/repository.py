"""Quotes in the database."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage import ids
from server.storage.models import jobs, quotes


@dataclass(frozen=True, slots=True)
class Quote:
    """One quote: what was asked, what it costs, and by which prices."""

    id: str
    account_id: str
    status: str
    file_name: str
    geometry: dict[str, Any]
    material_id: str
    quantity: int
    option_ids: list[str]
    price: dict[str, Any]
    """As it is presented."""
    price_table_version: str
    currency: str
    created_at: datetime


_FIELDS = tuple(quotes.c[name] for name in Quote.__slots__)


async def add(connection: AsyncConnection, quote: Quote) -> None:
    """Store a new quote."""
    await connection.execute(insert(quotes).values({name: getattr(quote, name) for name in Quote.__slots__}))


async def get(connection: AsyncConnection, account_id: str, quote_id: str) -> Quote | None:
    """Return a quote of the account; None when there is none."""
    if not ids.is_id(quote_id):
        return None
    found = await connection.execute(
        select(*_FIELDS).where(quotes.c.id == quote_id, quotes.c.account_id == account_id)
    )
    row = found.one_or_none()
    return None if row is None else Quote(*row)


async def page(
    connection: AsyncConnection, account_id: str, limit: int, before_id: str | None
) -> list[Quote]:
    """Return the account's quotes, newest first, that were made before one."""
    statement = (
        select(*_FIELDS).where(quotes.c.account_id == account_id).order_by(quotes.c.id.desc()).limit(limit)
    )
    if before_id is not None:
        statement = statement.where(quotes.c.id < before_id)
    return [Quote(*row) for row in await connection.execute(statement)]


async def analyses_of(connection: AsyncConnection, quote_ids: Sequence[str]) -> dict[str, list[str]]:
    """Return the jobs that are attached to quotes, oldest first."""
    attached: dict[str, list[str]] = {quote_id: [] for quote_id in quote_ids}
    found = await connection.execute(
        select(jobs.c.quote_id, jobs.c.id).where(jobs.c.quote_id.in_(quote_ids)).order_by(jobs.c.id)
    )
    for quote_id, job_id in found:
        attached[quote_id].append(job_id)
    return attached


async def has(connection: AsyncConnection, account_id: str, quote_id: str) -> bool:
    """Whether the account has a quote."""
    return await get(connection, account_id, quote_id) is not None
