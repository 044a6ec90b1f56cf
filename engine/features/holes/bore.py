"""A bore: one cylinder or cone that a tool of its size could have cut, all its pieces together."""

from dataclasses import dataclass

from engine.graph.coaxial import AxisLine
from engine.graph.rings import Rim
from engine.model.part import BodyId, FaceId
from engine.model.surface import Cone, Cylinder
from engine.tolerances import SMOOTH_DEG

MIN_SPAN_DEG = 180.0 + SMOOTH_DEG
"""A bore goes further round than this; the end of a slot goes exactly half way."""
SLIM_DEG = 21.0
"""A cone with a smaller half angle is the wall of a tapered or drafted hole; countersinks and drill tips
begin at 30 degrees. No round number: a taper of just 20 degrees is one, whatever its last digits."""


@dataclass(frozen=True, slots=True, eq=False)
class Bore:
    """One cylinder or cone, all its pieces together. Lengths run along `axis` from its origin."""

    surface: Cylinder | Cone
    axis: AxisLine
    faces: tuple[FaceId, ...]
    lower: Rim | None
    """The rim at the low end; None at the apex of a cone."""
    upper: Rim | None
    span_deg: float
    body: BodyId
    deviation_mm: float

    @property
    def is_wall(self) -> bool:
        """Whether it is the wall of a hole rather than a countersink, a step or the tip of a drill."""
        return isinstance(self.surface, Cylinder) or self.surface.half_angle_deg < SLIM_DEG

    @property
    def is_arc(self) -> bool:
        """Whether it goes too little round to be a hole by itself."""
        return self.span_deg <= MIN_SPAN_DEG

    @property
    def low_mm(self) -> float:
        """Where its rims begin along the axis."""
        return min(rim.low_mm for rim in (self.lower, self.upper) if rim is not None)

    @property
    def high_mm(self) -> float:
        """Where its rims end along the axis."""
        return max(rim.high_mm for rim in (self.lower, self.upper) if rim is not None)

    def other_rim(self, rim: Rim) -> Rim | None:
        """Return the rim at the other end from `rim`."""
        return self.upper if self.lower is not None and self.lower.meets(rim) else self.lower
