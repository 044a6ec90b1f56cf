"""Jobs of one process: a table in memory, a thread that takes them in order, one warm worker process."""

import logging
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.errors import Cancelled, InternalError, SprueError
from engine.isolate.worker import Worker
from server.errors import JobNotFound, QueueFull
from server.jobs.job import FINAL, Job, Status

logger = logging.getLogger("sprue.jobs")


class LocalQueue:
    """Runs jobs one at a time. Every method may be called from any thread and returns at once.

    Parameters
    ----------
    worker : Worker
        Runs the tasks; closed by `stop`.
    time_limit_s : float
        Seconds a task may take.
    max_queued : int
        Jobs that may wait.
    lifetime_s : float
        A finished job is forgotten when nobody asked for it for this long.
    on_forget : callable
        Called with the id of each job that is forgotten.
    now : callable
        The clock, in seconds.
    """

    def __init__(
        self,
        worker: Worker,
        time_limit_s: float,
        max_queued: int,
        lifetime_s: float,
        on_forget: Callable[[str], None],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._worker = worker
        self._time_limit_s = time_limit_s
        self._max_queued = max_queued
        self._lifetime_s = lifetime_s
        self._on_forget = on_forget
        self._now = now
        self._jobs: dict[str, Job] = {}
        self._lock = threading.Lock()
        self._waiting: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._is_stopping = threading.Event()
        self._thread = threading.Thread(target=self._run_jobs, name="sprue-jobs")

    def start(self) -> None:
        """Begin to run jobs, with a worker that warms up meanwhile."""
        self._worker.start()
        self._thread.start()

    def stop(self) -> None:
        """End what runs and wait for it; jobs that wait stay queued and are lost with the process."""
        self._is_stopping.set()
        self._waiting.put(None)
        self._thread.join()
        self._worker.close()

    def submit(self, job: Job) -> None:
        """Accept a job, or raise QueueFull; forgets jobs that expired."""
        self._forget_expired()
        with self._lock:
            if sum(each.status is Status.QUEUED for each in self._jobs.values()) >= self._max_queued:
                raise QueueFull("Too many jobs are waiting; please try again in a while.")
            self._jobs[job.id] = replace(job, last_used_s=self._now())
        self._waiting.put(job.id)

    def get(self, job_id: str) -> Job:
        """Return a job as it stands, and count that as a use; raise JobNotFound."""
        with self._lock:
            job = self._jobs.get(job_id)
            if job is None or self._has_expired(job):
                raise JobNotFound("There is no such job, or it has expired.")
            self._jobs[job_id] = job = replace(job, last_used_s=self._now())
            return job

    def _run_jobs(self) -> None:
        while (job_id := self._waiting.get()) is not None and not self._is_stopping.is_set():
            self._run(job_id)

    def _run(self, job_id: str) -> None:
        job = self._change(job_id, status=Status.RUNNING)

        def add_line(line: str) -> None:
            self._change(job_id, log=(*self._jobs[job_id].log, line))

        try:
            self._worker.run(
                job.task, job.arguments, add_line, self._time_limit_s, is_cancelled=self._is_stopping.is_set
            )
        except Cancelled:
            self._change(job_id, status=Status.QUEUED)
        except SprueError as error:
            if isinstance(error, InternalError):
                logger.error("job %s: %s", job_id, error)
            self._change(job_id, status=Status.ERROR, error=error)
        except Exception as error:
            logger.exception("job %s failed", job_id)
            self._change(job_id, status=Status.ERROR, error=InternalError(f"{type(error).__name__}"))
        else:
            self._change(job_id, status=Status.DONE)

    def _change(self, job_id: str, **changes: Any) -> Job:
        with self._lock:
            self._jobs[job_id] = job = replace(self._jobs[job_id], **changes)
            return job

    def _has_expired(self, job: Job) -> bool:
        return job.status in FINAL and self._now() - job.last_used_s > self._lifetime_s

    def _forget_expired(self) -> None:
        with self._lock:
            expired = [job.id for job in self._jobs.values() if self._has_expired(job)]
            for job_id in expired:
                del self._jobs[job_id]
        for job_id in expired:
            self._on_forget(job_id)
