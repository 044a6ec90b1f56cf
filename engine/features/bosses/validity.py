"""Whether a stack of coaxial sections is a boss, or part of the body itself.

Some round walls stand on something and are no bosses all the same: the shank of a bolt, the journals of a
shaft, the can of a motor on its flange, the island in a ring groove, a spigot hardly narrower than what it is
turned from. Each has a foot and a top, and nobody calls it a boss. A boss stands on something clearly wider,
is not what most of the body is, and stands out above its surround.
"""

import numpy as np

from engine.features.bosses import levels
from engine.features.bosses.coaxial_section import BossContext
from engine.features.bosses.stack import Stack
from engine.graph import turning
from engine.graph.coaxial import COAXIAL_DEG, COAXIAL_SHARE, AxisLine, is_same_line, is_square_to
from engine.graph.rings import FULL_TURN_DEG
from engine.model.arrays import Floats
from engine.model.face_graph import Convexity
from engine.model.part import BodyId, FaceId
from engine.model.surface import Cone, Cylinder
from engine.run_context import RunContext
from engine.tolerances import LENGTH_FLOOR_MM, SAME_LENGTH, at_least

BEYOND_SHARE = 0.5
"""The base shows at least this share of the area that the boss covers: a ring a fifth wider than it does."""

HALF_WIDE = 0.5
"""From this share of the body's reach on, a round thing may be the body rather than stand on it."""

RELIEF_SHARE = 0.5
"""A ring of air round the foot that is no wider than this share of the boss's radius is a relief groove."""

RING_SHARE, RING_SHALLOWNESS = 1.2, 3.0
"""What does not stand out above the ring of air round it is the island of a groove in a face, if the ring is
no wider than this share of its radius and this many times its depth: so wide are the widest O-ring grooves.
In a wider ring stands a boss in a round pocket."""


LONG, NECK_SHARE = 2.0, 0.35
"""What stands at the end of a body this many times as long as wide, and takes this share of its reach, is
that body's own neck or journal."""

LAND = 10.0
"""A boss that does not go all the way round, and whose top runs on over this many times its own area, is the
edge of that land: the stroke of an engraved letter has such walls."""


def is_boss(context: BossContext, stack: Stack) -> bool:
    """Whether a stack is a boss rather than a part of what the body is."""
    low_mm, high_mm = levels.of_foot(context, stack)[0], levels.of_top(context, stack)[1]
    slack_mm = SAME_LENGTH * stack.radius_mm(context.part) + LENGTH_FLOOR_MM
    if high_mm - low_mm <= slack_mm or not _has_wide_base(context, stack):
        return False
    if _is_island(context, stack, low_mm, high_mm, slack_mm):
        return False
    if _is_edge_of_land(context, stack) or _is_turned_body(context, stack):
        return False
    return not _is_most_of_body(context, stack, high_mm - low_mm)


def groove(context: BossContext, stack: Stack) -> FaceId | None:
    """Return the group of the wall round a relief groove in the base; None without one."""
    ring = _ring_round(context, stack)
    foot = stack.foot.arcs[0].joint.midpoint
    if ring is None or ring[1] > RELIEF_SHARE * stack.sections[0].radius_at(foot):
        return None
    return ring[0]


def _is_island(context: BossContext, stack: Stack, low_mm: float, high_mm: float, slack_mm: float) -> bool:
    ring = _ring_round(context, stack)
    if ring is None:
        return False
    wall, gap_mm = ring
    stands_out_mm = high_mm - levels.of_edges(context, _with_mouth(context, wall), stack.up)[1]
    radius_mm = stack.sections[0].radius_at(stack.foot.arcs[0].joint.midpoint)
    is_groove = gap_mm <= min(RING_SHARE * radius_mm, RING_SHALLOWNESS * (high_mm - low_mm))
    return is_groove and stands_out_mm <= slack_mm


def _with_mouth(context: BossContext, wall: FaceId) -> tuple[FaceId, ...]:
    """Return the group of a wall round a boss, with the rounds and the cones that soften its mouth."""
    group_of_face, faces = context.graph.group_of_face, context.part.faces
    mouth = {wall}
    for meeting in context.adjacency.of_group[wall]:
        if meeting.convexity != Convexity.CONVEX:
            continue
        mouth.update(FaceId(int(group_of_face[blend])) for blend in meeting.blends)
        other = faces[meeting.across(wall)]
        if isinstance(other.surface, Cone) and other.sense < 0:
            mouth.add(meeting.across(wall))
    return tuple(sorted(mouth))


