"""Messages: templates with five placeholders, and the sentences they make.

A template knows `{fid} {feature} {metric} {threshold} {n_inspected}`, each with an optional format suffix as
in `{metric:.2f}`, and nothing else: no attributes, no indices, no conversions. A sentence never shows a value
equal to the bound it misses, nor on its wrong side: it shows more digits instead.
"""

import math
import re
from functools import lru_cache
from string import Formatter
from typing import NamedTuple

from engine.model.field import Unit
from engine.rules import reading
from engine.rules.ladder import is_noise

PLACEHOLDERS = {
    "fid": "id of the face the subject is found by",
    "feature": "what the subject is called, as `hole 12 (Ø6.00, 3 of 8)`",
    "metric": "the value",
    "threshold": "the bound",
    "n_inspected": "how many subjects were inspected",
}
MEANT = {
    "value": "metric",
    "measured": "metric",
    "limit": "threshold",
    "bound": "threshold",
    "rhs": "threshold",
    "min": "threshold",
    "max": "threshold",
    "count": "n_inspected",
    "n": "n_inspected",
    "face": "fid",
    "id": "fid",
    "name": "feature",
    "subject": "feature",
    "kind": "feature",
}
"""Words that others use for these."""
NUMBERS = ("metric", "threshold", "n_inspected")

NUMBER_SUFFIX = re.compile(r"(?P<sign>[+ ]?)(?P<width>\d{0,2},?)(?:\.(?P<digits>\d{1,2}))?(?P<type>[dfeg%]?)")
TEXT_SUFFIX = re.compile(r"[<>^]?\d{0,2}s?")
AS_ASKED = re.compile(r"(?<!\{)\{2:[^{}]*\}")
"""A value that is to be written with so many digits; infinity has none."""
MAX_EXTRA_DIGITS = 12
"""Digits beyond those asked for that may be needed to show a value and its threshold apart: numbers hold no
more."""
NO_NUMBER = "–"


def problems(template: str, has_bound: bool) -> list[str]:
    """List what is wrong with a template, one clause each; `has_bound` allows `{threshold}`."""
    try:
        placeholders = [piece for piece in _pieces(template) if piece.name is not None]
    except ValueError as error:
        return [f"found a stray brace ({error}); write {{{{ and }}}} for braces in the text"]
    known = ", ".join(f"{{{name}}}" for name in PLACEHOLDERS)
    found = []
    for _, name, suffix, conversion in placeholders:
        shown = f"{{{name}{'!' + conversion if conversion else ''}{':' + suffix if suffix else ''}}}"
        if name not in PLACEHOLDERS or conversion:
            meant = MEANT.get(name or "") or reading.nearest(name, PLACEHOLDERS)
            found.append(
                f"found {shown}; accepted: {known}, with a format suffix such as :.2f"
                + f"; did you mean {{{meant}}}?" * bool(meant and name not in PLACEHOLDERS)
            )
        elif not (NUMBER_SUFFIX if name in NUMBERS else TEXT_SUFFIX).fullmatch(suffix):
            found.append(f"found {shown}; accepted: {_suffix_help(name)}")
        elif name == "threshold" and not has_bound:
            found.append(f"found {shown}, but no tier of the rule has a bound")
    return found


class Sentence:
    """A sound template, made ready to be filled for the many findings of one rule.

    A sentence that opens with `{feature}` gets its capital.
    """

    __slots__ = ("_common", "_grain", "_is_capital", "_n_inspected", "_shows_metric", "_template")

    def __init__(self, template: str, n_inspected: int) -> None:
        self._template = template
        self._n_inspected = n_inspected
        self._is_capital = template.startswith("{feature")
        self._shows_metric = "{metric" in template
        self._grain = _grain(template)
        self._common: dict[tuple[float | None, int], _Common] = {}

    def of(self, fid: str, feature: str, metric: float, threshold: float | None) -> str:
        """Fill the template with what differs from finding to finding; no threshold is written as a dash."""
        extra_digits = 0
        if self._shows_metric and threshold is not None and abs(metric - threshold) <= self._grain[2]:
            extra_digits = _digits_to_distinguish(*self._grain[:2], metric, threshold)
        common = self._common.get((threshold, extra_digits))
        if common is None:
            common = self._with_threshold(threshold, extra_digits)
            self._common[threshold, extra_digits] = common
        if common.is_whole:
            return common.text
        if not math.isfinite(metric):
            sentence = AS_ASKED.sub("{3}", common.text).format(fid, feature, metric, plain(metric))
        elif common.is_rounded:
            sentence = common.text.format(fid, feature, metric, plain(metric, 4 + extra_digits))
        else:
            sentence = common.text.format(fid, feature, metric)
        return sentence[:1].upper() + sentence[1:] if self._is_capital else sentence

    def _with_threshold(self, threshold: float | None, extra_digits: int) -> "_Common":
        """Write into the template what the findings that miss one bound have in common.

        What differs from finding to finding is left open for `str.format`: `{0}` the face id, `{1}` the
        feature, `{2:z.2f}` the value, `{3}` for a value without a suffix.
        """
        made, is_whole, is_rounded = [], True, False
        for literal, name, suffix, _ in _pieces(self._template):
            made.append(_escaped(literal))
            if name == "n_inspected":
                made.append(_number(self._n_inspected, suffix or "d", 0))
            elif name == "threshold":
                made.append(NO_NUMBER if threshold is None else _number(threshold, suffix, extra_digits))
            elif name is not None:
                is_whole = False
                if name == "metric":
                    is_rounded = is_rounded or not suffix
                    made.append(f"{{2:{_format(suffix, extra_digits)}}}" if suffix else "{3}")
                else:
                    made.append(f"{{{0 if name == 'fid' else 1}:{suffix}}}")
        text = "".join(made)
        return _Common(text.format() if is_whole else text, is_whole, is_rounded)


