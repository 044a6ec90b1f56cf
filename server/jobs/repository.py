"""Jobs in the database. Whatever queues one makes an entry for it in the queue of PostgreSQL (`entries`)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Select,
    Text,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    literal,
    literal_column,
    or_,
    select,
    true,
    union_all,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from server.jobs import entries
from server.jobs.job import FINAL, Job, Line, Status
from server.storage import advisory_lock, ids
from server.storage.advisory_lock import Lock
from server.storage.database import moment
from server.storage.models import accounts, job_log, jobs

UNLEASED_S = 600.0
"""How long a job may run without an entry and a lease, as it does at a server of a version before 0010."""

NOT_RUNNING: dict[str, Any] = {"attempt_id": None, "entry_id": None, "leased_until": None}

_NAMES = tuple(name for name in Job.__slots__ if name in jobs.c)
_FIELDS = tuple(jobs.c[name] for name in _NAMES)
# Made once: who waits for a job asks them again and again, and making them takes longer than their answers.
_OF_ID = select(*_FIELDS).where(jobs.c.id == bindparam("job_id"))
_OF_ID_AND_ACCOUNT = _OF_ID.where(jobs.c.account_id == bindparam("account_id"))
_LINES_AFTER = (
    select(job_log.c.id, job_log.c.line)
    .where(job_log.c.job_id == bindparam("job_id"), job_log.c.id > bindparam("after_id"))
    .order_by(job_log.c.id)
)


def _job(row: Sequence[Any]) -> Job:
    values = dict(zip(_NAMES, row, strict=True))
    return Job(**values | {"status": Status(values["status"])})


async def add(connection: AsyncConnection, job: Job) -> None:
    """Store a new job that waits."""
    await connection.execute(insert(jobs).values({name: getattr(job, name) for name in _NAMES}))
    await entries.add(connection, job.home)


async def add_where_room(connection: AsyncConnection, job: Job, most: int, most_of_account: int) -> bool:
    """Store a new job that waits, unless so many wait already, in all or of its account; False then.

    Count and row are one statement.
    """
    queued = jobs.alias("queued")
    own = func.count().filter(queued.c.account_id == job.account_id)
    waiting = select(func.count().label("n_all"), own.label("n_own")).where(queued.c.status == Status.QUEUED)
    waiting_jobs = waiting.subquery("waiting")
    row = select(*(literal(getattr(job, name), jobs.c[name].type) for name in _NAMES)).where(
        waiting_jobs.c.n_all < most, waiting_jobs.c.n_own < most_of_account
    )
    added = await connection.execute(insert(jobs).from_select(_NAMES, row).returning(jobs.c.id))
    is_added = added.one_or_none() is not None
    if is_added:
        await entries.add(connection, job.home)
    return is_added


async def get(connection: AsyncConnection, job_id: str, account_id: str | None = None) -> Job | None:
    """Return a job, of this account if one is named; None when there is none."""
    statement = _OF_ID if account_id is None else _OF_ID_AND_ACCOUNT
    found = await connection.execute(statement, {"job_id": job_id, "account_id": account_id})
    row = found.one_or_none()
    return None if row is None else _job(row)


async def page(
    connection: AsyncConnection,
    account_id: str,
    limit: int,
    before_id: str | None = None,
    used_since: datetime | None = None,
    quote_id: str | None = None,
) -> list[Job]:
    """Return an account's jobs, newest first, that were made before a job and are not expired."""
    statement = (
        select(*_FIELDS).where(jobs.c.account_id == account_id).order_by(jobs.c.id.desc()).limit(limit)
    )
    if before_id is not None:
        statement = statement.where(jobs.c.id < before_id)
    if used_since is not None:
        statement = statement.where(~_unused(used_since))
    if quote_id is not None:
        statement = statement.where(jobs.c.quote_id == quote_id)
    return [_job(row) for row in await connection.execute(statement)]


async def log_of(connection: AsyncConnection, job_id: str, after_id: int = 0) -> list[Line]:
    """Return the lines of a job's log that came after one."""
    found = await connection.execute(_LINES_AFTER, {"job_id": job_id, "after_id": after_id})
    return [Line(*row) for row in found]


async def add_lines(connection: AsyncConnection, job_id: str, lines: Sequence[str], now: datetime) -> None:
    """Add lines to a job's log."""
    await connection.execute(
        insert(job_log),
        [{"job_id": job_id, "line": _text(line), "written_at": now} for line in lines],
    )


async def add_lines_of(connection: AsyncConnection, job: Job, lines: Sequence[str], now: datetime) -> bool:
    """Add lines to a job's log that an attempt has written; False when the attempt no longer counts.

    If it does, it does until the transaction ends.
    """
    selects = [
        select(literal(at).label("at"), literal(_text(line), Text).label("line"))
        for at, line in enumerate(lines)
    ]
    each = union_all(*selects).subquery("each")
    rows = (
        select(jobs.c.id, each.c.line, literal(now, job_log.c.written_at.type))
        .join_from(jobs, each, true())
        .where(*_is_attempt(job))
        .order_by(each.c.at)
        .with_for_update(of=jobs, read=True)
    )
    statement = insert(job_log).from_select(("job_id", "line", "written_at"), rows).returning(job_log.c.id)
    return bool((await connection.execute(statement)).all())


