"""Locks between transactions of several servers: what SQLite's one writer is by itself.

On PostgreSQL two transactions that read the same rows and then write others pass each other by. Where what
was read has to hold until it is written, they take an advisory lock first, and so come one after the other.
"""

from enum import IntEnum

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

NAMESPACE = 0x5350_5255
"""The first of the two keys of each lock ("SPRU"), so that other programs of the database have others."""


class Lock(IntEnum):
    """What is done by one transaction at a time; the numbers are shared by all servers of a database."""

    CLAIM_JOB = 1
    CLAIM_WEBHOOK = 2
    SIGN_UP = 3
    CLAIM_DATABASE = 4
    MIGRATE = 5


async def acquire(connection: AsyncConnection, lock: Lock) -> None:
    """Wait until no other transaction holds a lock, and hold it until this one ends.

    Acquire it before anything is read: PostgreSQL shows to each statement what was committed when it began.
    """
    if connection.dialect.name == "postgresql":
        await connection.execute(select(func.pg_advisory_xact_lock(NAMESPACE, int(lock))))
