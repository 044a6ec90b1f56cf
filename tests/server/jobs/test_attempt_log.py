"""Which lines of an attempt are in the log of its job, and when."""

import asyncio
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from server.jobs import repository
from server.jobs.attempt_log import AGAIN, AttemptLog
from server.jobs.job import Job
from tests.server.jobs.bench import AwayTwice, Bench, run
from tests.support.postgresql import ON_BOTH


async def until_there_are(bench: Bench, job: Job, count: int) -> None:
    deadline = time.monotonic() + 30
    while len(await bench.lines_of(job)) < count:
        assert time.monotonic() < deadline
        await asyncio.sleep(0.02)


@ON_BOTH
def test_lines_are_written_while_it_runs_and_those_of_its_last_moment_are_left(
    tmp_path: Path, database_url: str
) -> None:
    async def act(bench: Bench) -> None:
        await bench.submit()
        job = await bench.claimed()
        log = AttemptLog(bench.database, job)
        async with log.kept():
            log.add("one")
            log.add("two")
            await until_there_are(bench, job, 2)
            log.add("three")
        assert await bench.lines_of(job) == ["one", "two"]
        assert log.rest == ["three"]

    run(tmp_path, act, start=False, url=database_url)


def test_what_an_attempt_before_has_said_is_not_said_twice(tmp_path: Path) -> None:
    async def act(bench: Bench) -> None:
        await bench.submit()
        before = await bench.claimed()
        async with bench.database.writing() as connection:
            await repository.add_lines(connection, before.id, ["one", "two"], datetime.now(UTC))
            await repository.hand_back(connection, before, counts=True)
        log = AttemptLog(bench.database, await bench.claimed())
        async with log.kept():
            for line in ("one", "two", "three"):
                log.add(line)
        assert log.rest == [AGAIN, "three"]

    run(tmp_path, act, start=False)


def test_lines_of_an_attempt_that_another_has_followed_are_left_out(tmp_path: Path) -> None:
    async def act(bench: Bench) -> None:
        await bench.submit()
        stale = await bench.claimed()
        log = AttemptLog(bench.database, stale)
        async with log.kept():
            async with bench.database.writing() as connection:
                await repository.recover(connection, datetime.now(UTC))
            log.add("of the stale one")
            current = await bench.claimed()
            deadline = time.monotonic() + 30
            while log.rest:
                assert time.monotonic() < deadline
                await asyncio.sleep(0.02)
        assert await bench.lines_of(current) == []

    run(tmp_path, act, start=False)


def test_lines_that_cannot_be_written_are_when_the_database_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repository, "add_lines_of", AwayTwice(repository.add_lines_of))
    monkeypatch.setattr("server.jobs.attempt_log.FLUSH_S", 0.05)

    async def act(bench: Bench) -> None:
        await bench.submit()
        job = await bench.claimed()
        log = AttemptLog(bench.database, job)
        async with log.kept():
            log.add("one")
            await until_there_are(bench, job, 1)
        assert (await bench.lines_of(job), log.rest) == (["one"], [])

    run(tmp_path, act, start=False)
