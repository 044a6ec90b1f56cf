"""The disk of the data folder: how much room is left on it, and how much has to stay."""

import shutil
from pathlib import Path

from server.settings import MEBIBYTE

RESERVE_BYTES = 256 * MEBIBYTE
"""Room that is kept free of files: a few uploads and results of jobs, and the database's log."""
RESERVE_SHARE = 0.05
"""Of a small disk."""
FULL_SHARE = 0.1
"""Of the reserve: with less than this the server cannot work."""


class Disk:
    """The one that a folder lies on."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @property
    def missing_bytes(self) -> int:
        """How much has to go until the reserve is free; 0 where it is."""
        total, _, free = shutil.disk_usage(self._folder)
        return max(0, _reserve_bytes(total) - free)

    @property
    def is_full(self) -> bool:
        """Whether there is no room to work."""
        total, _, free = shutil.disk_usage(self._folder)
        return free < FULL_SHARE * _reserve_bytes(total)


def _reserve_bytes(total: int) -> int:
    return int(min(RESERVE_BYTES, RESERVE_SHARE * total))
