"""Edges of a flat plate that lean off square to its skins, as those of lids and molded pieces do.

Shears, punches, lasers and jets cut square. Bevels for welds and chamfers lean by 30 degrees and more.
"""

import math

from engine.model.evidence import SheetBody
from engine.model.part import Body, Part
from engine.model.surface import Plane

LEAN_DEG = (1.0, 29.0)
"""What leans by less was cut square, as lasers and jets cut; what leans by more is a bevel."""


def lean_share(part: Part, body: Body, sheet: SheetBody) -> float:
    """Return how much of a plate's area beside its skins is planes that lean a little; 0 without skins."""
    skin = {face for group in sheet.skins for face in group}
    flat = [part.faces[face] for face in skin if isinstance(part.faces[face].surface, Plane)]
    largest = max(flat, key=lambda face: (face.area_mm2, -face.id), default=None)
    beside = [part.faces[face] for face in body.faces if face not in skin]
    whole_mm2 = sum(face.area_mm2 for face in beside)
    if largest is None or whole_mm2 <= 0.0:
        return 0.0
    low, high = (math.sin(math.radians(each)) for each in LEAN_DEG)
    planes = [face for face in beside if isinstance(face.surface, Plane)]
    return (
        sum(
            face.area_mm2
            for face in planes
            if low < abs(float(face.inner_normal @ largest.inner_normal)) < high
        )
        / whole_mm2
    )
