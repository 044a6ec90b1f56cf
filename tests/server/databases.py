"""What stands in a database, and changes to it that no part of the server makes."""

import asyncio
import sqlite3
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from sqlalchemy.engine import make_url

from server.settings import Settings
from server.storage import migrate
from server.storage.connection import BUSY_TIMEOUT_S
from server.storage.database import FILE_NAME, is_shared, open_database
from server.storage.models import metadata
from server.storage.secret_keys import SecretKeys

Result = TypeVar("Result")

OWN_TABLES: dict[str, Any] = {
    "include_name": lambda name, kind, _: not (kind == "table" and name.startswith("procrastinate_"))
}
"""Has Alembic compare all tables but those of the queue, which are its package's."""


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


def put_tables(data_dir: Path) -> None:
    """Put a database of SQLite with every table and no rows into a data folder, where none is.

    A server makes it as well, which takes each one that starts a tenth of a second.
    """
    data_dir.mkdir(parents=True, exist_ok=True)
    if not (data_dir / FILE_NAME).exists():
        (data_dir / FILE_NAME).write_bytes(_migrated())


def url_of(settings: Settings) -> str:
    """Return the URL of the database that a server with these settings works with."""
    return settings.database_url or f"sqlite+aiosqlite:///{settings.data_dir / FILE_NAME}"


def rows(url: str, sql: str) -> list[tuple[Any, ...]]:
    """Return the rows of a query."""
    return _executed(url, sql)


def execute(url: str, sql: str) -> None:
    """Execute a statement in a transaction."""
    _executed(url, sql)


def empty(url: str) -> None:
    """Delete the rows of all tables."""

    async def go() -> None:
        database = open_database(url, Path())
        try:
            async with database.writing() as connection:
                for table in reversed(metadata.sorted_tables):
                    await connection.execute(table.delete())
        finally:
            await database.close()

    _run(go())


@cache
def _migrated() -> bytes:
    """Return the file of such a database."""

    async def go(folder: Path) -> None:
        database = open_database("", folder)
        try:
            await migrate.upgrade(database)
        finally:
            await database.close()

    with TemporaryDirectory() as folder:
        _run(go(Path(folder)))
        return (Path(folder) / FILE_NAME).read_bytes()


def _executed(url: str, sql: str) -> list[tuple[Any, ...]]:
    """Execute a statement by a connection of its own, and return its rows."""
    place = make_url(url)
    if is_shared(url):
        import psycopg  # where there is no PostgreSQL, it need not be installed

        conninfo = place.set(drivername="postgresql").render_as_string(hide_password=False)
        with psycopg.connect(conninfo) as shared:
            found = shared.execute(sql.encode())
            return found.fetchall() if found.description else []
    connection = sqlite3.connect(str(place.database), BUSY_TIMEOUT_S, isolation_level=None)
    try:
        connection.execute("PRAGMA foreign_keys = ON")
        return connection.execute(sql).fetchall()
    finally:
        connection.close()


def _run(work: Coroutine[Any, Any, Result]) -> Result:
    """Run in a thread of its own: the test may be running inside an event loop."""
    with ThreadPoolExecutor(1) as executor:
        return executor.submit(asyncio.run, work).result()
