"""Quick looks: nothing is done for a caller who would wait for long."""

import asyncio
from pathlib import Path

import pytest

from server.errors import ServerBusy
from server.fetch.guarded import Fetcher
from server.jobs.intake import Intake, Source, Taken
from server.jobs.pool import Pool
from server.jobs.previews import Previews
from server.storage.local_blobs import LocalBlobs
from tests.server.acting import OPTIONS

PREVIEW = "tests.server.acting:preview"
SOURCE = Source("part.step", None, "https://parts.example/part.step")


class OnDisk(Intake):
    """Stores a part that takes a second to look at, and counts."""

    def __init__(self) -> None:
        super().__init__(Fetcher(frozenset(), 1 << 20), 1 << 20)
        self.n_taken = 0

    async def take(self, source: Source, folder: Path) -> Taken:
        """Write a part."""
        self.n_taken += 1
        path = folder / "part.step"
        path.write_text("ISO-10303-21;\n/* sleep 1 */\n")
        return Taken(path, "0" * 64, path.stat().st_size)


@pytest.mark.parametrize(("longest_wait_s", "n_taken"), [(0.1, 3), (60.0, 4)])
def test_a_part_is_not_stored_for_who_is_refused(tmp_path: Path, longest_wait_s: float, n_taken: int) -> None:
    """After the first, one is looked at and one waits; there is room for one more only where it may wait."""

    async def go() -> int:
        pool = Pool("test", OPTIONS, 1, 10, longest_wait_s=longest_wait_s)
        pool.start()
        intake = OnDisk()
        previews = Previews(pool, LocalBlobs(tmp_path), intake, PREVIEW, 30)
        try:
            await previews.look(SOURCE)
            looks = []
            for _ in range(3):
                looks.append(asyncio.create_task(previews.look(SOURCE)))
                await asyncio.sleep(0.05)
            answers = await asyncio.gather(*looks, return_exceptions=True)
        finally:
            await pool.stop()
        assert sum(isinstance(answer, ServerBusy) for answer in answers) == 4 - n_taken
        assert sum(isinstance(answer, Exception) for answer in answers) == 4 - n_taken
        return intake.n_taken

    assert asyncio.run(go()) == n_taken
