"""Jobs of hosts that share a PostgreSQL: procrastinate decides which host runs one, and finds out which died.

Each entry of its queue lets a worker run one job, and the turn of accounts says which (`entries`); the table
of jobs stays the truth of a job's state. Workers say every two seconds that they live. Of one that was silent
for six, one host at a time takes the entries away, and puts the jobs that ran by them back in the line with
entries of their own. What a worker that was only asleep writes down of them then counts for nothing
(`attempt`).

Only a host that was itself in touch with the database for those six seconds does so: after PostgreSQL was
away, all workers look dead until they have said that they are not.
"""

import asyncio
import logging
import time
from contextlib import suppress
from datetime import UTC, datetime

from procrastinate import App, JobContext
from procrastinate.jobs import Status
from procrastinate.worker import Worker
from sqlalchemy.ext.asyncio import AsyncConnection

from server.jobs import entries, repository
from server.jobs.admission import Admission
from server.jobs.attempt import Attempts
from server.jobs.job import Job
from server.jobs.outage import Outage
from server.jobs.pool import Pool
from server.jobs.procrastinate_client import RETRY_S, Connector, Manager, away
from server.jobs.reports import Reports
from server.storage import advisory_lock
from server.storage.advisory_lock import Lock
from server.storage.database import Database

POLL_S = 1.0
"""Notices tell of new entries and of jobs that were deleted; this is for those that are lost, behind a pooler
or while procrastinate looks."""
FORGET_WORKERS_S = 60.0
"""A worker that was silent for so long has no entries any more."""
LONGEST_GAP_S = entries.STALLED_S - entries.HEARTBEAT_S
"""A host that was heard of no more often does not know whether the others were."""
NEVER_S = 1e9

log = logging.getLogger("sprue.jobs")
logging.getLogger("procrastinate").setLevel(logging.WARNING)  # it says of each entry when it begins and ends


