"""Which of the walls on one bridge face each other across a slot.

They are parallel but for draft, or lean alike over a flat floor: out of it as in a casting, or in over it as
in a dovetail.
"""

import numpy as np

from engine.features.slots.slot_context import SlotContext
from engine.graph.opposite_faces import DRAFTED_DEG
from engine.model.arrays import Bools, Floats
from engine.model.face_graph import Convexity
from engine.model.part import Face, FaceId
from engine.model.surface import Plane
from engine.tolerances import PARALLEL_DEG

MIN_DOVETAIL_DEG = DRAFTED_DEG / 2.0 - 2.0 * PARALLEL_DEG
MAX_DOVETAIL_DEG = 50.0
"""The sides of a dovetail lean over its floor by 30 degrees in machine slides, 45 in optical rails; by less
than the least they face each other like any two walls."""

MAX_DRAFT_DEG = 15.0
"""The sides of a slot lean out over a flat floor by at most this: cast and forged grooves by ten, and no
tapered cutter in common use by more than fifteen. Beyond, the sides are those of a V or a chamfered edge."""

ALIKE_SLACK = 0.05
"""Both sides of a dovetail, or of a drafted slot, lean alike, within three degrees."""


def face_each_other(context: SlotContext, walls: list[FaceId], bridge: Face) -> Bools:
    """Return (N, N) whether walls that a group bridges face each other.

    The bridge is the floor they lean over, or an end of a slot that has such a floor.
    """
    normals = np.array([context.part.faces[wall].inner_normal for wall in walls])
    cosines = normals @ normals.T
    facing = cosines <= -np.cos(np.radians(DRAFTED_DEG))
    if isinstance(bridge.surface, Plane):
        facing |= _lean_alike(normals, bridge)
    widest = -np.cos(np.radians(2.0 * (MAX_DRAFT_DEG + PARALLEL_DEG)))
    for i, j in np.argwhere(np.triu(~facing & (cosines <= widest))).tolist():
        facing[i, j] = facing[j, i] = any(
            isinstance(context.part.faces[floor].surface, Plane)
            and _lean_alike(normals[[i, j]], context.part.faces[floor])[0, 1]
            for floor in _on_one_floor(context, walls[i], walls[j])
        )
    return np.asarray(facing)


def _on_one_floor(context: SlotContext, wall: FaceId, other: FaceId) -> list[FaceId]:
    """List the groups that meet both walls in a hollow, ascending."""
    hollow = [set(context.adjacency.next_to(each, Convexity.CONCAVE)) for each in (wall, other)]
    return sorted(hollow[0] & hollow[1])


def _lean_alike(normals: Floats, floor: Face) -> Bools:
    """Return (N, N) whether walls stand opposite over a flat floor and lean by the same angle."""
    leans = normals @ floor.inner_normal
    level = normals - leans[:, None] * floor.inner_normal
    level /= np.maximum(np.linalg.norm(level, axis=1), 1e-12)[:, None]
    is_alike = np.abs(leans[:, None] - leans[None, :]) <= ALIKE_SLACK
    is_across = (level @ level.T <= -np.cos(np.radians(DRAFTED_DEG))) & is_alike
    may_face = np.zeros_like(is_across)
    for least_deg, most_deg in (
        (-MAX_DOVETAIL_DEG, -MIN_DOVETAIL_DEG),
        (0.0, MAX_DRAFT_DEG + PARALLEL_DEG),
    ):
        is_such = (leans >= np.sin(np.radians(least_deg))) & (leans <= np.sin(np.radians(most_deg)))
        may_face |= is_such[:, None] & is_such[None, :]
    return np.asarray(is_across & may_face)
