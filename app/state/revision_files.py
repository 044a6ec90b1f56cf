"""Files that may be an earlier revision of the open part: by their names, beside it and among the recent."""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

from app.state.interface import SHIPPED, Interface

LIKE = 0.62
"""Share of two names that has to agree for one to pass for a revision of the other."""
MOST = 12
"""Files that are offered at most."""
MOST_BESIDE = 2000
"""Entries of a folder that are looked at; a larger one is no folder of revisions."""
MARKS = re.compile(
    r"[\s._-]+(?:(?:rev(?:ision)?|ver(?:sion)?|v|r)?[\s._-]*(?:[a-z]|\d+(?:\.\d+)*)"
    r"|\(?(?:old|new|copy|final|draft|wip|\d+)\)?)$",
    re.IGNORECASE,
)
"""What names of revisions end in: `_rev_B`, ` v2`, `-03`, ` (copy)`."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One file that may be chosen."""

    path: Path
    is_alike: bool
    """Whether its name says that it is a revision of the open part."""
    modified_s: float


def offered(part: Path, recent: Iterable[Path], interface: Interface = SHIPPED) -> tuple[Candidate, ...]:
    """Return what may be compared with a part: revisions by name, the latest first, then the recent parts."""
    beside = [one for one in _beside(part) if is_alike(one, part)]
    found: dict[Path, Candidate] = {}
    for path in (*beside, *recent):
        modified_s = _modified_s(path)
        if path != part and path not in found and modified_s is not None and interface.accepts(path):
            found[path] = Candidate(path, is_alike(path, part), modified_s)
    alike = sorted((one for one in found.values() if one.is_alike), key=lambda one: -one.modified_s)
    return (*alike, *(one for one in found.values() if not one.is_alike))[:MOST]


def is_alike(one: Path, other: Path) -> bool:
    """Return whether two files are revisions of one part, by their names."""
    stems = stem(one), stem(other)
    return stems[0] == stems[1] or SequenceMatcher(None, *stems).ratio() >= LIKE


def stem(path: Path) -> str:
    """Return a file's name without what says which revision it is."""
    name = path.stem.lower()
    while (shorter := MARKS.sub("", name)) and shorter != name:
        name = shorter
    return name


def are_same(one: Path, other: Path) -> bool:
    """Return whether two files are the same, byte for byte; what cannot be read is not."""
    try:
        if one.stat().st_size != other.stat().st_size:
            return False
        return _digest(one) == _digest(other)
    except OSError:
        return False


def _beside(part: Path) -> list[Path]:
    try:
        entries = sorted(part.parent.iterdir())
    except OSError:
        return []
    return entries if len(entries) <= MOST_BESIDE else []


def _modified_s(path: Path) -> float | None:
    try:
        return path.stat().st_mtime if path.is_file() else None
    except OSError:
        return None


def _digest(path: Path) -> bytes:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").digest()
