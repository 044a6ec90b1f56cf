"""Who draws a report that a host asks for; `tests/faults/test_hosts.py` has it drawn by workers that live."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from server.errors import ArtifactNotFound
from server.jobs import entries, remote_reports
from server.jobs.job import Job
from server.jobs.remote_reports import RemoteReports
from server.storage.database import Database, open_database
from tests.support.postgresql import ON_POSTGRESQL

JOB = Job.queued("the-job", "account", "part.step", "none", {}, datetime(2026, 11, 27, tzinfo=UTC))
FETCH = "SELECT id FROM procrastinate_fetch_job_v2(NULL, NULL)"


class Own:
    """Notes what is drawn here, and what is drawn at all."""

    def __init__(self) -> None:
        self.drawn_here: list[str] = []
        self.is_drawn = False

    async def job(self, job_id: str, run: str) -> Job:
        return JOB

    async def draw(self, job_id: str, run: str) -> None:
        self.drawn_here.append(job_id)

    async def artifact(self, job_id: str, run: int, name: str) -> str:
        if not self.is_drawn:
            raise ArtifactNotFound("not yet")
        return name


def run(url: str, act: Callable[[Database, Own, RemoteReports], Awaitable[None]]) -> None:
    async def go() -> None:
        database, own = open_database(url, Path()), Own()
        try:
            found: Any = own
            await act(database, own, RemoteReports(database, found, found))
        finally:
            await database.close()

    asyncio.run(go())


async def n_entries(database: Database) -> int:
    async with database.reading() as connection:
        found = await connection.execute(text("SELECT COUNT(*) FROM procrastinate_jobs"))
        return int(found.scalar_one())


async def until_begun(database: Database) -> int:
    """Begin an entry as a worker does, as soon as there is one."""
    while True:
        async with database.writing() as connection:
            found = (await connection.execute(text(FETCH))).scalar_one_or_none()
        if found is not None:
            return int(found)
        await asyncio.sleep(0.02)


async def end(database: Database, entry_id: int) -> None:
    async with database.writing() as connection:
        await connection.execute(
            text("SELECT procrastinate_finish_job_v1(:id, 'succeeded', true)"), {"id": entry_id}
        )


@ON_POSTGRESQL
def test_what_no_worker_begins_in_time_is_drawn_here_and_withdrawn_there(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote_reports, "BEGIN_WITHIN_S", 0.1)

    async def act(database: Database, own: Own, reports: RemoteReports) -> None:
        await reports.draw(JOB.id, "1")
        assert own.drawn_here == [JOB.id]
        assert await n_entries(database) == 0

    run(database_url, act)


@ON_POSTGRESQL
@pytest.mark.parametrize("succeeds", [True, False])
def test_what_a_worker_has_begun_is_waited_for_and_drawn_here_only_where_it_failed(
    database_url: str, monkeypatch: pytest.MonkeyPatch, succeeds: bool
) -> None:
    monkeypatch.setattr(remote_reports, "BEGIN_WITHIN_S", 0.1)

    async def act(database: Database, own: Own, reports: RemoteReports) -> None:
        drawing = asyncio.create_task(reports.draw(JOB.id, "1"))
        entry_id = await until_begun(database)
        await asyncio.sleep(0.5)  # longer than it would wait for who has not begun
        assert not drawing.done()
        own.is_drawn = succeeds
        await end(database, entry_id)
        await drawing
        assert own.drawn_here == ([] if succeeds else [JOB.id])

    run(database_url, act)


@ON_POSTGRESQL
def test_all_who_ask_share_one_entry_and_another_run_has_its_own(database_url: str) -> None:
    async def act(database: Database, own: Own, reports: RemoteReports) -> None:
        asked = await asyncio.gather(*(reports._ask(JOB.id, 1) for _ in range(5)))
        assert len(set(asked)) == 1
        assert await reports._ask(JOB.id, 2) not in asked
        assert await n_entries(database) == 2
        assert await until_begun(database) == asked[0]
        assert await reports._ask(JOB.id, 1) == asked[0]
        async with database.writing() as connection:
            assert not await entries.withdraw(connection, asked[0])

    run(database_url, act)


@ON_POSTGRESQL
def test_a_report_goes_ahead_of_jobs_that_wait(database_url: str) -> None:
    async def act(database: Database, own: Own, reports: RemoteReports) -> None:
        async with database.writing() as connection:
            await entries.add(connection, "", 3)
        asked = await reports._ask(JOB.id, 1)
        assert await until_begun(database) == asked

    run(database_url, act)
