"""Lengths as they are shown and typed: in millimeters or in inches, by one setting. The wire stays metric.

Sentences are converted as the engine's report converts them, which nothing here may import; a test compares.
"""

import math
import re
from collections.abc import Callable

INCH_MM = 25.4
MILLIMETERS, INCHES = "mm", "in"
SETTING = "length_unit"
"""The setting that says which."""

IN_INCHES = {
    "mm": ("in", INCH_MM),
    "mm²": ("in²", INCH_MM**2),
    "mm³": ("in³", INCH_MM**3),
    "cm²": ("in²", INCH_MM**2 / 1e2),
    "cm³": ("in³", INCH_MM**3 / 1e3),
}
"""Units of the wire: what stands for them, and how many of them it is."""
FURTHER_DIGITS = {"mm": 2, "mm²": 3, "mm³": 4, "cm²": 1, "cm³": 1}
"""Decimals that inches need besides those of millimeters, to say as much."""
MOST_DIGITS = 4

_NUMBER = r"[-−±+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"
_JOINED = rf"{_NUMBER}(?:\s?(?:mm)?\s?(?:×|x|±|to|and|or|…|→|–)\s?{_NUMBER})*"
_QUANTITY = re.compile(rf"(?<![\w.])(?<!\w-)(?P<numbers>{_JOINED})\s?(?P<unit>mm²|mm³|mm|cm²|cm³)(?![\w²³/])")
_MARKED = re.compile(rf"(?P<mark>(?<!\w)[ØR]){_NUMBER}")
_PITCH = re.compile(rf"(?P<mark>\bpitch ){_JOINED}")
_NOUN = re.compile(
    rf"(?P<mark>(?:^| )(?!pitch )[a-z]+ )(?P<numbers>{_NUMBER}(?: × {_NUMBER})*)(?=,|$| on a )"
)
_SINGLE = re.compile(_NUMBER)


class _Choice:
    """One for the program, as the language is."""

    unit = MILLIMETERS


def choose(unit: str) -> None:
    """Show lengths in `mm` or `in` from now on."""
    _Choice.unit = unit


def is_inches() -> bool:
    """Whether lengths are shown in inches."""
    return _Choice.unit == INCHES


def name(unit: str = "mm") -> str:
    """Return what a unit of the wire is shown in: `mm²` or `in²`; any other is itself."""
    return IN_INCHES[unit][0] if is_inches() and unit in IN_INCHES else unit


def factor(unit: str | None) -> float:
    """Return how much of a unit of the wire one of what is shown is: 25.4 of `mm` in inches, else 1."""
    return IN_INCHES[unit][1] if is_inches() and unit in IN_INCHES else 1.0


def shown(value: float, unit: str | None = "mm") -> float:
    """Return a value of the wire as it is shown."""
    return value / factor(unit)


def entered(value: float, unit: str | None = "mm") -> float:
    """Return a value as it was typed for the wire, without the last digits that dividing by 25.4 leaves."""
    by = factor(unit)
    return value if by == 1.0 else round(value * by, 9)


def digits(n_metric: int, unit: str = "mm") -> int:
    """Return how many decimals are shown for so many of the metric unit."""
    if not is_inches() or unit not in IN_INCHES:
        return n_metric
    return min(n_metric + FURTHER_DIGITS[unit], MOST_DIGITS)


def unit_of_name(parameter: str) -> str:
    """Return the unit that the name of a number ends in: `mm` of `wall_min_mm`; empty of any other."""
    for ending, unit in (("_mm", "mm"), ("_mm2", "mm²"), ("_mm3", "mm³")):
        if parameter.endswith(ending):
            return unit
    return ""


def in_sentence(text: str) -> str:
    """Return a sentence of the server with its lengths, areas and volumes as they are shown."""
    if not is_inches():
        return text
    return _MARKED.sub(_marked, _QUANTITY.sub(_quantity, text))


def in_label(text: str) -> str:
    """Return the label of a pattern, `8 × Ø6.6 on Ø80`, whose numbers have no unit, as it is shown."""
    if not is_inches():
        return text
    return _MARKED.sub(_marked, _PITCH.sub(_marked, _NOUN.sub(_marked, _QUANTITY.sub(_quantity, text))))


def _quantity(found: re.Match[str]) -> str:
    unit = found["unit"]
    numbers = found["numbers"].replace(" mm", "").replace("mm", "")
    return f"{_SINGLE.sub(_converted(unit), numbers)} {name(unit)}"


def _marked(found: re.Match[str]) -> str:
    mark = found["mark"]
    return mark + _SINGLE.sub(_converted("mm"), found[0][len(mark) :])


def _converted(unit: str) -> Callable[[re.Match[str]], str]:
    def convert(found: re.Match[str]) -> str:
        text = found[0].replace(",", "")
        sign = text[0] if text[0] in "±−-+" else ""
        written = text.removeprefix(sign)
        value, decimals = shown(float(written), unit), digits(len(written.partition(".")[2]), unit)
        if 0.0 < value < 0.5 * 10.0**-decimals:  # what is something in millimeters is not nothing in inches
            decimals = math.ceil(-math.log10(value))
        return f"{sign}{value:,.{decimals}f}"

    return convert
