"""How an attempt of a job ends, and what is written down of it."""

import asyncio
import time
from pathlib import Path

import pytest
from sqlalchemy import update
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection

from server.jobs import repository
from server.jobs.attempt_log import AGAIN
from server.jobs.endings import MOST_ATTEMPTS
from server.jobs.job import Job, Status
from server.storage import ids
from server.storage.blobs import Staged
from server.storage.local_blobs import LocalBlobs
from server.storage.models import jobs
from server.storage.object_store import ObjectStore
from server.storage.s3_blobs import S3Blobs
from tests.server.jobs.bench import FINAL, Bench, run
from tests.support import seaweedfs
from tests.support.postgresql import ON_BOTH
from tests.support.relay import Relay


def test_a_job_that_fails_keeps_its_error_and_the_next_one_runs(tmp_path: Path) -> None:
    async def act(bench: Bench) -> tuple[Job, Job, Job]:
        made = [await bench.submit(each) for each in ("empty", "crash", "")]
        bad, crashed, good = [await bench.until(job_id, *FINAL) for job_id in made]
        return bad, crashed, good

    bad, crashed, good = run(tmp_path, act)
    assert (bad.error_kind, bad.error) == ("NoSolid", "the file holds 3 curves and nothing that has a volume")
    assert crashed.error_kind == "KernelError"
    assert (good.status, good.error, good.has_result) == (Status.DONE, None, True)
    assert good.size_bytes > 0


def test_what_was_killed_from_outside_is_done_again_but_not_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.jobs.endings.MOST_ATTEMPTS", 3)

    async def act(bench: Bench) -> tuple[Job, Job]:
        once, always = await bench.submit(f"die-once {tmp_path / 'died'}"), await bench.submit("die")
        return await bench.until(once, *FINAL), await bench.until(always, *FINAL)

    once, always = run(tmp_path, act)
    assert (once.status, once.attempts) == (Status.DONE, 2)
    assert (always.status, always.attempts, always.error_kind) == (Status.ERROR, 3, "KernelError")


def test_a_job_that_ends_with_nothing_to_show_gives_its_unit_back_and_no_other_does(tmp_path: Path) -> None:
    async def act(bench: Bench) -> tuple[list[str], list[str]]:
        failed = [await bench.submit(each) for each in ("empty", "crash", "stumble")]
        fine, again = await bench.submit(), await bench.submit("empty", has_result=True)
        for job_id in (*failed, fine, again):
            await bench.until(job_id, *FINAL)
        return failed, bench.given_back

    failed, given_back = run(tmp_path, act)
    assert given_back == failed


def test_a_job_that_brought_the_server_down_each_time_is_not_begun_again(tmp_path: Path) -> None:
    async def act(bench: Bench) -> tuple[Job, list[str]]:
        job_id = await bench.submit(f"wait-for {tmp_path / 'never'}", attempts=MOST_ATTEMPTS)
        return await bench.until(job_id, *FINAL), bench.given_back

    job, given_back = run(tmp_path, act)
    assert (job.status, job.error_kind, given_back) == (Status.ERROR, "InternalError", [job.id])


def test_a_job_runs_though_its_log_cannot_be_read_when_it_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []

    async def away(_: object, job_id: str) -> list[object]:
        asked.append(job_id)
        raise OperationalError("SELECT", {}, Exception("the database is away"))

    monkeypatch.setattr(repository, "log_of", away)

    async def act(bench: Bench) -> Job:
        return await bench.until(await bench.submit(f"die-once {tmp_path / 'died'}"), *FINAL)

    found = run(tmp_path / "data", act)
    assert (found.status, found.attempts) == (Status.DONE, 2)
    assert len(asked) == 1


def test_a_job_is_done_when_its_results_are_home_and_not_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(bench: Bench) -> tuple[list[Status], Job]:
        found: list[Status] = []

        async def keep(blobs: LocalBlobs, job_id: str, run: int, staged: Staged) -> int:
            assert (blobs.results_folder(job_id, run) / "result.json").is_file()
            assert staged.results == blobs.results_folder(job_id, run).absolute()
            found.append((await bench.get(job_id)).status)
            return 4711

        monkeypatch.setattr(LocalBlobs, "keep_results", keep)
        return found, await bench.until(await bench.submit(), *FINAL)

    states, job = run(tmp_path, act)
    assert states == [Status.RUNNING]
    assert (job.status, job.size_bytes) == (Status.DONE, 4711)


