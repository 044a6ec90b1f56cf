"""Files of jobs on the local disk: one folder a job, removed with it."""

import re
import shutil
from pathlib import Path

from server.errors import ArtifactNotFound

SAFE_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")


class LocalBlobs:
    """Folders under one root. Only files below a job's `results` can be fetched."""

    def __init__(self, root: Path) -> None:
        self._root = root
        # Jobs do not outlive the process, so what an earlier one left belongs to nobody.
        shutil.rmtree(root, ignore_errors=True)
        root.mkdir(parents=True)

    def make(self, job_id: str) -> Path:
        """Make the folder of a job and return it."""
        folder = self.folder(job_id)
        folder.mkdir()
        return folder

    def folder(self, job_id: str) -> Path:
        """Return the folder of a job."""
        return self._root / job_id

    def results(self, job_id: str) -> Path:
        """Return the folder of a job's results; it is there once the job is done."""
        return self.folder(job_id) / "results"

    def artifact(self, job_id: str, name: str) -> Path:
        """Return one result file.

        Raises
        ------
        ArtifactNotFound
            There is none of that name, or the name is not one we give.
        """
        path = self.results(job_id) / name
        if not (SAFE_NAME.fullmatch(job_id) and SAFE_NAME.fullmatch(name) and path.is_file()):
            raise ArtifactNotFound("There is no such artifact, or the link has expired.")
        return path

    def remove(self, job_id: str) -> None:
        """Remove everything of a job."""
        shutil.rmtree(self.folder(job_id), ignore_errors=True)
