"""Which faces a boss is made of, and the bore down its middle, which is none of them."""

from engine.features.bosses.coaxial_section import BossContext
from engine.features.bosses.stack import Stack
from engine.graph import neighborhoods
from engine.graph.coaxial import COAXIAL_SHARE, AxisLine, turns_about
from engine.model.feature import Role
from engine.model.part import FaceId
from engine.model.surface import Cylinder, Plane


def roles(context: BossContext, stack: Stack) -> dict[FaceId, int]:
    """Give every member its role.

    A flat top that reaches beyond the boss, as where ribs as high as the boss run into it, is no member; nor
    are the faces of holes.
    """
    found = {face: context.role_of_blend[face] for face in stack.blends}
    axis, reach_mm = stack.sections[0].axis, (1.0 + COAXIAL_SHARE) * _reach_mm(context, stack)
    for group in (*stack.tops, *stack.shoulders):
        is_within = (
            not isinstance(context.part.faces[group].surface, Plane)
            or _away_mm(context, group, axis) <= reach_mm
        )
        for face in context.graph.faces_of_group[group]:
            if face not in context.hole_of_face and face not in found and is_within:
                found[face] = Role.BOSS_TOP
    found.update({face: Role.BOSS_WALL for section in stack.sections for face in section.faces})
    return found


def bore_mm(context: BossContext, stack: Stack) -> float:
    """Return the diameter of the widest bore about the axis, of a hole in the top; 0 without one."""
    tops = context.faces_of(stack.tops)
    beside = {*tops, *neighborhoods.neighbors(context.graph, tops)} & context.hole_of_face.keys()
    holes = {context.hole_of_face[face].fid: context.hole_of_face[face] for face in sorted(beside)}
    faces = (context.part.faces[face] for hole in holes.values() for face in hole.faces)
    bores = (
        2.0 * face.surface.radius_mm
        for face in faces
        if isinstance(face.surface, Cylinder) and face.sense < 0 and turns_about(face, stack.sections[0].axis)
    )
    return max(bores, default=0.0)


def _away_mm(context: BossContext, group: FaceId, axis: AxisLine) -> float:
    """Return how far the border of a group lies from an axis at most."""
    faces = context.graph.faces_of_group[group]
    edges = {edge for face in faces for loop in context.part.faces[face].loops for edge in loop.edges}
    return max((float(axis.distance(context.part.edges[edge].points).max()) for edge in edges), default=0.0)


def _reach_mm(context: BossContext, stack: Stack) -> float:
    """Return how far the rims of a stack lie from its axis at most."""
    rims = (rim for section in stack.sections for rim in (section.lower, section.upper) if rim is not None)
    edges = {joint.edge for rim in rims for joint in rim.joints}
    return max(
        float(stack.sections[0].axis.distance(context.part.edges[edge].points).max()) for edge in edges
    )