async def count(connection: AsyncConnection, status: Status) -> int:
    """Return how many jobs are in a state."""
    statement = select(func.count()).select_from(jobs).where(jobs.c.status == status)
    found: int = (await connection.execute(statement)).scalar_one()
    return found


async def count_queued(connection: AsyncConnection, account_id: str) -> tuple[int, int]:
    """Return how many jobs wait, all accounts' and those of one."""
    own = func.count().filter(jobs.c.account_id == account_id)
    found = await connection.execute(select(func.count(), own).where(jobs.c.status == Status.QUEUED))
    n_all, n_own = found.one()
    return n_all, n_own


async def oldest_queued(connection: AsyncConnection) -> datetime | None:
    """Return since when the job waits that waits longest; None when none does."""
    found: datetime | None = (
        await connection.execute(
            select(jobs.c.queued_at).where(jobs.c.status == Status.QUEUED).order_by(jobs.c.queued_at).limit(1)
        )
    ).scalar_one_or_none()
    return found


def next_in_turn(home: str = "") -> Select[tuple[str]]:
    """Select the id of the job that is claimed next, of those whose files are at home."""
    queued = jobs.alias("queued")
    return (
        select(queued.c.id)
        .join_from(queued, accounts, accounts.c.id == queued.c.account_id)
        .where(queued.c.status == Status.QUEUED, or_(queued.c.home == "", queued.c.home == home))
        .order_by(accounts.c.last_claim_at.nulls_first(), queued.c.queued_at, queued.c.id)
        .limit(1)
        .with_for_update(of=queued, skip_locked=True)  # SQLite has one writer, and leaves it out
    )


async def claim(
    connection: AsyncConnection, now: datetime, home: str = "", entry_id: int | None = None
) -> Job | None:
    """Take the next job in turn for an attempt of its own, and count it; None when none waits.

    Round robin over accounts: first comes who was never served, then whose last claim is longest ago. Within
    an account jobs go in the order in which they were queued, recomputes among them. Servers claim one after
    the other: of two that claimed at one instant, the second would not see whose turn the first has used.
    """
    await advisory_lock.acquire(connection, Lock.CLAIM_JOB)
    # in RETURNING, SQLAlchemy names SQLite's columns without their table
    has_log = exists().where(job_log.c.job_id == literal_column("jobs.id"))
    row = (
        await connection.execute(
            update(jobs)
            .where(jobs.c.id == next_in_turn(home).scalar_subquery(), jobs.c.status == Status.QUEUED)
            .values(
                status=Status.RUNNING,
                attempts=jobs.c.attempts + 1,
                started_at=now,
                attempt_id=ids.new(),
                entry_id=entry_id,
            )
            .returning(*_FIELDS, has_log)
        )
    ).one_or_none()
    if row is None:
        return None
    job = replace(_job(row[:-1]), has_log=row[-1])
    await connection.execute(
        update(accounts).where(accounts.c.id == job.account_id).values(last_claim_at=moment(connection, now))
    )
    return job


async def is_current(connection: AsyncConnection, job: Job) -> bool:
    """Whether an attempt still counts."""
    return (await connection.execute(select(jobs.c.id).where(*_is_attempt(job)))).one_or_none() is not None


async def finish(connection: AsyncConnection, job: Job, size_bytes: int, now: datetime) -> bool:
    """Mark a running job as done; False when it is gone, or another attempt runs."""
    return await _end(
        connection, job, status=Status.DONE, has_result=True, size_bytes=size_bytes, finished_at=now
    )


async def fail(connection: AsyncConnection, job: Job, kind: str, message: str, now: datetime) -> bool:
    """Mark a running job as failed; False when it is gone, or another attempt runs."""
    return await _end(
        connection,
        job,
        status=Status.ERROR,
        error_kind=kind,
        error=_text(message),
        finished_at=now,
    )


async def hand_back(connection: AsyncConnection, job: Job, counts: bool) -> bool:
    """Put a running job back in the line; False when it is gone, or another attempt runs.

    `counts` says whether the attempt stays counted; where it does not, the account has its turn again.
    """
    attempts = job.attempts if counts else job.attempts - 1
    is_there = await _end(connection, job, status=Status.QUEUED, attempts=attempts, started_at=None)
    if is_there:
        await entries.add(connection, job.home)
    if is_there and not counts:
        await _return_turns(connection, accounts.c.id == job.account_id)
    return is_there


async def _end(connection: AsyncConnection, job: Job, **values: Any) -> bool:
    ended = await connection.execute(update(jobs).where(*_is_attempt(job)).values(values | NOT_RUNNING))
    return ended.rowcount == 1


def _is_attempt(job: Job) -> tuple[ColumnElement[bool], ...]:
    """Say that a job runs, by the attempt that it was claimed for."""
    return (
        jobs.c.id == job.id,
        jobs.c.run == job.run,
        jobs.c.status == Status.RUNNING,
        jobs.c.attempt_id == job.attempt_id,
    )


