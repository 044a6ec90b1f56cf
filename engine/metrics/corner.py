"""Corner metrics: concave joints that no fillet covers."""

import math

from engine.features.hole import Hole
from engine.metrics._context import Context
from engine.metrics._declare import metric
from engine.model.face_graph import Joint
from engine.model.feature import Kind
from engine.model.field import Unit
from engine.model.metric import Domain


@metric("corner.angle", Unit.DEG, Domain.CORNER)
def angle(joints: tuple[Joint, ...], context: Context) -> float:
    """Angle through the material where the corner is sharpest: 180 is flat, 270 a square notch."""
    return max(joint.max_angle_deg for joint in joints)


@metric("corner.length", Unit.MM, Domain.CORNER)
def length(joints: tuple[Joint, ...], context: Context) -> float:
    """Length of the corner along all its edges."""
    return sum(joint.length_mm for joint in joints)


@metric("corner.hole_diameter", Unit.MM, Domain.CORNER)
def hole_diameter(joints: tuple[Joint, ...], context: Context) -> float:
    """Diameter of the hole, or width of the ring groove or keyway, that the corner lies in; else infinite."""
    evidence = context.assessed.evidence
    if joints[0].edge not in evidence.corners_in_cuts:
        return math.inf
    faces = set(joints[0].faces)
    if faces <= evidence.groove_of_face.keys():
        return max(evidence.groove_of_face[face] for face in faces)
    holes = (each for each in context.assessed.recognition.of_kind(Kind.HOLE) if isinstance(each, Hole))
    return max((hole.diameter_mm for hole in holes if faces <= set(hole.faces)), default=math.inf)


@metric("corner.mark_height", Unit.MM, Domain.CORNER)
def mark_height(joints: tuple[Joint, ...], context: Context) -> float:
    """Height of the letter, mark, pad or low step round a shaft that the corner is part of; else infinite."""
    marks = context.assessed.evidence.marks
    heights = marks.height_of_ring | marks.height_of_side
    return min(heights.get(face, math.inf) for face in joints[0].faces)


@metric("corner.bare_share", Unit.ONE, Domain.CORNER)
def bare_share(joints: tuple[Joint, ...], context: Context) -> float:
    """Share by length of the part's internal corners that have no fillet; not in holes, grooves and marks.

    It is the same at every corner: 1 in a part without any fillet.
    """
    return context.corners.bare_share


METRICS = (angle, length, hole_diameter, mark_height, bare_share)