class _Common(NamedTuple):
    """What the findings that miss one bound have in common."""

    text: str
    is_whole: bool
    """Nothing is left open; braces of the text stand as they are."""
    is_rounded: bool
    """The value stands in it somewhere without a suffix."""


def _escaped(text: str) -> str:
    """Double the braces of a text."""
    return text.replace("{", "{{").replace("}", "}}")


def plain(value: float, digits: int = 4) -> str:
    """Write a number with so many significant digits and no exponent."""
    if not math.isfinite(value):
        return "∞" if value > 0 else "-∞"
    if value == 0.0:
        return "0"
    decimals = max(0, digits - 1 - math.floor(math.log10(abs(value))))
    text = f"{value:.{decimals}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def spaced(unit: str) -> str:
    """Write a unit behind a number."""
    return "" if unit == Unit.ONE else unit if unit == Unit.DEG else f" {unit}"


class _Piece(NamedTuple):
    """Text, and the placeholder behind it if there is one."""

    literal: str
    name: str | None
    suffix: str
    conversion: str


# The caches below are keyed by templates, suffixes and numbers, so they compare by value, and are bounded: a
# rule's template is asked for once for every subject.
@lru_cache(maxsize=1024)
def _pieces(template: str) -> tuple[_Piece, ...]:
    """Take a template apart; raise ValueError on stray braces."""
    return tuple(
        _Piece(literal, name, suffix or "", conversion or "")
        for literal, name, suffix, conversion in Formatter().parse(template)
    )


def _suffix_help(name: str) -> str:
    """Say which suffixes a placeholder takes."""
    if name in NUMBERS:
        return (
            f"{{{name}}}, {{{name}:.2f}}, {{{name}:.0%}} and the like (d, f, e, g or %, two digits at most)"
        )
    return f"{{{name}}} without a suffix, or with a width such as {{{name}:>8}}"


@lru_cache(maxsize=4096)
def _digits_to_distinguish(of_metric: str, of_threshold: str, metric: float, threshold: float) -> int:
    """Return how many more digits two numbers need until they are shown as they stand to each other.

    Infinity has no digits to show, and noise none worth showing.
    """
    if not math.isfinite(metric) or is_noise(metric, threshold):
        return 0
    for extra in range(MAX_EXTRA_DIGITS):
        shown_apart = _as_shown(metric, of_metric, extra) - _as_shown(threshold, of_threshold, extra)
        if shown_apart * (metric - threshold) > 0.0:
            return extra
    return MAX_EXTRA_DIGITS


@lru_cache(maxsize=1024)
def _grain(template: str) -> tuple[str, str, float]:
    """Return the suffixes of the value and the bound, and a difference that no rounding can hide.

    That is one unit of the last digit shown: each of the two is rounded by half of it at most. It is
    infinite where the digits shown depend on the size of the number.
    """
    suffix_of_name = {piece.name: piece.suffix for piece in _pieces(template)}
    of_metric = suffix_of_name.get("metric", "")
    of_threshold = suffix_of_name.get("threshold", of_metric)
    units = []
    for suffix in (of_metric, of_threshold):
        parts = _number_suffix(suffix)
        assert parts is not None, "templates are checked before they are filled"
        kind = parts["type"] or ("g" if parts["digits"] else "f")
        digits = {"d": 0, "f": int(parts["digits"] or 2), "%": int(parts["digits"] or 2) + 2}.get(kind)
        units.append(math.inf if digits is None or not suffix else 10.0**-digits)
    return of_metric, of_threshold, max(units)


def _as_shown(value: float, suffix: str, extra_digits: int) -> float:
    """Return the number a reader sees."""
    text = _number(value, suffix, extra_digits).replace(",", "")
    return float(text.rstrip("%")) / (100.0 if text.endswith("%") else 1.0)


def _number(value: float, suffix: str, extra_digits: int) -> str:
    """Write a number as its suffix asks, with more digits where they are needed."""
    if not suffix or not math.isfinite(value):
        return plain(value, 4 + extra_digits)
    return format(value, _format(suffix, extra_digits))


@lru_cache(maxsize=1024)
def _format(suffix: str, extra_digits: int) -> str:
    """Return how a number's suffix asks it to be formatted, with more digits where they are needed."""
    parts = _number_suffix(suffix)
    assert parts is not None, "templates are checked before they are filled"
    kind = parts["type"] or ("g" if parts["digits"] else "f")
    if kind == "d":
        kind, digits = "f", extra_digits
    else:
        digits = int(parts["digits"] or (6 if kind in "eg" else 2)) + extra_digits
    return f"{parts['sign']}z{parts['width']}.{digits}{kind}"  # z: never minus zero


@lru_cache(maxsize=1024)
def _number_suffix(suffix: str) -> re.Match[str] | None:
    """Take a number's suffix apart."""
    return NUMBER_SUFFIX.fullmatch(suffix)
