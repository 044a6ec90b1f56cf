"""Finds the neck above the wide part of a T-slot.

The walls of the wide part each meet a ceiling in a hollow, that looks down at the floor; the ceilings meet
the walls of the neck at an edge, and these face each other as the walls below them do.
"""

from dataclasses import dataclass

import numpy as np

from engine.features.slots import layout
from engine.features.slots.cuts import Cut
from engine.features.slots.layout import Layout
from engine.features.slots.slot_context import SlotContext
from engine.graph.opposite_faces import DRAFTED_DEG
from engine.model.face_graph import Convexity
from engine.model.part import FaceId
from engine.model.surface import Plane

CEILING_COSINE = -0.9
"""A ceiling looks down at the floor within 25 degrees."""

ROOFED_SHARE = 0.5
"""A side is roofed when a ceiling covers at least this share of its length."""


@dataclass(frozen=True, slots=True, eq=False)
class Undercut:
    """The neck and the ceilings above the wide part of a slot."""

    groups: tuple[FaceId, ...]
    """Ceilings and walls of the neck, ascending."""
    neck: Cut
    neck_low: float
    top: float
    """Where the neck begins and ends, along the layout's `up`."""
    width_mm: float
    """Of the wide part."""
    neck_width_mm: float


def above(context: SlotContext, laid: Layout) -> Undercut | None:
    """Find the neck above a slot; None where it opens as wide as it is."""
    if not laid.floors:
        return None
    found = [_neck_walls(context, laid, side) for side in (0, 1)]
    if not all(ceilings and walls for ceilings, walls in found):
        return None
    (ceilings, walls), (other_ceilings, other_walls) = found
    neck = Cut((walls, other_walls), laid.cut.across, ())
    ends = [context.with_rims(wall, laid.up) for wall in walls + other_walls]
    low, top = max(low for low, _ in ends), min(high for _, high in ends)
    neck_mm = layout.width_at(context.part, neck, laid.up, (low + top) / 2.0)
    if not 0.0 < neck_mm < laid.width_mm or top <= low:
        return None
    groups = tuple(sorted({*ceilings, *other_ceilings, *walls, *other_walls}))
    return Undercut(groups, neck, low, top, laid.width_mm, neck_mm)


def _neck_walls(
    context: SlotContext, laid: Layout, side: int
) -> tuple[tuple[FaceId, ...], tuple[FaceId, ...]]:
    """Return the ceilings over the walls of one side, and the walls of the neck above them."""
    part, adjacency = context.part, context.adjacency
    parallel = float(np.cos(np.radians(DRAFTED_DEG / 2.0)))
    ceilings, walls = set(), set()
    for wall in laid.cut.sides[side]:
        normal = part.faces[wall].inner_normal
        for ceiling in adjacency.next_to(wall, Convexity.CONCAVE):
            if float(part.faces[ceiling].inner_normal @ laid.up) >= CEILING_COSINE:
                continue
            for other in adjacency.next_to(ceiling, Convexity.CONVEX):
                face = part.faces[other]
                if isinstance(face.surface, Plane) and float(face.inner_normal @ normal) >= parallel:
                    ceilings.add(ceiling)
                    walls.add(other)
    return tuple(sorted(ceilings)), tuple(sorted(walls))


def is_dovetail(context: SlotContext, laid: Layout) -> bool:
    """Whether the walls of a slot lean over its floor by more than a draft."""
    wall = context.part.faces[laid.cut.sides[0][0]]
    lean = float(wall.inner_normal @ laid.up)
    return bool(laid.floors) and lean <= -float(np.sin(np.radians(DRAFTED_DEG / 2.0)))


def is_roofed(context: SlotContext, laid: Layout) -> bool:
    """Whether a side of a slot with a floor ends under a ceiling: the air goes on sideways there."""
    if not laid.floors:
        return False
    middle = sum(laid.depth) / 2.0
    for side in laid.cut.sides:
        roofed_mm, whole_mm = 0.0, 0.0
        for wall in side:
            for meeting in context.adjacency.of_group[wall]:
                other = context.part.faces[meeting.across(wall)]
                is_above = float(meeting.midpoint @ laid.up) > middle
                if is_above and float(other.inner_normal @ laid.up) <= CEILING_COSINE:
                    roofed_mm += meeting.length_mm if meeting.convexity == Convexity.CONCAVE else 0.0
            low, high = context.of_group(wall, laid.along)
            whole_mm += high - low
        if roofed_mm > ROOFED_SHARE * whole_mm:
            return True
    return False
