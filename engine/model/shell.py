"""Thin shells: bodies looked at as molded parts, one wall all over."""

import math
from dataclasses import dataclass

from engine.model.arrays import Vector
from engine.model.part import BodyId, FaceId


@dataclass(frozen=True, slots=True, eq=False)
class ShellWall:
    """One face of a thin shell, with all faces the file split from it, as a wall; or the faces of a lump."""

    face: FaceId
    """The largest of `faces`; of a lump, the one behind which it cools most slowly."""
    faces: tuple[FaceId, ...]
    nominal_mm: float
    """Of its body."""
    thickness_mm: float
    """In its middle; where a quarter of it is thicker by more than the middle is thinner, of that quarter.
    Of a lump that of the plate that takes as long to cool."""
    point: Vector
    opposite: Vector
    """Where it was measured, through the material."""
    is_lump: bool = False
    """Whether it is no wall but a place where material gathers."""
    model_error: float = 0.0
    """Share by which `thickness_mm` may be off because what cools is not shaped as the model has it."""
    is_certain: bool = True
    """Whether it is a wall of a body drawn with `nominal_mm`; else it is one for some of the rivals alone."""
    thickness_error_mm: float = 0.0
    """How far it may be off because shares of a wall hang on where the mesh has its vertices: much where the
    thickness goes on growing over the wall, nothing where it is the same all over."""
    rival_ratios: tuple[float, ...] = ()
    """Its thickness over the nominal walls that the body may have as well; 1 where it is no wall then."""

    @property
    def over_nominal(self) -> float:
        """Thickness over the nominal wall; 1 where it is no wall."""
        return self.thickness_mm / self.nominal_mm if self.is_certain else 1.0

    @property
    def over_nominal_error(self) -> float:
        """How far that is from what it is over the rivals of the nominal wall."""
        return max((abs(ratio - self.over_nominal) for ratio in self.rival_ratios), default=0.0)


@dataclass(frozen=True, slots=True, eq=False)
class ShellBody:
    """A body looked at as a thin shell."""

    body: BodyId
    nominal_mm: float
    """The wall it was drawn with, as most of its area has it; NaN when no wall could be measured."""
    thin_share: float
    """Share of its surface, rims left out, over thin wall that is within half of the nominal one."""
    uniform_share: float
    """Share over wall within a quarter of the nominal one; rims, ribs, bosses and holes left out."""
    flow_mm: float
    """How far plastic flows in it, about, from a gate in the middle; NaN without a nominal wall."""
    solidity: float
    """Volume over that of a shell with the nominal wall and the same area; NaN without a nominal wall."""
    reason: str
    """One sentence that says how far it is a thin shell."""
    stray_faces: tuple[FaceId, ...]
    """Faces over anything but that thin wall, ascending."""
    walls: tuple[ShellWall, ...]
    """By face; ribs are left out, and bosses, holes, blends and details where no material gathers in them."""
    other_faces: tuple[FaceId, ...] = ()
    """Faces that are no walls and have no rules of their own, ascending: rims, faces narrow for the nominal
    wall, and walls that stand up like ribs and are not recognized as such."""
    cooling_mm: float = math.inf
    """Thickness of the plate that takes as long to cool as its slowest place; infinite where no wall could be
    measured, for then nothing says that it cools."""
    rivals: tuple["ShellBody", ...] = ()
    """The body seen with other nominal walls, of which it has as much, for all that is known; mostly none."""

    @property
    def flow_in_walls(self) -> float:
        """How far plastic flows in it, in nominal walls."""
        return self.flow_mm / self.nominal_mm

    def error(self, name: str) -> float:
        """Return how far one of the numbers is from what it would be with a rival's nominal wall."""
        own = float(getattr(self, name))
        return max((abs(float(getattr(rival, name)) - own) for rival in self.rivals), default=0.0)
