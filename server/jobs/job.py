"""A job and its states: queued, running, then done or error."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Status(StrEnum):
    """The states, as on the wire."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    ERROR = "error"


FINAL = (Status.DONE, Status.ERROR)


@dataclass(frozen=True, slots=True)
class Job:
    """One analysis that was asked for."""

    id: str
    filename: str
    task: str
    """The function that a worker runs: `module:function`."""
    arguments: dict[str, Any]
    status: Status = Status.QUEUED
    error: Exception | None = None
    log: tuple[str, ...] = ()
    last_used_s: float = 0.0
    """When it was last asked for, by the table's clock."""
