"""`sprue migrate`: bring the database to the tables this version works with.

`sprue serve` does it by itself for SQLite; with PostgreSQL an operator chooses the moment.
"""

import argparse
import asyncio
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import OperationalError

from server.settings import InvalidSetting, Settings
from server.storage import advisory_lock
from server.storage.advisory_lock import Lock
from server.storage.database import Database, open_database, reason
from server.storage.migrations import HEAD

BAD_USAGE = 2
AWAY = "the database cannot be reached"
FOLDER = Path(__file__).parent / "migrations"


def main(argv: Sequence[str] | None = None, prog: str = "sprue migrate") -> int:
    """Migrate the database that the settings name; return the exit status."""
    parser = argparse.ArgumentParser(
        prog=prog,
        description="Bring the database to the tables that this version works with.",
        epilog=f"example:\n  {prog} --data-dir /var/lib/sprue",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--data-dir", type=Path, metavar="DIR", help="folder of the server's data")
    arguments = parser.parse_args(argv)
    try:
        settings = Settings.from_environment().with_changes(data_dir=arguments.data_dir)
        before = asyncio.run(_migrate(settings))
    except InvalidSetting as error:
        print(f"{prog}: {error}", file=sys.stderr)
        return BAD_USAGE
    except OperationalError as error:
        print(f"{prog}: {AWAY}: {reason(error)}", file=sys.stderr)
        return BAD_USAGE
    print(
        f"the database is at version {HEAD}" + ("" if before == HEAD else f"; it was at {before or 'none'}")
    )
    return 0


async def upgrade(database: Database) -> str:
    """Bring a database to `HEAD`; return the version it had before, empty for a new one.

    Raises
    ------
    InvalidSetting
        It is newer than this program.
    """
    before = await version(database)
    _check_is_known(before)
    if before != HEAD:
        async with database.writing() as connection:
            await advisory_lock.acquire(connection, Lock.MIGRATE)
            await connection.run_sync(_upgrade)  # from where another left it that was quicker
    return before


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Database]:
    """Open the database of the settings, SQLite's brought up to date, and close it in the end.

    Raises
    ------
    InvalidSetting
        Another database is away, or not at the version this one works with.
    """
    database = open_database(settings.database_url, settings.data_dir)
    try:
        await prepare(database)
        yield database
    finally:
        await database.close()


async def prepare(database: Database) -> None:
    """Bring SQLite up to date; of another database, see that its operator did; raises as `opened` does."""
    if database.is_sqlite:
        await upgrade(database)
        return
    found = await _version_of_another(database)
    _check_is_known(found)
    if found != HEAD:
        raise InvalidSetting(
            f"the database is at version {found or 'none'}, and this program works with {HEAD}; "
            "run `sprue migrate` first"
        )


def _check_is_known(found: str) -> None:
    """Raise InvalidSetting for a version that was made by a later program; versions are numbered in order."""
    if found > HEAD:
        raise InvalidSetting(
            f"the database is at version {found}, which is newer than this program, which works with {HEAD}: "
            "install the Sprue that migrated it, or a later one; nothing was changed"
        )


async def _version_of_another(database: Database) -> str:
    try:
        return await version(database)
    except OperationalError as error:
        raise InvalidSetting(f"{AWAY}: {reason(error)}") from None


async def version(database: Database) -> str:
    """Return the version of a database, empty when it has no tables yet."""
    async with database.reading() as connection:
        return await connection.run_sync(_version)


async def _migrate(settings: Settings) -> str:
    database = open_database(settings.database_url, settings.data_dir)
    try:
        return await upgrade(database)
    finally:
        await database.close()


def _version(connection: Connection) -> str:
    if not inspect(connection).has_table("alembic_version"):
        return ""
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return str(found or "")


def _upgrade(connection: Connection) -> None:
    # Alembic takes a while to load, and a server whose database is up to date never needs it.
    from alembic import command
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    command.upgrade(config, "head")
