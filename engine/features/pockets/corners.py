"""The radii of a pocket's upright concave corners, which bound the tool that can cut it."""

import numpy as np

from engine.features.pockets.pocket_context import PocketContext
from engine.graph.coaxial import AxisLine
from engine.model.arrays import Vector, vector_product
from engine.model.face_graph import Convexity
from engine.model.part import Face, FaceId
from engine.model.surface import Cone, Cylinder, Freeform

UPRIGHT_COSINE = 0.7
"""Corners that stand within 45 degrees of the opening are upright; the others run along the floor."""

LEAST_TURN_DEG = 6.0
"""Walls that turn by less than this at a sharp corner bound no tool: of any radius, it leaves 0.14 % of that
there at most. Files split walls of one curve into pieces that are off by a degree or two."""


def radii(context: PocketContext, walls: frozenset[FaceId], up: Vector) -> tuple[float, ...]:
    """Return the radius of every upright hollow corner between walls, ascending; 0 where it is sharp.

    Curved hollow walls count as corners of their own radius.
    """
    found = [
        _radius(context, context.part.faces[face], up)
        for wall in sorted(walls)
        for face in context.graph.faces_of_group[wall]
    ]
    for wall in sorted(walls):
        for meeting in context.adjacency.of_group[wall]:
            other = meeting.across(wall)
            if other <= wall or other not in walls or meeting.convexity != Convexity.CONCAVE:
                continue
            is_corner = bool(meeting.blends) or meeting.angle_deg - 180.0 >= LEAST_TURN_DEG
            if is_corner and _is_upright(context, wall, other, up):
                found.append(_between(context, meeting.blends, up))
    return tuple(sorted(radius for radius in found if radius is not None))


def _is_upright(context: PocketContext, wall: FaceId, other: FaceId, up: Vector) -> bool:
    crossing = vector_product(context.face(wall).inner_normal, context.face(other).inner_normal)
    size = float(np.linalg.norm(crossing))
    return size < 1e-6 or abs(float(crossing @ up)) >= UPRIGHT_COSINE * size


def _between(context: PocketContext, blends: tuple[FaceId, ...], up: Vector) -> float | None:
    """Return the least radius of the upright ones among blends; 0 where walls meet without one."""
    if not blends:
        return 0.0
    radii_mm = [_radius(context, context.part.faces[face], up) for face in blends]
    return min((radius for radius in radii_mm if radius is not None), default=None)


def _radius(context: PocketContext, face: Face, up: Vector) -> float | None:
    """Return the least radius of a hollow face that stands upright; None of any other."""
    match face.surface:
        case Cylinder(axis=axis, radius_mm=radius_mm):
            is_corner = face.sense < 0 and abs(float(axis @ up)) >= UPRIGHT_COSINE
            return radius_mm if is_corner else None
        case Cone(apex=apex, axis=axis):
            if face.sense > 0 or abs(float(axis @ up)) < UPRIGHT_COSINE:
                return None
            return float(AxisLine(apex, axis).distance(context.border(face.id)).min())
        case Freeform(min_concave_radius_mm=radius_mm):
            is_corner = bool(np.isfinite(radius_mm)) and abs(float(face.inner_normal @ up)) < UPRIGHT_COSINE
            return radius_mm if is_corner else None
    return None
