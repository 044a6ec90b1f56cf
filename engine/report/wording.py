"""How numbers and limits are written for people."""

import math
import re
from collections.abc import Mapping, Sequence

import numpy as np

from engine.model.arrays import Vector
from engine.model.finding import Finding
from engine.rules.issues import NOISE_DEG

PHYSICAL = ("mm", "mm²", "mm³", "cm²", "cm³", "°", "deg")
"""Units of what is measured; a whole number of anything else is a count."""

COUNTED = {"faults": "fault", "hollows": "hollow", "setups": "setup"}
"""Units that are counted, with the word for one."""
SHARE = "of "
"""Units that begin so are shares, written in percent: `75 % of the wall`."""

AXES = {
    (1, 0, 0): "+X",
    (-1, 0, 0): "-X",
    (0, 1, 0): "+Y",
    (0, -1, 0): "-Y",
    (0, 0, 1): "+Z",
    (0, 0, -1): "-Z",
}

WORD_OF_SEVERITY = {"fail": "Fail", "warning": "Warning", "pass": "Pass"}
VERB_OF_SEVERITY = {"fail": "fails", "warning": "warns", "pass": "passes"}
UNDECIDED = "Too close to call"
"""Said of a finding whose severity its uncertainty may change."""

MOST_EXTRA_DIGITS = 9
"""Beyond these a difference is rounding noise."""
LEAST_CLAUSES = 4
"""From so many on, what a sentence enumerates is set as a list."""
MOST_CLAUSES = 3
"""Of such a list; the others are folded, where they are more than one."""
_SENTENCES = re.compile(r"(?<=\.) (?=[A-Z])")
LEAST_SHOWN = 1e-6
"""Smaller than this is written as nothing."""


def number(value: float | None, unit: str = "", extra_digits: int = 0) -> str:
    """Write a value with its unit: counts as they are, others with about three significant digits.

    NaN is `not measurable`, infinity `open`, None a dash.
    """
    if value is None:
        return "–"
    if math.isnan(value):
        return "not measurable"
    if math.isinf(value):
        return "open"
    if unit.startswith(SHARE):
        return f"{100.0 * value:.{extra_digits}f} % {unit}"
    if value == 1.0 and unit in COUNTED:
        return f"1 {COUNTED[unit]}"
    size = abs(value)
    if unit not in PHYSICAL and size == round(size):
        text = f"{value:.0f}"
    elif size >= 1000.0:
        text = f"{value:,.{extra_digits}f}"
    else:
        digits = 0 if size >= 100.0 else 1 if size >= 10.0 else 2 if size >= 0.1 or size < LEAST_SHOWN else 3
        if LEAST_SHOWN <= size < 0.001:
            digits = math.ceil(-math.log10(size))
        text = f"{value:.{digits + extra_digits}f}"
        text = text.removeprefix("-") if float(text) == 0.0 else text
    return f"{text}{suffix(unit)}"


def suffix(unit: str) -> str:
    """Write a unit as it follows a number: nothing for ratios and counts, no space before degrees."""
    if unit in ("1", ""):
        return ""
    return "°" if unit in ("°", "deg") else f" {unit}"


def measured(finding: Finding) -> str:
    """Write what was measured, with its uncertainty where that is not negligible; noise of an angle is 0."""
    if _is_noise_of_an_angle(finding):
        return number(0.0, finding.unit)
    extra = _digits_to_distinguish(finding)
    if math.isfinite(finding.value) and finding.uncertainty > 2e-3 * max(abs(finding.value), 1e-9):
        value = number(finding.value, finding.unit, extra).removesuffix(suffix(finding.unit))
        return f"{value} ± {number(finding.uncertainty, finding.unit)}"
    return number(finding.value, finding.unit, extra)


def _is_noise_of_an_angle(finding: Finding) -> bool:
    """Tell whether an angle can be written as 0: not where 0 would be on the other side of its limit."""
    if finding.unit != "°" or max(abs(finding.value), finding.uncertainty) >= NOISE_DEG:
        return False
    if finding.threshold is None or not finding.margin:
        return True
    return -finding.threshold * (finding.value - finding.threshold) > 0.0


