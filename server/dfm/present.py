"""From jobs and results to what goes over the wire."""

from collections.abc import Callable
from typing import Any

from engine.errors import InternalError
from server.dfm.schemas import Accepted, JobStatus
from server.errors import sentence
from server.jobs.job import Job

SORRY = "Something went wrong on our side."
"""What callers read of a defect; our own log has the rest."""


def accepted(job: Job) -> Accepted:
    """Present a job that was just made."""
    return Accepted(job.id, job.status)


def status(job: Job) -> JobStatus:
    """Present how far a job is."""
    return JobStatus(job.id, job.status, _error(job), job.filename, list(job.log))


def result(job_id: str, document: dict[str, Any], link: Callable[[str], str]) -> dict[str, Any]:
    """Present a result: the document as the engine wrote it, with links in place of file names."""
    links = {key: link(name) for key, name in document["artifacts"].items()}
    return {"job_id": job_id} | document | {"artifacts": links}


def _error(job: Job) -> str | None:
    if job.error is None:
        return None
    return SORRY if isinstance(job.error, InternalError) else sentence(job.error)
