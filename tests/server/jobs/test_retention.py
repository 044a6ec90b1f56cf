"""What is forgotten, and when."""

import os
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import update

from server.http import idempotency
from server.jobs import repository
from server.jobs.job import Status
from server.jobs.retention import Retention
from server.storage import advisory_lock
from server.storage.advisory_lock import Lock
from server.storage.database import open_database
from server.storage.disk import Disk
from server.storage.models import jobs
from server.storage.object_store import ObjectStore
from server.storage.s3_blobs import S3Blobs
from tests.server.jobs.bench import Bench, run
from tests.server.stored import objects_of
from tests.support import seaweedfs
from tests.support.postgresql import ON_BOTH, ON_POSTGRESQL

HOUR_S = 3600.0
MANY_BYTES = 10**9


class RoomyDisk(Disk):
    """One that is short of as much as a test says."""

    def __init__(self, missing_bytes: int = 0) -> None:
        self._missing_bytes = missing_bytes

    @property
    def missing_bytes(self) -> int:
        return self._missing_bytes


def retention(bench: Bench, budget_bytes: int = MANY_BYTES, missing_bytes: int = 0) -> Retention:
    return Retention(bench.database, bench.blobs, RoomyDisk(missing_bytes), HOUR_S, 2 * HOUR_S, budget_bytes)


async def finished(bench: Bench, hours_ago: float, size: int = 0, status: Status = Status.DONE) -> str:
    """Make a job that ended, and was last used some hours ago."""
    job_id = await bench.submit()
    async with bench.database.writing() as connection:
        await connection.execute(
            update(jobs)
            .where(jobs.c.id == job_id)
            .values(
                status=status, last_used_at=datetime.now(UTC) - timedelta(hours=hours_ago), size_bytes=size
            )
        )
    (bench.blobs.folder(job_id) / "big").write_bytes(bytes(size))
    return job_id


async def there(bench: Bench, job_id: str) -> bool:
    async with bench.database.reading() as connection:
        row = await repository.get(connection, job_id)
    assert (row is not None) == bench.blobs.folder(job_id).exists()
    return row is not None


@ON_BOTH
def test_finished_jobs_go_when_nobody_asked_for_their_lifetime(database_url: str, tmp_path: Path) -> None:
    async def act(bench: Bench) -> list[bool]:
        made = [
            await finished(bench, 2),
            await finished(bench, 2, status=Status.ERROR),
            await finished(bench, 0.5),
            await finished(bench, 2, status=Status.QUEUED),
            await finished(bench, 2, status=Status.RUNNING),
        ]
        await retention(bench).look()
        return [await there(bench, job_id) for job_id in made]

    assert run(tmp_path, act, start=False, url=database_url) == [False, False, True, True, True]


