"""How much room has to stay free, on disks of two sizes."""

import shutil
from collections import namedtuple
from pathlib import Path

import pytest

from server.settings import MEBIBYTE
from server.storage.disk import Disk

Usage = namedtuple("Usage", "total used free")


@pytest.mark.parametrize(
    ("total_mb", "free_mb", "missing_mb", "is_full"),
    [
        (100_000, 257, 0, False),
        (100_000, 56, 200, False),
        (100_000, 25, 231, True),
        (100, 6, 0, False),
        (100, 1, 4, False),
        (100, 0.4, 4.6, True),
    ],
)
def test_a_reserve_stays_free_and_a_tenth_of_it_is_a_full_disk(
    monkeypatch: pytest.MonkeyPatch, total_mb: float, free_mb: float, missing_mb: float, is_full: bool
) -> None:
    """The reserve is 256 MB, of a small disk a twentieth."""
    usage = Usage(*(int(each * MEBIBYTE) for each in (total_mb, total_mb - free_mb, free_mb)))
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    disk = Disk(Path())
    assert disk.missing_bytes == pytest.approx(missing_mb * MEBIBYTE, abs=1)
    assert disk.is_full is is_full
