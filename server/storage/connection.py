"""Connections to SQLite, each with a thread of its own, that take one turn of that thread a statement.

aiosqlite makes a cursor, executes, fetches and closes in a turn each, and changing threads takes longer than
most of our statements do.
"""

import sqlite3
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import aiosqlite

ROWS_A_CHUNK = 64
BUSY_TIMEOUT_S = 30.0
"""How long a writer of another process is waited for."""
RETRY_S = 0.01
PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",  # NORMAL could lose the last units and jobs with the power
    "PRAGMA foreign_keys = ON",
)


class Connection(aiosqlite.Connection):
    """A connection in autocommit, so that the transactions are ours to begin."""

    def __init__(self, path: str) -> None:
        super().__init__(lambda: _connect(path), ROWS_A_CHUNK)

    def cursor(self) -> "Cursor":  # type: ignore[override]
        """Return a cursor, which is opened when it executes."""
        return Cursor(self)


def _connect(path: str) -> sqlite3.Connection:
    if path != ":memory:":
        Path(path).touch(mode=0o600)  # who may read it may see whose parts were analyzed
    connection = sqlite3.connect(path, timeout=BUSY_TIMEOUT_S, isolation_level=None, factory=_RollingBack)
    try:
        for pragma in PRAGMAS:
            _execute_when_free(connection, pragma)
    except BaseException:
        connection.close()
        raise
    return connection


def _execute_when_free(connection: sqlite3.Connection, statement: str) -> None:
    """Execute a statement, again and again while the database is busy, for `BUSY_TIMEOUT_S` at most.

    SQLite's own timeout does not cover the change to a write-ahead log: of several that open a new database
    together, all but one are refused at once (https://sqlite.org/wal.html).
    """
    deadline = time.monotonic() + BUSY_TIMEOUT_S
    while True:
        try:
            connection.execute(statement)
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(RETRY_S)


class Cursor:
    """What SQLAlchemy asks of a cursor. It holds the rows of its last statement, and nothing in SQLite."""

    arraysize = 1

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._rows: list[Any] = []
        self.description: Sequence[Any] | None = None
        self.rowcount = -1
        self.lastrowid: int | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def execute(self, statement: str, parameters: Any = ()) -> Self:
        """Execute a statement and read all of its rows."""
        await self._connection._execute(self._do, "execute", statement, parameters)  # type: ignore[no-untyped-call]
        return self

    async def executemany(self, statement: str, parameters: Iterable[Any]) -> Self:
        """Execute a statement once for each of the parameters."""
        await self._connection._execute(self._do, "executemany", statement, parameters)  # type: ignore[no-untyped-call]
        return self

    async def fetchall(self) -> list[Any]:
        """Return the rows of the last statement."""
        return self._rows

    async def close(self) -> None:
        """Forget the rows."""
        self._rows = []

    def _do(self, verb: str, statement: str, parameters: Any) -> None:
        """Do it all, in the connection's thread."""
        cursor = self._connection._conn.cursor()
        try:
            getattr(cursor, verb)(statement, parameters)
            self.description = cursor.description
            self._rows = cursor.fetchall() if cursor.description else []
            self.rowcount, self.lastrowid = cursor.rowcount, cursor.lastrowid
        finally:
            cursor.close()


class _RollingBack(sqlite3.Connection):
    """One that gives up what it began when it is closed.

    A caller that was cancelled leaves its transaction open; SQLite would keep it, and with it the lock that
    every writer waits for.
    """

    def close(self) -> None:
        """Roll back, then close."""
        with suppress(sqlite3.Error):
            self.rollback()
        super().close()
