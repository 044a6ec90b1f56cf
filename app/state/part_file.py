"""A file looked at before it is sent: what can be said at once need not wait for the server."""

import os
from pathlib import Path

from app.client import errors
from app.client.errors import Failure, Reason
from app.state.interface import MEBIBYTE, SHIPPED, Interface, in_words

STEP_END = b"END-ISO-10303-21;"
GLB_HEAD_BYTES = 12
TAIL_BYTES = 512


def check(path: Path, interface: Interface = SHIPPED) -> Failure | None:
    """Return why a file cannot be analyzed, with the exact numbers; None where nothing speaks against it."""
    shown = str(path).encode("utf-8", "replace").decode()
    if shown != str(path):  # bytes that are no text: neither Qt nor a settings file takes them
        return Failure(Reason.FILE, f"The name of {shown} is not in UTF-8.", "Rename it, then open it again.")
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


def is_complete(path: Path) -> bool:
    """Return whether a file has the end that its format has: one that is still being written has none.

    Of a format whose end is not known this is True.
    """
    suffix = path.suffix.lower()
    try:
        with path.open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            if suffix in (".step", ".stp"):
                file.seek(max(0, size - TAIL_BYTES))
                return STEP_END in file.read()
            if suffix == ".glb":
                file.seek(8)
                return int.from_bytes(file.read(4), "little") == size >= GLB_HEAD_BYTES
            if suffix == ".gltf":
                file.seek(max(0, size - TAIL_BYTES))
                return file.read().rstrip().endswith(b"}")
    except OSError:
        return False
    return size > 0


def fits(sides_mm: tuple[float, float, float], envelope_mm: tuple[float, float, float]) -> bool:
    """Return whether a part fits, turned as it likes."""
    return all(side <= room for side, room in zip(sorted(sides_mm), sorted(envelope_mm), strict=True))
