"""A job and its states: queued, running, then done or error."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Self


class Status(StrEnum):
    """The states of a job, as on the wire."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    ERROR = "error"


FINAL = (Status.DONE, Status.ERROR)


@dataclass(frozen=True, slots=True)
class Job:
    """One analysis that was asked for, as it stands."""

    id: str
    account_id: str
    filename: str
    """As it is shown."""
    task: str
    """The function that a worker runs: `module:function`."""
    arguments: dict[str, Any]
    """What it gets, but for the paths, which are made when it runs."""
    status: Status
    error_kind: str | None
    """The name of the class of the error it ended with."""
    error: str | None
    run: int
    """1 for the analysis, one more for each recompute."""
    attempts: int
    """How often this run was begun."""
    has_result: bool
    """Whether the run before this one left a result."""
    size_bytes: int
    quote_id: str | None
    created_at: datetime
    queued_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    last_used_at: datetime
    attempt_id: str | None = None
    """Of the attempt that runs: what another one writes down of this run counts for nothing."""
    entry_id: int | None = None
    """Of procrastinate's entry that it runs by, on PostgreSQL."""
    home: str = ""
    """Where its files are: empty where every server of the database finds them."""
    request_id: str | None = None
    """Of the request that queued this run; for the log."""
    traceparent: str | None = None
    """The span of that request, where traces are on: attempts belong to it, whichever host runs them."""
    has_log: bool = False
    """Of one that was just claimed: whether attempts before have left lines in its log."""

    @classmethod
    def queued(
        cls,
        job_id: str,
        account_id: str,
        filename: str,
        task: str,
        arguments: dict[str, Any],
        now: datetime,
        *,
        size_bytes: int = 0,
        quote_id: str | None = None,
        home: str = "",
        request_id: str | None = None,
        traceparent: str | None = None,
    ) -> Self:
        """Return a job that waits from now on for the first attempt of its first run."""
        return cls(
            id=job_id,
            account_id=account_id,
            filename=filename,
            task=task,
            arguments=arguments,
            status=Status.QUEUED,
            error_kind=None,
            error=None,
            run=1,
            attempts=0,
            has_result=False,
            size_bytes=size_bytes,
            quote_id=quote_id,
            created_at=now,
            queued_at=now,
            started_at=None,
            finished_at=None,
            last_used_at=now,
            home=home,
            request_id=request_id,
            traceparent=traceparent,
        )

    @property
    def is_final(self) -> bool:
        """Whether nothing more happens to it by itself."""
        return self.status in FINAL


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a job's log."""

    id: int
    text: str
