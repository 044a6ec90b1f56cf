"""Finding a name by some of its letters, in order: `exp pdf` finds `Export the report as PDF`."""

from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")


def best(items: Iterable[T], wanted: str, name: Callable[[T], str]) -> tuple[T, ...]:
    """Return the items whose names have the letters wanted, the closest first; equals keep their order."""
    if not wanted.strip():
        return tuple(items)
    scored = [(score(name(item), wanted), item) for item in items]
    return tuple(item for found, item in sorted(scored, key=lambda one: -(one[0] or 0)) if found is not None)


def score(name: str, wanted: str) -> float | None:
    """Return how well a name fits; None where letters are missing.

    Each letter counts 1, and 3 where it begins a word or follows the letter found before; long names lose a
    little.
    """
    low = name.casefold()
    found, at, last = 0.0, 0, -2
    for letter in wanted.casefold():
        if letter.isspace():
            continue
        starts = [place for place in range(at, len(low)) if low[place] == letter]
        if not starts:
            return None
        place = max(starts, key=lambda one: (_worth(low, one, last), -one))
        rest = [one for one in starts if _worth(low, one, last) == _worth(low, place, last)]
        place = rest[0]
        found += _worth(low, place, last)
        last, at = place, place + 1
    return found - len(name) / 1000


def _worth(low: str, place: int, last: int) -> float:
    return 3.0 if place in (0, last + 1) or not low[place - 1].isalnum() else 1.0
