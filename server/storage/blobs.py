"""Files on the local disk: a folder a job, previews, prepared parts, and uploads on their way.

jobs/ID/part.step         what was sent
jobs/ID/results-1/…       what the first run made of it
previews/ID.glb           what convert and quick-info answer with
prepared/HASH.prepared    parts that were meshed, for whoever asks again
prepared/HASH.analysis    what they were judged to be, for their reports
uploads/ID/part.step      gone when the request is answered
strays/TIME/jobs/ID/…     what nobody knew at a start, until it is as old as a job may be
"""

import os
import re
import shutil
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from server.errors import ArtifactNotFound
from server.storage import ids

SAFE_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")
JOBS = "jobs"
RESULTS = "results-"
RESULT = "result.json"
"""What a run has that is done."""
NO_ARTIFACT = "There is no such artifact, or the link has expired."


class LocalBlobs:
    """Folders under one root. Only previews, and files below a job's results, can be fetched."""

    def __init__(self, root: Path) -> None:
        self._jobs = root / JOBS
        self._previews = root / "previews"
        self._uploads = root / "uploads"
        self._strays = root / "strays"
        self.prepared = root / "prepared"
        for folder in (self._jobs, self._previews, self._uploads, self._strays, self.prepared):
            folder.mkdir(parents=True, exist_ok=True)

    def make(self, job_id: str) -> Path:
        """Make the folder of a job and return it."""
        folder = self.folder(job_id)
        folder.mkdir()
        return folder

    def folder(self, job_id: str) -> Path:
        """Return the folder of a job."""
        return self._jobs / job_id

    def results(self, job_id: str, run: int) -> Path:
        """Return the folder of what a run of a job made; it is there once the run is done."""
        return self.folder(job_id) / f"{RESULTS}{run}"

    def artifact(self, job_id: str, run: str, name: str) -> Path:
        """Return one result file.

        Raises
        ------
        ArtifactNotFound
            There is none of that name, or the name is not one we give.
        """
        if not all(SAFE_NAME.fullmatch(part) for part in (job_id, run, name)):
            raise _not_found()
        return _there(self.folder(job_id) / f"{RESULTS}{run}" / name)

    def preview(self, name: str) -> Path:
        """Return one preview; raises as `artifact` does."""
        if not SAFE_NAME.fullmatch(name):
            raise _not_found()
        return _there(self._previews / name)

    def new_preview(self) -> Path:
        """Return where a preview may be written."""
        return self._previews / f"{ids.new()}.glb"

    @contextmanager
    def upload(self) -> Iterator[Path]:
        """Yield a folder that is gone when the block ends."""
        folder = self._uploads / ids.new()
        folder.mkdir()
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def size(self, job_id: str) -> int:
        """Return the bytes that a job takes."""
        return _size(self.folder(job_id))

    def remove(self, job_id: str) -> None:
        """Remove everything of a job."""
        shutil.rmtree(self.folder(job_id), ignore_errors=True)

    def remove_results(self, job_id: str, run: int) -> None:
        """Remove what a run of a job made."""
        shutil.rmtree(self.results(job_id, run), ignore_errors=True)

    def remove_superseded(self, before: datetime) -> None:
        """Remove the results of runs after which a later one of the job was done before a moment."""
        for job in self._jobs.iterdir():
            runs = sorted(job.glob(f"{RESULTS}*"), key=lambda each: int(each.name.removeprefix(RESULTS)))
            done = [each for each in runs[1:] if _was_there(each / RESULT, before)]
            for each in runs[: runs.index(done[-1])] if done else ():
                shutil.rmtree(each, ignore_errors=True)

    def remove_partial(self, job_id: str, run: int, but: str) -> None:
        """Remove what a run made that failed, but one file."""
        for path in self.results(job_id, run).glob("*"):
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            elif path.name != but:
                path.unlink(missing_ok=True)

    def move_strays(self, known_jobs: Collection[str], now: datetime) -> tuple[int, Path]:
        """Move aside what requests and jobs left that nobody knows any more. Only while nothing is served.

        Returns
        -------
        tuple of int and Path
            How many folders, and the folder they are in; it is not made for none.
        """
        aside = self._strays / now.strftime("%Y%m%dT%H%M%SZ")
        strays = [folder for folder in self._jobs.iterdir() if folder.name not in known_jobs]
        strays += self._uploads.iterdir()
        for folder in strays:
            home = aside / folder.parent.name
            home.mkdir(parents=True, exist_ok=True)
            folder.replace(home / folder.name)
        return len(strays), aside

    def remove_strays(self, before: datetime) -> None:
        """Remove what was moved aside before a moment."""
        for folder in self._strays.iterdir():
            with suppress(OSError):
                if folder.stat().st_mtime < before.timestamp():
                    shutil.rmtree(folder, ignore_errors=True)

    def remove_previews(self, before: datetime) -> None:
        """Remove the previews that were made before a moment."""
        for file in self._previews.iterdir():
            with suppress(OSError):
                if file.stat().st_mtime < before.timestamp():
                    file.unlink()

    def trim(self, budget_bytes: int, missing_bytes: int = 0) -> int:
        """Remove prepared parts, previews and strays, oldest first.

        Parameters
        ----------
        budget_bytes : int
            What all files may take.
        missing_bytes : int
            What has to go in any case, for the disk is short of it.

        Returns
        -------
        int
            How many bytes still have to go.
        """
        kept = [
            (known.st_mtime, known.st_size, file)
            for folder in (self.prepared, self._previews, self._strays)
            for file, known in _files(folder)
        ]
        taken = sum(size for _, size, _ in kept) + _size(self._jobs)
        excess = max(taken - budget_bytes, missing_bytes)
        if excess > 0:
            self.remove_superseded(datetime.now(UTC))
            excess -= taken - sum(size for _, size, _ in kept) - _size(self._jobs)
        for _, size, file in sorted(kept):
            if excess <= 0:
                break
            file.unlink(missing_ok=True)
            excess -= size
        return max(0, excess)


def _not_found() -> ArtifactNotFound:
    return ArtifactNotFound(NO_ARTIFACT)


def _there(path: Path) -> Path:
    if not path.is_file():
        raise _not_found()
    return path


def _was_there(file: Path, before: datetime) -> bool:
    try:
        return file.stat().st_mtime < before.timestamp()
    except OSError:
        return False


def _size(folder: Path) -> int:
    return sum(known.st_size for _, known in _files(folder))


def _files(folder: Path) -> list[tuple[Path, os.stat_result]]:
    """Return the files below a folder; what vanishes meanwhile, file or folder, is not among them."""
    found = []
    for root, _, names in os.walk(folder):
        for path in (Path(root, name) for name in names):
            with suppress(OSError):
                found.append((path, path.stat()))
    return found
