"""Where a job's files lie, as the functions that workers run are told."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from server.jobs.job import Job
from server.storage.blobs import PreparedNames, Staged

SHAPE = "shape.glb"
"""What `engine.artifacts` calls the mesh that is there before it is measured."""


def arguments_of(job: Job, staged: Staged) -> dict[str, Any]:
    """Return what the functions that work on a job's part get: its arguments, and paths of this machine."""
    return job.arguments | {
        "file": str(staged.part.absolute()),
        "folder": str(staged.results.absolute()),
        "cache": str(staged.prepared.absolute()),
    }


def prepared_names(arguments: Mapping[str, Any]) -> PreparedNames:
    """Return what names the prepared part that functions with these arguments ask for."""

    def names(part: Path) -> Sequence[str]:
        from engine import options, prepared_file  # not loaded where files stay on one machine

        mesh = options.mesh_options(arguments["max_edge_mm"], arguments["curvature"], arguments.get("unit"))
        return (prepared_file.name(part, mesh),)

    return names
