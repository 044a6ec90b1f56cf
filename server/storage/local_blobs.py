"""The home of files on the local disk: a folder a job, previews, prepared parts, and uploads on their way.

jobs/ID/part.step         what was sent
jobs/ID/results-1/…       what the first run made of it
previews/ID.glb           what convert and quick-info answer with
prepared/HASH.prepared    parts that were meshed, for whoever asks again
prepared/HASH.analysis    what they were judged to be, for their reports
uploads/ID/part.step      gone when the request is answered
strays/TIME/jobs/ID/…     what nobody knew at a start, until it is as old as a job may be
"""

import asyncio
import os
import shutil
from collections.abc import AsyncIterator, Collection, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from stat import S_ISREG

import anyio

from server.errors import ArtifactNotFound
from server.storage import compressed, file_ranges, ids
from server.storage.blobs import NO_ARTIFACT, RESULT, SAFE_NAME, ObserveRequest, PreparedNames, Staged

JOBS = "jobs"
RESULTS = "results-"
PIECE_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class LocalFile:
    """A file of this machine."""

    path: Path
    stat: os.stat_result

    @property
    def name(self) -> str:
        """What it is called, with its suffix."""
        return self.path.name

    @property
    def size_bytes(self) -> int:
        """How long it is."""
        return self.stat.st_size

    @property
    def etag(self) -> str:
        """Its entity tag, in quotes."""
        return file_ranges.etag(self.stat)

    @property
    def modified_at(self) -> datetime:
        """When it was written."""
        return datetime.fromtimestamp(self.stat.st_mtime, UTC)

    async def chunks(self, start: int, length: int) -> AsyncIterator[bytes]:
        """Yield a part of it, piece by piece."""
        async with await anyio.open_file(self.path, "rb") as file:
            await file.seek(start)
            while length:
                piece = await file.read(min(length, PIECE_BYTES))
                if not piece:
                    return
                length -= len(piece)
                yield piece

    async def compressed(self) -> "LocalFile | None":
        """Return the compressed file beside it, made by the first who asks; None where there is none."""
        packed = await compressed.beside(self.path)
        return None if packed is None else LocalFile(packed, packed.stat())

    async def direct_link(self) -> str | None:
        """Return None: callers do not reach the disk."""
        return None


