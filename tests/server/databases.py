"""What stands in a database, and changes to it that no part of the server makes."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from sqlalchemy import text

from server.storage.database import open_database


def rows(url: str, sql: str) -> list[tuple[Any, ...]]:
    """Return the rows of a query."""
    return _executed(url, sql)


def execute(url: str, sql: str) -> None:
    """Execute a statement in a transaction."""
    _executed(url, sql)


def _executed(url: str, sql: str) -> list[tuple[Any, ...]]:
    async def go() -> list[tuple[Any, ...]]:
        database = open_database(url, Path())
        try:
            async with database.writing() as connection:
                found = await connection.execute(text(sql))
                return [tuple(row) for row in found] if found.returns_rows else []
        finally:
            await database.close()

    # a thread of its own: the test may be running inside an event loop
    with ThreadPoolExecutor(1) as executor:
        return executor.submit(asyncio.run, go()).result()
