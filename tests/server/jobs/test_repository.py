"""Whose job is next: round robin over accounts."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, insert, text, update
from sqlalchemy.dialects import postgresql
from sqlalchemy.ext.asyncio import AsyncConnection

from server.auth import repository as accounts
from server.jobs import entries, repository
from server.jobs.job import Job, Status
from server.jobs.job import Line as LogLine
from server.storage import ids
from server.storage.database import Database, open_database
from server.storage.models import job_log, jobs
from tests.support.postgresql import ON_BOTH, ON_POSTGRESQL

GONE = 10**15
"""An entry of the queue that there is not."""
START = datetime(2026, 11, 26, 12, tzinfo=UTC)


class Line:
    """Jobs of accounts that are called by a letter, numbered in the order in which each account sent them."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._account_ids: dict[str, str] = {}
        self._sent: dict[str, int] = {}
        self._name_of_job: dict[str, str] = {}
        self._now = START

    async def send(self, letter: str, count: int = 1, home: str = "") -> None:
        """Queue jobs of an account."""
        async with self._database.writing() as connection:
            for _ in range(count):
                job = replace(self.job(await self._account(connection, letter)), home=home)
                self._sent[letter] = self._sent.get(letter, 0) + 1
                self._name_of_job[job.id] = f"{letter}{self._sent[letter]}"
                await repository.add(connection, job)

    async def claim(self, home: str = "") -> Job | None:
        """Claim the next job, by an entry that is gone at once."""
        async with self._database.writing() as connection:
            return await repository.claim(connection, self._tick(), home, GONE)

    async def serve(self, count: int) -> list[str]:
        """Claim and finish jobs one after the other; return their names."""
        served = []
        for _ in range(count):
            job = await self.claim()
            if job is None:
                break
            served.append(self.name(job))
            async with self._database.writing() as connection:
                await repository.finish(connection, job, 0, self._tick())
        return served

    async def act(self, action: Callable[[AsyncConnection], Awaitable[object]]) -> None:
        """Do something else in a transaction."""
        async with self._database.writing() as connection:
            await action(connection)

    async def recompute(self, name: str) -> None:
        """Queue another run of a job that is done."""
        job_id = next(each for each, its_name in self._name_of_job.items() if its_name == name)
        async with self._database.writing() as connection:
            job = await repository.get(connection, job_id)
            assert job is not None
            assert await repository.requeue(connection, job, {}, self._tick()) is not None

    def name(self, job: Job) -> str:
        """Return what a job is called."""
        return self._name_of_job[job.id]

    async def _account(self, connection: AsyncConnection, letter: str) -> str:
        if letter not in self._account_ids:
            made = await accounts.make_account(connection, letter, "free", False, False, START)
            self._account_ids[letter] = made.id
        return self._account_ids[letter]

    def job(self, account_id: str) -> Job:
        """Return a job that waits from now on."""
        return Job.queued(ids.new(), account_id, "part.step", "none", {}, self._tick())

    def _tick(self) -> datetime:
        self._now += timedelta(seconds=1)
        return self._now


def run(url: str, act: Callable[[Line, Database], Awaitable[None]]) -> None:
    """Act on a line in a new database."""

    async def go() -> None:
        database = open_database(url, Path())
        try:
            await act(Line(database), database)
        finally:
            await database.close()

    asyncio.run(go())


@ON_BOTH
def test_accounts_take_turns_and_each_ones_jobs_stay_in_order(database_url: str) -> None:
    async def act(line: Line, _: Database) -> None:
        await line.send("A", 8)
        await line.send("B")
        await line.send("C", 3)
        assert await line.serve(20) == "A1 B1 C1 A2 C2 A3 C3 A4 A5 A6 A7 A8".split()

    run(database_url, act)


