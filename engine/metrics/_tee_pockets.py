"""Whether a T-slot cutter, let in at the open side of a pocket, sweeps along its floor.

It comes in through a neck between the lips of a wall, and its disc sweeps along the floor behind them. For it
a pocket is as deep as the lips hang over, and corners along its floor and below its lips as sharp as it is.
A high wall behind a low one is no floor behind lips, though much of it is seen from there.
"""

from collections.abc import Sequence

import numpy as np

from engine.evidence.tool_access import WIDEST_HEAD
from engine.features.pocket import Pocket
from engine.graph import extents
from engine.model.analysis import Assessed
from engine.model.arrays import Vector
from engine.model.feature import Role
from engine.model.part import FaceId
from engine.model.surface import Plane
from engine.tolerances import PARALLEL_COSINE, PARALLEL_SINE, at_least

SAME_REACH = 0.8
"""Lips reach into the pocket at least this share as far as the floor behind them: next to its end a cutter is
round."""

MOST_LIPS = 0.6
"""Share of the floor that lips cover at most: what the neck leaves of it, and what the samples err by."""


def way_in(assessed: Assessed, pocket: Pocket) -> Vector | None:
    """Return the way out of the neck, off the floor that a T-slot cutter sweeps; None where none gets in."""
    part = assessed.prepared.part
    if pocket.axis is None or pocket.through:
        return None
    flat = [
        face
        for face, role in pocket.roles
        if role is Role.POCKET_WALL
        and isinstance(part.faces[face].surface, Plane)
        and abs(float(part.faces[face].inner_normal @ pocket.axis)) <= PARALLEL_SINE
    ]
    for first in flat:
        way = part.faces[first].inner_normal
        cosines = [float(part.faces[face].inner_normal @ way) for face in flat]
        floors = [face for face, cosine in zip(flat, cosines, strict=True) if cosine >= PARALLEL_COSINE]
        lips = [face for face, cosine in zip(flat, cosines, strict=True) if cosine <= -PARALLEL_COSINE]
        if not lips or first != floors[0] or _seen_share(assessed, lips, -way) > 0.0:
            continue
        lips_mm2, floor_mm2 = (sum(part.faces[face].area_mm2 for face in each) for each in (lips, floors))
        is_open = at_least(WIDEST_HEAD * _seen_share(assessed, floors, way), 1.0)
        has_neck = lips_mm2 <= MOST_LIPS * floor_mm2
        reaches = [np.ptp(_along(assessed, faces, pocket.axis)) for faces in (lips, floors)]
        if is_open and has_neck and reaches[0] >= SAME_REACH * reaches[1]:
            return way
    return None


def _along(assessed: Assessed, faces: Sequence[FaceId], axis: Vector) -> Vector:
    points = [extents.border(assessed.prepared.part, face) for face in faces]
    heights: Vector = np.concatenate(points) @ axis
    return heights


def _seen_share(assessed: Assessed, faces: Sequence[FaceId], way: Vector) -> float:
    """Return the share of the area of some faces that is seen, or reached, along a direction."""
    part, seen_mm2 = assessed.prepared.part, 0.0
    for body in assessed.evidence.tool_access.bodies:
        along = set(np.flatnonzero(body.directions @ way >= PARALLEL_COSINE).tolist())
        for patch in body.patches:
            if patch.face in faces and not along.isdisjoint(patch.directions):
                seen_mm2 += patch.share * part.faces[patch.face].area_mm2
    return seen_mm2 / sum(part.faces[face].area_mm2 for face in faces)
