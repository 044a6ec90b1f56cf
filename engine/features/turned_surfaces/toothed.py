"""The roles of the faces of a gear: its teeth, and what else of it turns about their axis."""

from engine.features.turned_surfaces import surfaces
from engine.graph import coaxial, extents, teeth, turning
from engine.graph.coaxial import AxisLine
from engine.graph.neighborhoods import neighbors
from engine.model.feature import Role
from engine.model.part import Body, FaceId
from engine.run_context import RunContext
from engine.tolerances import FIT_LENGTH, LENGTH_FLOOR_MM


def roles(
    context: RunContext, body: Body, is_open: frozenset[FaceId], is_plain: frozenset[FaceId]
) -> dict[FaceId, Role]:
    """Return the role of each face of a body with teeth that has none of its own; empty for one without.

    Parameters
    ----------
    is_open
        Faces that nobody claims.
    is_plain
        Flat faces that are walls and nothing else: those along the axis may be flanks.
    """
    if len(is_open) + len(is_plain) < teeth.LEAST_TEETH:
        return {}
    revolution = turning.about_best_axis(context.part, context.graph, body.id, 0.0)
    if revolution is None:
        return {}
    turned = {face for group in (*revolution.curved, *revolution.flats) for face in group.faces}
    faces = context.part.faces
    flanks = {face for face in is_plain if not coaxial.is_square_to(faces[face], revolution.axis)}
    found = teeth.of_body(context.part, context.graph, body, revolution.axis, turned) & (is_open | flanks)
    if not found:
        return {}
    left = is_open - found
    role_of_face = {face: surfaces.of_turned(faces[face], faces[face].sense > 0) for face in left & turned}
    role_of_face |= dict.fromkeys(found | _ends(context, revolution.axis, found, left - turned), Role.TOOTH)
    return dict(sorted(role_of_face.items()))


def _ends(
    context: RunContext, axis: AxisLine, toothed: frozenset[FaceId], left: frozenset[FaceId]
) -> frozenset[FaceId]:
    """Return what hangs on to teeth between roots and tips: the rounds of their ends, split at will."""
    radii = {face: axis.distance(extents.border(context.part, face)) for face in toothed | left}
    root_mm = min(float(radii[face].min()) for face in toothed)
    tip_mm = max(float(radii[face].max()) for face in toothed)
    slack_mm = FIT_LENGTH * tip_mm + LENGTH_FLOOR_MM
    within = {
        face
        for face in left
        if root_mm - slack_mm <= float(radii[face].min()) and float(radii[face].max()) <= tip_mm + slack_mm
    }
    reached = set(toothed)
    while more := within.intersection(neighbors(context.graph, reached)) - reached:
        reached |= more
    return frozenset(reached - toothed)
