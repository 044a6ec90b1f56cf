"""A file that is uploaded: it reports its progress and can be cancelled."""

from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from app.client import errors
from app.client.cancel import Cancel

Progress = Callable[[int, int], None]
"""Called with the bytes sent so far and all bytes, on the thread that makes the call."""


class Upload:
    """An open file that reports what is read of it; a second attempt begins at 0 again."""

    def __init__(self, path: Path, progress: Progress | None, cancel: Cancel) -> None:
        self.name = path.name
        self._progress = progress
        self._cancel = cancel
        try:
            self._size = path.stat().st_size
            self._file = path.open("rb")
        except OSError as error:
            raise errors.unreadable_file(path.name, error) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def read(self, size: int = -1) -> bytes:
        """Read on; raises Failure once the call is cancelled or the disk fails."""
        if self._cancel.is_asked:
            raise errors.cancelled()
        try:
            chunk = self._file.read(size)
        except OSError as error:
            raise errors.unreadable_file(self.name, error) from None
        if self._progress is not None:
            self._progress(min(self._file.tell(), self._size), self._size)
        return chunk

    def seek(self, offset: int, whence: int = 0) -> int:
        """Go to a place in the file."""
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        """Return the position in the file."""
        return self._file.tell()
