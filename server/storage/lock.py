"""One server a data folder: two would run each other's jobs."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

FILE_NAME = "server.lock"


class DataFolderInUse(Exception):
    """Another server works in this folder."""


@contextmanager
def held(data_dir: Path) -> Iterator[None]:
    """Hold the folder while the block runs; the system lets go of it when the process dies.

    Raises
    ------
    DataFolderInUse
        Another process holds it.
    """
    data_dir.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(data_dir / FILE_NAME, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            _lock(descriptor)
        except OSError:
            raise DataFolderInUse(f"another server works in {data_dir}") from None
        yield
    finally:
        os.close(descriptor)


def _lock(descriptor: int) -> None:
    if os.name == "nt":
        import msvcrt

        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
    else:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