@ON_BOTH
def test_who_comes_later_waits_for_one_job_of_each_other_account_at_most(database_url: str) -> None:
    async def act(line: Line, _: Database) -> None:
        await line.send("A", 5)
        await line.send("B", 5)
        assert await line.serve(3) == ["A1", "B1", "A2"]
        await line.send("C", 2)
        assert await line.serve(5) == ["C1", "B2", "A3", "C2", "B3"]

    run(database_url, act)


def test_one_account_alone_is_served_in_the_order_in_which_it_sent(database_url: str) -> None:
    async def act(line: Line, _: Database) -> None:
        await line.send("A", 3)
        assert await line.serve(9) == ["A1", "A2", "A3"]

    run(database_url, act)


@ON_BOTH
def test_of_many_servers_that_claim_at_one_instant_each_serves_whose_turn_it_is(database_url: str) -> None:
    async def act(line: Line, _: Database) -> None:
        await line.send("A", 9)
        await line.send("B", 3)
        await line.send("C", 3)
        claimed = [job for job in await asyncio.gather(*(line.claim() for _ in range(9))) if job is not None]
        assert sorted(map(line.name, claimed)) == "A1 A2 A3 B1 B2 B3 C1 C2 C3".split()
        rest = [job for job in await asyncio.gather(*(line.claim() for _ in range(9))) if job is not None]
        assert sorted(map(line.name, rest)) == "A4 A5 A6 A7 A8 A9".split()

    run(database_url, act)


@ON_BOTH
def test_a_recompute_takes_a_turn_as_a_job_does(database_url: str) -> None:
    async def act(line: Line, _: Database) -> None:
        await line.send("A", 3)
        await line.send("B", 2)
        assert await line.serve(2) == ["A1", "B1"]
        await line.recompute("A1")
        assert await line.serve(9) == ["A2", "B2", "A3", "A1"]

    run(database_url, act)


@ON_BOTH
def test_after_a_crash_what_ran_goes_first_and_the_others_keep_their_turns(database_url: str) -> None:
    async def act(line: Line, _: Database) -> None:
        await line.send("A", 3)
        await line.send("B", 2)
        await line.send("C", 1)
        assert await line.serve(1) == ["A1"]
        lost = await line.claim()
        assert lost is not None
        assert line.name(lost) == "B1"
        await line.act(lambda connection: repository.recover(connection, START))
        assert await line.serve(9) == ["B1", "C1", "A2", "B2", "A3"]

    run(database_url, act)


@ON_BOTH
def test_a_job_handed_back_by_a_server_that_stops_goes_first_and_one_that_was_killed_does_not(
    database_url: str,
) -> None:
    async def act(line: Line, _: Database) -> None:
        await line.send("A", 2)
        await line.send("B")
        await line.serve(1)
        stopped = await line.claim()
        assert stopped is not None
        assert line.name(stopped) == "B1"
        await line.act(lambda connection: repository.hand_back(connection, stopped, counts=False))
        again = await line.claim()
        assert again is not None
        assert line.name(again) == "B1"
        await line.act(lambda connection: repository.hand_back(connection, again, counts=True))
        assert await line.serve(9) == ["A2", "B1"]

    run(database_url, act)


@ON_BOTH
def test_an_attempt_that_was_followed_by_another_changes_nothing(database_url: str) -> None:
    async def act(line: Line, database: Database) -> None:
        await line.send("A")
        stale = await line.claim()
        await line.act(lambda connection: repository.recover(connection, START))
        current = await line.claim()
        assert stale is not None
        assert current is not None
        assert (current.id, current.attempts) == (stale.id, 2)
        for job, counts in ((stale, False), (current, True)):
            async with database.writing() as connection:
                assert await repository.is_current(connection, job) is counts
                assert await repository.add_lines_of(connection, job, ["a\0b", "c"], START) is counts
        async with database.reading() as connection:
            assert [each.text for each in await repository.log_of(connection, current.id)] == ["ab", "c"]
        async with database.writing() as connection:
            assert not await repository.finish(connection, stale, 1, START)
            assert not await repository.fail(connection, stale, "NoSolid", "nothing", START)
            assert not await repository.hand_back(connection, stale, counts=False)
            assert await repository.get(connection, stale.id) == current
            assert await repository.finish(connection, current, 1, START)
            assert not await repository.finish(connection, current, 1, START)

    run(database_url, act)


