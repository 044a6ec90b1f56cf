"""Questions about a part that was analyzed: measures, pictures, its report on paper, trials of rule packs."""

from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from server.auth.accounts import Account
from server.dfm.service import NO_JOB, DfmService
from server.errors import ArtifactNotFound, JobNotFound
from server.jobs.functions import Functions
from server.jobs.job import Job
from server.jobs.paths import arguments_of, prepared_names
from server.jobs.pool import Pool
from server.storage.blobs import Blobs, Staged

LIMIT_S = 60.0
"""Where the measured part had to make room on the disk, it is measured again."""
CHECK_LIMIT_S = 30.0


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that was drawn."""

    document: dict[str, Any]
    """As `engine.tasks:picture` returns it."""
    name: str
    """Among the previews."""
    png: bytes


class Inspections:
    """Asks the workers that answer at once. None of it is counted."""

    def __init__(self, dfm: DfmService, pool: Pool, blobs: Blobs, functions: Functions) -> None:
        self._dfm = dfm
        self._pool = pool
        self._blobs = blobs
        self._functions = functions

    async def measure(self, account: Account, job_id: str, asked: dict[str, Any]) -> bytes:
        """Measure on the part of a job that is done; return the answer as the worker wrote it, JSON.

        Raises
        ------
        InvalidOption
            What is asked makes no sense.
        JobNotFound, JobNotDone, SprueError
            As of `DfmService.done`.
        """
        job = await self._dfm.done(account, job_id)
        self._pool.check_room()
        try:
            async with self._stage(job) as staged:
                arguments = arguments_of(job, staged) | {"asked": asked}
                return await self._pool.run_as_written(self._functions.measure, arguments, LIMIT_S)
        except ArtifactNotFound:
            raise JobNotFound(NO_JOB) from None

    async def picture(self, account: Account, job_id: str, asked: dict[str, Any]) -> Picture:
        """Draw the part of a job that is done; raises as `measure` does."""
        job = await self._dfm.done(account, job_id)
        self._pool.check_room()
        target = self._blobs.new_preview(".png")
        try:
            async with self._stage(job) as staged:
                arguments = arguments_of(job, staged) | {"asked": asked, "target": str(target.absolute())}
                document = await self._pool.run(self._functions.picture, arguments, LIMIT_S)
        except ArtifactNotFound:
            raise JobNotFound(NO_JOB) from None
        png = Path(target).read_bytes()
        await self._blobs.keep_preview(target)
        return Picture(document, target.name, png)

    async def print_report(self, account: Account, job_id: str, asked: dict[str, Any]) -> str:
        """Write the report of a job that is done as PDF, among the previews; raises as `measure` does.

        `asked` has `paper`, `units` and `notes`, as `engine.tasks:print_report` takes them.
        """
        job = await self._dfm.done(account, job_id)
        self._pool.check_room()
        target = self._blobs.new_preview(".pdf")
        try:
            async with self._stage(job) as staged:
                arguments = arguments_of(job, staged) | asked | {"target": str(target.absolute())}
                await self._pool.run(self._functions.print_report, arguments, LIMIT_S)
        except ArtifactNotFound:
            raise JobNotFound(NO_JOB) from None
        await self._blobs.keep_preview(target)
        return target.name

    async def validate(
        self, account: Account, module: dict[str, Any], job_id: str, configuration_key: str
    ) -> bytes:
        """Check a rule pack, and try it on the part of a job where one is named; raises as `measure` does."""
        arguments: dict[str, Any] = {"module": module, "configuration_key": configuration_key}
        if not job_id:
            return await self._pool.run_as_written(self._functions.validate, arguments, CHECK_LIMIT_S)
        job = await self._dfm.done(account, job_id)
        async with self._blobs.results(job.id, job.run) as folder:
            if not folder.is_dir():
                raise JobNotFound(NO_JOB)
            arguments["folder"] = str(folder.absolute())
            return await self._pool.run_as_written(self._functions.validate, arguments, CHECK_LIMIT_S)

    def _stage(self, job: Job) -> AbstractAsyncContextManager[Staged]:
        return self._blobs.stage(job.id, job.run, job.arguments["file"], prepared_names(job.arguments))
