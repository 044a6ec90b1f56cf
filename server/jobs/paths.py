"""Where a job's files lie, as the functions that workers run are told."""

from typing import Any

from server.jobs.job import Job
from server.storage.blobs import LocalBlobs

SHAPE = "shape.glb"
"""What `engine.artifacts` calls the mesh that is there before it is measured."""


def arguments_of(job: Job, blobs: LocalBlobs) -> dict[str, Any]:
    """Return what the functions that work on a job's part get: its arguments, and paths of this machine."""
    return job.arguments | {
        "file": str((blobs.folder(job.id) / job.arguments["file"]).absolute()),
        "folder": str(blobs.results(job.id, job.run).absolute()),
        "cache": str(blobs.prepared.absolute()),
    }
