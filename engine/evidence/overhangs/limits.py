"""Limits that how a part stands and what hangs over have in common."""

import math

from engine.model.analysis import PreparedPart
from engine.model.arrays import Vector, along

SELF_SUPPORTING_DEG = 45.0
"""What leans over by no more, from the vertical, is held by the layer below in every process in use."""
SLACK_DEG = 0.1
"""A chamfer drawn at 45 degrees is no overhang for the last digit of its normal."""
BED_SHARE = 3e-3
"""What lies within this share of the part's size above the bed is printed on it: two layers of 0.2 mm on a
cube of 60 mm. The round along the foot of a part leans as much as it likes in there, and prints."""


def size_mm(prepared: PreparedPart) -> float:
    """Return a size of the part that no turn changes: the side of a square as large as its surface.

    The diagonal of its box would be another one for a part that is turned.
    """
    return math.sqrt(prepared.part.area_mm2)


def bed_mm(prepared: PreparedPart, direction: Vector) -> float:
    """Return up to which height along a direction things lie on the bed."""
    lowest = float(along(prepared.mesh.vertices, direction).min())
    return lowest + BED_SHARE * size_mm(prepared)
