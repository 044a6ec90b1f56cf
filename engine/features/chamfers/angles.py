"""What lies beyond the border of a chamfer, and at which angles."""

from engine.model.face_graph import Convexity, FaceGraph, Joint
from engine.model.part import EdgeId, FaceId
from engine.tolerances import PARALLEL_DEG, largest

LEAST_ANGLE_DEG, MOST_ANGLE_DEG = 100.0, 176.0
"""How a chamfer meets its supports, through the material of an outer edge or the air of an inner one: 135
twice for the common one, 105 and 165 for a steep lead-in. The shallowest in use turn by five degrees."""

SQUARE_DEG = 3.0
"""Walls are square to each other within the draft that tools give by themselves."""


def obtuse(border: tuple[Joint, ...]) -> tuple[Convexity, dict[EdgeId, float]]:
    """Return the obtuse angles by edge, outer or inner ones, whichever there is more of by length."""
    angles: dict[Convexity, dict[EdgeId, float]] = {Convexity.CONVEX: {}, Convexity.CONCAVE: {}}
    lengths_mm = dict.fromkeys(angles, 0.0)
    for joint in border:
        if joint.convexity not in angles:
            continue
        least_deg, angle_deg, most_deg = joint.min_angle_deg, joint.angle_deg, joint.max_angle_deg
        if joint.convexity == Convexity.CONCAVE:
            least_deg, angle_deg, most_deg = 360.0 - most_deg, 360.0 - angle_deg, 360.0 - least_deg
        if LEAST_ANGLE_DEG - PARALLEL_DEG <= least_deg and most_deg <= MOST_ANGLE_DEG + PARALLEL_DEG:
            angles[joint.convexity][joint.edge] = angle_deg
            lengths_mm[joint.convexity] += joint.length_mm
    convexity = largest(angles, lambda each: lengths_mm[each])
    return convexity, angles[convexity]


def support(graph: FaceGraph, joint: Joint, patch: frozenset[FaceId]) -> FaceId:
    """Return the group beyond a joint: a flat milled along a shaft has one support, and cuts off no edge."""
    beyond = joint.faces[1] if joint.faces[0] in patch else joint.faces[0]
    return FaceId(int(graph.group_of_face[beyond])) if beyond >= 0 else beyond
