"""A cache of files that never change, by name and within a budget: what a store has, near the workers.

Who takes a file gets a hard link to it, so that it stays for as long as it is used, also when the cache has
let go of it meanwhile.
"""

import hashlib
import os
import threading
from contextlib import suppress
from pathlib import Path

from server.storage import ids

KEPT_SHARE = 0.9
"""Of the budget that is left when it was exceeded: the files are not looked through each time."""


class FileCache:
    """Files in a folder, those longest unused go first. It may be used by several threads.

    Parameters
    ----------
    folder : Path
        Made if it is not there. What lies in it from an earlier process is taken over.
    budget_bytes : int
        What the files may take; a file larger than that is not kept.
    """

    def __init__(self, folder: Path, budget_bytes: int) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._budget_bytes = budget_bytes
        self._lock = threading.Lock()
        self._size_bytes = sum(stat.st_size for _, stat in self._files())

    def take(self, name: str, target: Path) -> bool:
        """Link the file of a name to `target`, and count that as a use; False where there is none."""
        file = self._file(name)
        try:
            os.link(file, target)
        except FileNotFoundError:
            return False
        with suppress(OSError):
            os.utime(file)
        return True

    def add(self, name: str, file: Path) -> None:
        """Keep a file under a name, unless there is one; nobody may write to it any more."""
        size = file.stat().st_size
        if size > self._budget_bytes:
            return
        draft = self._folder / f".{ids.new()}"
        with self._lock:
            try:
                os.link(file, draft)
                draft.rename(self._file(name))  # whoever looks finds all of it
            except FileExistsError:
                draft.unlink()  # Windows does not replace it
                return
            self._size_bytes += size
            if self._size_bytes > self._budget_bytes:
                self._trim(int(self._budget_bytes * KEPT_SHARE))

    def free(self, missing_bytes: int) -> None:
        """Let go of so many bytes, those longest unused."""
        with self._lock:
            self._trim(max(0, self._size_bytes - missing_bytes))

    def _trim(self, kept_bytes: int) -> None:
        files = sorted(self._files(), key=lambda found: found[1].st_mtime)
        self._size_bytes = sum(stat.st_size for _, stat in files)
        for file, stat in files:
            if self._size_bytes <= kept_bytes:
                break
            file.unlink(missing_ok=True)
            self._size_bytes -= stat.st_size

    def _file(self, name: str) -> Path:
        return self._folder / hashlib.sha256(name.encode()).hexdigest()

    def _files(self) -> list[tuple[Path, os.stat_result]]:
        found = []
        for file in self._folder.iterdir():
            with suppress(FileNotFoundError):
                found.append((file, file.stat()))
        return found
