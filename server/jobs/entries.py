"""Entries in procrastinate's queue: each lets one host run one job, whichever's turn it is then.

An entry names no job. It decides that a host takes a job, and by its worker's heartbeat who died with one.
Which job that is the turn of accounts decides at that moment (`repository.claim`), as a priority that is
fixed when the job comes cannot. So every statement that queues a job makes an entry in its transaction, and
an entry too many finds nothing to run and ends. On SQLite there are none: the table of jobs is the queue
there.
"""

import json
from dataclasses import dataclass

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Text,
    cast,
    column,
    delete,
    func,
    literal_column,
    select,
    table,
    text,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from server.jobs.job import Status
from server.storage.models import jobs

QUEUE = "sprue"
"""The queue of jobs whose files every host finds; a host with files of its own has one besides."""
TASK = "run_next_job"
"""What procrastinate knows it as."""
HEARTBEAT_S = 2.0
STALLED_S = 6.0
"""A worker that was not heard of for so long is taken for dead: three heartbeats."""

DEFER = text(
    "SELECT procrastinate_defer_jobs_v1(array_fill("
    "CAST(ROW(CAST(:queue AS varchar), CAST(:task AS varchar), 0, NULL, NULL, CAST('{}' AS jsonb), NULL)"
    " AS procrastinate_job_to_defer_v1), ARRAY[CAST(:count AS integer)]))"
)
REPORT_TASK = "draw_report"
REPORT_PRIORITY = 1
"""Jobs have 0: who asks for a report waits for it."""
DEFER_REPORT = text(
    "SELECT unnest(procrastinate_defer_jobs_v1(ARRAY[CAST(ROW("
    "CAST(:queue AS varchar), CAST(:task AS varchar), CAST(:priority AS integer), :lock, :lock,"
    " CAST(:arguments AS jsonb), NULL) AS procrastinate_job_to_defer_v1)]))"
)
ABORT = text("SELECT procrastinate_cancel_job_v1(:entry_id, true, false)")

table_of_entries = table(
    "procrastinate_jobs",
    column("id", BigInteger),
    column("queue_name"),
    column("task_name"),
    column("status"),
    column("worker_id", BigInteger),
    column("queueing_lock"),
)
table_of_workers = table("procrastinate_workers", column("id", BigInteger), column("last_heartbeat"))
TODO: ColumnElement[str] = literal_column("'todo'")
DOING: ColumnElement[str] = literal_column("'doing'")


@dataclass(frozen=True, slots=True)
class Standing:
    """The queue as it stands."""

    n_waiting: int
    n_running: int
    n_stalled: int
    """Entries of workers that were not heard of."""
    n_hosts: int
    """Hosts that run jobs and were heard of."""


def queue_of(home: str) -> str:
    """Return the queue of jobs whose files are at home; empty for where every host finds them."""
    return f"{QUEUE}-{home}" if home else QUEUE


async def add(connection: AsyncConnection, home: str, count: int = 1) -> None:
    """Let so many more jobs run whose files are at home; hosts hear of it when the transaction is through."""
    if connection.dialect.name == "postgresql" and count > 0:
        await connection.execute(DEFER, {"queue": queue_of(home), "task": TASK, "count": count})


async def abort(connection: AsyncConnection, entry_id: int | None) -> None:
    """Have the host that runs an entry end its job, when the transaction is through."""
    if entry_id is not None:
        await connection.execute(ABORT, {"entry_id": entry_id})


async def add_report(connection: AsyncConnection, job_id: str, run: int) -> int:
    """Have a report drawn, ahead of what waits; return the entry. IntegrityError: another asked already."""
    arguments = json.dumps({"job_id": job_id, "run": run})
    found = await connection.execute(
        DEFER_REPORT,
        {
            "queue": QUEUE,
            "task": REPORT_TASK,
            "priority": REPORT_PRIORITY,
            "lock": _lock_of_report(job_id, run),
            "arguments": arguments,
        },
    )
    entry_id: int = found.scalar_one()
    return entry_id


async def report(connection: AsyncConnection, job_id: str, run: int) -> int | None:
    """Return the entry by which a report is drawn, or is about to be; None where nobody has asked."""
    found: int | None = (
        await connection.execute(
            select(table_of_entries.c.id)
            .where(
                table_of_entries.c.queueing_lock == _lock_of_report(job_id, run),
                table_of_entries.c.status.in_((TODO, DOING)),
            )
            .limit(1)
        )
    ).scalar_one_or_none()
    return found


async def status(connection: AsyncConnection, entry_id: int) -> str | None:
    """Return how an entry stands; None where it has ended."""
    found: str | None = (
        await connection.execute(
            select(cast(table_of_entries.c.status, Text)).where(table_of_entries.c.id == entry_id)
        )
    ).scalar_one_or_none()
    return found


async def withdraw(connection: AsyncConnection, entry_id: int) -> bool:
    """Take an entry out of the queue that nobody has begun; False where somebody has."""
    gone = await connection.execute(
        delete(table_of_entries).where(table_of_entries.c.id == entry_id, table_of_entries.c.status == TODO)
    )
    return gone.rowcount == 1


def _lock_of_report(job_id: str, run: int) -> str:
    return f"report-{job_id}-{run}"


async def add_missing(connection: AsyncConnection) -> int:
    """Make the entries that are missing for jobs that wait; return how many.

    Hosts of a version that knew no entries queue jobs without one, and a worker may end one and run no job.
    """
    waiting = select(jobs.c.home, func.count()).where(jobs.c.status == Status.QUEUED).group_by(jobs.c.home)
    entered = (
        select(table_of_entries.c.queue_name, func.count())
        .where(table_of_entries.c.status == TODO, table_of_entries.c.task_name == TASK)
        .group_by(table_of_entries.c.queue_name)
    )
    n_of_home = {home: count for home, count in await connection.execute(waiting)}
    if not n_of_home:
        return 0
    n_of_queue = {queue: count for queue, count in await connection.execute(entered)}
    n_missing = 0
    for home, count in n_of_home.items():
        missing = max(0, count - n_of_queue.get(queue_of(home), 0))
        await add(connection, home, missing)
        n_missing += missing
    return n_missing


async def standing(connection: AsyncConnection) -> Standing:
    """Count entries and workers; all are 0 on SQLite."""
    if connection.dialect.name == "sqlite":
        return Standing(0, 0, 0, 0)
    is_alive = table_of_workers.c.last_heartbeat >= func.now() - func.make_interval(
        0, 0, 0, 0, 0, 0, STALLED_S
    )
    entries = (
        select(
            func.count().filter(table_of_entries.c.status == TODO),
            func.count().filter(table_of_entries.c.status == DOING),
            func.count().filter(table_of_entries.c.status == DOING, table_of_workers.c.id.is_(None)),
        )
        .select_from(table_of_entries)
        .outerjoin(table_of_workers, (table_of_workers.c.id == table_of_entries.c.worker_id) & is_alive)
        .where(table_of_entries.c.task_name == TASK)
    )
    workers = select(func.count()).select_from(table_of_workers).where(is_alive)
    n_waiting, n_running, n_stalled = (await connection.execute(entries)).one()
    return Standing(n_waiting, n_running, n_stalled, (await connection.execute(workers)).scalar_one())
