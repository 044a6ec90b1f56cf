"""What the manufacturability routes do: store, queue, look up."""

import json
import uuid
from pathlib import Path
from typing import Any

from engine import formats
from server.dfm.schemas import AnalyzeRequest
from server.errors import JobNotDone
from server.http import uploads
from server.jobs.job import Job, Status
from server.jobs.queue import JobQueue
from server.settings import Settings
from server.storage.blobs import LocalBlobs


class DfmService:
    """Analyses over a queue and a store."""

    def __init__(self, settings: Settings, task: str, queue: JobQueue, blobs: LocalBlobs) -> None:
        self._settings = settings
        self._task = task
        self._queue = queue
        self._blobs = blobs

    async def analyze(self, request: AnalyzeRequest) -> Job:
        """Store the part and queue its analysis.

        Raises
        ------
        UploadTooLarge, UnsupportedFormat, UnreadableFile
            The file is refused at once.
        QueueFull
            Too many jobs wait.
        """
        filename = uploads.shown_name(request.file.filename)
        formats.pick(Path(filename))  # before a byte is stored
        job_id = str(uuid.uuid4())
        folder = self._blobs.make(job_id)
        try:
            source = folder / uploads.stored_name(filename)
            await uploads.receive(request.file, source, self._settings.max_upload_bytes)
            arguments = self._arguments(source, self._blobs.results(job_id), filename)
            job = Job(job_id, filename, self._task, request.options | arguments)
            self._queue.submit(job)
        except BaseException:
            self._blobs.remove(job_id)
            raise
        return job

    def job(self, job_id: str) -> Job:
        """Return a job; raise JobNotFound."""
        return self._queue.get(job_id)

    def result(self, job_id: str) -> dict[str, Any]:
        """Return a job's result document.

        Raises
        ------
        JobNotFound
            No such job.
        JobNotDone
            It waits or runs.
        SprueError
            It failed: the error it failed with.
        """
        job = self._queue.get(job_id)
        if job.error is not None:
            raise job.error
        if job.status is not Status.DONE:
            raise JobNotDone(f"The job is {job.status}; its result can be read when it is done.")
        document: dict[str, Any] = json.loads((self._blobs.results(job_id) / "result.json").read_text())
        return document

    def _arguments(self, source: Path, results: Path, filename: str) -> dict[str, Any]:
        return {
            "file": str(source.absolute()),
            "folder": str(results.absolute()),
            "filename": filename,
            "build_volume_mm": self._settings.build_volume_mm,
        }
