"""Notices of new jobs: they come when the transaction is through, and when listening begins anew."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from server.jobs import notices
from server.storage.database import Database, open_database
from tests.support.postgresql import ON_BOTH, ON_POSTGRESQL, Cluster


def listening(url: str, act: Callable[[Database, list[float]], Awaitable[None]]) -> None:
    """Listen to a database and act on it; the list gets the time of each notice."""

    async def go() -> None:
        database = open_database(url, Path())
        heard: list[float] = []
        task = asyncio.create_task(notices.listen(url, lambda: heard.append(time.monotonic())))
        try:
            await until(lambda: len(heard) == 1)  # it listens
            await act(database, heard)
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            await database.close()

    asyncio.run(go())


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not is_so():
            await asyncio.sleep(0.01)


@ON_POSTGRESQL
def test_a_notice_comes_with_the_end_of_its_transaction_and_none_of_one_that_fails(database_url: str) -> None:
    async def act(database: Database, heard: list[float]) -> None:
        async def fail() -> None:
            async with database.writing() as connection:
                await notices.send(connection)
                raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            await fail()
        async with database.writing() as connection:
            await notices.send(connection)
            await asyncio.sleep(0.3)
            assert len(heard) == 1
        await until(lambda: len(heard) == 2)

    listening(database_url, act)


@ON_POSTGRESQL
def test_after_the_database_was_away_it_is_listened_to_again(
    database_url: str, postgresql_cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notices, "RETRY_S", 0.1)

    async def act(database: Database, heard: list[float]) -> None:
        postgresql_cluster.stop()
        postgresql_cluster.start()
        await until(lambda: len(heard) == 2)  # for what was queued meanwhile
        async with database.writing() as connection:
            await notices.send(connection)
        await until(lambda: len(heard) == 3)

    listening(database_url, act)


@ON_BOTH
def test_where_nobody_listens_a_notice_harms_nothing(database_url: str) -> None:
    async def go() -> None:
        database = open_database(database_url, Path())
        async with database.writing() as connection:
            await notices.send(connection)
        await database.close()

    asyncio.run(go())
