"""A plane that cuts the part open."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.views.viewport.mesh import Floats

AXES = ("x", "y", "z")


@dataclass(frozen=True, slots=True)
class HalfSpace:
    """The side of a plane that is kept: where `normal` points."""

    origin: tuple[float, float, float]
    normal: tuple[float, float, float]
    is_capped: bool = False
    """A cap hides what lies behind the cut."""


@dataclass(frozen=True, slots=True)
class Section:
    """A cut at right angles to an axis."""

    axis: str
    """x, y or z."""
    offset_mm: float
    """Where it crosses the axis."""
    is_flipped: bool = False
    """What lies towards +axis is kept, else what lies towards -axis."""

    @property
    def normal(self) -> NDArray[np.float64]:
        """Points into what is kept."""
        unit = np.zeros(3)
        unit[AXES.index(self.axis)] = 1.0 if self.is_flipped else -1.0
        return unit

    @property
    def origin(self) -> NDArray[np.float64]:
        """A point of the plane."""
        place = np.zeros(3)
        place[AXES.index(self.axis)] = self.offset_mm
        return place

    def half_space(self, *, is_capped: bool) -> HalfSpace:
        """Return what is kept, for picking."""
        (a, b, c), (x, y, z) = self.origin.tolist(), self.normal.tolist()
        return HalfSpace((a, b, c), (x, y, z), is_capped)


def reach(axis: str, box: tuple[Floats, Floats]) -> tuple[float, float]:
    """Return from where to where a plane cuts the part."""
    at = AXES.index(axis)
    return float(box[0][at]), float(box[1][at])
