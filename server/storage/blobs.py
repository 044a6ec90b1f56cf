"""Files of jobs and previews, and prepared parts, wherever they are kept: what the server asks of their home.

Workers read and write files of the machine they run on. So what a run needs is staged in, the run works in a
folder of the machine, what it made is staged out, and only then is the job marked as done.
"""

import re
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Protocol

RESULT = "result.json"
"""What a run has that is done."""
SAFE_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")
"""Names of files that we give; whatever else is asked for is not even looked for."""
NO_ARTIFACT = "There is no such artifact, or the link has expired."


PreparedNames = Callable[[Path], Sequence[str]]
"""The prepared parts that a run may ask for, by the path of its part; it reads the part."""


ObserveRequest = Callable[[str, float], None]
"""Is told of a request to a bucket: what was asked, and after how many seconds there was an answer."""


class StoredFile(Protocol):
    """A file as it was when it was asked for."""

    @property
    def name(self) -> str:
        """What it is called, with its suffix."""

    @property
    def size_bytes(self) -> int:
        """How long it is."""

    @property
    def etag(self) -> str:
        """Its entity tag, in quotes: another one whenever it was written anew."""

    @property
    def modified_at(self) -> datetime:
        """When it was written."""

    def chunks(self, start: int, length: int) -> AsyncIterator[bytes]:
        """Yield a part of it, piece by piece."""

    async def compressed(self) -> "StoredFile | None":
        """Return what `storage.compressed` made of it, by the first who asks; None where there is none."""

    async def direct_link(self) -> str | None:
        """Return a link that its home itself answers, for a while; None where callers do not reach it."""


@dataclass(frozen=True, slots=True)
class Staged:
    """Where the files of a run are on this machine."""

    part: Path
    results: Path
    """A folder, which is there once something was made."""
    prepared: Path
    """A folder with the prepared parts that may be asked for; what is put there is kept for others."""


class Blobs(Protocol):
    """The home of files. Only previews, and files below a job's results, can be fetched."""

    home: str
    """Which home it is, where servers of one database have several; empty for one that all of them find."""
    is_shared: bool
    """Whether several hosts keep their files here: then strays are looked for as long as one serves."""

    async def claim(self, installation_id: str) -> None:
        """Check that files can be kept here, and that what is here is of an installation or of none yet.

        Raises
        ------
        InvalidSetting
            They cannot, or it is of another.
        """

    async def check(self) -> None:
        """Raise StorageAway where files cannot be fetched now."""

    def observe_requests(self, observe: ObserveRequest) -> None:
        """Have somebody told of each request to a bucket; a folder has none."""

    def upload(self) -> AbstractContextManager[Path]:
        """Yield a folder of this machine that is gone when the block ends."""

    def make(self, job_id: str) -> Path:
        """Make a folder on this machine for the part of a job that is to be."""

    async def keep_part(self, job_id: str) -> None:
        """Bring the part of a job home, before the job is queued."""

    def new_preview(self, suffix: str = ".glb") -> Path:
        """Return where a preview, or a part that was sent ahead, may be written on this machine."""

    async def keep_preview(self, file: Path) -> None:
        """Bring a preview home that was written."""

    async def preview(self, name: str) -> StoredFile:
        """Return one preview; raises as `artifact` does."""

    async def artifact(self, job_id: str, run: int | str, name: str) -> StoredFile:
        """Return one result file.

        Raises
        ------
        ArtifactNotFound
            There is none of that name, or the name is not one we give.
        """

    def stage(
        self,
        job_id: str,
        run: int,
        part_name: str,
        prepared_names: PreparedNames,
        early: Collection[str] = (),
    ) -> AbstractAsyncContextManager[Staged]:
        """Have the files of a run of a job on this machine for as long as the block takes.

        `early` names results that go home as soon as they are there.

        Raises
        ------
        ArtifactNotFound
            The part is gone.
        """

    def results(self, job_id: str, run: int) -> AbstractAsyncContextManager[Path]:
        """Have what a run measured on this machine, without what it drew; the folder may be missing."""

    async def keep_results(self, job_id: str, run: int, staged: Staged) -> int:
        """Bring home what a run made, which is staged; return the bytes that the job takes."""

    async def remove_results(self, job_id: str, run: int) -> None:
        """Remove what a run of a job made."""

    async def remove_partial(self, job_id: str, run: int, but: str) -> None:
        """Remove what a run made that failed, but one file."""

    async def remove(self, job_id: str) -> None:
        """Remove everything of a job."""

    async def move_strays(self, known_jobs: Collection[str], now: datetime) -> tuple[int, str]:
        """Move aside what requests and jobs left here that nobody knows any more; before anything is served.

        Where hosts share a home, what may be on its way to one of them stays.

        Returns
        -------
        tuple of int and str
            How many folders, and where they are now.
        """

    async def forget(self, unused: datetime, unlinked: datetime) -> None:
        """Remove what nobody can ask for.

        Parameters
        ----------
        unused : datetime
            Strays that were moved aside before this moment go.
        unlinked : datetime
            Previews go that are older, and results that were superseded before.
        """

    async def trim(self, budget_bytes: int, missing_bytes: int = 0) -> int:
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
