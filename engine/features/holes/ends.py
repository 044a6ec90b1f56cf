"""What a bore runs into when it is followed along its axis, stage by stage.

The way goes from rim to rim: through coaxial cylinders, cones, rings and balls, across square shoulders,
past a blend at the mouth. It ends in the open, on a floor, in a tip, or at an island: a wall round the
same axis that stands up from the floor, which makes the whole thing a ring groove and no hole.
"""

from engine.features.holes import shoulders
from engine.features.holes.bore import Bore
from engine.features.holes.walk import (
    Closure,
    End,
    HoleContext,
    SegmentShape,
    Walk,
    is_concave,
    joints_beyond,
    length,
)
from engine.graph import rings
from engine.graph.neighborhoods import SMOOTH
from engine.model.face_graph import Joint
from engine.model.part import FaceId
from engine.model.surface import Cone, Cylinder, Freeform, Plane, Sphere
from engine.tolerances import is_majority, largest

BEVEL_DEG, BEVEL_RATIO = 105.0, 1.5
"""What surrounds a mouth is a chamfer of it when it leans this far from the face and is this narrow."""


def follow(context: HoleContext, bore: Bore, is_low: bool) -> End:
    """Follow a bore out of its lower or its upper rim until the way ends."""
    rim = bore.lower if is_low else bore.upper
    visited = {int(context.graph.group_of_face[face]) for face in bore.faces}
    walk = Walk(context, bore.axis, is_low, visited, [], rim)
    if rim is None:
        return walk.end(Closure.CONICAL)
    while True:
        closure = _step(walk)
        if closure is not None:
            return walk.end(closure)


def _step(walk: Walk) -> Closure | None:
    """Go one segment further; return how the way ends, or None when it goes on."""
    assert walk.rim is not None
    beyond = joints_beyond(walk.context, walk.rim, walk.visited)
    round_groups = [group for group in beyond if walk.is_round(group)]
    if round_groups:
        return _step_round(walk, largest(round_groups, lambda group: length(beyond[group])), beyond)
    square_groups = [group for group in beyond if walk.is_square(group)]
    if square_groups:
        group = largest(square_groups, lambda group: length(beyond[group]))
        if is_majority(length(beyond[group]), sum(map(length, beyond.values()))):
            return shoulders.step(walk, group, beyond[group])
    return _step_other(walk, beyond)


def _step_round(walk: Walk, group: int, beyond: dict[int, list[Joint]]) -> Closure | None:
    """Go on through a surface that turns about the axis, or end at it."""
    context, face = walk.context, walk.context.part.faces[group]
    assert walk.rim is not None
    bore = context.bore_of_group.get(group)
    if bore is not None:
        far = bore.other_rim(walk.rim)
        shape = SegmentShape.TIP if far is None else SegmentShape.BORE
        walk.add(shape, bore.faces, far, bore)
        return Closure.CONICAL if far is None else None
    is_island = face.sense > 0 and isinstance(face.surface, Cylinder | Cone) and is_concave(beyond[group])
    if is_island:
        return shoulders.past_groove(walk, group)
    is_sharp = not all(joint.convexity in SMOOTH for joint in beyond[group])
    is_chamber = isinstance(face.surface, Sphere) and not is_concave(beyond[group])
    is_mouth = is_sharp and (face.sense > 0 or is_chamber)
    if is_mouth or isinstance(face.surface, Cylinder | Cone):
        return _open_or_closed(walk, beyond)
    ring = walk.ring(group)
    if ring.covers_axis:
        walk.add(SegmentShape.BALL, ring.faces, None)
        return Closure.CONICAL
    others = ring.other_rims(walk.rim)
    if not ring.is_full or not others:
        return _open_or_closed(walk, beyond)
    shape = SegmentShape.BALL if isinstance(face.surface, Sphere) else SegmentShape.BLEND
    walk.add(shape, ring.faces, others[0])
    return None


def _step_other(walk: Walk, beyond: dict[int, list[Joint]]) -> Closure | None:
    """End at faces that know nothing of the axis; a blend or bevel all round the mouth is the mouth's own."""
    context = walk.context
    assert walk.rim is not None
    edging = [group for group, joints in beyond.items() if _is_edging(context, group, joints)]
    if edging and len(edging) == len(beyond):
        faces = context.faces_of(edging)
        ring = rings.around(context.part, context.graph, faces, walk.axis)
        others = ring.other_rims(walk.rim)
        if ring.is_full and others and 1.0 < others[0].radius_mm / walk.rim.radius_mm < BEVEL_RATIO:
            shape = SegmentShape.BLEND if context.blends.issuperset(faces) else SegmentShape.BEVEL
            walk.add(shape, faces, others[0])
            return Closure.OPEN
    return _open_or_closed(walk, beyond)


def _is_edging(context: HoleContext, group: int, joints: list[Joint]) -> bool:
    """Whether faces at a mouth may be its round or chamfer: a known blend, or a free form that leans away."""
    if is_concave(joints):
        return False
    if context.blends.issuperset(context.faces_of([group])):
        return True
    is_free = isinstance(context.part.faces[FaceId(group)].surface, Freeform)
    return is_free and min(joint.min_angle_deg for joint in joints) > BEVEL_DEG


def _open_or_closed(walk: Walk, beyond: dict[int, list[Joint]]) -> Closure | None:
    """Classify an end by most of its rim: a convex one is a mouth, a concave one stands on a floor."""
    if not is_concave([joint for joints in beyond.values() for joint in joints]):
        return Closure.OPEN
    floors = [group for group, joints in beyond.items() if is_concave(joints)]
    shoulder, far = shoulders.past_irregular(walk, floors)
    if far is not None:
        walk.add(SegmentShape.SHOULDER, shoulder, far)
        return None
    is_flat = all(isinstance(walk.context.part.faces[group].surface, Plane) for group in floors)
    walk.add(SegmentShape.FLOOR if is_flat else SegmentShape.BALL, walk.context.faces_of(floors), None)
    return Closure.FLAT if is_flat else Closure.CONICAL
