"""A part that is far too large or small for its unit: what else it may be, and what its file was read in."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.state import length_unit, whole_file
from app.state.length_unit import MM_OF_UNIT

NAME = "units.json"
LEAST_MM, MOST_MM = 1.0, 10_000.0
"""Parts whose largest side is beyond these are asked about."""
SAME = 1e-6


@dataclass(frozen=True, slots=True)
class Reading:
    """A unit that a file may be read in, and how large the part is then."""

    unit: str
    """Of MM_OF_UNIT."""
    largest_mm: float


def other_readings(sides_mm: Sequence[float], declared_mm: float | None) -> tuple[Reading, ...]:
    """Return how else a part may be meant, likeliest first; none of a part of a common size."""
    largest = max(sides_mm, default=0.0)
    if declared_mm is None or largest <= 0.0 or LEAST_MM <= largest <= MOST_MM:
        return ()
    found = []
    for unit, mm in MM_OF_UNIT.items():
        then_mm = largest / declared_mm * mm
        if abs(mm - declared_mm) > SAME * mm and LEAST_MM <= then_mm <= MOST_MM:
            found.append(Reading(unit, then_mm))
    return tuple(found)


class UnitChoices:
    """What was chosen, by file, beside the settings; it ends when the file declares another unit than then.

    A disk that is full or may not be written costs the memory alone.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME
        self._known: dict[str, Any] = _read(self._path)

    def of(self, path: Path) -> str:
        """Return the unit that was chosen for a file; empty: as it says itself."""
        entry = self._known.get(str(path.absolute()))
        if not isinstance(entry, dict) or entry.get("unit") not in MM_OF_UNIT:
            return ""
        declared = length_unit.declared_mm(path)
        is_known = declared is not None or length_unit.has_none(path)
        return str(entry["unit"]) if is_known and declared == entry.get("declared_mm") else ""

    def choose(self, path: Path, unit: str) -> None:
        """Read a file in this unit from now on; empty: as it says itself."""
        name = str(path.absolute())
        self._known.pop(name, None)
        if unit:
            self._known[name] = {"unit": unit, "declared_mm": length_unit.declared_mm(path)}
        try:
            whole_file.write(self._path, json.dumps(self._known, indent=2))
        except OSError:
            return


def _read(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
