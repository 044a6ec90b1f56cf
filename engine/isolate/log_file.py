"""The log of a worker that a command starts: kept where a defect of ours is in it, else removed."""

import tempfile
from pathlib import Path


def make() -> Path:
    """Return where a new worker writes its log, in a folder of its own."""
    return Path(tempfile.mkdtemp(prefix="sprue-")) / "sprue.log"


def forget(log: Path) -> None:
    """Remove a log that nobody has to read."""
    log.unlink(missing_ok=True)
    log.parent.rmdir()
