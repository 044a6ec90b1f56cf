"""Findings that somebody accepted, each with a note why: kept on this computer, a file for each part.

A verdict stays what it is; the note stands beside it, in the window and in the report. It holds for a finding
of the same rule at the same place, as long as that is no worse than when it was accepted.
"""

import hashlib
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.client.models import Point
from app.state import whole_file
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


@dataclass(frozen=True, slots=True)
class Accepted:
    """How much of an issue was accepted."""

    n: int
    """Findings that were."""
    n_all: int
    notes: tuple[str, ...]
    """Each once, in the order of the findings."""

    @property
    def is_whole(self) -> bool:
        """Whether every finding was accepted."""
        return self.n == self.n_all > 0

    @property
    def is_partial(self) -> bool:
        """Whether some findings were accepted and others were not."""
        return 0 < self.n < self.n_all


class Acceptances:
    """The notes of every part. Observers are called with the part after each change."""

    def __init__(self, folder: Path) -> None:
        self.changed: Observers[Path] = Observers()
        self._folder = folder
        self._of_part: dict[Path, tuple[Acceptance, ...]] = {}

    def note(self, part: Path, placed: Placed) -> str | None:
        """Return why a finding was accepted; None where it was not, or is worse now."""
        return self._notes(part, (placed,))[0]

    def of(self, part: Path, several: Sequence[Placed]) -> Accepted:
        """Return how many of the findings of an issue were accepted, and why."""
        notes = [note for note in self._notes(part, several) if note is not None]
        return Accepted(len(notes), len(several), tuple(dict.fromkeys(notes)))

    def accept(self, part: Path, several: Sequence[Placed], note: str) -> None:
        """Accept findings for one reason.

        Raises OSError where that cannot be kept, but it holds until the program ends.
        """
        made = (
            Acceptance(_rule(one), one.finding.location, one.fids, one.finding.margin, note.strip())
            for one in several
        )
        self._become(part, (*self._others(part, several), *made))

    def withdraw(self, part: Path, several: Sequence[Placed]) -> None:
        """Accept findings no longer; raises OSError as `accept` does."""
        self._become(part, self._others(part, several))

    def _notes(self, part: Path, several: Sequence[Placed]) -> list[str | None]:
        """Return the note of each finding: mostly that of the very same face, else one as near as allowed."""
        rules = {_rule(one) for one in several}
        known = [one for one in self._all(part) if one.rule in rules]
        at_face = {(one.rule, one.location, one.fids): one for one in known}
        notes: list[str | None] = []
        for placed in several:
            same = at_face.get((_rule(placed), placed.finding.location, placed.fids))
            likely = known if same is None else (same, *known)
            notes.append(next((one.note for one in likely if _is_about(one, placed)), None))
        return notes

    def _others(self, part: Path, several: Sequence[Placed]) -> tuple[Acceptance, ...]:
        return tuple(one for one in self._all(part) if not any(_is_at(one, placed) for placed in several))

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
    """Write the notes; without any there is no file."""
    if not kept:
        path.unlink(missing_ok=True)
        return
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
    text = json.dumps({"part": str(part), "accepted": accepted}, indent=2, ensure_ascii=False)
    whole_file.write(path, text)
