"""What a reviewer says of the issues that the right process raises, and how an issue finds its mark again.

A mark stands for one issue: a rule, a severity, a value and a place. Rules change, and an issue whose
severity or number changed is a new one, to be looked at again; so a mark is found by all four.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

MARKS = Path("tests/corpus/judgments/issues.jsonl")
WORDS = ("true", "debatable", "false", "missing")
"""What a mark may say. `missing` is what a reviewer adds: an issue that Sprue does not raise."""

SAME_PLACE = 0.02
"""Share of the part's diagonal that a place may move by, and the issue is the same one."""
SAME_VALUE = 0.02
"""Share that a value may change by, and the issue is the same one."""


@dataclass(frozen=True, slots=True)
class Raised:
    """One issue of the right process, as Sprue raises it."""

    rule: str
    severity: str
    value: float | None
    place: tuple[float, float, float] | None
    """Of its worst finding, in mm; None of the part as a whole."""
    message: str


@dataclass(frozen=True, slots=True)
class Mark:
    """What a reviewer says of one issue."""

    file: str
    configuration: str
    """`cnc/3-axis`"""
    rule: str
    severity: str
    value: float | None
    place: tuple[float, float, float] | None
    word: str
    why: str


@dataclass(frozen=True, slots=True)
class Compared:
    """The issues of one part beside the marks of it."""

    marked: tuple[tuple[Raised, Mark], ...]
    unmarked: tuple[Raised, ...]
    """Nobody has looked at these yet."""
    missing: tuple[Mark, ...]
    """What a reviewer adds, and true issues that are no longer raised."""


def read(path: Path = MARKS) -> list[Mark]:
    """Read the marks; none where there is no file yet."""
    if not path.is_file():
        return []
    return [_mark(json.loads(line)) for line in path.read_text("utf-8").splitlines() if line.strip()]


def _mark(line: dict[str, Any]) -> Mark:
    if line["mark"] not in WORDS:
        raise ValueError(f"{line['file']}: the mark is {line['mark']!r}; accepted are {', '.join(WORDS)}")
    place = line.get("place")
    return Mark(
        file=line["file"],
        configuration=line["configuration"],
        rule=line["rule"],
        severity=line["severity"],
        value=line.get("value"),
        place=None if place is None else (place[0], place[1], place[2]),
        word=line["mark"],
        why=line["why"],
    )


def compare(raised: Sequence[Raised], marks: Iterable[Mark], diagonal_mm: float) -> Compared:
    """Put each issue beside the nearest mark that is about it; a mark is used once."""
    left = list(marks)
    marked, unmarked = [], []
    for issue in raised:
        fitting = [each for each in left if each.word != "missing" and _is_about(each, issue, diagonal_mm)]
        if not fitting:
            unmarked.append(issue)
            continue
        nearest = min(fitting, key=lambda each: _away_mm(each, issue))
        left.remove(nearest)
        marked.append((issue, nearest))
    found = [each for each in left if each.word == "missing" and _is_raised(each, raised, diagonal_mm)]
    missing = [each for each in left if each.word in ("missing", "true") and each not in found]
    return Compared(tuple(marked), tuple(unmarked), tuple(missing))


def _is_raised(mark: Mark, raised: Sequence[Raised], diagonal_mm: float) -> bool:
    """Whether somebody has taught Sprue what a reviewer added, whatever number and severity it gives."""
    return any(mark.rule == each.rule and _away_mm(mark, each) <= SAME_PLACE * diagonal_mm for each in raised)


def _is_about(mark: Mark, issue: Raised, diagonal_mm: float) -> bool:
    if (mark.rule, mark.severity) != (issue.rule, issue.severity):
        return False
    if _away_mm(mark, issue) > SAME_PLACE * diagonal_mm:
        return False
    if mark.value is None or issue.value is None:
        return mark.value == issue.value
    return abs(mark.value - issue.value) <= SAME_VALUE * max(abs(mark.value), abs(issue.value)) + 1e-9


def _away_mm(mark: Mark, issue: Raised) -> float:
    if mark.place is None or issue.place is None:
        return 0.0 if mark.place == issue.place else np.inf
    return float(np.linalg.norm(np.subtract(mark.place, issue.place)))