def _digits_to_distinguish(finding: Finding) -> int:
    """Return how many more digits a value and its limit need, for the one never to look like the other.

    None where it counts as the limit: its margin is 0 then, and it should look so.
    """
    if finding.threshold is None or not finding.margin or not math.isfinite(finding.value):
        return 0
    for extra in range(MOST_EXTRA_DIGITS):
        apart = _as_shown(finding.value, finding.unit, extra) - _as_shown(
            finding.threshold, finding.unit, extra
        )
        if apart * (finding.value - finding.threshold) > 0.0:
            return extra
    return MOST_EXTRA_DIGITS


def _as_shown(value: float, unit: str, extra_digits: int) -> float:
    """Return the number a reader sees."""
    return float(number(value, unit, extra_digits).partition(" ")[0].removesuffix("°").replace(",", ""))


def limit(finding: Finding) -> str:
    """Write the limit: which side of it is milder follows from the margin's sign."""
    if finding.threshold is None:
        return "–"
    text = number(finding.threshold, finding.unit, _digits_to_distinguish(finding))
    if finding.margin is None or finding.margin == 0.0 or not math.isfinite(finding.value):
        return text
    wants_more = (finding.value < finding.threshold) == (finding.margin < 0.0)
    return f"{'at least' if wants_more else 'at most'} {text}"


def margin(finding: Finding) -> str:
    """Write how far a value is from its limit, and what share of the limit that is."""
    if finding.margin is None or finding.threshold is None or not math.isfinite(finding.margin):
        return "–"
    sign = "−" if finding.margin < 0.0 else "+"
    text = f"{sign}{number(abs(finding.margin), finding.unit)}"
    if abs(finding.threshold) > 1e-9 and finding.unit not in ("", "°"):
        share = abs(finding.margin / finding.threshold) * 100.0
        if share >= 1000.0:
            return text
        return f"{text} ({sign}{share:.0f} %)" if share >= 1.0 else f"{text} ({sign}{share:.1g} %)"
    return text


def shortfall(finding: Finding) -> float:
    """Return the share of its limit by which a finding misses it; 0 when it does not, 1 without a limit."""
    if finding.margin is None or finding.threshold is None or not math.isfinite(finding.margin):
        return 1.0
    return max(0.0, -finding.margin) / max(abs(finding.threshold), 1e-9)


def direction(vector: Vector) -> str:
    """Name an axis, or write the components of any other direction."""
    rounded = tuple(round(float(part)) for part in vector)
    if rounded in AXES and np.allclose(vector, rounded, atol=1e-9):
        return AXES[rounded]
    return "(" + ", ".join(f"{part:.3f}" for part in vector) + ")"


def sides(size_mm: Vector) -> str:
    """Write the sides of a box: `120 × 80.0 × 30.0 mm`."""
    return " × ".join(number(float(each), "mm").removesuffix(" mm") for each in size_mm) + " mm"


def counted(count: int, singular: str, plural: str = "") -> str:
    """Write a count with its noun."""
    return f"{count:,} {singular if count == 1 else plural or singular + 's'}"


def counts_in_words(count_of_severity: Mapping[str, int]) -> str:
    """Write counts of places by severity: `fails at 2 places, warns at 1 place`; nothing of none."""
    return ", ".join(
        f"{VERB_OF_SEVERITY[severity]} at {counted(n, 'place')}"
        for severity, n in count_of_severity.items()
        if n
    )


def folded(clauses: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """Return those of a list that are shown, and those that are folded."""
    shown = len(clauses) if len(clauses) == MOST_CLAUSES + 1 else MOST_CLAUSES
    return clauses[:shown], clauses[shown:]


def split_enumeration(message: str) -> tuple[str, tuple[str, ...]]:
    """Return a message without what it enumerates in a long sentence, and that, clause by clause.

    `Setup 2, from +X, is needed for hole 3; setup 3 …; setup 4 …; setup 5 …` would be read by nobody in one
    piece. Most messages enumerate nothing, or little: they stay whole.
    """
    lead, clauses = [], list[str]()
    for sentence in _SENTENCES.split(message):
        parts = sentence.removesuffix(".").split("; ")
        if len(parts) < LEAST_CLAUSES or clauses:
            lead.append(sentence)
        else:
            clauses = [f"{each[:1].upper()}{each[1:]}" for each in parts]
    return (" ".join(lead), tuple(clauses)) if lead else (message, ())


def and_more(count: int) -> str:
    """Say that so many more were left out; nothing of none."""
    return f"And {count:,} more; the result file lists them all." if count > 0 else ""
