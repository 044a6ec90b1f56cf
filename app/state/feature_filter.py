"""The filter above the feature tree: `kind:hole d>5 severity:fail`.

Words stand for conditions that all have to hold. `kind:` and `severity:` take several values with commas; a
word before `<`, `<=`, `=`, `>=` or `>` is a dimension, by a short name or as the wire has it, with or without
its unit, compared as it is shown; any other word is looked for in the kind and the number of the feature.
"""

import math
import operator
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from app.client.models import Feature, Severity
from app.state import display_unit

SHORT = {
    "d": "diameter_mm",
    "h": "height_mm",
    "l": "length_mm",
    "r": "radius_mm",
    "t": "thickness_mm",
    "w": "width_mm",
    "depth": "depth_mm",
}
UNITS = ("", "_mm", "_deg", "_mm2")
EQUAL_WITHIN, EQUAL_WITHIN_IN = 5e-3, 5e-4
"""Dimensions are shown with two decimals, in inches with three; what is shown as 6.00 equals 6."""

COMPARE: dict[str, Callable[[float, float], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
    "=": lambda value, bound: math.isclose(value, bound, rel_tol=0.0, abs_tol=_equal_within()),
}
CONDITION = re.compile(r"([A-Za-z_][A-Za-z_0-9]*)(<=|>=|<|>|=)(.*)", re.DOTALL)
SEVERITIES: tuple[Severity, ...] = ("pass", "warning", "fail")
Test = Callable[[Feature, Severity | None], bool]


@dataclass(frozen=True, slots=True)
class Filter:
    """A filter that was read. With `problems`, the words they name were left out."""

    tests: tuple[Test, ...] = ()
    problems: tuple[str, ...] = ()

    def matches(self, feature: Feature, severity: Severity | None) -> bool:
        """Return whether every condition holds; `severity` is the worst finding at the feature, or None."""
        return all(test(feature, severity) for test in self.tests)


def parse(text: str) -> Filter:
    """Read a filter; an empty one lets everything through."""
    tests: list[Test] = []
    problems: list[str] = []
    for word in text.split():
        try:
            tests.append(_test(word))
        except ValueError as error:
            problems.append(str(error))
    return Filter(tuple(tests), tuple(problems))


def _test(word: str) -> Test:
    """Return the condition of a word; raise ValueError, with a sentence, where it is none."""
    compared = CONDITION.fullmatch(word)
    if compared is not None:
        return _dimension(compared[1], compared[2], compared[3])
    name, colon, value = word.partition(":")
    if not colon:
        return _anywhere(word.lower())
    values = frozenset(one for one in value.lower().split(",") if one)
    if not values:
        raise ValueError(f"{word} ends early; write {name}:… with a value.")
    if name.lower() == "kind":
        kinds = values | {_singular(one) for one in values}
        return lambda feature, severity: feature.kind.lower() in kinds
    if name.lower() == "severity":
        if values - set(SEVERITIES):
            raise ValueError(f"{value} is no severity; it is pass, warning or fail.")
        return lambda feature, severity: (severity or "pass") in values
    raise ValueError(f"{name} is not known; write kind:, severity: or a dimension as d>5.")


def _dimension(name: str, comparison: str, number: str) -> Test:
    key = SHORT.get(name.lower(), name.lower())
    try:
        bound = float(number)
    except ValueError:
        raise ValueError(f"{name}{comparison}{number} needs a number, as {name}{comparison}5.") from None
    compare = COMPARE[comparison]

    def test(feature: Feature, severity: Severity | None) -> bool:
        found = _value(feature.dimensions, key)
        return found is not None and compare(found, bound)

    return test


def _value(dimensions: dict[str, Any], key: str) -> float | None:
    for unit in UNITS:
        found = dimensions.get(key + unit)
        if isinstance(found, int | float) and not isinstance(found, bool):
            return display_unit.shown(float(found), display_unit.unit_of_name(key + unit))
    return None


def _equal_within() -> float:
    return EQUAL_WITHIN_IN if display_unit.is_inches() else EQUAL_WITHIN


def _anywhere(word: str) -> Test:
    """Look for a word in what the tree shows of a feature: `hole`, `12`."""
    return lambda feature, severity: word == feature.fid.lower() or word in feature.kind.lower()


def _singular(kind: str) -> str:
    """Return `boss` for `bosses` and `hole` for `holes`."""
    return kind.removesuffix("es") if kind.endswith("sses") else kind.removesuffix("s")
