"""From jobs and results to what goes over the wire."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from engine.errors import InternalError
from server.dfm.packs import Pack
from server.dfm.schemas import Accepted, JobEntry, JobPage, JobStatus, QuickInfo
from server.dfm.service import error_of
from server.errors import sentence
from server.http.problems import SORRY
from server.jobs.job import Job, Line, Status


def quick_info(document: dict[str, Any], link: str) -> QuickInfo:
    """Present a look at a part."""
    described = {"geometry": document["geometry"], "stats": document["stats"], "notes": document["notes"]}
    return msgspec.convert(described | {"glb_url": link}, QuickInfo)


def accepted(job_id: str) -> Accepted:
    """Present a job that was just made, or is to run again."""
    return Accepted(job_id, Status.QUEUED)


def status(job: Job, lines: Sequence[Line], is_own: bool) -> JobStatus:
    """Present how far a job is; `is_own` says that the machine is the caller's."""
    return JobStatus(job.id, job.status, _error(job, is_own), job.filename, [line.text for line in lines])


def page(jobs: Sequence[Job], has_more: bool, is_own: bool) -> JobPage:
    """Present a list of jobs."""
    return JobPage([entry(job, is_own) for job in jobs], has_more)


def entry(job: Job, is_own: bool) -> JobEntry:
    """Present a job in a list."""
    finished = None if job.finished_at is None else moment(job.finished_at)
    return JobEntry(
        job.id, job.status, _error(job, is_own), job.filename, job.quote_id, moment(job.created_at), finished
    )


def pack(kept: Pack) -> dict[str, Any]:
    """Present a rule pack of an account."""
    return {
        "key": kept.key,
        "name": str(kept.document.get("name") or kept.key),
        "version": kept.version,
        "updated_at": moment(kept.updated_at),
        "module": kept.document,
    }


def moment(when: datetime) -> str:
    """Present a moment: ISO 8601, in UTC, to the second."""
    return when.strftime("%Y-%m-%dT%H:%M:%SZ")


def result(
    job_id: str, document: Mapping[str, msgspec.Raw], link: Callable[[str], str], own_log: Path | None
) -> dict[str, Any]:
    """Present a result: the document as the engine wrote it, with links in place of file names.

    `own_log` is where the traceback of a stage that failed lies, on a machine that is the caller's.
    """
    names = msgspec.json.decode(document["artifacts"], type=dict[str, str])
    links = {key: link(name) for key, name in names.items()}
    log = {} if own_log is None else {"log": str(own_log)}
    return {"job_id": job_id, **document, "artifacts": links, **log}


def _error(job: Job, is_own: bool) -> str | None:
    if job.status is not Status.ERROR:
        return None
    error = error_of(job)
    return f"{SORRY}." if isinstance(error, InternalError) and not is_own else sentence(error)
