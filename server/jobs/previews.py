"""Quick looks at a part: size, volume, area, and a GLB to show."""

from dataclasses import dataclass
from typing import Any

from server.jobs.intake import Intake, Source
from server.jobs.pool import Pool
from server.storage.blobs import Blobs


@dataclass(frozen=True, slots=True)
class Preview:
    """What a look at a part gave."""

    document: dict[str, Any]
    """As `engine.tasks:preview` returns it."""
    glb: str
    """The name of its GLB among the previews."""
    sha256: str
    """Of the part's file."""


class Previews:
    """Looks at parts while their callers wait."""

    def __init__(self, pool: Pool, blobs: Blobs, intake: Intake, task: str, time_limit_s: float) -> None:
        self._pool = pool
        self._blobs = blobs
        self._intake = intake
        self._task = task
        self._time_limit_s = time_limit_s

    async def look(self, source: Source, **limits: Any) -> Preview:
        """Store a part for as long as it takes, and look at it.

        `limits` are arguments of `engine.tasks:preview`. Raises what that and `Intake.take` raise, and
        `ServerBusy` before the part is stored where it would wait for long.
        """
        self._pool.check_room()
        with self._blobs.upload() as folder:
            taken = await self._intake.take(source, folder)
            target = self._blobs.new_preview()
            arguments = {"file": str(taken.path.absolute()), "target": str(target.absolute())} | limits
            document = await self._pool.run(self._task, arguments, self._time_limit_s)
        await self._blobs.keep_preview(target)
        return Preview(document, target.name, taken.sha256)
