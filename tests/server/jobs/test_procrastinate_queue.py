"""Jobs of hosts that share a PostgreSQL."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import text, update
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncConnection

from server.jobs import entries, repository
from server.jobs.job import Job, Status
from server.jobs.procrastinate_client import Connector
from server.storage.models import jobs
from tests.server import acting
from tests.server.jobs.bench import FINAL, Bench, run
from tests.support.postgresql import ON_POSTGRESQL
from tests.support.relay import before

pytestmark = ON_POSTGRESQL


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have hosts be heard often, and taken for dead soon."""
    monkeypatch.setattr(entries, "HEARTBEAT_S", 0.1)
    monkeypatch.setattr(entries, "STALLED_S", 1.0)
    monkeypatch.setattr("server.jobs.procrastinate_queue.LONGEST_GAP_S", 0.5)
    monkeypatch.setattr("server.jobs.procrastinate_queue.POLL_S", 0.2)
    monkeypatch.setattr("server.jobs.procrastinate_queue.RETRY_S", 0.2)
    monkeypatch.setattr("server.jobs.procrastinate_client.RETRY_S", 0.2)


async def other(bench: Bench, folder: Path) -> Bench:
    """Start another host of the database."""
    found = Bench(folder, 1, 10, 10, acting.FUNCTIONS.preload, bench.database.url)
    await found.queue.start()
    return found


async def remove(bench: Bench, job_id: str) -> None:
    async with bench.database.writing() as connection:
        await repository.remove(connection, job_id)


async def n_entries(bench: Bench) -> int:
    async with bench.database.reading() as connection:
        return int((await connection.execute(text("SELECT count(*) FROM procrastinate_jobs"))).scalar_one())


async def until(is_so: Callable[[], Awaitable[bool]]) -> None:
    deadline = time.monotonic() + 30
    while not await is_so():
        assert time.monotonic() < deadline
        await asyncio.sleep(0.02)


async def claim_and_die(connection: AsyncConnection, heard_s_ago: float) -> Job:
    """Take an entry and the next job as a host that was last heard of some time ago."""
    worker = "INSERT INTO procrastinate_workers (last_heartbeat) VALUES (now() - make_interval(secs => :ago))"
    worker_id = (await connection.execute(text(f"{worker} RETURNING id"), {"ago": heard_s_ago})).scalar_one()
    fetch = text("SELECT id FROM procrastinate_fetch_job_v2(NULL, :worker_id)")
    entry_id = (await connection.execute(fetch, {"worker_id": worker_id})).scalar_one()
    job = await repository.claim(connection, datetime.now(UTC), entry_id=entry_id)
    assert job is not None
    return job


def test_two_hosts_share_the_jobs_of_a_database_and_do_each_once(tmp_path: Path, database_url: str) -> None:
    async def act(one: Bench) -> tuple[list[Job], int]:
        first = await one.submit(f"wait-for {tmp_path / 'go'}")
        await one.until(first, Status.RUNNING)
        late = await other(one, tmp_path)
        try:
            others = [await one.submit() for _ in range(3)]
            done_meanwhile = [await one.until(job_id, *FINAL) for job_id in others]
            assert (await one.get(first)).status is Status.RUNNING
            (tmp_path / "go").touch()
            found = [*done_meanwhile, await one.until(first, *FINAL)]
            await until(lambda: is_empty(one))
            return found, await n_entries(one)
        finally:
            await late.queue.stop()
            await late.database.close()

    async def is_empty(bench: Bench) -> bool:
        return await n_entries(bench) == 0

    found, n_left = run(tmp_path, act, url=database_url)
    assert [(job.status, job.attempts) for job in found] == [(Status.DONE, 1)] * 4
    assert n_left == 0


