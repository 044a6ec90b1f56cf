"""The statements of every request and job beside a million jobs and ten million units of the ledger.

A part is accepted, asked for, run and done, and usage is read, in an empty database and in a full one. Each
statement that this takes is explained: none may read a large table from one end to the other. Times are of
transactions alone, without HTTP.
"""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
from sqlalchemy import event, text

from server.auth import repository as accounts
from server.auth.accounts import Account
from server.jobs import entries, repository
from server.jobs.admission import Admission
from server.jobs.endings import Endings
from server.jobs.job import Job
from server.metering import meter
from server.metering.plans import ANALYZE
from server.storage import ids
from server.storage.database import Database, open_database
from server.webhooks.events import Events
from tests.support import postgresql

N_JOBS, N_UNITS, N_ACCOUNTS = 1_000_000, 10_000_000, 1_000
N_ROUNDS = 300
LARGE = ("jobs", "job_log", "meter_events", "webhook_deliveries")
MOST_TIMES_SLOWER = 2.0
NOISE_MS = 1.0
"""Of a transaction of some milliseconds on a machine that others use too."""
ACCOUNTS = text(
    "INSERT INTO accounts (id, name, plan, overage_enabled, created_at) "
    "SELECT 'account-' || n, 'account-' || n, 'enterprise', true, now() FROM generate_series(1, :n) n"
)
JOBS = text(
    "INSERT INTO jobs (id, account_id, filename, task, arguments, status, run, attempts, has_result, "
    "size_bytes, created_at, queued_at, started_at, finished_at, last_used_at, home) "
    "SELECT '01a00000-' || lpad(to_hex(n), 12, '0'), 'account-' || (n % :accounts + 1), 'part.step', "
    "'none', '{}', "
    "'done', 1, 1, true, 1000000, t, t, t, t, t, '' "
    "FROM (SELECT n, now() - make_interval(secs => n % 80000) AS t FROM generate_series(1, :n) n) each"
)
LINES = text(
    "INSERT INTO job_log (job_id, line, written_at) SELECT id, 'reading part.step', created_at FROM jobs"
)
UNITS = text(
    "INSERT INTO meter_events (id, account_id, meter, period_start, seq, billable, job_id, occurred_at) "
    "SELECT '01a00000-' || lpad(to_hex(n), 12, '0'), 'account-' || (n % :accounts + 1), 'dfm.analyze', "
    "date_trunc('month', now()), n, false, '01a00000-' || lpad(to_hex(n), 12, '0'), now() "
    "FROM generate_series(1, :n) n"
)


@dataclass
class Times:
    """Milliseconds of each transaction, by what it is for."""

    of: dict[str, list[float]] = field(default_factory=dict)

    @contextmanager
    def measuring(self, name: str) -> Iterator[None]:
        """Measure a block."""
        began = time.perf_counter()
        yield
        self.of.setdefault(name, []).append(1000 * (time.perf_counter() - began))

    def p50(self, name: str) -> float:
        """Return the median."""
        return float(np.median(self.of[name]))

    def p95(self, name: str) -> float:
        """Return what nineteen of twenty are faster than."""
        return float(np.percentile(self.of[name], 95))


def run(n_jobs: int = N_JOBS, n_units: int = N_UNITS) -> bool:
    """Measure, let it grow, measure again; print both. Return whether nothing reads a large table whole."""
    with postgresql.serving(shared_buffers="256MB", max_wal_size="4GB") as cluster, cluster.migrated() as url:
        empty, _ = asyncio.run(measured(url))
        began = time.monotonic()
        asyncio.run(fill(url, n_jobs, n_units))
        print(f"{n_jobs} jobs and {n_units} units are made, in {time.monotonic() - began:.0f} s")
        full, scans = asyncio.run(measured(url))
    is_fine = not scans
    for name in empty.of:
        before, after = empty.p95(name), full.p95(name)
        is_slower = after > MOST_TIMES_SLOWER * before + NOISE_MS
        is_fine &= not is_slower
        print(f"  {name:12} p95 {before:6.1f} ms, full {after:6.1f} ms{'  (slower)' if is_slower else ''}")
    for statement in sorted(scans):
        print(f"  reads a table whole: {statement}")
    return is_fine


