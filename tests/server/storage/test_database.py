"""Transactions: writers wait for each other, readers see one state, and what was committed stays."""

import asyncio
import multiprocessing
import socket
import sqlite3
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from sqlalchemy import exc, func, insert, select, text, update

from server.settings import InvalidSetting
from server.storage import database as database_module
from server.storage import ids, migrate
from server.storage.database import Database, insert_ignoring, open_database
from server.storage.models import accounts, jobs, usage_counters
from tests.support.postgresql import CAN_RUN, ON_BOTH

NOW = datetime(2026, 2, 3, 4, 5, 6, tzinfo=UTC)
ACCOUNT = {"name": "one", "plan": "free", "overage_enabled": False, "created_at": NOW}


async def opened(folder: Path) -> Database:
    database = open_database("", folder)
    await migrate.upgrade(database)
    return database


def test_it_is_made_to_outlive_a_power_failure(tmp_path: Path) -> None:
    async def ask() -> list[object]:
        database = await opened(tmp_path)
        async with database.reading() as connection:
            names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
            found = [(await connection.execute(text(f"PRAGMA {name}"))).scalar() for name in names]
        await database.close()
        return found

    assert asyncio.run(ask()) == ["wal", 2, 1, 30_000]


def test_what_raises_leaves_nothing(tmp_path: Path) -> None:
    async def go() -> int:
        database = await opened(tmp_path)

        async def stumble() -> None:
            async with database.writing() as connection:
                await connection.execute(insert(accounts).values(ACCOUNT | {"id": "a"}))
                raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            await stumble()
        async with database.reading() as connection:
            count = (await connection.execute(select(func.count()).select_from(accounts))).scalar_one()
        await database.close()
        return count

    assert asyncio.run(go()) == 0


@ON_BOTH
def test_a_reader_sees_one_state_whatever_is_committed_meanwhile(database_url: str) -> None:
    async def go() -> list[int]:
        database = open_database(database_url, Path())
        await migrate.prepare(database)
        count, found = select(func.count()).select_from(accounts), []
        async with database.reading() as connection:
            found.append((await connection.execute(count)).scalar_one())
            async with database.writing() as writer:
                await writer.execute(insert(accounts).values(ACCOUNT | {"id": "a"}))
            found.append((await connection.execute(count)).scalar_one())
        async with database.reading() as connection:
            found.append((await connection.execute(count)).scalar_one())
        async with database.writing() as connection:  # the same connection, given back and taken again
            await connection.execute(insert(accounts).values(ACCOUNT | {"id": "b"}))
            found.append((await connection.execute(count)).scalar_one())
        await database.close()
        return found

    assert asyncio.run(go()) == [0, 0, 1, 2]


def test_a_row_that_belongs_to_nobody_is_refused(tmp_path: Path) -> None:
    async def go() -> None:
        database = await opened(tmp_path)
        row = {"account_id": "nobody", "meter": "m", "period_start": NOW, "included": 1, "used": 0}
        with pytest.raises(exc.IntegrityError):
            async with database.writing() as connection:
                await connection.execute(insert(usage_counters).values(row))
        await database.close()

    asyncio.run(go())


def test_a_moment_comes_back_in_utc_and_one_without_a_zone_is_a_mistake(tmp_path: Path) -> None:
    async def go(moment: datetime) -> datetime:
        database = await opened(tmp_path)
        try:
            async with database.writing() as connection:
                await connection.execute(insert(accounts).values(ACCOUNT | {"id": "a", "created_at": moment}))
            async with database.reading() as connection:
                found: datetime = (await connection.execute(select(accounts.c.created_at))).scalar_one()
        finally:
            await database.close()
        return found

    east = NOW.astimezone(timezone(timedelta(hours=5)))
    found = asyncio.run(go(east))
    assert found == NOW
    assert found.tzinfo is UTC
    with pytest.raises(exc.StatementError, match="no time zone"):
        asyncio.run(go(datetime(2026, 1, 1)))


