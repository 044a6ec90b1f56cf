"""Where a job's files lie, as the functions that workers run are told."""

from typing import Any

from server.jobs.job import Job
from server.storage.blobs import Staged

SHAPE = "shape.glb"
"""What `engine.artifacts` calls the mesh that is there before it is measured."""


def arguments_of(job: Job, staged: Staged) -> dict[str, Any]:
    """Return what the functions that work on a job's part get: its arguments, and paths of this machine."""
    return job.arguments | {
        "file": str(staged.part.absolute()),
        "folder": str(staged.results.absolute()),
        "cache": str(staged.prepared.absolute()),
    }