async def fill(url: str, n_jobs: int, n_units: int) -> None:
    """Put so many jobs, a line of log for each, and so many units into an empty database."""
    database = open_database(url, Path())
    async with database.writing() as connection:
        await connection.execute(ACCOUNTS, {"n": N_ACCOUNTS})
    for statement, count in ((JOBS, n_jobs), (UNITS, n_units)):
        async with database.writing() as connection:
            await connection.execute(statement, {"n": count, "accounts": N_ACCOUNTS})
    async with database.writing() as connection:
        await connection.execute(LINES)
    async with database.session() as connection:
        await connection.execute(text("VACUUM ANALYZE"))
    await database.close()


async def measured(url: str) -> tuple[Times, set[str]]:
    """Run jobs; return how long transactions took, and the statements that read a large table whole."""
    database = open_database(url, Path())
    times, seen = Times(), dict[str, Any]()

    def note(_: Any, __: Any, statement: str, parameters: Any, *___: Any) -> None:
        seen.setdefault(statement, parameters)

    async with database.writing() as connection:
        name = ids.new()
        account = await accounts.make_account(connection, name, "enterprise", True, True, datetime.now(UTC))
    for at in range(N_ROUNDS):
        if at == 1:
            event.listen(database._engine.sync_engine, "before_cursor_execute", note)
        if at == 2:
            event.remove(database._engine.sync_engine, "before_cursor_execute", note)
        await _one_job(database, account, times)
    scans = set()
    async with database.reading() as connection:
        for statement, parameters in seen.items():
            if statement.split(None, 1)[0] in ("SELECT", "UPDATE", "DELETE", "INSERT"):
                plan = await connection.exec_driver_sql(f"EXPLAIN (FORMAT JSON) {statement}", parameters)
                if found := list(_scanned(plan.scalar_one()[0]["Plan"])):
                    scans.add(f"{', '.join(found)}: {' '.join(statement.split())[:150]}")
    await database.close()
    return times, scans


async def _one_job(database: Database, account: Account, times: Times) -> None:
    """Do what the requests and the attempt of a job do with the database."""
    now = datetime.now(UTC)
    job = Job.queued(ids.new(), account.id, "part.step", "none", {}, now)
    admission = Admission(200, 100)
    endings = Endings(database, asyncio.Event(), on_end=Events("http://sprue.test").job_ended)
    with times.measuring("accept"):
        async with database.writing() as connection:
            await meter.reserve(connection, account, ANALYZE, now, job.id)
            await admission.add(connection, job)
    with times.measuring("status"):
        async with database.reading() as connection:
            assert await repository.get(connection, job.id, account.id) is not None
            await repository.log_of(connection, job.id)
    with times.measuring("claim"):
        async with database.writing() as connection:
            claimed = await repository.claim(connection, now, entry_id=0)
    assert claimed is not None
    with times.measuring("lines"):
        async with database.writing() as connection:
            assert await repository.add_lines_of(connection, claimed, ["reading part.step"], now)
    with times.measuring("end"):
        async with database.writing() as connection:
            assert await endings.write(connection, claimed, 1000, ["3 rules are judged"])
    async with database.writing() as connection:
        await connection.execute(text("DELETE FROM procrastinate_jobs"))
    with times.measuring("list"):
        async with database.reading() as connection:
            await repository.page(connection, account.id, 50, used_since=now - timedelta(hours=24))
    with times.measuring("usage"):
        async with database.reading() as connection:
            await meter.standing(connection, account, ANALYZE, now)
    with times.measuring("recover"):
        async with database.writing() as connection:
            await repository.recover(connection, now)
            await entries.add_missing(connection)
    with times.measuring("give back"):
        async with database.writing() as connection:
            await meter.give_back(connection, job.id, now)


def _scanned(plan: dict[str, Any]) -> list[str]:
    """Return the large tables that a plan reads from one end to the other."""
    found = [plan["Relation Name"]] if plan["Node Type"] == "Seq Scan" else []
    found = [each for each in found if each in LARGE]
    for further in plan.get("Plans", ()):
        found += _scanned(further)
    return found