def test_results_that_cannot_be_brought_home_are_no_results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(bench: Bench) -> Job:
        async def keep(*_: object) -> int:
            raise OSError("the store is away")

        monkeypatch.setattr(LocalBlobs, "keep_results", keep)
        return await bench.until(await bench.submit(), *FINAL)

    job = run(tmp_path, act)
    assert (job.status, job.has_result) == (Status.ERROR, False)
    assert not (tmp_path / "jobs" / job.id / "results-1" / "result.json").exists()


@seaweedfs.CAN_RUN
def test_a_job_whose_results_cannot_be_kept_is_done_again_as_often_as_it_takes(
    tmp_path: Path,
    store_url: str,
    store_relay: Relay,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("server.jobs.attempt.STORE_PAUSE_S", 0.25)
    monkeypatch.setattr("server.storage.object_store.RETRIES", 0)
    monkeypatch.setattr("server.jobs.endings.MOST_ATTEMPTS", 2)  # which it does not count as
    go = tmp_path / "go"
    handed_back: list[bool] = []
    hand_back = repository.hand_back

    async def noted(connection: AsyncConnection, job: Job, counts: bool) -> bool:
        handed_back.append(counts)
        return await hand_back(connection, job, counts)

    monkeypatch.setattr(repository, "hand_back", noted)

    async def act(bench: Bench) -> tuple[Job, list[str], list[str]]:
        job_id = await bench.submit(f"wait-for {go}")
        await bench.until(job_id, Status.RUNNING)
        await asyncio.sleep(0.5)  # the part is on the machine by now
        store_relay.cut()
        go.touch()
        deadline = time.monotonic() + 30
        while len(handed_back) < 4:
            assert time.monotonic() < deadline
            await asyncio.sleep(0.05)
        store_relay.put_up()
        job = await bench.until(job_id, *FINAL)
        async with bench.database.reading() as connection:
            log = [line.text for line in await repository.log_of(connection, job_id)]
        return job, log, bench.given_back

    def home(folder: Path) -> S3Blobs:
        return S3Blobs(ObjectStore(store_url), folder, 10**6, b"s" * 32)

    job, log, given_back = run(tmp_path, act, home=home)
    assert (job.status, job.attempts, given_back) == (Status.DONE, 1, [])
    assert set(handed_back) == {False}
    assert log == ["reading part.step", AGAIN]


@ON_BOTH
def test_an_attempt_that_was_followed_by_another_leaves_its_job_as_it_is(
    tmp_path: Path, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    go = tmp_path / "go"

    async def taken_over(bench: Bench) -> tuple[Job, list[str], list[str]]:
        job_id = await bench.submit(f"wait-for {go}")
        await bench.until(job_id, Status.RUNNING)
        other = ids.new()
        async with bench.database.writing() as connection:
            await connection.execute(update(jobs).where(jobs.c.id == job_id).values(attempt_id=other))
            n_lines = len(await repository.log_of(connection, job_id))
        go.touch()
        nxt = await bench.submit()  # runs when the one before has ended
        assert (await bench.until(nxt, *FINAL)).status is Status.DONE
        async with bench.database.reading() as connection:
            lines = [line.text for line in await repository.log_of(connection, job_id)]
        assert len(lines) <= max(1, n_lines)
        return await bench.get(job_id), [other], bench.given_back

    job, [other], given_back = run(tmp_path / "data", taken_over, url=database_url)
    assert (job.status, job.attempt_id, job.finished_at, given_back) == (Status.RUNNING, other, None, [])
    assert (tmp_path / "data" / "jobs" / job.id / "part.step").is_file()


def test_a_worker_that_does_not_start_is_tried_again_but_not_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.jobs.endings.MOST_ATTEMPTS", 2)

    async def act(bench: Bench) -> Job:
        return await bench.until(await bench.submit(), *FINAL)

    found = run(tmp_path, act, preload=("tests.server.no_such_module",))
    assert (found.status, found.attempts, found.error_kind) == (Status.ERROR, 2, "InternalError")
