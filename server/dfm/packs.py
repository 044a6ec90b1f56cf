"""Rule packs of accounts: saved, listed, changed and deleted, and what an analysis is judged by besides."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

import msgspec
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.errors import InvalidRulePack
from server.auth.accounts import Account
from server.errors import PackChanged, PackNotFound, PackRefused
from server.jobs.pool import Pool
from server.storage.database import Database
from server.storage.models import rule_packs

MOST_PACKS = 100
MOST_BYTES = 256 * 1024
CHECK_LIMIT_S = 30.0

Module = dict[str, Any]
Catalog = Callable[[], Awaitable[dict[str, Any]]]
"""Tells the shipped packs, under `modules`."""


@dataclass(frozen=True, slots=True)
class Pack:
    """A rule pack of an account."""

    account_id: str
    key: str
    version: int
    document: Module
    created_at: datetime
    updated_at: datetime


_FIELDS = tuple(rule_packs.c[name] for name in Pack.__slots__)


class PackService:
    """Keeps rule packs that hold together.

    Parameters
    ----------
    database, pool
        What it works with.
    task : str
        The function that checks a pack: `module:function`.
    catalog : callable
        Tells the shipped packs.
    """

    def __init__(self, database: Database, pool: Pool, task: str, catalog: Catalog) -> None:
        self._database = database
        self._pool = pool
        self._task = task
        self._catalog = catalog

    async def every(self, account: Account) -> list[Pack]:
        """Return the packs of an account by key."""
        async with self._database.reading() as connection:
            found = await connection.execute(
                select(*_FIELDS).where(rule_packs.c.account_id == account.id).order_by(rule_packs.c.key)
            )
            return [Pack(*row) for row in found]

    async def get(self, account: Account, key: str) -> Pack:
        """Return a pack; raise PackNotFound."""
        async with self._database.reading() as connection:
            found = await _get(connection, account, key)
        if found is None:
            raise PackNotFound(f"You have no rule pack {key[:80]!r}; GET /dfm/packs lists those you have.")
        return found

    async def save(self, account: Account, key: str, module: Module, version: int | None) -> Pack:
        """Keep a pack, in place of the one of its key; return it with its new version.

        Parameters
        ----------
        version : int or None
            The version that the caller has read, 0 for none; None replaces whatever is there.

        Raises
        ------
        InvalidRulePack
            With every problem of the pack.
        PackChanged
            The pack has another version.
        PackRefused
            It cannot be kept under this key, or is one too many, or too large.
        """
        document = {**module, "key": key}
        if len(msgspec.json.encode(document)) > MOST_BYTES:
            raise PackRefused(f"The pack is larger than {MOST_BYTES // 1024} KB of JSON.")
        shipped = [str(each["key"]) for each in (await self._catalog())["modules"]]
        if key in shipped:
            raise PackRefused(f"{key} is a shipped pack; choose another key than {', '.join(shipped)}.")
        checked = await self._pool.run(self._task, {"module": document}, CHECK_LIMIT_S)
        if not checked["valid"]:
            raise InvalidRulePack(tuple(checked["problems"]))
        try:
            return await self._keep(account, key, document, version)
        except IntegrityError:  # another request made it this moment
            return await self._keep(account, key, document, version)

    async def _keep(self, account: Account, key: str, document: Module, version: int | None) -> Pack:
        now = datetime.now(UTC)
        async with self._database.writing() as connection:
            before = await _get(connection, account, key)
            standing = 0 if before is None else before.version
            if version is not None and version != standing:
                raise PackChanged(
                    f"The pack {key} is at version {standing}, and not at {version}; read it again, and save "
                    "your change on top."
                )
            if before is None:
                await _check_room(connection, account)
                made = Pack(account.id, key, 1, document, now, now)
                await connection.execute(
                    insert(rule_packs).values({name: getattr(made, name) for name in Pack.__slots__})
                )
                return made
            changed = replace(before, version=before.version + 1, document=document, updated_at=now)
            kept = await connection.execute(
                update(rule_packs)
                .where(
                    rule_packs.c.account_id == account.id,
                    rule_packs.c.key == key,
                    rule_packs.c.version == before.version,
                )
                .values(version=changed.version, document=document, updated_at=now)
            )
            if kept.rowcount != 1:
                raise PackChanged(f"The pack {key} was saved by another request this moment; read it again.")
            return changed

    async def remove(self, account: Account, key: str) -> None:
        """Delete a pack; analyses that were judged by it keep what it said. Raise PackNotFound."""
        async with self._database.writing() as connection:
            gone = await connection.execute(
                delete(rule_packs).where(rule_packs.c.account_id == account.id, rule_packs.c.key == key)
            )
        if gone.rowcount != 1:
            raise PackNotFound(f"You have no rule pack {key[:80]!r}; GET /dfm/packs lists those you have.")

    async def documents(self, account: Account, keys: Sequence[str]) -> list[Module]:
        """Return packs by their keys, as they are now; raise PackNotFound."""
        return [(await self.get(account, key)).document for key in dict.fromkeys(keys)]


async def _get(connection: AsyncConnection, account: Account, key: str) -> Pack | None:
    found = await connection.execute(
        select(*_FIELDS).where(rule_packs.c.account_id == account.id, rule_packs.c.key == key)
    )
    row = found.one_or_none()
    return None if row is None else Pack(*row)


async def _check_room(connection: AsyncConnection, account: Account) -> None:
    count = await connection.scalar(
        select(func.count()).select_from(rule_packs).where(rule_packs.c.account_id == account.id)
    )
    if (count or 0) >= MOST_PACKS:
        raise PackRefused(f"You have {MOST_PACKS} rule packs; delete one before you save another.")
