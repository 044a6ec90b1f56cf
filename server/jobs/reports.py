"""Pictures and pages of results, drawn when somebody first asks for one.

They take longer than the analysis, and most results are read by programs that want neither.
"""

import asyncio

from server.errors import ArtifactNotFound, JobNotDone
from server.jobs import repository
from server.jobs.job import Job, Status
from server.jobs.paths import arguments_of, prepared_names
from server.jobs.pool import Pool
from server.storage.blobs import NO_ARTIFACT, RESULT, Blobs
from server.storage.database import Database
from server.tracing import spans
from server.tracing.spans import Kind

PAGE = "report.html"
"""What is there when all of it is."""


class Reports:
    """Draws on a pool what is looked at of a result, once for all who ask at the same time.

    Parameters
    ----------
    task : str
        The function that draws: `module:function`.
    time_limit_s : float
        Seconds that it may take.
    """

    def __init__(self, database: Database, pool: Pool, blobs: Blobs, task: str, time_limit_s: float) -> None:
        self._database = database
        self._pool = pool
        self._blobs = blobs
        self._task = task
        self._time_limit_s = time_limit_s
        self._drawing: dict[tuple[str, str], asyncio.Task[None]] = {}

    async def draw(self, job_id: str, run: str) -> None:
        """Have the pictures and the page of a run drawn; what was drawn is in the folder of its results.

        Raises
        ------
        ArtifactNotFound
            There is no such result, or not any more.
        JobNotDone
            The job runs again, and what this run was asked is forgotten.
        SprueError
            What `Pool.run` raises.
        """
        key = job_id, run
        if key not in self._drawing:
            drawing = self._drawing[key] = asyncio.create_task(self._draw(job_id, run))
            drawing.add_done_callback(lambda _: self._drawing.pop(key))
        await asyncio.shield(self._drawing[key])  # who leaves does not take it from the others

    def stop(self) -> None:
        """End what is drawn."""
        for drawing in self._drawing.values():
            drawing.cancel()

    async def job(self, job_id: str, run: str) -> Job:
        """Return the job whose run can be drawn; raise as `draw` does where it cannot."""
        async with self._database.reading() as connection:
            job = await repository.get(connection, job_id)
        if job is None:
            raise ArtifactNotFound(NO_ARTIFACT)
        if not job.is_final:
            raise JobNotDone("The job is computed again; the report can be read when it is done.")
        if job.status is not Status.DONE or str(job.run) != run:
            raise ArtifactNotFound(NO_ARTIFACT)
        return job

    async def _draw(self, job_id: str, run: str) -> None:
        job = await self.job(job_id, run)
        try:
            with spans.span("report", Kind.INTERNAL, job.traceparent, {"sprue.job_id": job.id}):
                await self._draw_staged(job)
        except Exception:
            await self._blobs.artifact(job.id, job.run, RESULT)  # raises where it was forgotten meanwhile
            raise

    async def _draw_staged(self, job: Job) -> None:
        names = prepared_names(job.arguments)
        async with self._blobs.stage(job.id, job.run, job.arguments["file"], names) as staged:
            await self._pool.run(self._task, arguments_of(job, staged), self._time_limit_s)
            await self._blobs.keep_results(job.id, job.run, staged)
