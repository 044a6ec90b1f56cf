"""What the searches for arrangements are given, and what they answer."""

import math
from dataclasses import dataclass, field

import numpy as np
from scipy.spatial import cKDTree

from engine.model.arrays import Bools, Floats, Ints, Vector, frozen
from engine.model.pattern import PatternForm
from engine.tolerances import PARALLEL_COSINE

FEWEST = 3
"""Two equal features lie in a row and on a circle whatever they are."""


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """Equal features as points with directions."""

    indices: Ints
    """(N,) places in the recognized features, ascending."""
    centers: Floats
    """(N, 3) mm."""
    axes: Floats
    """(N, 3) unit vectors; NaN rows where the kind has no axis."""
    is_either_way: bool
    """Whether an axis may as well point the other way, as that of a way through."""
    slack_mm: Floats
    """(N,) how far each may lie off its place."""

    def __len__(self) -> int:
        return len(self.indices)

    def part(self, rows: Ints | Bools) -> "Placed":
        """Return some of them."""
        return Placed(
            self.indices[rows], self.centers[rows], self.axes[rows], self.is_either_way, self.slack_mm[rows]
        )

    @property
    def nearest_mm(self) -> Floats:
        """(N,) how far the nearest other one is from each; inf where there is none."""
        far, _ = cKDTree(self.centers).query(self.centers, 2)
        return np.asarray(far[:, 1])

    def by_direction(self) -> list["Placed"]:
        """Split them by the directions of their axes."""
        rest, found = np.arange(len(self)), []
        while len(rest):
            along = self.pointing(self.axes[rest[0]], rest)
            found.append(self.part(rest[along]))
            rest = rest[~along]
        return found

    def pointing(self, axis: Vector, rows: Ints) -> Bools:
        """Return which of some rows have their axis along one; those without an axis go with none."""
        if np.isnan(axis[0]):
            return np.asarray(np.isnan(self.axes[rows, 0]))
        cosines = np.einsum("nk,k->n", self.axes[rows], axis)
        return np.asarray((np.abs(cosines) if self.is_either_way else cosines) >= PARALLEL_COSINE)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Arrangement:
    """Some of the features that were given, in a regular arrangement; see `Pattern` for the fields."""

    form: PatternForm
    members: Ints
    """(M,) places in the recognized features, in their order along the pattern."""
    center: Vector
    deviation_mm: float
    """How far a member lies off its place at most."""
    rank: int
    """Of two that explain as many features, the one with the higher rank stands."""
    axis: Vector | None = None
    directions: Floats = field(default_factory=lambda: frozen(np.zeros((0, 3))))
    places: tuple[int, ...] = ()
    pitch_mm: tuple[float, ...] = ()
    diameter_mm: float = float("nan")
    angle_deg: float = float("nan")
    is_radial: bool = False
    """Of a circle, whether the axes of its features turn with it."""

    @property
    def is_full(self) -> bool:
        """Whether every place is taken."""
        return len(self.members) == math.prod(self.places)

    @property
    def least_step_mm(self) -> float:
        """The shortest way from a place to the next."""
        if self.pitch_mm:
            return min(self.pitch_mm)
        return self.diameter_mm * math.sin(math.radians(self.angle_deg / 2.0))

    @property
    def order(self) -> tuple[float, ...]:
        """Sorts the one that explains most first, of equals the one with the shorter steps."""
        step_mm = sum(self.pitch_mm) if self.pitch_mm else self.diameter_mm
        return (-len(self.members), -self.rank, round(step_mm, 6), float(self.members.min()))
