"""Features in words: `Hole 12`, `Ø6.0 × 24.0 thru`. A kind that is not known shows its numbers."""

from collections.abc import Iterable
from typing import Any

from app.client.models import Feature, Result
from app.client.models import Size as SizeOfKind
from app.state import display_unit
from app.state.interface import SHIPPED, Interface

HALF_UP = 1e-9
"""Lets 3.175, which a file spells as 3.17499…, become 3.18 as on the drawing."""
FULL_TURN_DEG = 359.0
"""A bore that goes round farther than this is closed."""
MANY = 2
"""Sizes of a kind that is not known: that many numbers at most."""

Sizes = dict[str, Any]


def kind(name: str, interface: Interface = SHIPPED, *, is_many: bool = False) -> str:
    """Return a kind for people: `Hole`, `Holes`; one that is not known by its key."""
    known = interface.kind_of_key.get(name)
    if known is None:
        return name.replace("_", " ").capitalize()
    return known.plural if is_many else known.label


def name(feature: Feature, interface: Interface = SHIPPED) -> str:
    """Return what a feature is called: `Hole 12`, by the face it is found by."""
    return f"{kind(feature.kind, interface)} {feature.fid}"


def size(feature: Feature, interface: Interface = SHIPPED) -> str:
    """Return its size as a drawing would note it; empty where no dimension is known."""
    known = interface.kind_of_key.get(feature.kind)
    words = "" if known is None else _noted(known.sizes, feature.dimensions)
    return words or _any(feature.dimensions)


def name_of_face(result: Result, fid: str, interface: Interface = SHIPPED) -> str:
    """Return the smallest feature with this face, `Hole 3, face 12`, else `Face 12`."""
    owning = [one for one in result.features.features if fid in one.fids]
    if not owning:
        return f"Face {fid}"
    smallest = min(owning, key=lambda one: len(one.fids))
    words = name(smallest, interface)
    return words if len(smallest.fids) == 1 else f"{words}, face {fid}"


def _noted(noted: Iterable[SizeOfKind], sizes: Sizes) -> str:
    """Write lengths with crosses between them, then what is said of them: `Ø6.8 × 9.0 thru, open 153°`."""
    lengths, words, angles = [], [], []
    for each in noted:
        value = _number(sizes, each.field)
        match each.form:
            case "number" if value is not None:
                lengths.append(_with_mark(each, _text(value, each.field)))
            case "range":
                least = _number(sizes, f"min_{each.field}", each.field)
                if least is not None:
                    most = _number(sizes, f"max_{each.field}", each.field)
                    lengths.append(_with_mark(each, _range(least, most, each.field)))
            case "flag" if sizes.get(f"is_{each.field}", sizes.get(each.field)) is True:
                words.append(each.after)
            case "angle" if value is not None:
                angles.append(_with_mark(each, f"{value:.0f}°"))
            case "gap" if value is not None and value <= FULL_TURN_DEG:
                angles.append(_with_mark(each, f"{360.0 - value:.0f}°"))
    return ", ".join(filter(None, (" ".join(filter(None, (" × ".join(lengths), *words))), *angles)))


def _with_mark(size: SizeOfKind, text: str) -> str:
    return f"{size.mark}{text} {size.after}".rstrip()


def _any(sizes: Sizes) -> str:
    """Return the first sizes of whatever there is, each with its name."""
    found = [
        f"{key.removesuffix('_mm').removesuffix('_deg').replace('_', ' ')} {_text(value, key)}"
        for key, value in sizes.items()
        if key.endswith(("_mm", "_deg")) and isinstance(value, int | float) and not isinstance(value, bool)
    ]
    return ", ".join(found[:MANY])


def _number(sizes: Sizes, *keys: str) -> float | None:
    """Return the first of these that is a number."""
    for key in keys:
        value = sizes.get(key)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return float(value)
    return None


def _range(least: float, most: float | None, field: str) -> str:
    """Return `3.0`, or `3.0–5.0` where it changes."""
    words = _text(least, field)
    is_one = most is None or _text(most, field) == words
    return words if is_one or most is None else f"{words}–{_text(most, field)}"


def _text(value: float, field: str) -> str:
    """Return a number with two decimals, the last of which goes where it is 0: `6.0`, `6.76`.

    Lengths, whose field ends in `_mm`, have three in inches.
    """
    unit = display_unit.unit_of_name(field)
    if display_unit.factor(unit) != 1.0:
        return f"{display_unit.shown(value, unit) + HALF_UP:.3f}"
    text = f"{value + HALF_UP:.2f}"
    return text[:-1] if text.endswith("0") else text