@ON_BOTH
def test_who_claims_a_job_is_told_whether_attempts_before_left_lines(database_url: str) -> None:
    async def act(line: Line, database: Database) -> None:
        await line.send("A")
        first = await line.claim()
        assert first is not None
        await line.act(lambda connection: repository.hand_back(connection, first, counts=False))
        second = await line.claim()
        assert second is not None
        await line.act(lambda connection: repository.add_lines_of(connection, second, ["read"], START))
        await line.act(lambda connection: repository.hand_back(connection, second, counts=False))
        third = await line.claim()
        assert third is not None
        await line.act(lambda connection: repository.finish(connection, third, 1, START))
        await line.recompute("A1")
        fourth = await line.claim()
        assert fourth is not None
        claimed = (first, second, third, fourth)
        assert [job.attempts for job in claimed] == [1, 1, 1, 1]
        assert [job.has_log for job in claimed] == [False, False, True, False]

    run(database_url, act)


@ON_BOTH
def test_lines_keep_their_order_however_many_come_at_once(database_url: str) -> None:
    async def act(line: Line, database: Database) -> None:
        await line.send("A")
        job = await line.claim()
        assert job is not None
        sent = [f"{at % 7} of line {at}" for at in range(200)]
        await line.act(lambda connection: repository.add_lines_of(connection, job, sent, START))
        async with database.reading() as connection:
            assert [each.text for each in await repository.log_of(connection, job.id)] == sent

    run(database_url, act)


@ON_POSTGRESQL
def test_only_a_job_whose_entry_nobody_runs_is_put_back_and_gets_another(database_url: str) -> None:
    async def act(line: Line, database: Database) -> None:
        await line.send("A", 2)
        lost = await line.claim()
        assert lost is not None
        async with database.writing() as connection:
            fetched = await connection.execute(text("SELECT id FROM procrastinate_fetch_job_v2(NULL, NULL)"))
            held = await repository.claim(connection, START, entry_id=fetched.scalar_one())
        assert held is not None
        async with database.writing() as connection:
            before = await entries.standing(connection)
            assert await repository.recover(connection, START) == 1
            assert await repository.recover(connection, START) == 0
            after = await entries.standing(connection)
        assert (before.n_waiting, after.n_waiting) == (1, 2)
        async with database.reading() as connection:
            found = [await repository.get(connection, job.id) for job in (lost, held)]
        assert [(job.status, job.entry_id) for job in found if job is not None] == [
            (Status.QUEUED, None),
            (Status.RUNNING, held.entry_id),
        ]

    run(database_url, act)


@ON_POSTGRESQL
def test_a_job_that_a_server_of_before_leases_began_is_put_back_after_ten_minutes(database_url: str) -> None:
    async def act(line: Line, database: Database) -> None:
        await line.send("A")
        begun = await line.claim()
        assert begun is not None
        assert begun.started_at is not None
        async with database.writing() as connection:
            await connection.execute(update(jobs).values(attempt_id=None, entry_id=None))
            for minutes, n_lost in ((9, 0), (11, 1)):
                later = begun.started_at + timedelta(minutes=minutes)
                assert await repository.recover(connection, later) == n_lost

    run(database_url, act)


@ON_POSTGRESQL
def test_a_job_that_a_server_with_leases_runs_beside_is_put_back_when_its_lease_has_ended(
    database_url: str,
) -> None:
    async def act(line: Line, database: Database) -> None:
        await line.send("A", 2)
        for minutes in (1, -1):
            job = await line.claim()
            assert job is not None
            until = datetime.now(UTC) + timedelta(minutes=minutes)
            async with database.writing() as connection:
                await connection.execute(
                    update(jobs).where(jobs.c.id == job.id).values(entry_id=None, leased_until=until)
                )
        async with database.writing() as connection:
            assert await repository.recover(connection, START) == 1
            ended = await repository.get(connection, job.id)
        assert ended is not None
        assert ended.status is Status.QUEUED

    run(database_url, act)


