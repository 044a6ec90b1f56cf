"""Machines that the user has: which boxes go in, instead of those that rule packs go by."""

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import resources
from app.state import display_unit

SETTING = "build_volumes"
FIELD = "build_volumes"
"""As the form of an analysis calls them."""
NONE = "none"
"""Has a part judged again by the machines of the packs."""
Sides = tuple[float, float, float]
"""In mm, the longest first."""

_BETWEEN = re.compile(r"[x×*;/]|\bby\b", re.IGNORECASE)
_UNIT = re.compile(r"\s*(mm|in|\")\s*$", re.IGNORECASE)
_INCHES = ("in", '"')


@dataclass(frozen=True, slots=True)
class Process:
    """A configuration of a pack that ships."""

    key: str
    """`additive/fdm`."""
    pack: str
    """What its pack is called."""
    name: str
    largest_mm: Sides
    """What goes in where the user sets nothing."""
    source: str
    """Which machine that is."""


@cache
def processes() -> tuple[Process, ...]:
    """Return the processes whose rule packs ship, pack by pack."""
    found = []
    for file in sorted(resources.path("rulepacks").glob("*.json")):
        pack = json.loads(file.read_text("utf-8"))
        for key, configuration in pack["configurations"].items():
            machine = configuration.get("machine", {})
            if "largest_mm" in machine:
                found.append(
                    Process(
                        f"{pack['key']}/{key}",
                        pack["name"],
                        configuration["name"],
                        _longest_first(machine["largest_mm"]),
                        machine.get("source", ""),
                    )
                )
    return tuple(found)


def read(text: str) -> Sides:
    """Read three sides as they are typed, in the unit that lengths are shown in unless another stands behind.

    Raises ValueError where they are not three lengths greater than 0.
    """
    unit = _UNIT.search(text)
    numbers = _BETWEEN.split(text[: unit.start()] if unit else text)
    x, y, z = (float(each.strip().replace(",", ".")) for each in numbers)
    if unit is None:
        sides = [display_unit.entered(side) for side in (x, y, z)]
    else:
        factor = display_unit.INCH_MM if unit[1].lower() in _INCHES else 1.0
        sides = [round(side * factor, 9) for side in (x, y, z)]
    if not all(0.0 < side < math.inf for side in sides):
        raise ValueError("a side is a length greater than 0")
    return _longest_first(sides)


def words(sides: Sides) -> str:
    """Return sides for people: `914 × 914 × 610 mm`."""
    digits = display_unit.digits(1)
    numbers = (f"{display_unit.shown(side):.{digits}f}".rstrip("0").rstrip(".") for side in sides)
    return f"{' × '.join(numbers)} {display_unit.name()}"


def of_setting(stored: Sequence[str]) -> dict[str, Sides]:
    """Return what is set by process; an entry that is damaged counts as not set."""
    found = {}
    for entry in stored:
        key, _, sides = entry.partition("=")
        try:
            x, y, z = (float(side) for side in sides.split("x"))
        except ValueError:
            continue
        if key and all(0.0 < side < math.inf for side in (x, y, z)):
            found[key] = (x, y, z)
    return found


def to_setting(volumes: Mapping[str, Sides]) -> list[str]:
    """Return what is kept."""
    return [f"{key}={'x'.join(f'{side:.9g}' for side in sides)}" for key, sides in volumes.items()]


def options(stored: Sequence[str]) -> dict[str, str | float]:
    """Return what an analysis is asked with: nothing where nothing is set."""
    entries = to_setting(of_setting(stored))
    return {FIELD: ",".join(entries)} if entries else {}


def _longest_first(sides: Sequence[float]) -> Sides:
    longest, middle, shortest = sorted(map(float, sides), reverse=True)
    return longest, middle, shortest
