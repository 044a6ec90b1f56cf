"""Lengths, areas and volumes of a text in inches, for readers who think in them. Results stay metric."""

import math
import re
from collections.abc import Callable
from html import escape, unescape

INCH_MM = 25.4
METRIC, INCHES = "mm", "in"
UNITS = (METRIC, INCHES)

IN_INCHES = {
    "mm": ("in", INCH_MM, 2),
    "mm²": ("in²", INCH_MM**2, 3),
    "mm³": ("in³", INCH_MM**3, 4),
    "cm²": ("in²", INCH_MM**2 / 1e2, 1),
    "cm³": ("in³", INCH_MM**3 / 1e3, 1),
}
"""By metric unit: what stands for it, how many of it that is, and the decimals it needs to say as much."""
MOST_DECIMALS = 4

_NUMBER = r"[-−±+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"
_JOINED = rf"{_NUMBER}(?:\s?(?:mm)?\s?(?:×|x|±|to|and|or|…|→|–)\s?{_NUMBER})*"
_QUANTITY = re.compile(rf"(?<![\w.])(?<!\w-)(?P<numbers>{_JOINED})\s?(?P<unit>mm²|mm³|mm|cm²|cm³)(?![\w²³/])")
_MARKED = re.compile(rf"(?P<mark>(?<!\w)[ØR]){_NUMBER}")
_PITCH = re.compile(rf"(?P<mark>\bpitch ){_JOINED}")
_NOUN = re.compile(
    rf"(?P<mark>(?:^| )(?!pitch )[a-z]+ )(?P<numbers>{_NUMBER}(?: × {_NUMBER})*)(?=,|$| on a )"
)
_SINGLE = re.compile(_NUMBER)
_MARKUP = re.compile(r'<span data-in="([^"]*)">([^<]*)</span>')
_TAG = re.compile(r"(<(?:style|script|svg)\b.*?</(?:style|script|svg)>|<[^>]*>)", re.DOTALL)


def name(unit: str) -> str:
    """Return what stands for a unit: `in²` for `mm²`; any that is no length, area or volume is itself."""
    return IN_INCHES[unit][0] if unit in IN_INCHES else unit


def bare(number: str, unit: str) -> str:
    """Return a number that is written without its unit, `6.60`, as inches; of any other unit, as it is."""
    return _SINGLE.sub(_converted(unit), number) if unit in IN_INCHES else number


def column(words: str, unit: str) -> str:
    """Return the heading of a column, `area, mm²`, as it stands over inches."""
    return words.removesuffix(unit) + name(unit) if unit in IN_INCHES else words


def sentence(text: str) -> str:
    """Return a text with its lengths, areas and volumes in inches."""
    return _MARKED.sub(_marked, _QUANTITY.sub(_quantity, text))


def label(text: str) -> str:
    """Return the label of a pattern, `8 × Ø6.6 on Ø80`, whose numbers have no unit, in inches."""
    return _MARKED.sub(_marked, _PITCH.sub(_marked, _NOUN.sub(_marked, _QUANTITY.sub(_quantity, text))))


def in_both(page: str, units: str = METRIC) -> str:
    """Return HTML in which every quantity carries the other one: `<span data-in="0.079 in">2.00 mm</span>`.

    In inches it is the other way about, with `data-mm` besides. Only texts are changed: not tags, and neither
    styles, scripts nor drawings.
    """
    pieces = _TAG.split(page)
    for at in range(0, len(pieces), 2):
        is_done = at > 0 and "data-in=" in pieces[at - 1]
        if pieces[at] and not is_done:
            pieces[at] = _both(pieces[at])
    marked = "".join(pieces)
    return _MARKUP.sub(r'<span data-in="\1" data-mm="\2">\1</span>', marked) if units == INCHES else marked


def _both(text: str) -> str:
    """Mark the quantities of one text of a page."""
    plain = unescape(text)
    found = [*_QUANTITY.finditer(plain)]
    taken = [range(*one.span()) for one in found]
    found += [one for one in _MARKED.finditer(plain) if not any(one.start() in each for each in taken)]
    written, at = [], 0
    for one in sorted(found, key=lambda each: each.start()):
        other = _quantity(one) if "unit" in one.re.groupindex else _marked(one)
        written += [
            escape(plain[at : one.start()]),
            f'<span data-in="{escape(other)}">{escape(one[0])}</span>',
        ]
        at = one.end()
    return "".join((*written, escape(plain[at:]))) if found else text


def _quantity(found: re.Match[str]) -> str:
    unit = found["unit"]
    numbers = found["numbers"].replace(" mm", "").replace("mm", "")
    return f"{_SINGLE.sub(_converted(unit), numbers)} {name(unit)}"


def _marked(found: re.Match[str]) -> str:
    mark = found["mark"]
    return mark + _SINGLE.sub(_converted("mm"), found[0][len(mark) :])


def _converted(unit: str) -> Callable[[re.Match[str]], str]:
    _, size, further = IN_INCHES[unit]

    def convert(found: re.Match[str]) -> str:
        text = found[0].replace(",", "")
        sign = text[0] if text[0] in "±−-+" else ""
        digits = text.removeprefix(sign)
        decimals = min(len(digits.partition(".")[2]) + further, MOST_DECIMALS)
        inches = float(digits) / size
        if 0.0 < inches < 0.5 * 10.0**-decimals:  # what is something in millimeters is not nothing in inches
            decimals = math.ceil(-math.log10(inches))
        return f"{sign}{inches:,.{decimals}f}"

    return convert
