"""Jobs of one machine: in order, once, and never lost."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import pytest
from sqlalchemy import update
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.isolate.worker import WorkerOptions
from server.auth import repository as accounts
from server.errors import QueueFull, TooManyJobs
from server.jobs import repository
from server.jobs.admission import Admission
from server.jobs.job import Job, Status
from server.jobs.local import AGAIN, MOST_ATTEMPTS, LocalQueue
from server.jobs.pool import Pool
from server.storage import ids, migrate
from server.storage.blobs import Staged
from server.storage.database import Database, open_database
from server.storage.local_blobs import LocalBlobs
from server.storage.models import jobs
from server.storage.object_store import ObjectStore
from server.storage.s3_blobs import S3Blobs
from tests.server import acting
from tests.support import seaweedfs
from tests.support.postgresql import ON_BOTH, ON_POSTGRESQL
from tests.support.relay import Relay

T = TypeVar("T")


class Bench:
    """A queue over a database and a store in a folder."""

    def __init__(
        self,
        folder: Path,
        size: int,
        max_queued: int,
        max_of_account: int,
        preload: tuple[str, ...],
        url: str = "",
        home: Callable[[Path], Any] = LocalBlobs,
    ) -> None:
        self.database: Database = open_database(url, folder)
        self.blobs = home(folder)
        pool = Pool("batch", WorkerOptions(preload=preload), size, 10)
        self.queue = LocalQueue(
            self.database, pool, self.blobs, 30.0, Admission(max_queued, max_of_account), self.give_back
        )
        self.given_back: list[str] = []
        self.account_id = ""

    async def give_back(self, connection: AsyncConnection, job_id: str, now: datetime) -> None:
        """Note whose unit is given back."""
        self.given_back.append(job_id)

    async def submit(self, act: str = "", has_result: bool = False, attempts: int = 0) -> str:
        """Queue a part that asks for an act."""
        job_id, now = ids.new(), datetime.now(UTC)
        (self.blobs.make(job_id) / "part.step").write_bytes(acting.part(act))
        await self.blobs.keep_part(job_id)
        arguments = {
            "file": "part.step",
            "filename": "part.step",
            "pull": "cardinal",
            "max_edge_mm": None,
            "curvature": None,
            "alpha_min_deg": 0.5,
            "alpha_warn_deg": 3.0,
        }
        job = Job(
            id=job_id,
            account_id=self.account_id,
            filename="part.step",
            task=acting.FUNCTIONS.analyze,
            arguments=arguments,
            status=Status.QUEUED,
            error_kind=None,
            error=None,
            run=1,
            attempts=attempts,
            has_result=has_result,
            size_bytes=0,
            quote_id=None,
            created_at=now,
            queued_at=now,
            started_at=None,
            finished_at=None,
            last_used_at=now,
        )
        async with self.database.writing() as connection:
            await self.queue.check_room(connection, job.account_id)
            await self.queue.submit(connection, job)
        self.queue.wake()
        return job_id

    async def get(self, job_id: str) -> Job:
        """Return a job as it stands."""
        async with self.database.reading() as connection:
            found = await repository.get(connection, job_id)
        assert found is not None
        return found

    async def until(self, job_id: str, *states: Status) -> Job:
        """Wait for a state."""
        deadline = time.monotonic() + 30
        while (job := await self.get(job_id)).status not in states:
            assert time.monotonic() < deadline, job
            await asyncio.sleep(0.02)
        return job


def run(
    folder: Path,
    act: Callable[[Bench], Awaitable[T]],
    size: int = 1,
    max_queued: int = 10,
    max_of_account: int = 10,
    start: bool = True,
    preload: tuple[str, ...] = acting.FUNCTIONS.preload,
    url: str = "",
    home: Callable[[Path], Any] = LocalBlobs,
) -> T:
    """Set up a bench, act on it, and put it away."""

    async def go() -> T:
        bench = Bench(folder, size, max_queued, max_of_account, preload, url, home)
        await migrate.upgrade(bench.database)
        async with bench.database.writing() as connection:
            found = await accounts.account_named(connection, "test")
            found = found or await accounts.make_account(
                connection, "test", "free", False, False, datetime.now(UTC)
            )
        bench.account_id = found.id
        if start:
            await bench.queue.start()
        try:
            return await act(bench)
        finally:
            if start:
                await bench.queue.stop()
            await bench.database.close()

    return asyncio.run(go())


FINAL = (Status.DONE, Status.ERROR)


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
    monkeypatch.setattr("server.jobs.local.MOST_ATTEMPTS", 3)

    async def act(bench: Bench) -> tuple[Job, Job]:
        once, always = await bench.submit(f"die-once {tmp_path / 'died'}"), await bench.submit("die")
        return await bench.until(once, *FINAL), await bench.until(always, *FINAL)

    once, always = run(tmp_path, act)
    assert (once.status, once.attempts) == (Status.DONE, 2)
    assert (always.status, always.attempts, always.error_kind) == (Status.ERROR, 3, "KernelError")


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


def test_a_job_runs_though_its_log_cannot_be_read_when_it_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_: object) -> list[object]:
        raise OperationalError("SELECT", {}, Exception("the database is away"))

    monkeypatch.setattr(repository, "log_of", away)

    async def act(bench: Bench) -> Job:
        return await bench.until(await bench.submit(), *FINAL)

    found = run(tmp_path, act)
    assert (found.status, found.attempts) == (Status.DONE, 1)


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
    monkeypatch.setattr("server.jobs.local.STORE_PAUSE_S", 0.25)
    monkeypatch.setattr("server.storage.object_store.RETRIES", 0)
    monkeypatch.setattr("server.jobs.local.MOST_ATTEMPTS", 2)  # which it does not count as
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


def test_a_job_is_claimed_once(tmp_path: Path) -> None:
    async def act(bench: Bench) -> list[Job | None]:
        await bench.submit()

        async def claim() -> Job | None:
            async with bench.database.writing() as connection:
                return await repository.claim(connection, datetime.now(UTC))

        return list(await asyncio.gather(*(claim() for _ in range(8))))

    assert sum(job is not None for job in run(tmp_path, act, start=False)) == 1


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

    monkeypatch.setattr("server.jobs.local.RENEW_S", 3600.0)
    job, [other], given_back = run(tmp_path / "data", taken_over, url=database_url)
    assert (job.status, job.attempt_id, job.finished_at, given_back) == (Status.RUNNING, other, None, [])
    assert (tmp_path / "data" / "jobs" / job.id / "part.step").is_file()


@ON_POSTGRESQL
def test_a_job_that_is_deleted_elsewhere_is_ended_here(
    tmp_path: Path, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.jobs.local.RENEW_S", 0.1)

    async def act(bench: Bench) -> bool:
        job_id = await bench.submit("sleep 60")
        await bench.until(job_id, Status.RUNNING)
        async with bench.database.writing() as connection:
            await repository.remove(connection, job_id)
        assert (await bench.until(await bench.submit(), *FINAL)).status is Status.DONE
        return bench.blobs.folder(job_id).exists()

    assert run(tmp_path, act, url=database_url) is False


@ON_POSTGRESQL
def test_two_servers_share_the_jobs_of_a_database_and_do_each_once(tmp_path: Path, database_url: str) -> None:
    async def act(one: Bench) -> list[Job]:
        first = await one.submit(f"wait-for {tmp_path / 'go'}")
        await one.until(first, Status.RUNNING)
        other = Bench(tmp_path, 1, 10, 10, acting.FUNCTIONS.preload, database_url)  # comes later
        await other.queue.start()
        try:
            others = [await one.submit() for _ in range(3)]
            done_meanwhile = [await one.until(job_id, *FINAL) for job_id in others]
            assert (await one.get(first)).status is Status.RUNNING
            (tmp_path / "go").touch()
            return [*done_meanwhile, await one.until(first, *FINAL)]
        finally:
            await other.queue.stop()
            await other.database.close()

    found = run(tmp_path, act, url=database_url)
    assert [(job.status, job.attempts) for job in found] == [(Status.DONE, 1)] * 4


@ON_POSTGRESQL
def test_a_job_of_a_server_that_died_is_done_by_another_within_seconds(
    tmp_path: Path, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.jobs.local.RENEW_S", 0.2)

    async def act(bench: Bench) -> tuple[Job, float]:
        job_id = await bench.submit()
        async with bench.database.writing() as connection:  # as one that dies right after
            assert await repository.claim(connection, datetime.now(UTC), 1.0) is not None
        await bench.queue.start()
        began = time.monotonic()
        try:
            await asyncio.sleep(0.5)
            assert (await bench.get(job_id)).attempts == 1  # it may still live
            return await bench.until(job_id, *FINAL), time.monotonic() - began
        finally:
            await bench.queue.stop()

    monkeypatch.setattr(repository, "recover", partial(repository.recover, lease_s=0.0))
    job, took_s = run(tmp_path, act, start=False, url=database_url)
    assert (job.status, job.attempts) == (Status.DONE, 2)
    assert took_s < 10


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


def test_a_worker_that_does_not_start_is_tried_again_but_not_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.jobs.local.MOST_ATTEMPTS", 2)

    async def act(bench: Bench) -> Job:
        return await bench.until(await bench.submit(), *FINAL)

    found = run(tmp_path, act, preload=("tests.server.no_such_module",))
    assert (found.status, found.attempts, found.error_kind) == (Status.ERROR, 2, "InternalError")
