"""A file looked at before it is sent: what can be said at once need not wait for the server."""

from pathlib import Path

from app.client import errors
from app.client.errors import Failure, Reason
from app.state.interface import MEBIBYTE, SHIPPED, Interface, in_words


def check(path: Path, interface: Interface = SHIPPED) -> Failure | None:
    """Return why a file cannot be analyzed, with the exact numbers; None where nothing speaks against it."""
    if not interface.accepts(path):
        found = f"ends in {path.suffix}" if path.suffix else "has no extension"
        return Failure(
            Reason.FILE,
            f"{path.name} {found}; Sprue reads {in_words(list(interface.suffixes), 'and')}.",
            "Export the part as STEP.",
        )
    try:
        size = path.stat().st_size
    except OSError as error:
        return errors.unreadable_file(path.name, error)
    if size == 0:
        return Failure(Reason.FILE, f"{path.name} is empty.", "Export the part again.")
    most_mb, megabytes = interface.max_file_mb, size / MEBIBYTE
    if most_mb is not None and megabytes > most_mb:
        return Failure(
            Reason.TOO_LARGE,
            f"{path.name} is {megabytes:.2f} MB large; up to {most_mb:g} MB are accepted.",
            "Export it with less detail, or as several parts.",
        )
    return None


def fits(sides_mm: tuple[float, float, float], envelope_mm: tuple[float, float, float]) -> bool:
    """Return whether a part fits, turned as it likes."""
    return all(side <= room for side, room in zip(sorted(sides_mm), sorted(envelope_mm), strict=True))