@ON_POSTGRESQL
def test_whatever_queues_a_job_makes_an_entry_unless_it_is_undone(database_url: str) -> None:
    async def act(line: Line, database: Database) -> None:
        async def n_entries() -> int:
            async with database.reading() as connection:
                return (await entries.standing(connection)).n_waiting

        await line.send("A")
        assert await n_entries() == 1
        job = await line.claim()
        assert job is not None
        await line.act(lambda connection: repository.hand_back(connection, job, counts=True))
        assert await n_entries() == 2
        await line.serve(1)
        await line.recompute("A1")
        assert await n_entries() == 3

        async def add_and_fail(connection: AsyncConnection) -> None:
            await repository.add(connection, line.job(job.account_id))
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            await line.act(add_and_fail)
        assert await n_entries() == 3

    run(database_url, act)


@ON_BOTH
def test_a_server_takes_no_job_whose_files_lie_in_the_folder_of_another(database_url: str) -> None:
    async def act(line: Line, database: Database) -> None:
        await line.send("A", home="one")
        await line.send("A", home="other")
        await line.send("A")
        found = []
        for home in ("other", "other", "other", "one"):
            job = await line.claim(home)
            found.append(None if job is None else line.name(job))
        assert found == ["A2", "A3", None, "A1"]

    run(database_url, act)


def test_a_claim_reads_what_waits_and_none_of_the_jobs_that_are_done(database_url: str) -> None:
    """By what SQLite says of every statement that claims or ends a job, however many are done."""

    async def act(line: Line, database: Database) -> None:
        await line.send("A", 3)
        asked: list[tuple[str, Any]] = []
        event.listen(
            database._engine.sync_engine,
            "before_cursor_execute",
            lambda _, __, statement, parameters, *___: asked.append((statement, parameters)),
        )
        assert await line.serve(2) == ["A1", "A2"]
        changes = [each for each in asked if each[0].startswith("UPDATE")]
        assert len(changes) == 2 * 3, "a job is claimed, its account has had its turn, and the job is done"
        async with database.reading() as connection:
            for statement, parameters in changes:
                found = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
                plan = " ".join(str(row[-1]) for row in found)
                assert "SCAN" not in plan, statement
                if "ORDER BY" in statement:
                    assert "USING INDEX ix_jobs_status (status=?)" in plan

    run(database_url, act)


@ON_BOTH
def test_lines_are_numbered_and_jobs_are_large_beyond_32_bits(database_url: str) -> None:
    async def act(line: Line, database: Database) -> None:
        await line.send("A")
        job = await line.claim()
        assert job is not None
        async with database.writing() as connection:
            await connection.execute(
                insert(job_log).values(id=2**31 - 1, job_id=job.id, line="last of 32 bits", written_at=START)
            )
            if not database.is_sqlite:  # which goes on after the largest number by itself
                await connection.execute(text("SELECT setval('job_log_id_seq', 2147483647)"))
            await repository.add_lines(connection, job.id, ["one more"], START)
            assert await repository.finish(connection, job, 3 * 2**30, START)
        async with database.reading() as connection:
            lines = await repository.log_of(connection, job.id, after_id=2**31 - 1)
            done = await repository.get(connection, job.id)
        assert lines == [LogLine(2**31, "one more")]
        assert done is not None
        assert done.size_bytes == 3 * 2**30

    run(database_url, act)


def test_two_servers_on_postgresql_pass_over_what_the_other_claims() -> None:
    statement = str(repository.next_in_turn().compile(dialect=postgresql.dialect()))
    assert statement.endswith("FOR UPDATE OF queued SKIP LOCKED")
