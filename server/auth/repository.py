"""Accounts and keys in the database."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import Row, bindparam, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from server.auth.accounts import Account, ApiKey, Caller
from server.metering import meter
from server.storage import ids
from server.storage.models import accounts, api_keys

_ACCOUNT = tuple(accounts.c[name] for name in Account.__slots__)
_KEY = tuple(api_keys.c[name] for name in ApiKey.__slots__)
_CALLERS = select(*_ACCOUNT, *_KEY).join_from(api_keys, accounts, accounts.c.id == api_keys.c.account_id)
_OF_HASH = _CALLERS.where(api_keys.c.key_hash == bindparam("key_hash"))
"""Made once: every request asks it, and making it takes longer than SQLite takes to answer."""


async def make_account(
    connection: AsyncConnection, name: str, plan: str, overage_enabled: bool, is_billed: bool, now: datetime
) -> Account:
    """Make an account; the period of one that is billed begins now."""
    account = Account(ids.new(), name, plan, overage_enabled, now if is_billed else None, None)
    row = {field: getattr(account, field) for field in Account.__slots__}
    await connection.execute(insert(accounts).values(row | {"created_at": now}))
    return account


async def account_named(connection: AsyncConnection, name_or_id: str) -> Account | None:
    """Return the account of an id, else the oldest of a name; None when there is none."""
    found = await connection.execute(
        select(*_ACCOUNT)
        .where(or_(accounts.c.id == name_or_id, accounts.c.name == name_or_id))
        .order_by(accounts.c.id != name_or_id, accounts.c.id)
        .limit(1)
    )
    row = found.one_or_none()
    return None if row is None else Account(*row)


async def account_of_customer(connection: AsyncConnection, customer_id: str) -> Account | None:
    """Return the account of a customer of the payment processor, held until it is changed; None: no such."""
    found = await connection.execute(
        select(*_ACCOUNT).where(accounts.c.customer_id == customer_id).with_for_update()
    )
    row = found.one_or_none()
    return None if row is None else Account(*row)


async def set_customer(connection: AsyncConnection, account_id: str, customer_id: str) -> str:
    """Give an account its customer of the payment processor, unless it has one; return the one it has."""
    await connection.execute(
        update(accounts)
        .where(accounts.c.id == account_id, accounts.c.customer_id.is_(None))
        .values(customer_id=customer_id)
    )
    found = await connection.execute(select(accounts.c.customer_id).where(accounts.c.id == account_id))
    kept: str = found.scalar_one()
    return kept


async def change_account(connection: AsyncConnection, account_id: str, **values: Any) -> None:
    """Change fields of an account; what it has used is for `meter.carry_over`."""
    await connection.execute(update(accounts).where(accounts.c.id == account_id).values(**values))


async def change_plan(
    connection: AsyncConnection,
    account: Account,
    plan: str,
    overage_enabled: bool,
    is_billed: bool,
    now: datetime,
    arrangement: dict[str, Any] | None = None,
) -> None:
    """Move an account to a plan; its period begins now unless it was billed already. Used units stay used.

    What was agreed on with the plan before, instead of its quotas and prices, holds no longer.
    """
    changes: dict[str, Any] = {
        "plan": plan,
        "overage_enabled": overage_enabled,
        "period_start": (account.period_start or now) if is_billed else None,
        "period_end": None,
        "arrangement": arrangement,
    }
    await meter.carry_over(connection, account, replace(account, **changes), now)
    await change_account(connection, account.id, **changes)


async def add_key(
    connection: AsyncConnection, account_id: str, name: str, prefix: str, key_hash: str, now: datetime
) -> ApiKey:
    """Store a new key by its hash."""
    key = ApiKey(ids.new(), account_id, name, prefix, now, None, None)
    row = {field: getattr(key, field) for field in ApiKey.__slots__}
    await connection.execute(insert(api_keys).values(row | {"key_hash": key_hash}))
    return key


async def caller_of(connection: AsyncConnection, key_hash: str) -> Caller | None:
    """Return whose key it is, be it revoked or not; None for one that nobody has."""
    found = await connection.execute(_OF_HASH, {"key_hash": key_hash})
    row = found.one_or_none()
    return None if row is None else _caller(row)


async def keys_of(connection: AsyncConnection, account_id: str | None = None) -> list[Caller]:
    """Return the keys of an account, or all keys, oldest first, each with its account."""
    statement = _CALLERS.order_by(api_keys.c.id)
    if account_id is not None:
        statement = statement.where(accounts.c.id == account_id)
    return [_caller(row) for row in await connection.execute(statement)]


async def keys_that_match(connection: AsyncConnection, key_hash: str, prefix: str) -> list[ApiKey]:
    """Return the keys in force of a hash or a displayed prefix."""
    found = await connection.execute(
        select(*_KEY).where(
            or_(api_keys.c.key_hash == key_hash, api_keys.c.prefix == prefix), api_keys.c.revoked_at.is_(None)
        )
    )
    return [ApiKey(*row) for row in found]


async def revoke(connection: AsyncConnection, key_id: str, now: datetime) -> None:
    """Revoke a key; the next request that brings it is refused."""
    await connection.execute(
        update(api_keys)
        .where(api_keys.c.id == key_id, api_keys.c.revoked_at.is_(None))
        .values(revoked_at=now)
    )


async def touch(connection: AsyncConnection, key_id: str, now: datetime) -> None:
    """Note that a key was used."""
    await connection.execute(update(api_keys).where(api_keys.c.id == key_id).values(last_used_at=now))


def _caller(row: Row[Any]) -> Caller:
    return Caller(Account(*row[: len(_ACCOUNT)]), ApiKey(*row[len(_ACCOUNT) :]))
