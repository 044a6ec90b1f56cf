"""The database: SQLite in the data folder unless another is named, and transactions on it.

Reads see one state; writes are one transaction each, begun at once (`BEGIN IMMEDIATE`) and behind one lock in
this process, so that writers wait in line instead of failing. The same statements work on PostgreSQL.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import ColumnElement, Insert, Table, event, func
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection as SyncConnection
from sqlalchemy.engine import make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import QueuePool

from server.settings import InvalidSetting, variable
from server.storage.connection import Connection

FILE_NAME = "sprue.db"
EXAMPLE = "postgresql+psycopg://user:password@host/name"
ONE_STATE: dict[str, Any] = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
"""PostgreSQL shows each statement of a transaction what was committed by then, unless told otherwise."""
LONGEST_IDLE_MS = 30_000
"""PostgreSQL ends a transaction in which nothing was asked for this long: a server that has frozen, or lost
its network, would keep the rows it has locked, and with them everybody who waits."""
CONNECT_TIMEOUT_S = 10
"""For a host of PostgreSQL that does not answer at all; the system would try for two minutes."""
POOL_SIZE = 8
POOL_WAIT_S = 60.0


class Database:
    """A pool of connections. Make it where it is used: it belongs to one event loop."""

    def __init__(self, engine: AsyncEngine, serialize_writes: bool) -> None:
        self._engine = engine
        self.url = engine.url.render_as_string(hide_password=False)
        self._write_lock = asyncio.Lock() if serialize_writes else None
        self.is_sqlite = serialize_writes

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Yield a connection to read with; what it sees does not change meanwhile."""
        async with self._engine.connect() as connection:
            if not self.is_sqlite:
                await connection.execution_options(**ONE_STATE)
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """Yield a connection in a transaction, which is committed unless the block raises."""
        async with self._write_lock or nullcontext():
            async with self._engine.connect() as connection:
                await connection.execution_options(sprue_write=True)
                async with connection.begin():
                    yield connection

    @asynccontextmanager
    async def session(self) -> AsyncIterator[AsyncConnection]:
        """Yield a connection each statement on which is a transaction of its own."""
        async with self._engine.connect() as connection:
            await connection.execution_options(isolation_level="AUTOCOMMIT")
            yield connection

    @property
    def n_busy(self) -> int:
        """How many connections are at work."""
        pool = self._engine.sync_engine.pool
        return pool.checkedout() if isinstance(pool, QueuePool) else 0

    async def close(self) -> None:
        """Close every connection."""
        await self._engine.dispose()


def open_database(url: str, data_dir: Path) -> Database:
    """Open the database of a URL, or SQLite's in the data folder when it is empty.

    Raises
    ------
    InvalidSetting
        The URL is none, or leads to a database that cannot be spoken with.
    """
    if not url:
        data_dir.mkdir(parents=True, exist_ok=True)
        url = f"sqlite+aiosqlite:///{(data_dir / FILE_NAME).absolute()}"
    if _backend(url) != "sqlite":
        return Database(_hosted(url), serialize_writes=False)
    path = make_url(url).database or ":memory:"
    engine = create_async_engine(
        url,
        async_creator=lambda: _connected(path),
        pool_size=POOL_SIZE,
        max_overflow=POOL_SIZE,
        pool_timeout=POOL_WAIT_S,
    )
    event.listen(engine.sync_engine, "begin", _begin)
    return Database(engine, serialize_writes=True)


def is_shared(url: str) -> bool:
    """Whether several hosts may work with the database of a URL; raises as `open_database` does."""
    return bool(url) and _backend(url) != "sqlite"


def _backend(url: str) -> str:
    try:
        return make_url(url).get_backend_name()
    except ArgumentError:
        raise InvalidSetting(f"{variable('database_url')} is no URL of a database, as {EXAMPLE} is") from None


def _hosted(url: str) -> AsyncEngine:
    """Open a database that is not a file; only PostgreSQL is tried."""
    if _backend(url) != "postgresql":
        raise InvalidSetting(f"{variable('database_url')} is for PostgreSQL alone, as {EXAMPLE}")
    try:
        engine = create_async_engine(
            url, pool_pre_ping=True, connect_args={"connect_timeout": CONNECT_TIMEOUT_S}
        )
    except ImportError as error:  # psycopg without libpq has no name in it
        raise InvalidSetting(
            f"{variable('database_url')} needs {error.name or 'libpq'}, which is not installed; "
            "install Sprue with its extra `hosted`: pip install 'sprue[hosted]'"
        ) from None
    event.listen(engine.sync_engine, "connect", _set_up)
    return engine


def _set_up(connection: DBAPIConnection, _: object) -> None:
    """Set up a new connection to PostgreSQL, by a statement: poolers refuse options of the start."""
    cursor = connection.cursor()
    cursor.execute(f"SET idle_in_transaction_session_timeout = {LONGEST_IDLE_MS}")
    cursor.close()
    connection.commit()


def reason(error: DBAPIError) -> str:
    """Return what the database said, in a line; libpq adds a question on the next."""
    return str(error.orig).partition("\n")[0].strip()


def insert_ignoring(connection: AsyncConnection, table: Table) -> Insert:
    """Return an INSERT that leaves a row alone that is there already."""
    if connection.dialect.name == "sqlite":
        return sqlite.insert(table).on_conflict_do_nothing()
    return postgresql.insert(table).on_conflict_do_nothing()


def moment(
    connection: AsyncConnection, now: datetime, later_s: float = 0.0
) -> datetime | ColumnElement[datetime]:
    """Return the present moment, or one later, by one clock for all servers: PostgreSQL's, else `now`."""
    if connection.dialect.name == "sqlite":
        return now + timedelta(seconds=later_s)
    if not later_s:
        return func.clock_timestamp()
    return func.clock_timestamp() + func.make_interval(0, 0, 0, 0, 0, 0, later_s)


async def _connected(path: str) -> Connection:
    connection = Connection(path)
    try:
        await connection
    except Exception:
        # its thread is about to end and says so to this loop: it must not be closed by then
        await asyncio.to_thread(connection._thread.join)
        raise
    return connection


def _begin(connection: SyncConnection) -> None:
    is_write = connection.get_execution_options().get("sprue_write", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if is_write else "BEGIN")
