"""Findings that somebody accepted, each with a note why: kept on this computer, a file for each part.

A verdict stays what it is; the note stands beside it, in the window and in the report. It holds for a finding
of the same rule at the same place, as long as that is no worse than when it was accepted.
"""

import contextlib
import hashlib
import json
import math
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.client.models import Point
from app.state.findings import Placed
from app.state.observers import Observers

SAME_PLACE_MM = 0.1
"""Two analyses of one file agree better than this; two features of a part lie farther apart."""
SLACK = 1e-3
"""Share of the limit that a margin may be less than it was: numbers are written with so many digits."""


@dataclass(frozen=True, slots=True)
class Acceptance:
    """One finding, as it was when it was accepted."""

    rule: tuple[str, str, str]
    """Keys of pack, configuration and rule."""
    location: Point | None
    fids: tuple[str, ...]
    """Faces; they identify the place where there is no location."""
    margin: float | None
    note: str


class Acceptances:
    """The notes of every part. Observers are called with the part after each change."""

    def __init__(self, folder: Path) -> None:
        self.changed: Observers[Path] = Observers()
        self._folder = folder
        self._of_part: dict[Path, tuple[Acceptance, ...]] = {}

    def note(self, part: Path, placed: Placed) -> str | None:
        """Return why a finding was accepted; None where it was not, or is worse now."""
        return next((one.note for one in self._all(part) if _is_about(one, placed)), None)

    def accept(self, part: Path, placed: Placed, note: str) -> None:
        """Accept a finding; raises OSError where that cannot be kept, but it holds until the program ends."""
        finding = placed.finding
        made = Acceptance(_rule(placed), finding.location, placed.fids, finding.margin, note.strip())
        self._become(part, (*self._others(part, placed), made))

    def withdraw(self, part: Path, placed: Placed) -> None:
        """Accept a finding no longer; raises OSError as `accept` does."""
        self._become(part, self._others(part, placed))

    def _others(self, part: Path, placed: Placed) -> tuple[Acceptance, ...]:
        return tuple(one for one in self._all(part) if not _is_at(one, placed))

    def _all(self, part: Path) -> tuple[Acceptance, ...]:
        part = part.absolute()
        if part not in self._of_part:
            self._of_part[part] = _read(self._place(part))
        return self._of_part[part]

    def _become(self, part: Path, kept: tuple[Acceptance, ...]) -> None:
        self._of_part[part.absolute()] = kept
        try:
            _write(self._place(part.absolute()), part, kept)
        finally:
            self.changed.notify(part)

    def _place(self, part: Path) -> Path:
        return self._folder / f"{hashlib.sha256(str(part).encode()).hexdigest()[:24]}.json"


def _is_about(one: Acceptance, placed: Placed) -> bool:
    """Return whether it holds for a finding: the same one, and no worse."""
    margin, limit = placed.finding.margin, placed.finding.threshold
    if not _is_at(one, placed):
        return False
    if one.margin is None or margin is None:
        return one.margin == margin
    return margin >= one.margin - SLACK * abs(limit or 1.0)


def _is_at(one: Acceptance, placed: Placed) -> bool:
    """Return whether it is of the same rule at the same place."""
    here = placed.finding.location
    if one.rule != _rule(placed):
        return False
    if one.location is not None and here is not None:
        return math.dist(one.location, here) <= SAME_PLACE_MM
    return one.fids == placed.fids


def _rule(placed: Placed) -> tuple[str, str, str]:
    return placed.pack_key, placed.configuration_key, placed.rule.key


def _read(path: Path) -> tuple[Acceptance, ...]:
    """Read a part's notes; what is damaged counts as none."""
    try:
        found = json.loads(path.read_text("utf-8"))["accepted"]
        return tuple(_acceptance(one) for one in found)
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return ()


def _acceptance(fields: dict[str, Any]) -> Acceptance:
    pack, configuration, rule = fields["rule"]
    location, margin = fields["location"], fields["margin"]
    return Acceptance(
        (str(pack), str(configuration), str(rule)),
        None if location is None else (float(location[0]), float(location[1]), float(location[2])),
        tuple(str(fid) for fid in fields["fids"]),
        None if margin is None else float(margin),
        str(fields["note"]),
    )


def _write(path: Path, part: Path, kept: tuple[Acceptance, ...]) -> None:
    """Write whole or not at all; without any note there is no file."""
    if not kept:
        path.unlink(missing_ok=True)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    accepted = [
        {
            "rule": one.rule,
            "location": one.location,
            "fids": one.fids,
            "margin": one.margin,
            "note": one.note,
        }
        for one in kept
    ]
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump({"part": str(part), "accepted": accepted}, file, indent=2, ensure_ascii=False)
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