class LocalBlobs:
    """Folders under one root. Only previews, and files below a job's results, can be fetched.

    `home` tells it from other roots, where servers of one database have several.
    """

    is_shared = False

    def __init__(self, root: Path, home: str = "") -> None:
        self.home = home
        self._jobs = root / JOBS
        self._previews = root / "previews"
        self._uploads = root / "uploads"
        self._strays = root / "strays"
        self.prepared = root / "prepared"
        for folder in (self._jobs, self._previews, self._uploads, self._strays, self.prepared):
            folder.mkdir(parents=True, exist_ok=True)

    async def claim(self, installation_id: str) -> None:
        """Do nothing: the folder was made, and has its installation's secrets or none."""

    async def check(self) -> None:
        """Do nothing: the disk is there."""

    def observe_requests(self, observe: ObserveRequest) -> None:
        """Do nothing: there are none."""

    def make(self, job_id: str) -> Path:
        """Make the folder of a job and return it."""
        folder = self.folder(job_id)
        folder.mkdir()
        return folder

    def folder(self, job_id: str) -> Path:
        """Return the folder of a job."""
        return self._jobs / job_id

    def results_folder(self, job_id: str, run: int) -> Path:
        """Return the folder of what a run of a job made; it is there once the run is done."""
        return self.folder(job_id) / f"{RESULTS}{run}"

    @asynccontextmanager
    async def results(self, job_id: str, run: int) -> AsyncIterator[Path]:
        """Yield the folder of what a run made."""
        yield self.results_folder(job_id, run)

    async def keep_part(self, job_id: str) -> None:
        """Do nothing: it was stored at home."""

    @asynccontextmanager
    async def stage(
        self,
        job_id: str,
        run: int,
        part_name: str,
        prepared_names: PreparedNames,
        early: Collection[str] = (),
    ) -> AsyncIterator[Staged]:
        """Yield where the files of a run are kept."""
        yield Staged(self.folder(job_id) / part_name, self.results_folder(job_id, run), self.prepared)

    async def keep_results(self, job_id: str, run: int, staged: Staged) -> int:
        """Return the bytes that the job takes; what a run makes, it makes at home."""
        return await asyncio.to_thread(self.size, job_id)

    async def artifact(self, job_id: str, run: int | str, name: str) -> LocalFile:
        """Return one result file; raise ArtifactNotFound."""
        if not all(SAFE_NAME.fullmatch(part) for part in (job_id, str(run), name)):
            raise _not_found()
        return _there(self.folder(job_id) / f"{RESULTS}{run}" / name)

    async def preview(self, name: str) -> LocalFile:
        """Return one preview; raise ArtifactNotFound."""
        if not SAFE_NAME.fullmatch(name):
            raise _not_found()
        return _there(self._previews / name)

    def new_preview(self, suffix: str = ".glb") -> Path:
        """Return where a preview, or a part that was sent ahead, may be written."""
        return self._previews / f"{ids.new()}{suffix}"

    async def keep_preview(self, file: Path) -> None:
        """Do nothing: it was written at home."""

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

    async def remove(self, job_id: str) -> None:
        """Remove everything of a job."""
        await asyncio.to_thread(shutil.rmtree, self.folder(job_id), ignore_errors=True)

    async def remove_results(self, job_id: str, run: int) -> None:
        """Remove what a run of a job made."""
        await asyncio.to_thread(shutil.rmtree, self.results_folder(job_id, run), ignore_errors=True)

    def remove_superseded(self, before: datetime) -> None:
        """Remove the results of runs after which a later one of the job was done before a moment."""
        for job in self._jobs.iterdir():
            runs = sorted(job.glob(f"{RESULTS}*"), key=lambda each: int(each.name.removeprefix(RESULTS)))
            done = [each for each in runs[1:] if _was_there(each / RESULT, before)]
            for each in runs[: runs.index(done[-1])] if done else ():
                shutil.rmtree(each, ignore_errors=True)

    async def remove_partial(self, job_id: str, run: int, but: str) -> None:
        """Remove what a run made that failed, but one file."""
        for path in self.results_folder(job_id, run).glob("*"):
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            elif path.name != but:
                path.unlink(missing_ok=True)

    async def move_strays(self, known_jobs: Collection[str], now: datetime) -> tuple[int, str]:
        """Move aside what nobody knows any more; return how many folders, and where they are."""
        return await asyncio.to_thread(self._move_strays, known_jobs, now)

    def _move_strays(self, known_jobs: Collection[str], now: datetime) -> tuple[int, str]:
        aside = self._strays / now.strftime("%Y%m%dT%H%M%SZ")
        strays = [folder for folder in self._jobs.iterdir() if folder.name not in known_jobs]
        strays += self._uploads.iterdir()
        for folder in strays:
            home = aside / folder.parent.name
            home.mkdir(parents=True, exist_ok=True)
            folder.replace(home / folder.name)
        return len(strays), str(aside)

    async def forget(self, unused: datetime, unlinked: datetime) -> None:
        """Remove strays, and previews and superseded results, that are older than these moments."""
        await asyncio.to_thread(self.remove_previews, unlinked)
        await asyncio.to_thread(self.remove_strays, unused)
        await asyncio.to_thread(self.remove_superseded, unlinked)

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

    async def trim(self, budget_bytes: int, missing_bytes: int = 0) -> int:
        """Remove prepared parts, previews and strays, oldest first; return how many bytes are left to go."""
        return await asyncio.to_thread(self._trim, budget_bytes, missing_bytes)

    def _trim(self, budget_bytes: int, missing_bytes: int) -> int:
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


def _there(path: Path) -> LocalFile:
    try:
        stat = path.stat()
    except OSError:
        raise _not_found() from None
    if not S_ISREG(stat.st_mode):
        raise _not_found()
    return LocalFile(path, stat)


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
