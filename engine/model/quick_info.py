"""Size, volume and area of a part, and the numbers of its faces and bodies."""

from dataclasses import dataclass
from typing import Self

from engine.model.arrays import Floats, Vector
from engine.model.part import Part


@dataclass(frozen=True, slots=True, eq=False)
class QuickInfo:
    """What is known of a part without an analysis.

    Its measures agree with those of an analysis to rounding, or where a file gives borders as curves in space
    alone, to some millionths: here they are projected to surfaces more finely than a file of low
    precision asks.
    """

    name: str
    box_mm: Floats
    """(2, 3) tight box of the bodies alone."""
    volume_mm3: float
    area_mm2: float
    n_faces: int
    n_bodies: int
    unit: str
    """The length unit the file declared, as it declared it."""
    notes: tuple[str, ...]
    """Sentences the user should see."""

    @classmethod
    def of(cls, part: Part) -> Self:
        """Reduce a part that was measured face by face."""
        return cls(
            part.name,
            part.box_mm,
            part.volume_mm3,
            part.area_mm2,
            len(part.faces),
            len(part.bodies),
            part.unit,
            part.notes,
        )

    @property
    def size_mm(self) -> Vector:
        """(3,) sides of the box."""
        size: Vector = self.box_mm[1] - self.box_mm[0]
        return size