class ProcrastinateQueue:
    """Runs jobs round robin over accounts, as many side by side as the pool has workers.

    Parameters
    ----------
    database, pool
        What it works with.
    attempts : Attempts
        Runs a job.
    admission : Admission
        The door.
    home : str
        Where the files of jobs are that this host finds besides those that every host does.
    reports : Reports, optional
        Draws reports that other hosts ask for, where this one does.
    """

    def __init__(
        self,
        database: Database,
        pool: Pool,
        attempts: Attempts,
        admission: Admission,
        home: str = "",
        reports: Reports | None = None,
    ) -> None:
        self._database = database
        self._pool = pool
        self._attempts = attempts
        self._admission = admission
        self._home = home
        self._reports = reports
        self._connector = Connector(database.url)
        self._manager = Manager(self._connector)
        self._app = App(connector=self._connector)
        self._app.job_manager = self._manager
        self._app.task(name=entries.TASK, queue=entries.QUEUE, pass_context=True)(self._run_next)
        self._app.task(name=entries.REPORT_TASK, queue=entries.QUEUE)(self._draw_report)
        self._worker: Worker | None = None
        self._is_stopping = False
        self._heard_at = self._heard_since = 0.0
        """When the database last took what this host said, and since when without a gap."""
        self._serving: asyncio.Task[None] | None = None
        self._watching: list[asyncio.Task[None]] = []
        self._claim_outage = Outage(log, "whose turn it is cannot be asked")

    async def start(self, warm_after_s: float = 0.0) -> None:
        """Begin to run jobs; see `Pool.start`."""
        await self._app.open_async()
        self._pool.start(warm_after_s)
        self._serving = asyncio.create_task(self._work_always())
        self._watching = [asyncio.create_task(self._beat_always()), asyncio.create_task(self._reap_always())]

    async def stop(self, grace_s: float = 0.0) -> None:
        """Take no more, end what runs after a while and hand it back; what waits stays queued.

        Until all has ended this host says that it lives, which procrastinate's worker would not.
        """
        self._is_stopping = True
        if self._worker is not None:
            self._worker.stop()  # type: ignore[no-untyped-call]
        if self._serving is not None:
            await asyncio.wait([self._serving], timeout=grace_s)
            self.end_all()
            await asyncio.gather(self._serving, return_exceptions=True)
        for task in self._watching:
            task.cancel()
        await asyncio.gather(*self._watching, return_exceptions=True)
        await self._app.close_async()
        await self._pool.stop()

    def end_all(self) -> None:
        """End what runs at once: it is handed back."""
        self._is_stopping = True
        self._manager.gives_up = True
        if self._worker is not None:
            self._worker.stop()  # type: ignore[no-untyped-call]
        self._attempts.end_all()
        if self._reports is not None:
            self._reports.stop()

    async def check_room(self, connection: AsyncConnection, account_id: str) -> None:
        """Raise QueueFull or TooManyJobs where as many wait as may."""
        await self._admission.check_room(connection, account_id)

    async def submit(self, connection: AsyncConnection, job: Job) -> None:
        """Accept a job; a host that is idle hears of it when the transaction is through."""
        await self._admission.add(connection, job)

    def wake(self) -> None:
        """Do nothing: the database has told the hosts."""

    def cancel(self, job_id: str) -> None:
        """Do nothing: the host that runs it was told in the transaction that removed it."""

    async def _work_always(self) -> None:
        """Take entries and run jobs by them, until told to stop."""
        outage = Outage(log, "this host cannot sign in to the queue")
        while not self._is_stopping:
            self._worker = Worker(
                self._app,
                queues=sorted({entries.QUEUE, entries.queue_of(self._home)}),
                concurrency=self._pool.size,  # with more, it would take what others have time for
                fetch_job_polling_interval=POLL_S,
                abort_job_polling_interval=POLL_S,
                delete_jobs="always",
                install_signal_handlers=False,
                update_heartbeat_interval=NEVER_S,  # `_beat_always` does it
            )
            try:
                await self._worker.run()  # type: ignore[no-untyped-call]
            except Exception as error:
                outage.failed(away(error))
                if not self._is_stopping:
                    await asyncio.sleep(RETRY_S)
            else:
                outage.ended()

    async def _run_next(self, context: JobContext) -> None:
        """Run whichever job's turn it is; none where an entry is one too many."""
        assert context.job.id is not None
        job = await self._claim(context.job.id)
        if job is None:
            return
        running = asyncio.create_task(self._attempts.run(job))
        try:
            await asyncio.shield(running)
        except asyncio.CancelledError:  # it was deleted
            self._attempts.cancel(job.id)
            with suppress(asyncio.CancelledError):
                await running
            raise

    async def _draw_report(self, job_id: str, run: int) -> None:
        """Draw a report; who asked for it draws it anew where that fails, and learns why."""
        if self._reports is None:
            return
        try:
            await self._reports.draw(job_id, str(run))
        except (Exception, asyncio.CancelledError) as error:
            log.warning("the report of job %s could not be drawn: %s", job_id, error)
        else:
            log.info("the report of job %s is drawn", job_id)

    async def _claim(self, entry_id: int) -> Job | None:
        while True:
            try:
                async with self._database.writing() as connection:
                    job = await repository.claim(connection, datetime.now(UTC), self._home, entry_id)
            except Exception as error:
                if self._is_stopping:
                    return None  # another host makes an entry anew
                self._claim_outage.failed(error)
                await asyncio.sleep(RETRY_S)
            else:
                self._claim_outage.ended()
                return job

    async def _beat_always(self) -> None:
        """Say that this host lives."""
        outage = Outage(log, "that this host lives cannot be said")
        while True:
            worker_id = None if self._worker is None else self._worker.worker_id
            try:
                if worker_id is not None:
                    await self._manager.update_heartbeat(worker_id)
            except Exception as error:
                outage.failed(away(error))
            else:
                outage.ended()
                self._note_heard()
            await asyncio.sleep(entries.HEARTBEAT_S)

    def _note_heard(self) -> None:
        now = time.monotonic()
        if now - self._heard_at > LONGEST_GAP_S:
            self._heard_since = now
        self._heard_at = now

    @property
    def _is_in_touch(self) -> bool:
        """Whether this host was heard for long enough to say that others were not."""
        now = time.monotonic()
        return now - self._heard_at <= LONGEST_GAP_S and now - self._heard_since >= entries.STALLED_S

    async def _reap_always(self) -> None:
        """Have the jobs of hosts that died run elsewhere."""
        outage = Outage(log, "hosts that died cannot be looked for")
        while True:
            await asyncio.sleep(entries.HEARTBEAT_S)
            if not self._is_in_touch:
                continue
            try:
                await self._reap()
            except Exception as error:
                outage.failed(away(error))
            else:
                outage.ended()

    async def _reap(self) -> None:
        """Take their entries away, and queue their jobs again; one host at a time."""
        async with self._database.writing() as connection:
            if not await advisory_lock.try_acquire(connection, Lock.STALLED_JOBS):
                return
            for stalled in await self._manager.get_stalled_jobs(seconds_since_heartbeat=entries.STALLED_S):
                assert stalled.id is not None
                await self._manager.finish_job_by_id_async(stalled.id, Status.FAILED, delete_job=True)
            n_lost = await repository.recover(connection, datetime.now(UTC))
            await entries.add_missing(connection)
        if n_lost:
            log.warning("%d jobs of hosts that died are begun again", n_lost)
        await self._manager.forget_workers(FORGET_WORKERS_S)
