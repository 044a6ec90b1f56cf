"""Who may wait, beside the queue's own tests of it."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest

from server.errors import QueueFull, TooManyJobs
from server.jobs import repository
from server.jobs.admission import Admission
from server.jobs.job import Job, Status
from server.storage import ids
from tests.server.jobs.bench import Bench, run
from tests.support.postgresql import ON_BOTH


def test_the_limit_of_an_account_is_named_before_that_of_all(tmp_path: Path) -> None:
    async def act(bench: Bench) -> None:
        for _ in range(2):
            await bench.submit()
        async with bench.database.reading() as connection:
            await Admission(3, 3).check_room(connection, bench.account_id)
            with pytest.raises(TooManyJobs, match="2 of your jobs are waiting"):
                await Admission(2, 2).check_room(connection, bench.account_id)
            with pytest.raises(QueueFull):
                await Admission(2, 3).check_room(connection, bench.account_id)
            with pytest.raises(QueueFull):
                await Admission(2, 1).check_room(connection, "another")

    run(tmp_path, act, start=False)


@ON_BOTH
def test_a_job_is_stored_as_it_is_where_there_is_room_and_not_beyond(
    tmp_path: Path, database_url: str
) -> None:
    async def act(bench: Bench) -> None:
        made = Job.queued(
            ids.new(),
            bench.account_id,
            "Gehäuse.step",
            "none",
            {"pull": [0, 0, 1], "alpha": None},
            datetime(2026, 11, 27, 8, 15, 30, 123456, tzinfo=UTC),
            size_bytes=4711,
            home="here",
        )
        async with bench.database.writing() as connection:
            await Admission(1, 1).add(connection, made)
        assert await bench.get(made.id) == made
        for admission, kind in ((Admission(1, 2), QueueFull), (Admission(2, 1), TooManyJobs)):
            with pytest.raises(kind):
                async with bench.database.writing() as connection:
                    await admission.add(connection, Job.queued(ids.new(), *_of(made)))
        async with bench.database.reading() as connection:
            assert await repository.count(connection, Status.QUEUED) == 1

    run(tmp_path, act, start=False, url=database_url)


def test_of_many_that_come_at_once_as_many_wait_as_may(tmp_path: Path) -> None:
    async def act(bench: Bench) -> list[object]:
        return await asyncio.gather(*(bench.submit() for _ in range(8)), return_exceptions=True)

    found = run(tmp_path, act, start=False, max_queued=3)
    assert sum(isinstance(each, str) for each in found) == 3
    assert sum(isinstance(each, QueueFull) for each in found) == 5


def _of(job: Job) -> tuple[str, str, str, dict[str, object], datetime]:
    return job.account_id, job.filename, job.task, job.arguments, job.created_at
