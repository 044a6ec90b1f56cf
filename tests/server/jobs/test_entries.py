"""Entries of procrastinate's queue: as many as jobs wait, and in the queue of their home."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from server.jobs import entries, repository
from server.jobs.entries import Standing
from server.storage.database import Database, open_database
from tests.server.jobs.test_repository import Line, run
from tests.support.postgresql import ON_POSTGRESQL


async def by_queue(connection: AsyncConnection) -> dict[str, int]:
    found = "SELECT queue_name, count(*) FROM procrastinate_jobs WHERE status = 'todo' GROUP BY queue_name"
    return {queue: count for queue, count in await connection.execute(text(found))}


@ON_POSTGRESQL
def test_missing_entries_are_made_in_the_queue_of_each_home_and_none_too_many(database_url: str) -> None:
    async def act(line: Line, database: Database) -> None:
        await line.send("A", 2)
        await line.send("A", 3, home="one")
        async with database.writing() as connection:
            assert await by_queue(connection) == {"sprue": 2, "sprue-one": 3}
            assert await entries.add_missing(connection) == 0
            await connection.execute(text("DELETE FROM procrastinate_jobs WHERE queue_name = 'sprue-one'"))
            await entries.add(connection, "", 5)
            assert await entries.add_missing(connection) == 3
            assert await by_queue(connection) == {"sprue": 7, "sprue-one": 3}

    run(database_url, act)


@ON_POSTGRESQL
def test_an_entry_is_stalled_when_its_worker_is_silent_or_forgotten(database_url: str) -> None:
    async def act(_: Line, database: Database) -> None:
        async with database.writing() as connection:
            await entries.add(connection, "", 4)
            for ago in ("1 hour", "0 seconds"):
                worker = (
                    f"INSERT INTO procrastinate_workers (last_heartbeat) VALUES (now() - interval '{ago}')"
                )
                worker_id = (await connection.execute(text(f"{worker} RETURNING id"))).scalar_one()
                await connection.execute(text(f"SELECT procrastinate_fetch_job_v2(NULL, {worker_id})"))
            await connection.execute(text("SELECT procrastinate_fetch_job_v2(NULL, NULL)"))
            assert await entries.standing(connection) == Standing(1, 3, 2, 1)

    run(database_url, act)


@ON_POSTGRESQL
def test_a_job_that_is_removed_asks_for_the_end_of_its_entry_and_of_no_other(database_url: str) -> None:
    async def act(line: Line, database: Database) -> None:
        await line.send("A", 2)
        async with database.writing() as connection:
            found = []
            for _ in range(2):
                fetched = await connection.execute(
                    text("SELECT id FROM procrastinate_fetch_job_v2(NULL, NULL)")
                )
                job = await repository.claim(
                    connection, line.job("").created_at, entry_id=fetched.scalar_one()
                )
                assert job is not None
                found.append(job)
            assert await repository.remove(connection, found[0].id)
            aborted = text("SELECT id FROM procrastinate_jobs WHERE abort_requested")
            assert (await connection.execute(aborted)).scalars().all() == [found[0].entry_id]

    run(database_url, act)


def test_one_machine_has_none(tmp_path: Path) -> None:
    async def go() -> Standing:
        database = open_database("", tmp_path)
        async with database.writing() as connection:
            await entries.add(connection, "")
            await entries.abort(connection, None)
            found = await entries.standing(connection)
        await database.close()
        return found

    assert asyncio.run(go()) == Standing(0, 0, 0, 0)


@pytest.mark.parametrize(("home", "queue"), [("", "sprue"), ("0f" * 16, "sprue-" + "0f" * 16)])
def test_a_home_has_a_queue_whose_notices_postgresql_can_name(home: str, queue: str) -> None:
    assert entries.queue_of(home) == queue
    assert len(f"procrastinate_queue_v1#{queue}") < 64
