"""Patterns: equal features in a regular arrangement, which a drawing notes once for all of them."""

from dataclasses import dataclass
from enum import StrEnum

from engine.model.arrays import Floats, Vector
from engine.model.part import BodyId


class PatternForm(StrEnum):
    """How equal features lie to each other."""

    GRID = "grid"
    """In rows and columns, or staggered."""
    CIRCULAR = "circular"
    """On a circle in equal steps, some of which may be left out; their axes along its axis, or radial."""
    LINEAR = "linear"
    """In a row, all equally far apart."""
    MIRRORED = "mirrored"
    """In pairs, on either side of a plane through the middle of the body."""
    EQUAL = "equal"
    """Of one size, and in no regular arrangement."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Pattern:
    """Equal features of one body in one arrangement. A feature is in one pattern at most."""

    form: PatternForm
    kind: str
    """Key of the kind of its features."""
    features: tuple[int, ...]
    """Their places in `Recognition.features`, in their order along the pattern: from one end of a row to the
    other, row after row, about the axis, pair after pair; ascending where there is no such order."""
    body: BodyId
    label: str
    """As a drawing would note it: `8 × Ø6.6 on Ø80`."""
    center: Vector
    """Of the circle; else the mean of the centers of its features."""
    axis: Vector | None = None
    """Unit vector about which a circle goes, across a grid or the plane of a mirror; None of the others."""
    directions: Floats
    """(K, 3) unit vectors of the steps: two of a grid, rows first, one of a row, else none."""
    places: tuple[int, ...] = ()
    """How many places the whole arrangement has: along each direction of a grid or a row, round the full
    circle. Its features may be fewer. Of a staggered grid and of the others none."""
    pitch_mm: tuple[float, ...] = ()
    """Length of each step in `directions`."""
    diameter_mm: float = float("nan")
    """Of the circle on which the centers lie; NaN of the others."""
    angle_deg: float = float("nan")
    """Between neighboring places of the circle; NaN of the others."""
    uncertainty_mm: float
    """How far the lengths may be off: what a feature lies off its place at most, and what the features
    themselves may be off."""

    @property
    def count(self) -> int:
        """How many features it has."""
        return len(self.features)
