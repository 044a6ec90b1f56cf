"""What one transaction does at a time, however many servers there are."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import func, select, text
from sqlalchemy.exc import DBAPIError

from server.storage import advisory_lock, database, migrate
from server.storage.advisory_lock import Lock
from server.storage.database import open_database
from server.storage.models import accounts
from tests.support.postgresql import ON_BOTH, ON_POSTGRESQL


@ON_BOTH
def test_whoever_comes_second_waits_for_the_end_of_the_first_and_sees_what_it_wrote(
    database_url: str,
) -> None:
    async def go() -> list[str]:
        opened = open_database(database_url, Path())
        await migrate.prepare(opened)
        order: list[str] = []
        first_has_it = asyncio.Event()

        async def first() -> None:
            async with opened.writing() as connection:
                await advisory_lock.acquire(connection, Lock.SIGN_UP)
                first_has_it.set()
                await asyncio.sleep(0.1)  # the second has long asked for it
                order.append("first")

        async def second() -> None:
            await first_has_it.wait()
            async with opened.writing() as connection:
                await advisory_lock.acquire(connection, Lock.SIGN_UP)
                order.append("second")

        await asyncio.gather(first(), second())
        await opened.close()
        return order

    assert asyncio.run(go()) == ["first", "second"]


@ON_POSTGRESQL
def test_who_asks_for_another_lock_does_not_wait(database_url: str) -> None:
    async def go() -> None:
        opened = open_database(database_url, Path())
        async with opened.writing() as one, opened.writing() as other:
            await advisory_lock.acquire(one, Lock.SIGN_UP)
            await asyncio.wait_for(advisory_lock.acquire(other, Lock.MIGRATE), 10)
        await opened.close()

    asyncio.run(go())


@ON_POSTGRESQL
def test_a_server_that_has_frozen_does_not_keep_a_lock(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "LONGEST_IDLE_MS", 100)

    async def go() -> int:
        opened = open_database(database_url, Path())

        async def freeze() -> None:
            async with opened.writing() as frozen:
                await advisory_lock.acquire(frozen, Lock.CLAIM_JOB)
                async with opened.writing() as other:
                    await asyncio.wait_for(advisory_lock.acquire(other, Lock.CLAIM_JOB), 10)
                await frozen.execute(select(accounts.c.id))

        with pytest.raises(DBAPIError):
            await freeze()
        async with opened.reading() as connection:  # the broken connection is not given out again
            found = (await connection.execute(select(func.count()).select_from(accounts))).scalar_one()
        await opened.close()
        return found

    assert asyncio.run(go()) == 0


@ON_POSTGRESQL
def test_one_of_two_servers_leads_until_it_is_done_or_dies(database_url: str) -> None:
    async def go() -> list[bool]:
        one, other = (open_database(database_url, Path()) for _ in range(2))
        found = []
        async with advisory_lock.leading(one, Lock.RETENTION) as leads:
            found.append(leads)
            async with (
                advisory_lock.leading(other, Lock.RETENTION) as also,
                advisory_lock.leading(other, Lock.MIGRATE) as in_something_else,
            ):
                found += [also, in_something_else]
        async with advisory_lock.leading(other, Lock.RETENTION) as leads:
            found.append(leads)
            async with other.writing() as connection:  # as if it had died
                others = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'"
                await connection.execute(text(others))
            await asyncio.sleep(0.2)
            async with advisory_lock.leading(one, Lock.RETENTION) as next_one:
                found.append(next_one)
        for opened in (one, other):
            await opened.close()
        return found

    assert asyncio.run(go()) == [True, False, True, True, True]


def test_a_server_that_is_alone_with_its_database_leads(database_url: str) -> None:
    async def go() -> bool:
        opened = open_database(database_url, Path())
        async with advisory_lock.leading(opened, Lock.RETENTION) as leads:
            pass
        await opened.close()
        return leads

    assert asyncio.run(go())
