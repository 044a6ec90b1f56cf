"""What stands in a database, and changes to it that no part of the server makes."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from sqlalchemy import text

from server.settings import Settings
from server.storage.database import is_shared, open_database
from server.storage.secret_keys import SecretKeys


def settings_of(url: str, data_dir: Path) -> Settings:
    """Return the settings of a server that works with a database; on PostgreSQL with a file of secrets."""
    settings = Settings(data_dir=data_dir, site_url="http://sprue.test", database_url=url)
    if not is_shared(url):
        return settings
    file = data_dir / "secrets.toml"
    if not file.exists():
        data_dir.mkdir(parents=True, exist_ok=True)
        file.write_text(SecretKeys.new().as_file)
    return settings.with_changes(secret_file=str(file))


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
