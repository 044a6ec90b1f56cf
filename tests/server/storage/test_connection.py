"""Connections that take one turn of their thread a statement."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from server.storage.connection import Connection
from server.storage.database import Database, open_database


def ask(tmp_path: Any, what: Callable[[Any], Awaitable[Any]]) -> Any:
    """Ask within one transaction on a table of two numbered words."""

    async def go() -> Any:
        database: Database = open_database("", tmp_path)
        try:
            async with database.writing() as connection:
                await connection.execute(text("CREATE TABLE t (id INTEGER PRIMARY KEY, word TEXT UNIQUE)"))
                await connection.execute(
                    text("INSERT INTO t (word) VALUES (:word)"), [{"word": "one"}, {"word": "two"}]
                )
                return await what(connection)
        finally:
            await database.close()

    return asyncio.run(go())


def test_rows_counts_and_returned_values_come_back(tmp_path: Any) -> None:
    async def what(connection: Any) -> Any:
        rows = (await connection.execute(text("SELECT id, word FROM t ORDER BY id"))).all()
        changed = (await connection.execute(text("UPDATE t SET word = word || '!'"))).rowcount
        returned = await connection.execute(text("INSERT INTO t (word) VALUES ('three') RETURNING id"))
        return [tuple(row) for row in rows], changed, returned.scalar_one()

    assert ask(tmp_path, what) == ([(1, "one"), (2, "two")], 2, 3)


def test_what_sqlite_refuses_is_raised_and_the_next_statement_works(tmp_path: Any) -> None:
    async def what(connection: Any) -> Any:
        with pytest.raises(IntegrityError):
            await connection.execute(text("INSERT INTO t (word) VALUES ('one')"))
        return (await connection.execute(text("SELECT count(*) FROM t"))).scalar_one()

    assert ask(tmp_path, what) == 2


def test_a_statement_takes_one_turn(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    turns = []
    plain = Connection._execute

    def counted(self: Any, verb: Any, *arguments: Any) -> Any:
        turns.append(verb)
        return plain(self, verb, *arguments)

    async def what(connection: Any) -> Any:
        monkeypatch.setattr(Connection, "_execute", counted)
        found = (await connection.execute(text("SELECT word FROM t"))).all()
        monkeypatch.undo()
        return len(found)

    assert ask(tmp_path, what) == 2
    assert len(turns) == 1


def test_a_new_database_that_another_is_writing_to_is_waited_for(tmp_path: Any) -> None:
    """SQLite itself refuses the change to a write-ahead log at once, whatever its timeout."""
    path = str(tmp_path / "new.db")
    another = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    another.execute("CREATE TABLE t (id INTEGER)")
    another.execute("BEGIN IMMEDIATE")

    async def journal_mode() -> Any:
        asyncio.get_running_loop().call_later(0.2, another.execute, "COMMIT")
        connection = await Connection(path)
        cursor = await connection.cursor().execute("PRAGMA journal_mode")
        await connection.close()
        return await cursor.fetchall()

    with closing(another):
        assert asyncio.run(journal_mode()) == [("wal",)]
