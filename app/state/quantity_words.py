"""Numbers of findings as a machinist reads them: `2.40 mm`, `≥ 2.50 mm`, `−0.10 mm`, `18 %`, `5.2 diameters`.

Digits follow the unit, so that the numbers of a column line up: two for millimeters, one for degrees, none
for shares, for counts and for levels, which have no unit.
"""

import math

from app.client.models import Finding, Issue
from app.state import display_unit

MINUS = "−"
NOTHING = "–"
"""Stands where there is no number."""

DIGITS = {"mm": 2, "mm²": 1, "mm³": 1, "°": 1, "1": 2}
"""Of the units of the wire; inches have more."""
COUNTS = frozenset({"faults", "hollows", "setups", "faces", "bodies", "pieces"})
LEVEL = "level"
"""Unit of what has an order and no size: how badly a face is out of reach. Its number is not shown."""
WHOLE = "whole"
"""Stands for no unit, and no decimals."""
SHARE = "of "
"""Units that begin so are shares, shown in percent: `of the wall`."""
TIMES = "×"
"""Units that begin so are ratios; what they are times of is said in the sentence beside."""
ROUNDING = 1e-9


def number(value: float | None, unit: str | None, *, is_signed: bool = False) -> str:
    """Return a value of the wire with its unit, as lengths are shown; a dash where there is none."""
    if value is None or not math.isfinite(value) or unit == LEVEL:
        return NOTHING
    unit = unit or ""
    if unit.startswith(SHARE) or unit == "%":
        return f"{_digits(100.0 * value if unit != '%' else value, 0, is_signed)} %"
    if unit.startswith(TIMES):
        return f"{_digits(value, 2, is_signed)} ×"
    if unit in (WHOLE, "1") and abs(value - round(value)) < ROUNDING:
        return _digits(value, 0, is_signed)
    if unit in COUNTS and abs(value - round(value)) < ROUNDING:
        return f"{_digits(value, 0, is_signed)} {_singular(unit) if round(value) == 1 else unit}"
    n_digits = display_unit.digits(DIGITS.get(unit, 1), unit)
    digits = _digits(display_unit.shown(value, unit), n_digits, is_signed)
    if unit in ("", "1", WHOLE):
        return digits
    return f"{digits}{unit}" if unit == "°" else f"{digits} {display_unit.name(unit)}"


def measured(finding: Finding) -> str:
    """Return what was measured."""
    return number(finding.value, finding.unit)


def measured_range(issue: Issue, unit: str | None) -> str:
    """Return what was measured at the places of an issue: `0.69 … 0.78 mm`; one number where it is one."""
    return joined(number(issue.least, unit), number(issue.most, unit), "…")


def joined(one: str, other: str, sign: str) -> str:
    """Join two values of one unit, which is said once; where both read alike they are one."""
    if one == other:
        return other
    unit = "°" if other.endswith("°") else other.partition(" ")[2]
    return f"{one.removesuffix(unit).rstrip()} {sign} {other}"


def uncertainty(finding: Finding) -> str:
    """Return how far off what was measured may be; nothing where no digit that is shown could change."""
    words = number(finding.uncertainty, finding.unit)
    return "" if not finding.uncertainty or words == number(0.0, finding.unit) else f"± {words}"


def limit(finding: Finding, *, is_short: bool = False) -> str:
    """Return the limit with the side that is asked for: `≥ 2.50 mm`.

    The side follows from the margin, which is positive within the limit; of a value right at the limit it is
    not known and left out. Where it is short, a unit that is a word is left to the value beside it.
    """
    if finding.threshold is None or finding.unit == LEVEL:
        return NOTHING
    side = asked_side(finding)
    return f"{side} {number(finding.threshold, _unit(finding, is_short))}".lstrip()


def asked_side(finding: Finding) -> str:
    """Return ≥ or ≤, whichever side of the limit is asked for; empty where that is not known."""
    if finding.value is None or finding.threshold is None or finding.margin is None:
        return ""
    direction = finding.margin * (finding.value - finding.threshold)
    if abs(direction) < ROUNDING * ROUNDING:
        return ""
    return "≥" if direction > 0.0 else "≤"


def margin(finding: Finding, *, is_short: bool = False) -> str:
    """Return how far within the limit, with its sign: `+0.40 mm`; `−0.10 mm` lies beyond it."""
    return number(finding.margin, _unit(finding, is_short), is_signed=True)


def _unit(finding: Finding, is_short: bool) -> str | None:
    """Return the unit; where it is short and a word, the bare number's."""
    unit = finding.unit or ""
    is_word = unit.isalpha() and unit not in DIGITS and unit != LEVEL
    if not (is_short and is_word):
        return finding.unit
    return WHOLE if unit in COUNTS else None


def _singular(counted: str) -> str:
    return "body" if counted == "bodies" else counted.removesuffix("s")


def _digits(value: float, n_digits: int, is_signed: bool) -> str:
    """Write a number with a true minus; one that rounds to 0 has no sign."""
    text = f"{abs(value):.{n_digits}f}"
    if float(text) == 0.0:
        return text
    if value < 0.0:
        return MINUS + text
    return f"+{text}" if is_signed else text