@ON_BOTH
def test_a_job_that_is_begun_again_while_old_ones_are_looked_for_stays(
    database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(bench: Bench) -> list[bool]:
        states = (Status.QUEUED, Status.RUNNING, Status.DONE)
        made = [await finished(bench, 2, 1000, status) for status in states]

        async def as_it_was(*_: object) -> list[str]:
            return made

        async def sizes_as_they_were(*_: object) -> list[tuple[str, int]]:
            return [(job_id, 1000) for job_id in made]

        monkeypatch.setattr(repository, "unused_since", as_it_was)
        monkeypatch.setattr(repository, "sizes_by_use", sizes_as_they_were)
        await retention(bench, 0).look()
        return [await there(bench, job_id) for job_id in made]

    assert run(tmp_path, act, start=False, url=database_url) == [True, True, False]


@ON_BOTH
def test_beyond_the_budget_what_is_longest_unused_goes_first(database_url: str, tmp_path: Path) -> None:
    async def act(bench: Bench) -> tuple[list[bool], list[str]]:
        made = [await finished(bench, hours, 1000) for hours in (0.1, 0.5, 0.3)]
        for name, age_s in (("old", 100), ("new", 10)):
            file = bench.blobs.prepared / name
            file.write_bytes(bytes(1000))
            os.utime(file, (time.time() - age_s,) * 2)
        size = sum(bench.blobs.size(job_id) for job_id in made)
        await retention(bench, size + 1500).look()
        kept = [path.name for path in bench.blobs.prepared.iterdir()]
        await retention(bench, size - 500).look()
        return [await there(bench, job_id) for job_id in made], kept

    left, kept = run(tmp_path, act, start=False, url=database_url)
    assert kept == ["new"]
    assert left == [True, False, True]


def test_what_the_disk_is_short_of_goes_whatever_the_budget(tmp_path: Path) -> None:
    async def act(bench: Bench) -> tuple[list[bool], list[bool]]:
        made = [await finished(bench, hours, 1000) for hours in (0.1, 0.5, 0.3)]
        (bench.blobs.prepared / "a").write_bytes(bytes(1000))
        await retention(bench, missing_bytes=900).look()
        after_one = [await there(bench, job_id) for job_id in made]
        assert list(bench.blobs.prepared.iterdir()) == []
        await retention(bench, missing_bytes=900).look()
        return after_one, [await there(bench, job_id) for job_id in made]

    assert run(tmp_path, act, start=False) == ([True, True, True], [True, False, True])


@ON_BOTH
def test_previews_go_with_their_links_and_answers_after_a_day(database_url: str, tmp_path: Path) -> None:
    async def act(bench: Bench) -> tuple[list[Path], list[object]]:
        old, new = bench.blobs.new_preview(), bench.blobs.new_preview()
        for file, age_s in ((old, 3 * HOUR_S), (new, HOUR_S)):
            file.write_bytes(b"glTF")
            os.utime(file, (time.time() - age_s,) * 2)
        now = datetime.now(UTC)
        async with bench.database.writing() as connection:
            for key, made in (("old", now - timedelta(hours=25)), ("new", now)):
                await idempotency.keep(connection, bench.account_id, key, "hash", {"key": key}, made)
        await retention(bench).look()
        async with bench.database.reading() as connection:
            answers = [
                await idempotency.find(connection, bench.account_id, key, "hash") for key in ("old", "new")
            ]
        return [file for file in (old, new) if file.exists()], answers

    files, answers = run(tmp_path, act, start=False, url=database_url)
    assert len(files) == 1
    assert answers == [None, {"key": "new"}]


def test_at_the_start_folders_of_nobody_are_moved_aside_and_go_as_late_as_jobs(tmp_path: Path) -> None:
    async def act(bench: Bench) -> list[str]:
        mine = await bench.submit()
        (bench.blobs.make("stray") / "part.step").write_bytes(b"a part")
        (tmp_path / "uploads" / "half").mkdir()
        keeper = retention(bench)
        await keeper.start()
        await keeper.stop()
        assert list((tmp_path / "uploads").iterdir()) == []
        assert await there(bench, mine)
        (aside,) = (tmp_path / "strays").iterdir()
        assert (aside / "jobs" / "stray" / "part.step").read_bytes() == b"a part"
        assert (aside / "uploads" / "half").is_dir()
        for hours_ago in (0.9, 1.1):
            os.utime(aside, (time.time() - hours_ago * HOUR_S,) * 2)
            assert aside.exists()
            await keeper.look()
        assert not aside.exists()
        return [path.name for path in (tmp_path / "jobs").iterdir() if path.name != mine]

    assert run(tmp_path, act, start=False) == []


def test_at_a_start_without_strays_nothing_is_made_for_them(tmp_path: Path) -> None:
    async def act(bench: Bench) -> list[Path]:
        await bench.submit()
        keeper = retention(bench)
        await keeper.start()
        await keeper.stop()
        return list((tmp_path / "strays").iterdir())

    assert run(tmp_path, act, start=False) == []


@seaweedfs.CAN_RUN
@ON_POSTGRESQL
def test_where_hosts_share_their_files_one_at_a_time_forgets_for_all(
    database_url: str, store_url: str, tmp_path: Path
) -> None:
    def home(folder: Path) -> S3Blobs:
        return S3Blobs(ObjectStore(store_url), folder, MANY_BYTES, b"s" * 32)

    async def act(bench: Bench) -> list[bool]:
        job_id = await bench.submit()
        async with bench.database.writing() as connection:
            then = datetime.now(UTC) - timedelta(hours=2)
            await connection.execute(update(jobs).values(status=Status.DONE, last_used_at=then))
        found = []
        another = open_database(database_url, tmp_path)
        async with advisory_lock.leading(another, Lock.RETENTION) as leads:
            assert leads
            await retention(bench).look()
            async with bench.database.reading() as connection:
                found.append(await repository.get(connection, job_id) is not None)
        await another.close()
        await retention(bench).look()
        async with bench.database.reading() as connection:
            found.append(await repository.get(connection, job_id) is not None)
        return found

    assert run(tmp_path, act, start=False, url=database_url, home=home) == [True, False]
    assert objects_of(store_url, "jobs") == []


@pytest.mark.parametrize(("missing_bytes", "pause_s"), [(0, 60.0), (1, 5.0)])
def test_it_is_looked_more_often_while_the_disk_is_short(
    tmp_path: Path, missing_bytes: int, pause_s: float
) -> None:
    async def act(bench: Bench) -> None:
        assert retention(bench, missing_bytes=missing_bytes)._pause_s() == pause_s

    run(tmp_path, act)
