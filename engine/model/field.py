"""A measured field: one number per vertex, triangle or face."""

from dataclasses import dataclass
from enum import StrEnum

from engine.model.arrays import Floats, Ints


class Location(StrEnum):
    """What a field has one value of."""

    VERTEX = "vertex"
    TRIANGLE = "triangle"
    FACE = "face"


class Unit(StrEnum):
    """Units as they are written for people and on the wire."""

    MM = "mm"
    MM2 = "mm²"
    MM3 = "mm³"
    DEG = "°"
    ONE = "1"


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """Values with their unit. NaN: not measurable there. inf: nothing there (open space)."""

    name: str
    location: Location
    unit: Unit
    values: Floats
    """(V,), (T,) or (F,)"""
    absolute_error: float = 0.0
    relative_error: float = 0.0
    """A value v is off by at most `absolute_error + relative_error * |v|`."""
    opposite: Ints | None = None
    """(V,) for a distance: the triangle it was measured to, -1 for none; None for every other field."""
    n_impossible: int = 0
    """How many distances cannot be, and were taken back: NaN stands there."""
