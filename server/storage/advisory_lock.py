"""Locks between transactions of several servers: what SQLite's one writer is by itself.

On PostgreSQL two transactions that read the same rows and then write others pass each other by. Where what
was read has to hold until it is written, they take an advisory lock first, and so come one after the other.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from enum import IntEnum

from sqlalchemy import func, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.database import Database

NAMESPACE = 0x5350_5255
"""The first of the two keys of each lock ("SPRU"), so that other programs of the database have others."""


class Lock(IntEnum):
    """What is done by one transaction at a time; the numbers are shared by all servers of a database."""

    CLAIM_JOB = 1
    CLAIM_WEBHOOK = 2
    SIGN_UP = 3
    CLAIM_DATABASE = 4
    MIGRATE = 5
    RETENTION = 6
    STALLED_JOBS = 7
    EXPORT_USAGE = 8
    HANDLE_NOTICES = 9


async def acquire(connection: AsyncConnection, lock: Lock) -> None:
    """Wait until no other transaction holds a lock, and hold it until this one ends.

    Acquire it before anything is read: PostgreSQL shows to each statement what was committed when it began.
    """
    if connection.dialect.name == "postgresql":
        await connection.execute(select(func.pg_advisory_xact_lock(NAMESPACE, int(lock))))


async def try_acquire(connection: AsyncConnection, lock: Lock) -> bool:
    """Hold a lock until the transaction ends; False, at once, where another holds it."""
    if connection.dialect.name != "postgresql":
        return True
    return bool(
        (await connection.execute(select(func.pg_try_advisory_xact_lock(NAMESPACE, int(lock))))).scalar_one()
    )


@asynccontextmanager
async def leading(database: Database, lock: Lock) -> AsyncIterator[bool]:
    """Yield whether this server leads in something until the block ends: no other does meanwhile.

    Nobody waits. The lock is of a session, without a transaction that would keep old rows alive; PostgreSQL
    takes it back when the server dies. A pooler in front of it has to keep sessions apart. A server that is
    alone with its database leads always.
    """
    if database.is_sqlite:
        yield True
        return
    keys = NAMESPACE, int(lock)
    async with database.session() as connection:
        leads = bool((await connection.execute(select(func.pg_try_advisory_lock(*keys)))).scalar_one())
        try:
            yield leads
        finally:
            if leads:
                with suppress(DBAPIError):  # the session is gone, and the lock with it
                    await connection.execute(select(func.pg_advisory_unlock(*keys)))
