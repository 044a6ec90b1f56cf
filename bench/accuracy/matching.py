"""What an answer owes to a truth: which expected features it has, which numbers are right, what is extra.

A feature is *found* when one of its kind has a member face at every point the truth gives; of several the
one with the most numbers right counts, then the one with the fewest faces. A feature of a kind the truth
lists completely, and that nothing expected matches, is *extra*.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bench.accuracy.answer import Entry
from tests.support.draw import Point
from tests.support.generated.truth import Drawn, Expected

EXACT = 0.01
"""A length is right within this many mm, an angle within this many degrees: what drawn parts have to give."""


@dataclass(slots=True)
class Tally:
    """Counts of one kind. They add up over parts."""

    expected: int = 0
    found: int = 0
    exact: int = 0
    """Found, and every number of the truth right."""
    reported: int = 0
    """Features of the kind in parts whose truth lists all of them, those that may be there left out."""
    extra: int = 0
    errors: list[float] = field(default_factory=list)
    """Of every length and angle of the found ones, mm and degrees."""

    def add(self, other: "Tally") -> None:
        """Count another part's in."""
        self.expected += other.expected
        self.found += other.found
        self.exact += other.exact
        self.reported += other.reported
        self.extra += other.extra
        self.errors += other.errors

    @property
    def recall(self) -> float:
        """Share of the expected that was found."""
        return self.found / self.expected if self.expected else 1.0

    @property
    def precision(self) -> float:
        """Share of the reported that was expected."""
        return 1.0 - self.extra / self.reported if self.reported else 1.0

    @property
    def accuracy(self) -> float:
        """Share of the expected that was found with all its numbers right."""
        return self.exact / self.expected if self.expected else 1.0


@dataclass(frozen=True, slots=True)
class Failure:
    """One thing an answer has wrong, in words."""

    part: str
    kind: str
    what: str


def match(
    part: str, drawn: Drawn, entries: Sequence[Entry], face_at: Callable[[Point], int]
) -> tuple[dict[str, Tally], list[Failure]]:
    """Count what an answer owes to the truth of a drawn part.

    Raises
    ------
    LookupError
        If a point of the truth lies on no face, or on several: then the truth is wrong.
    """
    tallies: dict[str, Tally] = {}
    failures: list[Failure] = []
    left = list(entries)
    for expected in sorted(drawn.expected, key=lambda each: each.is_optional):
        faces = {face_at(point) for point in expected.at}
        found = _best(expected, faces, left)
        if found is not None:
            left.remove(found)
        if expected.is_optional:
            continue
        tally = tallies.setdefault(expected.kind, Tally())
        tally.expected += 1
        if found is None:
            failures.append(Failure(part, expected.kind, _missed(expected, faces, entries)))
            continue
        tally.found += 1
        tally.reported += expected.kind in drawn.complete
        tally.errors += [error for name in expected.dimensions for error in _errors(expected, found, name)]
        wrong = _wrong(expected, found)
        tally.exact += not wrong
        if wrong:
            failures.append(Failure(part, expected.kind, f"at {_text(expected.at[0])}: {'; '.join(wrong)}"))
    for entry in left:
        if entry.kind in drawn.complete:
            tally = tallies.setdefault(entry.kind, Tally())
            tally.reported += 1
            tally.extra += 1
            failures.append(Failure(part, entry.kind, f"extra: {describe(entry)}"))
    return tallies, failures


def describe(entry: Entry) -> str:
    """Write an entry in one line."""
    numbers = ", ".join(
        f"{name} {_text(value)}" for name, value in entry.dimensions.items() if not name.startswith("thread")
    )
    return f"{entry.kind} of faces {_some(entry.faces)} round {_text(entry.center)} ({numbers})"


def is_right(expected: Any, value: Any) -> bool:
    """Whether a value is what the truth says: numbers within `EXACT`, all else the same."""
    if isinstance(expected, tuple):
        return (
            isinstance(value, tuple)
            and len(value) == len(expected)
            and all(is_right(one, other) for one, other in zip(expected, value, strict=True))
        )
    if isinstance(expected, bool) or isinstance(value, bool):
        return expected is value
    if not isinstance(expected, (int, float)):
        return bool(expected == value)
    return isinstance(value, (int, float)) and abs(value - expected) <= EXACT


def _best(expected: Expected, faces: set[int], left: Sequence[Entry]) -> Entry | None:
    fitting = [each for each in left if each.kind == expected.kind and faces.issubset(each.faces)]
    return min(fitting, key=lambda each: (len(_wrong(expected, each)), len(each.faces)), default=None)


def _wrong(expected: Expected, entry: Entry) -> list[str]:
    return [
        f"{name} {_text(entry.dimensions.get(name, 'missing'))} instead of {_text(value)}"
        for name, value in expected.dimensions.items()
        if not is_right(value, entry.dimensions.get(name))
    ]


def _errors(expected: Expected, entry: Entry, name: str) -> list[float]:
    wanted, got = expected.dimensions[name], entry.dimensions.get(name)
    if not isinstance(wanted, float) or not isinstance(got, (int, float)):
        return []
    return [abs(got - wanted)]


def _missed(expected: Expected, faces: set[int], entries: Sequence[Entry]) -> str:
    there = [f"{each.kind} {_some(each.faces)}" for each in entries if faces.intersection(each.faces)]
    numbers = ", ".join(f"{name} {_text(value)}" for name, value in expected.dimensions.items())
    came = "; ".join(there) or "nothing"
    return f"missed at {_text(expected.at[0])} on faces {_some(sorted(faces))} ({numbers}); there is {came}"


def _some(faces: Sequence[int]) -> str:
    return str(list(faces)) if len(faces) <= 12 else f"{list(faces[:12])}… {len(faces)} in all"


def _text(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, tuple):
        return "(" + ", ".join(map(_text, value)) + ")"
    return str(value)


def summed(parts: Sequence[Mapping[str, Tally]]) -> dict[str, Tally]:
    """Add up the tallies of many parts, by kind."""
    total: dict[str, Tally] = {}
    for tallies in parts:
        for kind, tally in tallies.items():
            total.setdefault(kind, Tally()).add(tally)
    return total
