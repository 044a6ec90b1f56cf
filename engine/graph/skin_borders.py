"""Borders of a curved skin: whether the sheet ends at the ends of it, and what it goes on with on its sides.

The ends run round the axis, mitered ones askew; the sides run along it. Windows cut into the skin are none of
them.
"""

from collections.abc import Sequence

import numpy as np

from engine.graph import neighborhoods
from engine.graph.curved_skins import Skin
from engine.model.arrays import Vector
from engine.model.face_graph import Convexity, Joint
from engine.tolerances import LENGTH_FLOOR_MM

BLOCKED_SHARE = 0.25
"""Each end of a bend's inner skin, and each side of both, may run into something in a hollow along less than
this share of itself; a tray's corner does along one whole end."""

BLOCKED_OUTSIDE = 0.5
"""The ends of the outer skin may, along less than this: where three folds meet in a corner, their outer skins
reach into each other's reliefs by a third. What a flange that passes beyond the fold covers is left out."""

TANGENT_SHARE = 0.25
"""A flange goes on from a bend along at least this share of its length."""

RULING = 0.98
"""An edge runs along the bend when this share of its length does: 11 degrees off. Mitered ends run across."""

OUTER = (Convexity.CONVEX, Convexity.SMOOTH_CONVEX)
"""How a skin meets the sheet's edge, sharp or broken by a round."""

Sides = tuple[frozenset[int], frozenset[int]]
"""The groups that are tangent to a skin along its two sides; empty where the sheet ends there."""


def is_free_at_its_ends(skin: Skin) -> bool:
    """Whether both ends of a skin are outer edges along most of their arcs."""
    along = skin.line.along(skin.rim)
    middle = 0.5 * float(along.min() + along.max())
    joints = [joint for joint in _outline(skin) if not _is_ruling(skin, joint)]
    low = [joint for joint in joints if float(skin.line.along(joint.midpoint)) < middle]
    high = [joint for joint in joints if float(skin.line.along(joint.midpoint)) >= middle]
    limit = BLOCKED_SHARE if skin.face.sense < 0 else BLOCKED_OUTSIDE
    return all(_blocked_share(skin, end) <= limit for end in (low, high) if end) and bool(joints)


def _outline(skin: Skin) -> list[Joint]:
    """Return the joints of the skin's outer loop."""
    joints = neighborhoods.border_joints(skin.graph, skin.faces)
    if len(skin.faces) == 1 and len(skin.face.loops) == 1:
        return list(joints)
    windows = {joint.edge for joint in skin.ring.windows}
    return [joint for joint in joints if joint.edge not in windows]


def _is_ruling(skin: Skin, joint: Joint) -> bool:
    """Whether a joint runs straight along the bend; on a taper, towards the apex."""
    points = skin.part.edges[joint.edge].points
    reach_mm = float(np.linalg.norm(points[-1] - points[0]))
    along_mm = abs(float((points[-1] - points[0]) @ skin.line.direction))
    return along_mm * float(np.hypot(1.0, skin.slope)) >= RULING * max(reach_mm, joint.length_mm)


def _blocked_share(skin: Skin, joints: Sequence[Joint]) -> float:
    blocked = [joint for joint in joints if joint.convexity not in OUTER]
    if blocked and skin.face.sense > 0:
        blocked = [joint for joint in blocked if not _is_beside_fold(skin, joint)]
    blocked_mm = sum(joint.length_mm for joint in blocked)
    return blocked_mm / max(sum(joint.length_mm for joint in joints), LENGTH_FLOOR_MM)


def _is_beside_fold(skin: Skin, joint: Joint) -> bool:
    """Whether a skin ends at the edge of a sheet it goes on with, which passes beyond the fold beside it.

    That edge meets the skin of the flange in an outer edge; a wall that stands on both meets it in a hollow.
    The hood of a louver goes on smoothly from the ends of its bend.
    """
    if joint.convexity != Convexity.CONCAVE:
        return False
    flange = {group for side in flanges(skin) or () for group in side}
    group_of_face = skin.graph.group_of_face
    others = [face for face in joint.faces if face not in skin.faces and face >= 0]
    return any(
        further.convexity in OUTER
        and any(face >= 0 and int(group_of_face[face]) in flange for face in further.faces)
        for other in others
        for further in neighborhoods.border_joints(skin.graph, (other,))
    )


def flanges(skin: Skin) -> Sides | None:
    """Return the groups a skin goes on with tangentially on its two sides; None if it runs into something."""
    across = _cross(skin.line.direction, skin.arc.look)
    halves: tuple[list[Joint], list[Joint]] = ([], [])
    for joint in _outline(skin):
        if _is_ruling(skin, joint):
            halves[float((joint.midpoint - skin.line.origin) @ across) > 0.0].append(joint)
    length_mm = float(np.ptp(skin.line.along(skin.rim)))
    found = []
    for joints in halves:
        smooth = [joint for joint in joints if joint.convexity in neighborhoods.SMOOTH]
        blocked = [joint for joint in joints if joint.convexity not in (*OUTER, *neighborhoods.SMOOTH)]
        if sum(joint.length_mm for joint in blocked) > BLOCKED_SHARE * length_mm:
            return None
        if sum(joint.length_mm for joint in smooth) < TANGENT_SHARE * length_mm:
            smooth = []
        others = (face for joint in smooth for face in joint.faces if face not in skin.faces and face >= 0)
        found.append(frozenset(int(skin.graph.group_of_face[face]) for face in others))
    return found[0], found[1]


def _cross(a: Vector, b: Vector) -> Vector:
    return np.array([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]])
