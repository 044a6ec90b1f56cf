"""What is written down of how an attempt ended, beside the tests of whole attempts."""

import asyncio
from datetime import datetime
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.errors import Cancelled, InternalError, NoSolid
from engine.isolate.worker import Killed
from server.jobs import repository
from server.jobs.endings import MOST_ATTEMPTS, Ending, Endings
from server.jobs.job import Job, Status
from tests.server.jobs.bench import AwayTwice, Bench, run
from tests.support.postgresql import ON_BOTH


async def claimed(bench: Bench, attempts: int = 0) -> Job:
    await bench.submit(attempts=attempts)
    return await bench.claimed()


@ON_BOTH
@pytest.mark.parametrize(
    ("ending", "attempts", "status"),
    [
        (4711, 0, Status.DONE),
        (NoSolid("3 curves"), 0, Status.ERROR),
        (Killed("SIGKILL"), 0, Status.QUEUED),
        (Killed("SIGKILL"), MOST_ATTEMPTS - 1, Status.ERROR),
        (Cancelled("it was deleted"), 0, Status.ERROR),
        (RuntimeError("a defect"), 0, Status.ERROR),
    ],
    ids=["done", "failed", "killed", "killed-too-often", "cancelled", "defect"],
)
def test_the_state_and_the_last_lines_are_written_together(
    tmp_path: Path, database_url: str, ending: Ending, attempts: int, status: Status
) -> None:
    async def act(bench: Bench) -> None:
        job = await claimed(bench, attempts)
        endings = Endings(bench.database, asyncio.Event())
        assert await endings.write_down(job, ending, ["the last"])
        found = await bench.get(job.id)
        assert (found.status, found.attempt_id) == (status, None)
        assert found.size_bytes == (4711 if status is Status.DONE else 0)
        assert await bench.lines_of(job) == ["the last"]

    run(tmp_path, act, start=False, url=database_url)


def test_a_server_that_stops_hands_its_jobs_back_without_counting_the_attempt(tmp_path: Path) -> None:
    async def act(bench: Bench) -> None:
        job, stopping = await claimed(bench), asyncio.Event()
        stopping.set()
        assert await Endings(bench.database, stopping).write_down(job, Cancelled("it stops"), [])
        found = await bench.get(job.id)
        assert (found.status, found.attempts) == (Status.QUEUED, 0)

    run(tmp_path, act, start=False)


def test_what_follows_from_an_end_is_undone_with_it(tmp_path: Path) -> None:
    async def fails(connection: AsyncConnection, job: Job, status: Status, now: datetime) -> None:
        raise InternalError("a webhook cannot be written down")

    async def act(bench: Bench) -> None:
        job, endings = await claimed(bench), Endings(bench.database, asyncio.Event(), on_end=fails)
        with pytest.raises(InternalError):
            async with bench.database.writing() as connection:
                await endings.write(connection, job, 1, ["the last"])
        assert (await bench.get(job.id)).status is Status.RUNNING
        assert await bench.lines_of(job) == []

    run(tmp_path, act, start=False)


def test_an_end_is_written_when_the_database_is_back_and_one_of_a_job_that_is_gone_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    finish = AwayTwice(repository.finish)
    monkeypatch.setattr(repository, "finish", finish)
    monkeypatch.setattr("server.jobs.endings.DATABASE_PAUSE_S", 0.02)

    async def act(bench: Bench) -> None:
        job, endings = await claimed(bench), Endings(bench.database, asyncio.Event())
        assert await endings.write_down(job, 1, ["the last"])
        assert (await bench.get(job.id)).status is Status.DONE
        assert (finish.n_tried, await bench.lines_of(job)) == (3, ["the last"])
        async with bench.database.writing() as connection:
            await repository.remove(connection, job.id)
        assert not await endings.write_down(job, 1, ["the last"])

    run(tmp_path, act, start=False)
