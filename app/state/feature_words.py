"""Features in words: `Hole 12`, `Ø6.0 × 24.0 thru`. A kind that is not known shows its numbers."""

from collections.abc import Callable
from typing import Any

from app.client.models import Feature, Result

SINGULAR_AND_PLURAL = {
    "HOLE": ("Hole", "Holes"),
    "BOSS": ("Boss", "Bosses"),
    "SLOT": ("Slot", "Slots"),
    "FIN": ("Fin", "Fins"),
    "POCKET": ("Pocket", "Pockets"),
    "PROTRUSION": ("Protrusion", "Protrusions"),
    "BEND": ("Bend", "Bends"),
    "FILLET": ("Fillet", "Fillets"),
    "ROUND": ("Round", "Rounds"),
    "SLAB": ("Slab", "Slabs"),
    "WALL": ("Wall", "Walls"),
}
HALF_UP = 1e-9
"""Lets 3.175, which a file spells as 3.17499…, become 3.18 as on the drawing."""
FULL_TURN_DEG = 359.0
"""A bore that goes round farther than this is closed."""
MANY = 2
"""Sizes of a kind that is not known: that many numbers at most."""

Sizes = dict[str, Any]


def kind(name: str, *, is_many: bool = False) -> str:
    """Return a kind for people: `Hole`, `Holes`; one that is not known as it is."""
    one, many = SINGULAR_AND_PLURAL.get(name, (name.replace("_", " ").capitalize(),) * 2)
    return many if is_many else one


def name(feature: Feature) -> str:
    """Return what a feature is called: `Hole 12`, by the face it is found by."""
    return f"{kind(feature.kind)} {feature.fid}"


def size(feature: Feature) -> str:
    """Return its size as a drawing would note it; empty where no dimension is known."""
    words = WORDS.get(feature.kind, _any)(feature.dimensions)
    return words or _any(feature.dimensions)


def name_of_face(result: Result, fid: str) -> str:
    """Return the smallest feature with this face, `Hole 3, face 12`, else `Face 12`."""
    owning = [one for one in result.features.features if fid in one.fids]
    if not owning:
        return f"Face {fid}"
    smallest = min(owning, key=lambda one: len(one.fids))
    return name(smallest) if len(smallest.fids) == 1 else f"{name(smallest)}, face {fid}"


def _hole(sizes: Sizes) -> str:
    words = _cross(_diameter(sizes), _length(sizes, "depth_mm"))
    if sizes.get("is_through", sizes.get("through")) is True:
        words += " thru"
    span = _number(sizes, "span_deg")
    return words if span is None or span > FULL_TURN_DEG else f"{words}, open {360.0 - span:.0f}°"


def _boss(sizes: Sizes) -> str:
    return _cross(_diameter(sizes), _length(sizes, "height_mm"))


def _slot(sizes: Sizes) -> str:
    words = _cross(_length(sizes, "width_mm"), _length(sizes, "length_mm"), _length(sizes, "depth_mm"))
    return f"{words} thru" if sizes.get("through") is True else words


def _fin(sizes: Sizes) -> str:
    return _cross(_length(sizes, "thickness_mm"), _length(sizes, "height_mm"))


def _box(depth: str) -> Callable[[Sizes], str]:
    def words(sizes: Sizes) -> str:
        text = _cross(_length(sizes, "length_mm"), _length(sizes, "width_mm"), _length(sizes, depth))
        return f"{text} thru" if sizes.get("through") is True else text

    return words


def _bend(sizes: Sizes) -> str:
    radius = _number(sizes, "inside_radius_mm")
    angle = _number(sizes, "angle_deg")
    return ", ".join(
        [
            *([] if radius is None else [f"R{_text(radius)}"]),
            *([] if angle is None else [f"{angle:.0f}°"]),
        ]
    )


def _blend(sizes: Sizes) -> str:
    words = _range(_number(sizes, "min_radius_mm", "radius_mm"), _number(sizes, "max_radius_mm"))
    return f"R{words}" if words else ""


def _sheet(sizes: Sizes) -> str:
    least = _number(sizes, "min_thickness_mm", "thickness_mm")
    most = _number(sizes, "max_thickness_mm", "thickness_mm")
    words = _range(least, most)
    return f"{words} thick" if words else ""


def _any(sizes: Sizes) -> str:
    """Return the first sizes of whatever there is, each with its name."""
    found = [
        f"{key.removesuffix('_mm').removesuffix('_deg').replace('_', ' ')} {_text(value)}"
        for key, value in sizes.items()
        if key.endswith(("_mm", "_deg")) and isinstance(value, int | float) and not isinstance(value, bool)
    ]
    return ", ".join(found[:MANY])


WORDS: dict[str, Callable[[Sizes], str]] = {
    "HOLE": _hole,
    "BOSS": _boss,
    "SLOT": _slot,
    "FIN": _fin,
    "POCKET": _box("depth_mm"),
    "PROTRUSION": _box("height_mm"),
    "BEND": _bend,
    "FILLET": _blend,
    "ROUND": _blend,
    "SLAB": _sheet,
    "WALL": _sheet,
}


def _number(sizes: Sizes, *keys: str) -> float | None:
    """Return the first of these that is a number."""
    for key in keys:
        value = sizes.get(key)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return float(value)
    return None


def _range(least: float | None, most: float | None) -> str:
    """Return `3.0`, or `3.0–5.0` where it changes."""
    if least is None:
        return ""
    words = _text(least)
    return f"{words}–{_text(most)}" if most is not None and _text(most) != words else words


def _length(sizes: Sizes, key: str) -> str:
    value = _number(sizes, key)
    return "" if value is None else _text(value)


def _diameter(sizes: Sizes) -> str:
    value = _number(sizes, "diameter_mm")
    return "" if value is None else f"Ø{_text(value)}"


def _text(value: float) -> str:
    """Return a length with two decimals, the last of which goes where it is 0: `6.0`, `6.76`."""
    text = f"{value + HALF_UP:.2f}"
    return text[:-1] if text.endswith("0") else text


def _cross(*words: str) -> str:
    return " × ".join(word for word in words if word)
