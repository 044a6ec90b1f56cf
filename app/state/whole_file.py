"""Writing a file whole or not at all: whoever reads it finds what was there before, or all of what is new."""

import contextlib
import os
import tempfile
from pathlib import Path


def write(path: Path, content: str | bytes, *, is_synced: bool = False) -> None:
    """Write to a file beside, which then takes the place of the old one; make its folder where there is none.

    `is_synced` waits until the disk has it, for what must outlive a power cut. Raises OSError, and leaves
    nothing behind then.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    data = content.encode("utf-8") if isinstance(content, str) else content
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            if is_synced:
                file.flush()
                os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
