"""Requests that may be sent again: the same key and the same request give the same answer, once counted."""

import hashlib
import json
from datetime import datetime, timedelta
from typing import Annotated, Any

from litestar.params import HeaderParameter
from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from server.errors import IdempotencyMismatch, InvalidForm
from server.storage.models import idempotency

HEADER = "Idempotency-Key"
LONGEST_KEY = 255
KEPT = timedelta(hours=24)

Answer = dict[str, Any]

FromKey = Annotated[
    str | None,
    HeaderParameter(
        name=HEADER,
        description=f"1 to {LONGEST_KEY} plain characters; the same key and request get the same answer "
        "for a day, and are counted once",
    ),
]
"""The key that a request brings, as a handler takes it."""


def checked(key: str | None) -> str | None:
    """Return the key a request brings; None when it brings none.

    Raises
    ------
    InvalidForm
        It is empty, too long, or not plain text.
    """
    if key is None:
        return None
    if not (0 < len(key) <= LONGEST_KEY and key.isascii() and key.isprintable()):
        raise InvalidForm(f"{HEADER} is 1 to {LONGEST_KEY} plain characters.")
    return key


def hash_of(*parts: Any) -> str:
    """Return what two requests have in common that ask for the same."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()


async def is_known(connection: AsyncConnection, account_id: str, key: str | None) -> bool:
    """Say whether a request with this key was answered before."""
    if key is None:
        return False
    found = await connection.execute(
        select(idempotency.c.key).where(idempotency.c.account_id == account_id, idempotency.c.key == key)
    )
    return found.one_or_none() is not None


async def find(
    connection: AsyncConnection, account_id: str, key: str | None, request_hash: str
) -> Answer | None:
    """Return what was answered to this request before; None when it is new.

    Raises
    ------
    IdempotencyMismatch
        The key came with another request before.
    """
    if key is None:
        return None
    row = (
        await connection.execute(
            select(idempotency.c.request_hash, idempotency.c.answer).where(
                idempotency.c.account_id == account_id, idempotency.c.key == key
            )
        )
    ).one_or_none()
    if row is None:
        return None
    if row.request_hash != request_hash:
        raise IdempotencyMismatch(f"This {HEADER} was sent with another request before.")
    answer: Answer = row.answer
    return answer


async def keep(
    connection: AsyncConnection,
    account_id: str,
    key: str | None,
    request_hash: str,
    answer: Answer,
    now: datetime,
) -> None:
    """Keep an answer; raises IntegrityError when another request was quicker."""
    if key is not None:
        await connection.execute(
            insert(idempotency).values(
                account_id=account_id, key=key, request_hash=request_hash, answer=answer, created_at=now
            )
        )


async def forget(connection: AsyncConnection, now: datetime) -> None:
    """Forget answers that are a day old."""
    await connection.execute(delete(idempotency).where(idempotency.c.created_at < now - KEPT))
