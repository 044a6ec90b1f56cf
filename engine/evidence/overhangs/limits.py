"""Limits that how a part stands and what hangs over have in common."""

from engine.model.analysis import PreparedPart
from engine.model.arrays import Vector, along

SELF_SUPPORTING_DEG = 45.0
"""What leans over by no more, from the vertical, is held by the layer below in every process in use."""
SLACK_DEG = 0.1
"""A chamfer drawn at 45 degrees is no overhang for the last digit of its normal."""
BED_SHARE = 3e-3
"""What lies within this share of the part's diagonal above the bed is printed on it: a first layer of 0.3 mm
on a part of 100 mm."""


def bed_mm(prepared: PreparedPart, direction: Vector) -> float:
    """Return up to which height along a direction things lie on the bed."""
    lowest = float(along(prepared.mesh.vertices, direction).min())
    return lowest + BED_SHARE * prepared.part.diagonal_mm