def _ring_round(context: BossContext, stack: Stack) -> tuple[FaceId, float] | None:
    """Return the group of the nearest wall that goes round the foot, and how far away it is, in mm."""
    section, base = stack.sections[0], stack.foot.groups[0]
    if not is_square_to(context.part.faces[base], section.axis) or not isinstance(section.surface, Cylinder):
        return None
    found: list[tuple[float, FaceId]] = []
    for group in context.adjacency.next_to(base, Convexity.CONCAVE):
        face = context.part.faces[group]
        if face.sense > 0 or not isinstance(face.surface, Cylinder):
            continue
        wall = AxisLine(face.surface.origin, face.surface.axis)
        gap_mm = face.surface.radius_mm - section.surface.radius_mm
        tolerance_mm = COAXIAL_SHARE * section.surface.radius_mm
        if gap_mm > 0.0 and is_same_line(wall, section.axis, face.inner_point, tolerance_mm, COAXIAL_DEG):
            found.append((gap_mm, group))
    return min(found)[::-1] if found else None


def _is_edge_of_land(context: BossContext, stack: Stack) -> bool:
    """Whether a stack is but the rounded edge of a land that its top lies in."""
    if stack.sections[-1].span_deg >= FULL_TURN_DEG:
        return False
    top_mm2 = sum(context.part.faces[face].area_mm2 for face in context.faces_of(stack.tops))
    return top_mm2 > LAND * np.pi * stack.radius_mm(context.part) ** 2


def _has_wide_base(context: BossContext, stack: Stack) -> bool:
    """Whether the base extends well beyond the boss; where a groove lies round the foot it does."""
    if groove(context, stack) is not None:
        return True
    shown = context.faces_of(stack.foot.groups) + tuple(
        face for arc in stack.foot.arcs for face in arc.blends
    )
    shown_mm2 = sum(context.part.faces[face].area_mm2 for face in sorted(set(shown)))
    foot_mm = stack.sections[0].radius_at(stack.foot.arcs[0].joint.midpoint)
    return shown_mm2 >= BEYOND_SHARE * np.pi * foot_mm**2


def _is_most_of_body(context: BossContext, stack: Stack, height_mm: float) -> bool:
    """Whether a stack is half as wide as the body and takes more room than what it stands on, or is its neck.

    Room is that of the cylinders about the boss's axis that hold the boss, and the rest of the body.
    """
    points = _points_of_body(context.run, stack.sections[0].body)
    reach_mm = float(stack.sections[0].axis.distance(points).max())
    length_mm = float(np.ptp(points @ stack.up))
    radius_mm = stack.radius_mm(context.part)
    if length_mm > LONG * 2.0 * reach_mm and radius_mm >= NECK_SHARE * reach_mm:
        return True
    is_wide = radius_mm >= HALF_WIDE * reach_mm
    return is_wide and radius_mm**2 * height_mm > reach_mm**2 * (length_mm - height_mm)


def _is_turned_body(context: BossContext, stack: Stack) -> bool:
    """Whether a stack is about the axis of a turned body that is longer than wide, or no wider than it.

    Diameters of bar work follow one from the other, and `turned_surfaces/journals.py` finds them. On a disc
    the hub and the spigot are bosses, but not the disc itself: the flanges beside the groove of a pulley.
    """
    section = stack.sections[0]
    turned = turning.of_body(context.run, section.body)
    if turned is None:
        return False
    axis = AxisLine(turned.origin, turned.direction)
    near = context.part.faces[section.faces[0]].inner_point
    if not is_same_line(section.axis, axis, near, COAXIAL_SHARE * turned.diameter_mm, COAXIAL_DEG):
        return False
    rims = (rim for each in stack.sections for rim in (each.lower, each.upper) if rim is not None)
    widest_mm = 2.0 * max(rim.radius_mm for rim in rims)
    return turned.length_mm > turned.diameter_mm or at_least(widest_mm, turned.diameter_mm)


def _points_of_body(run: RunContext, body: BodyId) -> Floats:
    """Return (N, 3) points along every edge of a body."""
    gathered = run.once(_points_by_body)
    if body not in gathered:
        part = run.part
        faces = (part.faces[face] for face in part.bodies[body].faces)
        edges = sorted({edge for face in faces for loop in face.loops for edge in loop.edges})
        gathered[body] = np.concatenate([part.edges[edge].points for edge in edges])
    return gathered[body]


def _points_by_body(_: RunContext) -> dict[BodyId, Floats]:
    """Return what was gathered so far: in the beginning nothing."""
    return {}