@pytest.mark.parametrize("hears", [True, False])
def test_jobs_begin_and_those_that_are_deleted_end_whether_notices_come_or_not(
    tmp_path: Path, database_url: str, hears: bool, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if hears:
        monkeypatch.setattr("server.jobs.procrastinate_queue.POLL_S", 3600.0)
    else:
        monkeypatch.setattr(Connector, "listen_notify", lambda *_, **__: asyncio.sleep(3600))

    async def act(bench: Bench) -> bool:
        await asyncio.sleep(0.3)  # it listens by now
        job_id = await bench.submit("sleep 60")
        await bench.until(job_id, Status.RUNNING)
        await remove(bench, job_id)
        assert (await bench.until(await bench.submit(), *FINAL)).status is Status.DONE
        return bench.blobs.folder(job_id).exists()

    assert run(tmp_path, act, url=database_url) is False


def test_a_job_that_is_deleted_while_it_waits_leaves_an_entry_that_runs_nothing(
    tmp_path: Path, database_url: str
) -> None:
    async def act(bench: Bench) -> Job:
        first, deleted, last = [await bench.submit() for _ in range(3)]
        await remove(bench, deleted)
        await bench.queue.start()
        try:
            assert (await bench.until(first, *FINAL)).status is Status.DONE
            return await bench.until(last, *FINAL)
        finally:
            await bench.queue.stop()

    job = run(tmp_path, act, start=False, url=database_url)
    assert (job.status, job.attempts) == (Status.DONE, 1)


def test_a_job_of_a_host_that_died_is_done_by_another_and_one_of_a_host_that_lives_is_not(
    tmp_path: Path, database_url: str, quick: None
) -> None:
    async def act(bench: Bench) -> tuple[Job, Job]:
        for _ in range(2):
            await bench.submit()
        async with bench.database.writing() as connection:
            lost = await claim_and_die(connection, heard_s_ago=2.0)
            held = await claim_and_die(connection, heard_s_ago=-3600.0)
        await bench.queue.start()
        try:
            return await bench.until(lost.id, *FINAL), await bench.get(held.id)
        finally:
            await bench.queue.stop()

    lost, held = run(tmp_path, act, start=False, url=database_url)
    assert (lost.status, lost.attempts) == (Status.DONE, 2)
    assert (held.status, held.attempts) == (Status.RUNNING, 1)


def test_a_job_that_takes_longer_than_a_dead_host_is_waited_for_runs_once(
    tmp_path: Path, database_url: str, quick: None
) -> None:
    async def act(bench: Bench) -> Job:
        late = await other(bench, tmp_path)
        try:
            return await bench.until(await bench.submit("sleep 1.7"), *FINAL)
        finally:
            await late.queue.stop()
            await late.database.close()

    job = run(tmp_path, act, url=database_url)
    assert (job.status, job.attempts) == (Status.DONE, 1)


def test_a_host_that_was_asleep_for_too_long_changes_nothing_and_goes_on(
    tmp_path: Path, database_url: str, quick: None
) -> None:
    async def act(bench: Bench) -> tuple[Job, Job]:
        job_id = await bench.submit(f"wait-for {tmp_path / 'go'}")
        await bench.until(job_id, Status.RUNNING)
        async with bench.database.writing() as connection:  # what others do with one that is silent
            await connection.execute(text("DELETE FROM procrastinate_workers"))
            await connection.execute(text("DELETE FROM procrastinate_jobs"))
            taken_over = update(jobs).where(jobs.c.id == job_id).values(attempt_id="another", entry_id=None)
            await connection.execute(taken_over)
        (tmp_path / "go").touch()
        return await bench.until(await bench.submit(), *FINAL), await bench.get(job_id)

    after, taken_over = run(tmp_path, act, url=database_url)
    assert after.status is Status.DONE
    assert (taken_over.status, taken_over.attempt_id) == (Status.RUNNING, "another")


def test_a_job_that_a_host_of_an_earlier_version_queued_is_run(
    tmp_path: Path, database_url: str, quick: None
) -> None:
    async def act(bench: Bench) -> Job:
        job_id = await bench.submit()
        async with bench.database.writing() as connection:
            await connection.execute(text("DELETE FROM procrastinate_jobs"))
        await bench.queue.start()
        try:
            return await bench.until(job_id, *FINAL)
        finally:
            await bench.queue.stop()

    assert run(tmp_path, act, start=False, url=database_url).status is Status.DONE


def test_what_runs_outlives_that_the_database_is_away_for_longer_than_a_dead_host_is_waited_for(
    tmp_path: Path, database_url: str, quick: None
) -> None:
    port = make_url(database_url).port
    assert port is not None
    with before(port) as relay:
        url = make_url(database_url).set(port=relay.port).render_as_string(hide_password=False)

        async def act(bench: Bench) -> tuple[Job, Job]:
            job_id = await bench.submit(f"wait-for {tmp_path / 'go'}")
            await bench.until(job_id, Status.RUNNING)
            relay.cut()
            await asyncio.sleep(1.7)
            relay.put_up()
            await asyncio.sleep(1.2)
            (tmp_path / "go").touch()
            return await bench.until(job_id, *FINAL), await bench.until(await bench.submit(), *FINAL)

        found = run(tmp_path, act, url=url)
    assert [(job.status, job.attempts) for job in found] == [(Status.DONE, 1)] * 2


def test_a_host_that_stops_hands_back_what_runs_with_an_entry_for_another(
    tmp_path: Path, database_url: str
) -> None:
    async def act(bench: Bench) -> tuple[Job, Job, int]:
        short, long = await bench.submit("sleep 0.5"), await bench.submit("sleep 60")
        for job_id in (short, long):
            await bench.until(job_id, Status.RUNNING)
        await bench.queue.stop(grace_s=3)
        return await bench.get(short), await bench.get(long), await n_entries(bench)

    short, long, n_left = run(tmp_path, act, size=2, url=database_url)
    assert short.status is Status.DONE
    assert (long.status, long.attempts) == (Status.QUEUED, 0)
    assert n_left == 1
