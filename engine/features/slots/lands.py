"""The lands between a slot and the next gap, and whether they are wide enough to make it a slot.

A slot is cut out of what it lies in, so there is more material beside it than air in it. Where the material
on both sides is thinner than the gap, and tall for its thickness, two plates stand opposite each other: fins,
as long as they stand close; the ears of a clevis, the ribs of a housing, the sides of a folded sheet, where
they stand further apart.
"""

import numpy as np

from engine.features.slots.layout import Layout
from engine.features.slots.slot_context import SlotContext
from engine.model.face_graph import Convexity
from engine.model.part import FaceId
from engine.model.surface import Plane
from engine.tolerances import FIT_LENGTH, at_least

GAP_OVER_LAND = 5.0
"""Between two thin plates is a slot as long as they are no further apart than this many of their thicknesses:
the fins of heat sinks stand one to four thicknesses apart, the ribs of housings ten and more."""

GAP_OVER_DEPTH = 1.0
"""Between two thin plates is a slot only where it is at least as deep as wide."""

TALL = 1.5
"""A plate stands up from the floor by at least this many of its thicknesses."""

BACK_COSINE = -0.96
"""The back of a plate is parallel to its front within 15 degrees."""


def are_wide(context: SlotContext, laid: Layout) -> bool:
    """Whether the material beside a slot makes it one; what goes through a plate has no lands to measure."""
    if not laid.floors or laid.is_obround:
        return True
    thickness_mm = max(_thicknesses_mm(context, laid))
    if thickness_mm >= laid.width_mm or laid.depth_mm < TALL * thickness_mm:
        return True
    return at_least(min(GAP_OVER_LAND * thickness_mm, GAP_OVER_DEPTH * laid.depth_mm), laid.width_mm)


def are_low(context: SlotContext, laid: Layout) -> bool:
    """Whether the material on neither side stands up from the floor as a plate does."""
    return laid.depth_mm < TALL * min(_thicknesses_mm(context, laid))


def _thicknesses_mm(context: SlotContext, laid: Layout) -> list[float]:
    """Return how thick the material on each side of a slot is."""
    return [min(_thickness_mm(context, laid, wall) for wall in side) for side in laid.cut.sides]


def _thickness_mm(context: SlotContext, laid: Layout, wall: FaceId) -> float:
    """Return how far the back of a wall lies behind it, round any of its edges; inf where none is found.

    What lies wholly above, below or beside the wall is not its back: the wall of a groove on the far side of
    the part.
    """
    faces, adjacency = context.part.faces, context.adjacency
    front = faces[wall]
    least_mm = np.inf
    for rim in adjacency.next_to(wall, Convexity.CONVEX):
        for back in adjacency.next_to(rim, Convexity.CONVEX):
            face = faces[back]
            if not isinstance(face.surface, Plane):
                continue
            if float(face.inner_normal @ front.inner_normal) > BACK_COSINE:
                continue
            behind_mm = float((front.inner_point - face.inner_point) @ front.inner_normal)
            if 0.0 < behind_mm < least_mm and _overlap(context, laid, wall, back):
                least_mm = behind_mm
    return least_mm


def _overlap(context: SlotContext, laid: Layout, wall: FaceId, back: FaceId) -> bool:
    """Whether two groups lie at the same heights somewhere, and at the same places along the slot."""
    for way in (laid.up, laid.along):
        (low, high), (back_low, back_high) = context.of_group(wall, way), context.of_group(back, way)
        if min(high, back_high) - max(low, back_low) <= FIT_LENGTH * (high - low):
            return False
    return True
