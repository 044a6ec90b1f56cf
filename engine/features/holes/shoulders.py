"""Classifies the square faces between two diameters of a hole, and the floors that resemble them.

A square face is a mouth, a floor, a shoulder to a wider or narrower bore, or the floor of a ring groove.
"""

import numpy as np

from engine.features.holes.bore import Bore
from engine.features.holes.walk import CONCAVE, Closure, SegmentShape, Walk, is_concave, joints_beyond
from engine.graph.coaxial import COAXIAL_SHARE
from engine.graph.neighborhoods import border_joints
from engine.graph.rings import Rim
from engine.model.face_graph import Joint
from engine.model.part import FaceId
from engine.model.surface import Plane, Torus
from engine.tolerances import LENGTH_FLOOR_MM, SAME_LENGTH

MOST_STEP_RATIO = 4.0
"""A wider step is no counterbore but a recess or chamber with a hole in it, each a feature of its own."""
MOST_SHOULDER_FACES = 16
"""Faces of one shoulder that are crossed in search of the bore behind; bounds the walk over a large face with
holes."""


def step(walk: Walk, group: int, joints: list[Joint]) -> Closure | None:
    """Cross a shoulder, or end on a floor or at a mouth."""
    assert walk.rim is not None
    is_mouth = not is_concave(joints)
    if is_mouth and not walk.has_foot(group):
        return Closure.OPEN
    ring = walk.ring(group)
    others = ring.other_rims(walk.rim)
    steps = [rim for rim in others if _is_step(rim, walk.rim)]
    if is_mouth:
        outer = [rim for rim in steps if _leads_to_wall(walk, group, rim)]
        if not outer:
            return Closure.OPEN
        walk.add(SegmentShape.SHOULDER, ring.faces, outer[0])
        return None
    if any(joint.convexity in CONCAVE for joint in ring.windows):
        return Closure.ISLAND
    for rim in others:
        if any(joint.convexity in CONCAVE for joint in rim.joints):
            beyond = joints_beyond(walk.context, rim, walk.visited | {group})
            walls = [wall for wall in beyond if walk.is_round(wall)]
            return past_groove(walk, walls[0]) if walls else Closure.ISLAND
    inner = [rim for rim in steps if _leads_to_round(walk, group, rim)]
    if ring.covers_axis or not inner:
        walk.add(SegmentShape.FLOOR, ring.faces, None)
        return Closure.FLAT
    walk.add(SegmentShape.SHOULDER, ring.faces, inner[0])
    return None


def _is_step(a: Rim, b: Rim) -> bool:
    """Whether two rims of a shoulder are near enough in size to be of one hole."""
    return max(a.radius_mm, b.radius_mm) <= MOST_STEP_RATIO * min(a.radius_mm, b.radius_mm)


def _leads_to_wall(walk: Walk, shoulder: int, rim: Rim) -> bool:
    """Whether a bore stands up from a shoulder at this rim, with a fillet at its foot or without."""
    for group, joints in joints_beyond(walk.context, rim, walk.visited | {shoulder}).items():
        if not is_concave(joints) or not walk.is_round(group):
            continue
        bore = walk.context.bore_of_group.get(group)
        if bore is not None:
            return not bore.is_arc or _reaches_surface(bore, rim)
        if isinstance(walk.context.part.faces[group].surface, Torus):
            tops = walk.ring(group).other_rims(rim)
            above = [
                wall for top in tops for wall in joints_beyond(walk.context, top, walk.visited | {group})
            ]
            if any(wall in walk.context.bore_of_group and walk.is_round(wall) for wall in above):
                return True
    return False


def _reaches_surface(bore: Bore, rim: Rim) -> bool:
    """Whether the far rim of a bore is convex: what is left of a counterbore reaches the surface."""
    far = bore.other_rim(rim)
    return far is not None and not is_concave(list(far.joints))


def _leads_to_round(walk: Walk, shoulder: int, rim: Rim) -> bool:
    beyond = joints_beyond(walk.context, rim, walk.visited | {shoulder})
    return any(walk.is_round(group) for group in beyond)


def past_groove(walk: Walk, island: int) -> Closure | None:
    """Step over a ring groove in a shoulder or floor, whose island is as high as what surrounds it."""
    shoulders = [
        index for index, segment in enumerate(walk.segments) if segment.shape is SegmentShape.SHOULDER
    ]
    tops = [
        (group, rim)
        for rim in walk.ring(island).rims
        for group, joints in joints_beyond(walk.context, rim, walk.visited | {island}).items()
        if walk.is_square(group) and not is_concave(joints)
    ]
    if not shoulders or len(tops) != 1:
        return Closure.ISLAND
    (top, edge), surround = tops[0], walk.segments[shoulders[-1]].faces
    inner = walk.ring(top)
    levels = [
        float(walk.axis.along(walk.context.part.faces[faces[0]].inner_point))
        for faces in (surround, inner.faces)
    ]
    if abs(levels[0] - levels[1]) > LENGTH_FLOOR_MM + SAME_LENGTH * edge.radius_mm:
        return Closure.ISLAND
    del walk.segments[shoulders[-1] :]
    faces = tuple(sorted(surround + inner.faces))
    onward = [rim for rim in inner.other_rims(edge) if _leads_to_round(walk, top, rim)]
    if inner.covers_axis or not onward:
        walk.add(SegmentShape.FLOOR, faces, None)
        return Closure.FLAT
    walk.add(SegmentShape.SHOULDER, faces, onward[0])
    return None


def past_irregular(walk: Walk, floors: list[int]) -> tuple[tuple[FaceId, ...], Rim | None]:
    """Look for a bore that goes on below a shoulder of several planes, all inside the hole.

    Printed parts have such shoulders, stepped so that each layer bridges the one below. Returns the
    shoulder's faces and the near rim of the bore; no rim where the shoulder is a floor.
    """
    context = walk.context
    assert walk.rim is not None
    reach_mm = walk.rim.radius_mm * (1.0 + COAXIAL_SHARE)
    crossed: list[int] = []
    frontier = list(floors)
    while frontier and len(crossed) < MOST_SHOULDER_FACES:
        group = frontier.pop(0)
        joints = border_joints(context.graph, context.faces_of([group]))
        points = np.concatenate([context.part.edges[joint.edge].points for joint in joints])
        is_plane = isinstance(context.part.faces[group].surface, Plane)
        if not is_plane or float(walk.axis.distance(points).max()) > reach_mm:
            continue
        crossed.append(group)
        for joint in joints:
            for face in joint.faces:
                other = int(context.graph.group_of_face[face]) if face >= 0 else -1
                bore = context.bore_of_group.get(other)
                if other < 0 or other in walk.visited or other in crossed or other in frontier:
                    continue
                if bore is None:
                    frontier.append(other)
                elif walk.is_round(other) and not bore.is_arc:
                    rims = [
                        rim for rim in (bore.lower, bore.upper) if rim is not None and joint in rim.joints
                    ]
                    if rims:
                        return context.faces_of(crossed), rims[0]
    return (), None
