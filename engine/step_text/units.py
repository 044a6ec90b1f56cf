"""Length units of a STEP file, spelled so that OCCT takes them as they are meant.

OCCT converts the geometry by itself and names its unit. It overlooks a unit that is spelled in an unusual
way, so that inches become millimeters.
"""

import re
from collections.abc import Callable, Iterator

from engine.step_text.accuracy import MM_OF_UNIT

LONGEST_ENTITY = 4000
"""Bytes of an entity that declares a unit or assigns one; real ones have about 200."""
SAME_FACTOR = 1e-6
"""Two units are one when their lengths differ by less than this share."""
MM_OF_PREFIX = {
    b"$": 1e3,
    b".KILO.": 1e6,
    b".HECTO.": 1e5,
    b".DECA.": 1e4,
    b".DECI.": 1e2,
    b".CENTI.": 1e1,
    b".MILLI.": 1.0,
    b".MICRO.": 1e-3,
    b".NANO.": 1e-6,
}
"""Millimeters of a meter with such an SI prefix."""

_UNITS = (b"LENGTH_UNIT",)
_MEASURES = (b"MEASURE_WITH_UNIT",)
_CONTEXTS = (b"GLOBAL_UNIT_ASSIGNED_CONTEXT",)
_IN_ORDER = (b"NAMED_UNIT", *_CONTEXTS)
_COMPLEX = re.compile(rb"(\s*#\s*\d+\s*=\s*\()(.*)(\)\s*)", re.DOTALL)
_NUMBERED = re.compile(rb"\s*#\s*(\d+)\s*=")
_REFERENCE = re.compile(rb"#\s*(\d+)")
_PART = re.compile(rb"\s*([A-Z0-9_]+)\s*(?=\()")
_TOKEN = re.compile(rb"'[^']*'|[()]")
_CONVERSION = re.compile(rb"\bCONVERSION_BASED_UNIT\s*\(\s*'([^']*)'\s*,\s*#\s*(\d+)\s*\)")
_ASSIGNED = re.compile(rb"\bGLOBAL_UNIT_ASSIGNED_CONTEXT\s*\(\s*\(([^()]*)\)")
_NAMED = re.compile(rb"\bNAMED_UNIT\s*\(\s*(#\s*\d+)\s*\)")
_SI = re.compile(rb"\bSI_UNIT\s*\(\s*(\$|\.[A-Z]+\.)\s*,\s*\.METRE\.\s*\)")
_NUMBER = rb"[0-9]+\.?[0-9]*(?:E[-+]?[0-9]+)?"
_FACTOR = re.compile(rb"\(\s*(" + _NUMBER + rb")\s*\)?\s*,\s*#\s*(\d+)\s*\)")
_PLAIN_MEASURE = re.compile(
    rb"=\s*LENGTH_MEASURE_WITH_UNIT\s*\(\s*(?:LENGTH_MEASURE\s*\(\s*)?"
    + _NUMBER
    + rb"\s*\)?\s*,\s*#\s*(\d+)\s*\)"
)


def in_alphabetical_order(data: bytes) -> bytes:
    """Return the text with the parts of every unit and of every context of units in order.

    The standard asks for that order. OCCT overlooks the units of a context in disorder, and crashes on a
    conversion-based unit in disorder.
    """
    return _replaced(data, _IN_ORDER, _in_order)


def respelled(data: bytes) -> bytes:
    """Return the text with each length unit that is so many of another spelled the one way OCCT knows.

    It overlooks other spellings of the factor. A unit without a name is named by its length; one whose
    length the text does not give stays as it is.
    """
    units = _length_units(data)
    if not any(_CONVERSION.search(unit) for unit in units.values()):
        return data
    measures = dict(_numbered(data, _MEASURES))
    if all(_is_plain(unit, units, measures) for unit in units.values()):
        return data
    last_number = max((int(number) for number in _REFERENCE.findall(data)), default=0)
    added: list[bytes] = []

    def canonical(entity: bytes) -> bytes | None:
        number = _NUMBERED.match(entity)
        if number is None or _is_plain(entity, units, measures):
            return None
        mm = _millimeters(number.group(1), units, measures)
        if not mm > 0.0:
            return None
        measure, si = last_number + 1 + len(added), last_number + 2 + len(added)
        added.append(b"#%d=LENGTH_MEASURE_WITH_UNIT(LENGTH_MEASURE(%s),#%d);" % (measure, _real(mm), si))
        added.append(b"#%d=(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.));" % si)
        return b"\n#%s=(CONVERSION_BASED_UNIT('%s',#%d)LENGTH_UNIT()NAMED_UNIT(%s))" % (
            number.group(1),
            _name(entity, mm),
            measure,
            _dimensions(entity),
        )

    changed = _replaced(data, _UNITS, canonical)
    at = changed.rfind(b"ENDSEC")
    return changed[:at] + b"\n".join([*added, changed[at:]]) if added and at > 0 else data


def assigned(data: bytes) -> str:
    """Return the first length unit that a context of geometry assigns; empty without one.

    OCCT converts what lies in such a context, and yet may not name the unit: it asks the context of the whole
    product alone.
    """
    units = _length_units(data)
    for _, context in _numbered(data, _CONTEXTS):
        numbers = _ASSIGNED.search(context)
        if numbers is None or b"GEOMETRIC_REPRESENTATION_CONTEXT" not in context:
            continue
        for number in _REFERENCE.findall(numbers.group(1)):
            if number in units:
                measures = dict(_numbered(data, _MEASURES))
                name = _name(units[number], _millimeters(number, units, measures))
                return name.decode("utf-8", "replace")
    return ""