def count_up(folder: Path, times: int) -> None:
    async def go() -> None:
        database = open_database("", folder)

        async def once() -> None:
            async with database.writing() as connection:
                await connection.execute(insert_ignoring(connection, accounts).values(ACCOUNT | {"id": "a"}))
                used = (await connection.execute(select(usage_counters.c.used))).scalar_one()
                await connection.execute(update(usage_counters).values(used=used + 1))

        await asyncio.gather(*(once() for _ in range(times)))
        await database.close()

    asyncio.run(go())


def test_processes_that_read_and_then_write_lose_nothing(tmp_path: Path) -> None:
    async def prepare() -> None:
        database = await opened(tmp_path)
        async with database.writing() as connection:
            await connection.execute(insert(accounts).values(ACCOUNT | {"id": "a"}))
            row = {"account_id": "a", "meter": "m", "period_start": NOW, "included": 1, "used": 0}
            await connection.execute(insert(usage_counters).values(row))
        await database.close()

    async def used() -> int:
        database = open_database("", tmp_path)
        async with database.reading() as connection:
            found: int = (await connection.execute(select(usage_counters.c.used))).scalar_one()
        await database.close()
        return found

    asyncio.run(prepare())
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])
    counting = [context.Process(target=count_up, args=(tmp_path, 25)) for _ in range(3)]
    for process in counting:
        process.start()
    for process in counting:
        process.join(60)
    assert [process.exitcode for process in counting] == [0, 0, 0]
    assert asyncio.run(used()) == 75


def test_ids_sort_by_the_time_they_were_made() -> None:
    clock = iter([1.0, 1.0015, 2.0, 3e9])
    made = [ids.new(lambda: next(clock)) for _ in range(4)]
    assert made == sorted(made)
    assert len({ids.new(lambda: 1.0) for _ in range(100)}) == 100
    assert all(one[14] == "7" and one[19] in "89ab" for one in made)


@CAN_RUN
def test_a_host_of_postgresql_that_does_not_answer_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_module, "CONNECT_TIMEOUT_S", 2)  # the least that libpq knows

    async def go(port: int) -> None:
        database = open_database(f"postgresql+psycopg://sprue@127.0.0.1:{port}/sprue", tmp_path)
        with pytest.raises(exc.OperationalError, match="timeout"):
            async with asyncio.timeout(30), database.reading():
                pass
        await database.close()

    with socket.create_server(("127.0.0.1", 0)) as silent:
        asyncio.run(go(silent.getsockname()[1]))


def test_every_job_has_an_owner() -> None:
    assert not jobs.c.account_id.nullable


def test_a_writer_that_is_cancelled_leaves_no_lock_behind(tmp_path: Path) -> None:
    async def write(database: Database, reached: asyncio.Event) -> None:
        async with database.writing() as connection:
            await connection.execute(insert(accounts).values(ACCOUNT | {"id": "a"}))
            reached.set()
            while True:  # cut off in the middle of a statement
                await connection.execute(select(accounts))

    async def go() -> int:
        database = await opened(tmp_path)
        for moment in range(20):
            reached = asyncio.Event()
            writing = asyncio.create_task(write(database, reached))
            await reached.wait()
            await asyncio.sleep(moment * 2e-4)
            writing.cancel()
            with pytest.raises(asyncio.CancelledError):
                await writing
            # another process would wait for the lock just so
            with closing(sqlite3.connect(tmp_path / "sprue.db", timeout=1, isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
        async with database.reading() as connection:
            count = (await connection.execute(select(func.count()).select_from(accounts))).scalar_one()
        await database.close()
        return count

    assert asyncio.run(go()) == 0


def test_an_id_is_distinguished_from_what_is_none() -> None:
    assert ids.is_id(ids.new())
    assert not any(ids.is_id(text) for text in ("", "x", "\0", ids.new() + "0", ids.new().upper()))


@pytest.mark.parametrize(
    ("url", "reported"),
    [
        ("nonsense", "is no URL of a database"),
        ("oracle://x/y", "is for PostgreSQL alone"),
        ("postgresql+psycopg://x/y", "needs psycopg, which is not installed"),
    ],
)
def test_a_database_that_cannot_be_spoken_with_is_a_sentence(
    url: str, reported: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(InvalidSetting, match=f"SPRUE_DATABASE_URL {reported}"):
        open_database(url, tmp_path)
