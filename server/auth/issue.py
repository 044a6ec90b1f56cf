"""Issuing a key: the one moment at which it is known whole."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from server.auth import keys, repository


async def issue(connection: AsyncConnection, pepper: bytes, account_id: str, name: str, now: datetime) -> str:
    """Make a key for an account and return it; only its hash stays."""
    key = keys.generate()
    await repository.add_key(connection, account_id, name, keys.shown(key), keys.hashed(key, pepper), now)
    return key