def are_spelled(data: bytes) -> bool:
    """Whether there is a length unit anywhere in the text, assigned or not."""
    return any(word in data for word in _UNITS)


def _entities(data: bytes, words: tuple[bytes, ...]) -> Iterator[tuple[int, int]]:
    """Yield where the entities that hold one of some words begin, and where their semicolons stand."""
    for at in sorted(at for word in words for at in _places(data, word)):
        start = data.rfind(b";", max(0, at - LONGEST_ENTITY), at) + 1
        end = data.find(b";", at, at + LONGEST_ENTITY)
        if start and end > 0:
            yield start, end


def _places(data: bytes, word: bytes) -> Iterator[int]:
    at = data.find(word)
    while at >= 0:
        yield at
        at = data.find(word, at + len(word))


def _replaced(data: bytes, words: tuple[bytes, ...], anew: Callable[[bytes], bytes | None]) -> bytes:
    """Return the text with entities that hold one of some words written anew; None leaves one as it is."""
    pieces, done = [], 0
    for start, end in _entities(data, words):
        if start >= done and (entity := anew(data[start:end])) is not None:
            pieces += [data[done:start], entity]
            done = end
    return b"".join([*pieces, data[done:]]) if pieces else data


def _in_order(entity: bytes) -> bytes | None:
    """Return a complex entity with its parts in order; None where they are, or where it is something else."""
    whole = _COMPLEX.fullmatch(entity)
    parts = None if whole is None else _parts(whole.group(2))
    if whole is None or parts is None:
        return None
    in_order = sorted(parts)
    if parts == in_order:
        return None
    return whole.group(1) + b" ".join(name + arguments for name, arguments in in_order) + whole.group(3)


def _parts(text: bytes) -> list[tuple[bytes, bytes]] | None:
    """Take `LENGTH_UNIT() NAMED_UNIT(#5)` apart; None where that is not how it is built."""
    parts, at = [], 0
    while text[at:].strip():
        head = _PART.match(text, at)
        if head is None:
            return None
        level, end = 0, -1
        for token in _TOKEN.finditer(text, head.end()):
            level += {b"(": 1, b")": -1}.get(token.group(), 0)
            if level == 0:
                end = token.end()
                break
        if end < 0:
            return None
        parts.append((head.group(1), text[head.end() : end]))
        at = end
    return parts


def _numbered(data: bytes, words: tuple[bytes, ...]) -> Iterator[tuple[bytes, bytes]]:
    """Yield the number and the text of every entity that holds one of some words."""
    for start, end in _entities(data, words):
        entity = data[start:end]
        number = _NUMBERED.match(entity)
        if number is not None:
            yield number.group(1), entity


def _length_units(data: bytes) -> dict[bytes, bytes]:
    """Return the entities of length units by number."""
    return {
        number: entity
        for number, entity in _numbered(data, _UNITS)
        if _CONVERSION.search(entity) or _SI.search(entity)
    }


def _is_plain(unit: bytes, units: dict[bytes, bytes], measures: dict[bytes, bytes]) -> bool:
    """Whether a unit is of meters, or has a name and is so many of such a unit, spelled the usual way."""
    conversion = _CONVERSION.search(unit)
    if conversion is None:
        return True
    measure = _PLAIN_MEASURE.search(measures.get(conversion.group(2), b""))
    return bool(conversion.group(1).strip() and measure and _SI.search(units.get(measure.group(1), b"")))


def _name(entity: bytes, mm: float) -> bytes:
    """Return what a conversion-based unit calls itself, or else what its length is called."""
    conversion = _CONVERSION.search(entity)
    if conversion is not None and conversion.group(1).strip():
        return conversion.group(1)
    for name, length_mm in MM_OF_UNIT.items():
        if abs(mm - length_mm) <= SAME_FACTOR * length_mm:
            return name.encode()
    return b"unit of %g mm" % mm


def _dimensions(entity: bytes) -> bytes:
    """Return what a unit refers to as its dimensional exponents."""
    named = _NAMED.search(entity)
    return named.group(1) if named else b"*"


def _real(number: float) -> bytes:
    """Write a number as STEP wants it: with a point."""
    mantissa, _, exponent = f"{number:.15g}".partition("e")
    point = "" if "." in mantissa else "."
    return f"{mantissa}{point}{'E' + exponent if exponent else ''}".encode()


def _millimeters(number: bytes, units: dict[bytes, bytes], measures: dict[bytes, bytes]) -> float:
    """Return the length of a unit; NaN where its text does not give it."""
    mm = 1.0
    for _ in units:  # each may be so many of another
        entity = units.get(number, b"")
        si = _SI.search(entity)
        if si is not None:
            return mm * MM_OF_PREFIX.get(si.group(1), float("nan"))
        conversion = _CONVERSION.search(entity)
        factor = conversion and _FACTOR.search(measures.get(conversion.group(2), b""))
        if not factor:
            break
        mm *= float(factor.group(1))
        number = factor.group(2)
    return float("nan")
