"""What the manufacturability routes do with jobs: store, pay, queue, look up, run again, judge."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection

from engine import errors
from engine.errors import InternalError, InvalidRulePack, SprueError
from server import logs
from server.auth.accounts import Account
from server.dfm.schemas import AnalyzeRequest, EvalRequest, PlacesRequest
from server.errors import ArtifactNotFound, JobNotDone, JobNotFound, QuoteNotFound
from server.http import idempotency
from server.jobs import repository
from server.jobs.functions import Functions
from server.jobs.intake import Intake, Taken
from server.jobs.job import Job, Line, Status
from server.jobs.paths import SHAPE
from server.jobs.pool import Pool
from server.jobs.queue import JobQueue
from server.metering import meter
from server.metering.meter import Standing
from server.metering.plans import ANALYZE
from server.settings import Settings
from server.storage import ids
from server.storage.blobs import RESULT, Blobs
from server.storage.database import Database
from server.tracing import spans

Document = dict[str, msgspec.Raw]
"""A result by its members, each as it is written: megabytes that go on to the caller unread."""

log = logging.getLogger("sprue.jobs")

NOTE_USE_EVERY = timedelta(minutes=1)
JUDGE_LIMIT_S = 30.0
CATALOG_LIMIT_S = 60.0
_DOCUMENT = msgspec.json.Decoder(dict[str, msgspec.Raw])

HasQuote = Callable[[AsyncConnection, str, str], Awaitable[bool]]
"""Whether an account has a quote: connection, account, quote."""


Change = Callable[[Mapping[str, Any]], dict[str, Any]]
"""From the options of an analysis to those that change."""


async def no_quotes(connection: AsyncConnection, account_id: str, quote_id: str) -> bool:
    """Say that there is no such quote."""
    return False


class DfmService:
    """Analyses over a queue, a database and a store."""

    def __init__(
        self,
        settings: Settings,
        functions: Functions,
        database: Database,
        queue: JobQueue,
        pool: Pool,
        blobs: Blobs,
        intake: Intake,
        has_quote: HasQuote = no_quotes,
    ) -> None:
        self._settings = settings
        self._functions = functions
        self._database = database
        self._queue = queue
        self._pool = pool
        self._blobs = blobs
        self._intake = intake
        self._has_quote = has_quote
        self._lifetime = timedelta(hours=settings.job_hours)
        self._catalog: dict[str, Any] | None = None
        self._catalog_lock = asyncio.Lock()

    async def analyze(
        self, account: Account, request: AnalyzeRequest, key: str | None
    ) -> tuple[str, Standing]:
        """Store a part and queue its analysis; return the job's id, and what is left of the plan.

        Raises
        ------
        QuotaExceeded
            No unit is left.
        UploadTooLarge, FileEmpty, UnreadableFile, BlobRefused
            The file is refused at once.
        QuoteNotFound
            The quote to attach to is not there.
        QueueFull, TooManyJobs
            Too many jobs wait, or too many of the account.
        IdempotencyMismatch
            The key came with another request before.
        """
        async with self._database.reading() as connection:
            await self._check_quote(connection, account, request.quote_id)
            if key is None:  # else the request may be one that was paid before
                await meter.check(connection, account, ANALYZE, datetime.now(UTC))
        job_id = ids.new()
        folder = self._blobs.make(job_id)
        try:
            taken = await self._intake.take(request.source, folder)
            await self._blobs.keep_part(job_id)
            try:
                accepted, standing = await self._accept(account, request, key, job_id, taken)
            except IntegrityError:  # another request with this key was quicker: answer as it was answered
                accepted, standing = await self._accept(account, request, key, job_id, taken)
        except DBAPIError as error:
            if self._database.is_sqlite or not error.connection_invalidated:
                await self._blobs.remove(job_id)
            raise  # else the job may be there, and its answer lost: if not, its files are found as strays
        except BaseException:
            await self._blobs.remove(job_id)
            raise
        if accepted != job_id:
            await self._blobs.remove(job_id)
        logs.bind(job_id=accepted)
        log.info("job %s is accepted", accepted)
        self._queue.wake()
        return accepted, standing

    async def _accept(
        self, account: Account, request: AnalyzeRequest, key: str | None, job_id: str, taken: Taken
    ) -> tuple[str, Standing]:
        """Take a unit and queue the job, both or neither; return the job that the request has."""
        now = datetime.now(UTC)
        request_hash = idempotency.hash_of(
            "analyze", taken.sha256, request.source.filename, request.options, request.quote_id
        )
        async with self._database.writing() as connection:
            before = await idempotency.find(connection, account.id, key, request_hash)
            if before is not None:
                if await repository.get(connection, before["job_id"], account.id) is None:
                    raise JobNotFound(DELETED)
                return before["job_id"], await meter.standing(connection, account, ANALYZE, now)
            standing = await meter.reserve(connection, account, ANALYZE, now, job_id)
            await self._check_quote(connection, account, request.quote_id)
            await self._queue.submit(connection, self._job(account, request, job_id, taken, now))
            await idempotency.keep(connection, account.id, key, request_hash, {"job_id": job_id}, now)
        return job_id, standing

    async def job(self, account: Account, job_id: str) -> tuple[Job, list[Line]]:
        """Return a job of the account with its log, and count that as a use; raise JobNotFound."""
        async with self._database.reading() as connection:
            job = await self._get(connection, account, job_id)
            lines = await repository.log_of(connection, job_id)
        await self._note_use(job)
        return job, lines

    async def page(self, account: Account, limit: int, after: str | None) -> tuple[list[Job], bool]:
        """Return the account's jobs, newest first, those after a job; and whether there are more."""
        async with self._database.reading() as connection:
            found = await repository.page(
                connection, account.id, limit + 1, after, datetime.now(UTC) - self._lifetime
            )
        return found[:limit], len(found) > limit

    async def lines(self, account: Account, job_id: str, after_id: int) -> tuple[Job, list[Line]]:
        """Return a job, and the lines of its log after one; raise JobNotFound."""
        async with self._database.reading() as connection:
            job = await self._get(connection, account, job_id)
            return job, await repository.log_of(connection, job_id, after_id)

    async def has_shape(self, job: Job) -> bool:
        """Whether the run that is on has something to see already, or the run that failed left it."""
        if job.status not in (Status.RUNNING, Status.ERROR) or not job.arguments.get("with_shape"):
            return False
        try:
            await self._blobs.artifact(job.id, job.run, SHAPE)
        except ArtifactNotFound:
            return False
        return True

    async def result(self, account: Account, job_id: str) -> tuple[Job, Document]:
        """Return a job and its result document, its members as they are written in the file.

        Raises
        ------
        JobNotFound
            No such job.
        JobNotDone
            It waits or runs.
        SprueError
            It failed: the error it failed with.
        """
        job = await self.done(account, job_id)
        try:
            file = await self._blobs.artifact(job.id, job.run, RESULT)
            text = b"".join([piece async for piece in file.chunks(0, file.size_bytes)])
        except (ArtifactNotFound, FileNotFoundError):  # it was forgotten this moment, or its next run is done
            raise JobNotFound(NO_JOB) from None
        document = await asyncio.to_thread(_read, text)
        return job, document

    async def recompute(self, account: Account, job_id: str, change: Change) -> Job:
        """Queue a job's next run, with the options that `change` makes of those before; the mesh stays.

        Raises
        ------
        JobNotFound
            No such job.
        JobNotDone
            It waits or runs.
        QueueFull, TooManyJobs
            Too many jobs wait, or too many of the account.
        SprueError
            It failed before it had a result.
        """
        async with self._database.writing() as connection:
            job = await self._get(connection, account, job_id)
            if not (job.status is Status.ERROR and job.has_result):
                self._check_done(job, "computed again")
            arguments = job.arguments | change(job.arguments)
            await self._queue.check_room(connection, account.id)
            queued = await repository.requeue(
                connection,
                job,
                arguments,
                datetime.now(UTC),
                logs.value("request_id"),
                spans.traceparent(),
            )
        if queued is None:
            raise JobNotDone("Another request has just had the job computed again.")
        self._queue.wake()
        return queued

    async def remove(self, account: Account, job_id: str) -> None:
        """Forget a job, whatever its state; what runs is ended. Raise JobNotFound."""
        async with self._database.writing() as connection:
            job = await self._get(connection, account, job_id)
            await repository.remove(connection, job_id)
        self._queue.cancel(job_id)
        if job.status is not Status.RUNNING:  # else its files go when it has ended
            await self._blobs.remove(job_id)

    async def evaluate(self, account: Account, job_id: str, request: EvalRequest) -> bytes:
        """Judge a job's part by a pack of the caller's; return the verdict as the worker wrote it, JSON.

        Raises
        ------
        InvalidRulePack
            With every problem of the pack.
        """
        arguments = {
            "module": request.module,
            "configuration_key": request.configuration_key,
            "overrides": request.overrides or {},
        }
        return await self._over_results(account, job_id, self._functions.judge, arguments)

    async def measure_places(self, account: Account, job_id: str, request: PlacesRequest) -> bytes:
        """Measure picked places of a job's part; return the answer as the worker wrote it, JSON.

        Raises
        ------
        InvalidOption
            There is no such face, or not as many places as what is asked takes.
        """
        places = [
            {"fid": each.fid, "point": list(each.point), "is_edge": each.is_edge} for each in request.places
        ]
        arguments = {"places": places, "what": request.what}
        return await self._over_results(account, job_id, self._functions.measure_places, arguments)

    async def _over_results(
        self, account: Account, job_id: str, function: str, arguments: dict[str, Any]
    ) -> bytes:
        """Have a worker answer from what a job measured, in the folder that it is given."""
        job = await self.done(account, job_id)
        async with self._blobs.results(job.id, job.run) as folder:
            if not folder.is_dir():
                raise JobNotFound(NO_JOB)
            asked = arguments | {"folder": str(folder.absolute())}
            return await self._pool.run_as_written(function, asked, JUDGE_LIMIT_S)

    async def rule_schema(self) -> dict[str, Any]:
        """Return what there is to write rules with and to be shown, and how large a file may be."""
        found: dict[str, Any] = (await self.catalog())["rule_schema"]
        accepted = [
            each
            for each in found.get("file_formats", ())
            if self._settings.extra_formats or not each["is_extra"]
        ]
        return found | {"max_file_mb": self._settings.max_upload_mb, "file_formats": accepted}

    async def catalog(self) -> dict[str, Any]:
        """Return what there is to write rules with, and the shipped packs; asked of a worker once."""
        async with self._catalog_lock:
            if self._catalog is None:
                self._catalog = await self._pool.run(self._functions.catalog, {}, CATALOG_LIMIT_S)
            return self._catalog

    async def done(self, account: Account, job_id: str) -> Job:
        """Return a job of the account that is done; raise what it failed with, JobNotFound or JobNotDone."""
        async with self._database.reading() as connection:
            job = await self._get(connection, account, job_id)
        self._check_done(job)
        await self._note_use(job)
        return job

    async def _get(self, connection: AsyncConnection, account: Account, job_id: str) -> Job:
        job = await repository.get(connection, job_id, account.id) if ids.is_id(job_id) else None
        is_expired = (
            job is not None and job.is_final and datetime.now(UTC) - job.last_used_at > self._lifetime
        )
        if job is None or is_expired:
            raise JobNotFound(NO_JOB)
        return job

    @staticmethod
    def _check_done(job: Job, what_for: str = "read") -> None:
        if job.status is Status.ERROR:
            raise error_of(job)
        if job.status is not Status.DONE:
            raise JobNotDone(f"The job is {job.status}; it can be {what_for} when it is done.")

    async def _note_use(self, job: Job) -> None:
        now = datetime.now(UTC)
        if now - job.last_used_at > min(NOTE_USE_EVERY, self._lifetime / 10):
            with suppress(OperationalError):  # a full disk need not keep anybody from reading
                async with self._database.writing() as connection:
                    await repository.touch(connection, job.id, now)

    async def _check_quote(self, connection: AsyncConnection, account: Account, quote_id: str | None) -> None:
        if quote_id is not None and not await self._has_quote(connection, account.id, quote_id):
            raise QuoteNotFound("There is no such quote.")

    def _job(
        self, account: Account, request: AnalyzeRequest, job_id: str, taken: Taken, now: datetime
    ) -> Job:
        arguments = {
            **request.options,
            **self._settings.size_limit,
            "file": taken.path.name,
            "filename": request.source.filename,
            "with_report": False,  # it is drawn when it is fetched
        }
        return Job.queued(
            job_id,
            account.id,
            request.source.filename,
            self._functions.analyze,
            arguments,
            now,
            size_bytes=taken.size_bytes,
            quote_id=request.quote_id,
            home=self._blobs.home,
            request_id=logs.value("request_id"),
            traceparent=spans.traceparent(),
        )


NO_JOB = "There is no such job, or it has expired."
DELETED = (
    "The job that this Idempotency-Key began was deleted, or it has expired; "
    "send the part with another key to have it analyzed again."
)


def error_of(job: Job) -> Exception:
    """Return the error a job ended with, as it was raised."""
    kind = getattr(errors, job.error_kind or "", InternalError)
    message = job.error or ""
    if kind is InvalidRulePack:
        return InvalidRulePack((message,))
    found: SprueError = kind(message)
    return found


def _read(text: bytes) -> Document:
    """Read a document of megabytes, unspaced. It takes long: not for the thread that answers everybody."""
    return _DOCUMENT.decode(msgspec.json.format(text, indent=-1))
