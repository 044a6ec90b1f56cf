"""The roles of what turns about the axis of a turned body, and of the flats cut along it."""

from engine.graph import coaxial, extents, turning
from engine.graph.coaxial import AxisLine
from engine.model.evidence import Turned
from engine.model.face_graph import Convexity
from engine.model.feature import Role
from engine.model.part import Face, FaceId
from engine.model.surface import Cone, Cylinder
from engine.run_context import RunContext
from engine.tolerances import FIT_LENGTH, LENGTH_FLOOR_MM


def roles(
    context: RunContext, turned: Turned, is_open: frozenset[FaceId], is_plain: frozenset[FaceId]
) -> dict[FaceId, Role]:
    """Return the role of each face of a turned body that has none of its own.

    Parameters
    ----------
    turned
        What is known of the body.
    is_open
        Faces that nobody claims.
    is_plain
        Flat faces that are walls and nothing else: they become shoulders and flats, but for the two ends.
    """
    part = context.part
    axis = AxisLine(turned.origin, turned.direction)
    outside = turning.outside(part, context.graph, turned)
    floors = frozenset(face for each in turned.grooves for face in each.faces)
    grooves = floors | _groove_sides(context, turned, axis, floors)
    found = {
        face: Role.TURNED_GROOVE if face in grooves else of_turned(part.faces[face], face in outside)
        for face in sorted(is_open.intersection(turned.faces))
    }
    for face in map(part.faces.__getitem__, sorted(is_plain & outside)):
        if not coaxial.is_square_to(face, axis):
            found[face.id] = Role.FLAT
        elif not turning.is_end(face, turned):
            found[face.id] = Role.SHOULDER
    return found


def of_turned(face: Face, is_outside: bool) -> Role:
    """Return the role of a face that turns about an axis, on the outside of a body or within it."""
    if not is_outside:
        return Role.TURNED_RECESS
    match face.surface:
        case Cylinder():
            return Role.TURNED_DIAMETER
        case Cone():
            return Role.TURNED_CONE
    return Role.TURNED_CURVE


def _groove_sides(
    context: RunContext, turned: Turned, axis: AxisLine, floors: frozenset[FaceId]
) -> set[FaceId]:
    """Return the cones that lead down to the bottom of a groove: to its floor, or to each other in a V."""
    part, graph = context.part, context.graph
    cones = {
        face
        for face in turned.faces
        if isinstance(part.faces[face].surface, Cone) and part.faces[face].sense > 0
    }
    found: set[FaceId] = set()
    for cone in sorted(cones):
        for joint in (graph.joints[index] for index in graph.joints_of_face[cone]):
            other = joint.faces[1] if joint.faces[0] == cone else joint.faces[0]
            if joint.convexity != Convexity.CONCAVE or other == cone or other not in cones | floors:
                continue
            bottom_mm = float(axis.distance(part.edges[joint.edge].points).max())
            sides = {cone, other} - floors
            if all(_is_down_to(context, each, axis, bottom_mm) for each in sides):
                found |= sides
    return {each for face in found for each in graph.faces_of_group[FaceId(int(graph.group_of_face[face]))]}


def _is_down_to(context: RunContext, face: FaceId, axis: AxisLine, bottom_mm: float) -> bool:
    """Whether no place of a face lies nearer to the axis than the bottom of a groove."""
    radii = axis.distance(extents.border(context.part, face))
    return bool(radii.min() >= bottom_mm * (1.0 - FIT_LENGTH) - LENGTH_FLOOR_MM)
