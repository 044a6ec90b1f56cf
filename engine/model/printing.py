"""How a part stands when it is printed, what hangs over then, and what powder or resin cannot leave."""

from dataclasses import dataclass

from engine.model.arrays import Vector
from engine.model.part import FaceId


@dataclass(frozen=True, slots=True, eq=False)
class BuildDirection:
    """How a part stands when it is printed."""

    direction: Vector
    """Unit vector from the bed up, in which layer comes upon layer."""
    base: tuple[FaceId, ...]
    """The faces it stands on, ascending; none for a part without a flat to speak of to stand on."""
    base_area_mm2: float
    """0 for such a part."""
    support_area_mm2: float
    """What hangs over, as the bed sees it from below: bridges in full, the roofs of small holes a quarter."""
    height_mm: float


@dataclass(frozen=True, slots=True, eq=False)
class Overhang:
    """What hangs over of one face, in the part's build direction. Angles are from the vertical."""

    face: FaceId
    angle_deg: float
    """A vertical wall has 0, a ceiling 90; a quarter of the area that hangs over may lean more."""
    angle_uncertainty_deg: float
    area_mm2: float
    span_mm: float
    """How far it reaches from one support to the one opposite; inf where it is held on one side alone."""
    reach_mm: float
    """How far its furthest point is from what holds it up, seen from above; inf where nothing does."""
    arch_mm: float
    """Diameter of the round roof that it is, of a hole that lies; inf of all other overhangs."""
    span_uncertainty_mm: float
    """0 of a plane: what hangs over of it ends at edges of the part."""
    reach_uncertainty_mm: float
    """Likewise."""
    location: Vector
    witness: tuple[Vector, Vector] | None
    """Between the two supports, or from what holds it to its furthest point; None where nothing holds it."""


@dataclass(frozen=True, slots=True, eq=False)
class Trap:
    """A hollow that is wider than the openings it has to the outside."""

    volume_mm3: float
    volume_uncertainty_mm3: float
    """0 of a sealed void."""
    width_mm: float
    """Diameter of the largest ball inside; of a sealed void that of a ball of its volume."""
    openings_mm: tuple[float, ...]
    """Diameter of the largest ball that leaves through each opening, widest first; none of a sealed one."""
    uncertainty_mm: float
    """Of the openings."""
    location: Vector
    """In the widest opening; amid the hollow when it is sealed."""
    witness: tuple[Vector, Vector] | None
    """Across the widest opening."""
    faces: tuple[FaceId, ...]
    """The faces round the widest opening, or all round a sealed hollow, ascending."""
    walls: tuple[FaceId, ...]
    """The faces that look into the hollow, ascending."""

    @property
    def escape_mm(self) -> float:
        """Diameter of one round hole as large as the openings together; 0 when it is sealed.

        Openings of less than half of the widest let nothing out that matters.
        """
        if not self.openings_mm:
            return 0.0
        wide = (each for each in self.openings_mm if each >= 0.5 * self.openings_mm[0])
        return float(sum(each**2 for each in wide) ** 0.5)
