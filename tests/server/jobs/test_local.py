"""Jobs of one machine: in order, once, and never lost."""

import asyncio
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from server.auth import repository as accounts
from server.errors import QueueFull, TooManyJobs
from server.jobs import repository
from server.jobs.attempt_log import AGAIN
from server.jobs.job import Job, Status
from tests.server.jobs.bench import FINAL, Bench, run


def test_jobs_are_done_in_the_order_in_which_they_came(tmp_path: Path) -> None:
    async def act(bench: Bench) -> list[Job]:
        made = [await bench.submit() for _ in range(4)]
        return [await bench.until(job_id, *FINAL) for job_id in made]

    found = run(tmp_path, act)
    assert {job.status for job in found} == {Status.DONE}
    started = [job.started_at for job in found]
    assert started == sorted(started)  # type: ignore[type-var]


def test_as_many_run_side_by_side_as_there_are_workers(tmp_path: Path) -> None:
    async def act(bench: Bench) -> None:
        made = [await bench.submit("sleep 60") for _ in range(3)]
        for job_id in made[:2]:
            await bench.until(job_id, Status.RUNNING)
        assert (await bench.get(made[2])).status is Status.QUEUED

    run(tmp_path, act, size=2)


def test_only_jobs_that_wait_count_against_the_limit(tmp_path: Path) -> None:
    async def act(bench: Bench) -> None:
        await bench.until(await bench.submit("sleep 60"), Status.RUNNING)
        await bench.submit()
        with pytest.raises(QueueFull):
            await bench.submit()

    run(tmp_path, act, max_queued=1)


def test_one_account_does_not_fill_the_queue_alone(tmp_path: Path) -> None:
    async def act(bench: Bench) -> None:
        await bench.submit()
        await bench.submit()
        with pytest.raises(TooManyJobs, match="2 of your jobs are waiting"):
            await bench.submit()
        async with bench.database.writing() as connection:
            other = await accounts.make_account(connection, "other", "free", False, False, datetime.now(UTC))
        bench.account_id = other.id
        await bench.submit()

    run(tmp_path, act, max_of_account=2, start=False)


def test_stopping_hands_the_running_job_back_and_a_new_start_does_it(tmp_path: Path) -> None:
    go = tmp_path / "go"

    async def first(bench: Bench) -> str:
        job_id = await bench.submit(f"wait-for {go}")
        await bench.until(job_id, Status.RUNNING)
        return job_id

    began = time.monotonic()
    job_id = run(tmp_path, first)
    assert time.monotonic() - began < 10

    async def look(bench: Bench) -> Job:
        return await bench.get(job_id)

    handed_back = run(tmp_path, look, start=False)
    assert (handed_back.status, handed_back.attempts) == (Status.QUEUED, 0)
    go.touch()

    async def second(bench: Bench) -> Job:
        return await bench.until(job_id, *FINAL)

    assert run(tmp_path, second).status is Status.DONE


def test_what_ran_when_the_server_died_runs_again(tmp_path: Path) -> None:
    async def die(bench: Bench) -> str:
        job_id = await bench.submit()
        async with bench.database.writing() as connection:
            claimed = await repository.claim(connection, datetime.now(UTC))
        assert claimed is not None
        (bench.blobs.results_folder(job_id, 1)).mkdir()  # half of a result
        async with bench.database.writing() as connection:
            await repository.add_lines(connection, job_id, ["reading part.step"], datetime.now(UTC))
        return job_id

    job_id = run(tmp_path, die, start=False)

    async def act(bench: Bench) -> tuple[Job, list[str]]:
        job = await bench.until(job_id, *FINAL)
        async with bench.database.reading() as connection:
            return job, [line.text for line in await repository.log_of(connection, job_id)]

    found, log = run(tmp_path, act)
    assert (found.status, found.attempts) == (Status.DONE, 2)
    assert log == ["reading part.step", AGAIN]


def test_a_job_is_claimed_once(tmp_path: Path) -> None:
    async def act(bench: Bench) -> list[Job | None]:
        await bench.submit()

        async def claim() -> Job | None:
            async with bench.database.writing() as connection:
                return await repository.claim(connection, datetime.now(UTC))

        return list(await asyncio.gather(*(claim() for _ in range(8))))

    assert sum(job is not None for job in run(tmp_path, act, start=False)) == 1


def test_a_server_that_stops_lets_what_runs_end_for_a_while(tmp_path: Path) -> None:
    async def act(bench: Bench) -> tuple[Job, Job]:
        short = await bench.submit("sleep 0.5")
        await bench.until(short, Status.RUNNING)
        waits = await bench.submit()
        await bench.queue.stop(grace_s=20)
        return await bench.get(short), await bench.get(waits)

    short, waits = run(tmp_path, act)
    assert (short.status, short.attempts) == (Status.DONE, 1)
    assert waits.status is Status.QUEUED


def test_a_job_that_is_removed_while_it_runs_is_ended_and_leaves_nothing(tmp_path: Path) -> None:
    async def act(bench: Bench) -> bool:
        job_id = await bench.submit("sleep 60")
        await bench.until(job_id, Status.RUNNING)
        async with bench.database.writing() as connection:
            await repository.remove(connection, job_id)
        bench.queue.cancel(job_id)
        assert (await bench.until(await bench.submit(), *FINAL)).status is Status.DONE
        return bench.blobs.folder(job_id).exists()

    assert run(tmp_path, act) is False
