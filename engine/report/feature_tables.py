"""Feature tables: what was recognized, kind by kind, with the dimensions that each kind declares."""

from collections.abc import Sequence
from dataclasses import dataclass, fields

from engine.kinds import KINDS
from engine.model.feature import Feature, Kind
from engine.report import wording

MOST_ROWS: dict[str, int] = {Kind.WALL: 12, Kind.SLAB: 12}
USUAL_ROWS = 30
"""Features of one kind that are listed; the rest is counted. Every part has walls."""
COMMON = frozenset(field.name for field in fields(Feature))
UNITS = {"mm": "mm", "mm2": "mm²", "mm3": "mm³", "deg": "°"}


@dataclass(frozen=True, slots=True)
class KindTable:
    """The features of one kind."""

    kind: str
    plural: str
    color: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    count: int
    features: tuple[Feature, ...]
    """One for each row."""
    units: tuple[str, ...]
    """One for each column; empty of what has none."""


def tables(features: Sequence[Feature]) -> tuple[KindTable, ...]:
    """List the features by kind; whatever a kind declares as a number, text or yes and no is a column."""
    made = []
    for kind in KINDS:
        of_kind = [feature for feature in features if feature.kind == kind.key]
        if not of_kind:
            continue
        names = [field.name for field in fields(of_kind[0]) if field.name not in COMMON]
        shown = [name for name in names if _is_shown([getattr(feature, name) for feature in of_kind])]
        listed = tuple(of_kind[: MOST_ROWS.get(kind.key, USUAL_ROWS)])
        rows = [
            (
                f"{int(feature.fid)}",
                *(_cell(name, getattr(feature, name)) for name in shown),
                str(len(feature.faces)),
            )
            for feature in listed
        ]
        units = ("", *(UNITS.get(name.split("_")[-1], "") for name in shown), "")
        columns = ("face", *(_heading(name) for name in shown), "faces")
        made.append(
            KindTable(kind.label, kind.plural, kind.color, columns, tuple(rows), len(of_kind), listed, units)
        )
    return tuple(made)


def _is_shown(values: Sequence[object]) -> bool:
    """Whether any feature of a kind has this dimension: a number, text, or yes and no."""
    return any(isinstance(value, (int, float, str)) for value in values)


def _heading(name: str) -> str:
    words = name.removeprefix("is_").split("_")
    unit = UNITS.get(words[-1], "")
    return " ".join(words[:-1] if unit else words) + (f", {unit}" if unit else "")


def _cell(name: str, value: object) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int) and name.split("_")[-1] not in UNITS:
        return f"{value:,}"
    if isinstance(value, (int, float)):
        return wording.number(float(value), "mm" if "_" in name else "").removesuffix(" mm")
    return str(getattr(value, "value", value)).replace("_", " ")