async def requeue(
    connection: AsyncConnection,
    job: Job,
    arguments: dict[str, Any],
    now: datetime,
    request_id: str | None = None,
    traceparent: str | None = None,
) -> Job | None:
    """Queue a finished job's next run, with an empty log; None when it is no longer as it was."""
    row = (
        await connection.execute(
            update(jobs)
            .where(jobs.c.id == job.id, jobs.c.run == job.run, jobs.c.status == job.status)
            .values(
                status=Status.QUEUED,
                arguments=arguments,
                run=job.run + 1,
                attempts=0,
                error=None,
                error_kind=None,
                queued_at=now,
                started_at=None,
                finished_at=None,
                last_used_at=now,
                request_id=request_id,
                traceparent=traceparent,
            )
            .returning(*_FIELDS)
        )
    ).one_or_none()
    if row is None:
        return None
    await connection.execute(delete(job_log).where(job_log.c.job_id == job.id))
    await entries.add(connection, job.home)
    return _job(row)


async def recover(connection: AsyncConnection, now: datetime) -> int:
    """Put the jobs back in the line that ran when their server ended, ahead of what waited; return how many.

    On PostgreSQL those are the jobs whose entry no host runs any more; of hosts of versions that knew no
    entries, those whose lease has ended, by PostgreSQL's clock.
    """
    is_lost = jobs.c.status == Status.RUNNING
    if connection.dialect.name != "sqlite":
        is_lost = and_(is_lost, _has_no_host(now))
    found = await connection.execute(
        update(jobs)
        .where(is_lost)
        .values(NOT_RUNNING | {"status": Status.QUEUED, "started_at": None})
        .returning(jobs.c.account_id, jobs.c.home)
    )
    lost = list(found)
    if lost:
        await _return_turns(connection, accounts.c.id.in_({row.account_id for row in lost}))
    for home, count in Counter(row.home for row in lost).items():
        await entries.add(connection, home, count)
    return len(lost)


def _has_no_host(now: datetime) -> ColumnElement[bool]:
    entry = entries.table_of_entries
    is_held = exists().where(entry.c.id == jobs.c.entry_id, entry.c.status == entries.DOING)
    return or_(
        and_(jobs.c.entry_id.is_not(None), ~is_held),
        and_(jobs.c.entry_id.is_(None), jobs.c.leased_until < func.clock_timestamp()),
        and_(
            jobs.c.entry_id.is_(None),
            jobs.c.leased_until.is_(None),
            jobs.c.started_at < now - timedelta(seconds=UNLEASED_S),
        ),
    )


async def touch(connection: AsyncConnection, job_id: str, now: datetime) -> None:
    """Note that a job was asked for."""
    await connection.execute(update(jobs).where(jobs.c.id == job_id).values(last_used_at=now))


async def remove(connection: AsyncConnection, job_id: str) -> bool:
    """Forget a job, and have it ended where it runs; False when it is gone already."""
    await connection.execute(delete(job_log).where(job_log.c.job_id == job_id))
    gone = await connection.execute(delete(jobs).where(jobs.c.id == job_id).returning(jobs.c.entry_id))
    row = gone.one_or_none()
    if row is not None:
        await entries.abort(connection, row.entry_id)
    return row is not None


async def remove_finished(connection: AsyncConnection, job_id: str) -> bool:
    """Forget a job; False when it is gone already, or was begun again meanwhile."""
    finished = jobs.c.id == job_id, jobs.c.status.in_(FINAL)
    await connection.execute(delete(job_log).where(job_log.c.job_id.in_(select(jobs.c.id).where(*finished))))
    gone = await connection.execute(delete(jobs).where(*finished))
    return gone.rowcount == 1


async def unused_since(connection: AsyncConnection, moment: datetime) -> list[str]:
    """Return the finished jobs that nobody asked for since a moment."""
    found = await connection.execute(select(jobs.c.id).where(_unused(moment)))
    return [row[0] for row in found]


async def sizes_by_use(connection: AsyncConnection) -> list[tuple[str, int]]:
    """Return id and size of every finished job, the one longest unused first."""
    found = await connection.execute(
        select(jobs.c.id, jobs.c.size_bytes).where(jobs.c.status.in_(FINAL)).order_by(jobs.c.last_used_at)
    )
    return [(row[0], row[1]) for row in found]


async def all_ids(connection: AsyncConnection) -> set[str]:
    """Return the id of every job."""
    return set((await connection.execute(select(jobs.c.id))).scalars())


async def _return_turns(connection: AsyncConnection, whose: ColumnElement[bool]) -> None:
    """Let accounts come first that were served in vain."""
    await connection.execute(update(accounts).where(whose).values(last_claim_at=None))


def _text(text: str) -> str:
    """Return a text as PostgreSQL keeps it: without NUL, which a name in a file may hold."""
    return text.replace("\0", "")


def _unused(moment: datetime) -> ColumnElement[bool]:
    return and_(jobs.c.status.in_(FINAL), jobs.c.last_used_at < moment)
