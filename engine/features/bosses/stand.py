"""What a coaxial section stands on, and which section of the same boss is below it.

A section stands where its foot meets something in a hollow for more than half a turn (of a post between ribs,
all round the bays). Its base is what it meets at the level of the lower half of that hollow, without the tops
of ribs that run into it higher up.
"""

from dataclasses import dataclass

from engine.features.bosses.coaxial_section import (
    Arc,
    BossContext,
    CoaxialSection,
    is_over_half,
    turn,
    widest,
)
from engine.graph import extents
from engine.graph.coaxial import is_square_to
from engine.model.arrays import Vector
from engine.model.face_graph import Convexity
from engine.model.part import FaceId
from engine.tolerances import FIT_LENGTH, LENGTH_FLOOR_MM

MOST_STEP_RATIO = 4.0
"""A section that stands on one this much wider is a boss on a boss, as a wide recess with a hole in it is two
features and no counterbore."""


@dataclass(frozen=True, slots=True, eq=False)
class Foot:
    """Where a section meets its base."""

    arcs: tuple[Arc, ...]
    groups: tuple[FaceId, ...]
    """The base, what is met furthest round first."""


def foot(context: BossContext, section: CoaxialSection, up: Vector) -> Foot | None:
    """Find what a section stands on; None where its foot does not go round far enough."""
    hollow = [
        arc
        for arc in context.arcs(section, section.rim(up, is_top=False))
        if arc.convexity is Convexity.CONCAVE
    ]
    if turn(hollow) <= section.least_foot_deg:
        return None
    reaches = {arc.joint.edge: extents.along(context.part.edges[arc.joint.edge], up) for arc in hollow}
    hollow.sort(key=lambda arc: (round(reaches[arc.joint.edge][0], 6), arc.joint.edge))
    lowest = hollow[:1]
    while is_over_half(turn(hollow[len(lowest) :]), turn(hollow)):
        lowest = hollow[: len(lowest) + 1]
    level_mm = max(reaches[arc.joint.edge][1] for arc in lowest)
    level_mm += FIT_LENGTH * section.radius_at(hollow[0].joint.midpoint) + LENGTH_FLOOR_MM
    arcs = tuple(arc for arc in hollow if reaches[arc.joint.edge][0] <= level_mm)
    return Foot(arcs, tuple(widest(arcs)))


def below(context: BossContext, section: CoaxialSection, up: Vector, base: FaceId) -> CoaxialSection | None:
    """Return the section whose shoulder, or own wall, is the base of another about the same axis."""
    direct = context.coaxial_section(base, section)
    if direct is not None:
        return direct
    if not is_square_to(context.part.faces[base], section.axis):
        return None
    for group in context.adjacency.next_to(base, Convexity.CONVEX):
        other = context.coaxial_section(group, section)
        if other is not None and base in widest(context.arcs(other, other.rim(up, is_top=True))):
            return other if _is_step(context, other, section) else None
    return None


def above(
    context: BossContext, section: CoaxialSection, up: Vector, shoulder: FaceId
) -> CoaxialSection | None:
    """Return the section about the same axis that stands on the shoulder at the top of another one."""
    for group in context.adjacency.next_to(shoulder, Convexity.CONCAVE):
        other = context.coaxial_section(group, section)
        stands = other and foot(context, other, up)
        if other is not None and stands and shoulder in stands.groups and _is_step(context, section, other):
            return other
    return None


def overhanging(
    context: BossContext, section: CoaxialSection, up: Vector, shoulder: FaceId
) -> CoaxialSection | None:
    """Return the wider section about the same axis that hangs over a neck by a shoulder that faces down."""
    for group in context.adjacency.next_to(shoulder, Convexity.CONVEX):
        other = context.coaxial_section(group, section)
        if other is not None and shoulder in widest(context.arcs(other, other.rim(up, is_top=False))):
            return other if _is_step(context, other, section) else None
    return None


def _is_step(context: BossContext, wide: CoaxialSection, narrow: CoaxialSection) -> bool:
    """Whether two sections are near enough in width to be of one boss."""
    radii = [each.radius_at(context.part.faces[each.faces[0]].inner_point) for each in (wide, narrow)]
    return radii[0] <= MOST_STEP_RATIO * radii[1]
