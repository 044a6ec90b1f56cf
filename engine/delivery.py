"""Delivering a folder of results: all of it or nothing."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def delivered_to(folder: Path) -> Iterator[Path]:
    """Yield an empty folder to write into; what it holds in the end appears in `folder`.

    When the block raises, `folder` is as it was before. A `folder` that was there already keeps its
    other files; those of the same name are replaced, each in one step.

    Raises
    ------
    OSError
        The folder cannot be made or written to.
    """
    missing = [parent for parent in folder.absolute().parents if not parent.exists()]
    folder.parent.mkdir(parents=True, exist_ok=True)
    beside_target = folder if folder.exists() else folder.parent
    draft = Path(tempfile.mkdtemp(prefix=".sprue-", dir=beside_target))
    try:
        yield draft
        draft.chmod(0o755)
        if folder.exists():
            _move_files(draft, folder)
        else:
            draft.rename(folder)
        missing.clear()
    finally:
        shutil.rmtree(draft, ignore_errors=True)
        for parent in missing:
            with suppress(OSError):
                parent.rmdir()


def _move_files(draft: Path, folder: Path) -> None:
    """Move every file of `draft` to its place under `folder`."""
    for source in sorted(path for path in draft.rglob("*") if path.is_file()):
        target = folder / source.relative_to(draft)
        target.parent.mkdir(parents=True, exist_ok=True)
        os.replace(source, target)
