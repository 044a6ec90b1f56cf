"""Grooves that are cut whatever made the rest of the part: rings that are turned, and keyways.

Grooves for retaining rings and seals, and the keyways of hubs and shafts, fit a standard part more closely
than a mold or a core holds, so they are turned or broached into a casting as holes are drilled. A ring is a
slot all of whose faces turn about one axis. A keyway is a slot whose two walls meet a bore or a shaft along
the axis of that. Neither is deeper than wide: between deeper ones stand cooling fins, which are cast.
"""

from engine.features.slot import Slot
from engine.graph.coaxial import axis_line, is_square_to, turns_about
from engine.graph.neighborhoods import border_joints
from engine.model.analysis import PreparedPart, Recognition
from engine.model.face_graph import Convexity
from engine.model.feature import Kind
from engine.model.part import FaceId, Line
from engine.model.surface import Cylinder
from engine.run_context import RunContext

DEEPEST = 1.0
"""Depth over width: up to 0.75 of retaining rings (DIN 471, 472), 0.8 of O-rings, 0.6 of keys (DIN 6885)."""
MOST_SHARE = 0.5
"""A keyway with round ends is straight for at least half of its length."""


def find(context: RunContext, recognition: Recognition) -> dict[FaceId, float]:
    """Return how wide the groove is that a face is part of, in mm, by face; of several the widest."""
    found: dict[FaceId, float] = {}
    for slot in recognition.of_kind(Kind.SLOT):
        if not isinstance(slot, Slot) or slot.depth_mm > DEEPEST * slot.width_mm:
            continue
        if _is_ring(context.prepared, slot) or _is_keyway(context.prepared, slot):
            for face in slot.faces:
                found[face] = max(slot.width_mm, found.get(face, 0.0))
    return dict(sorted(found.items()))


def _is_ring(prepared: PreparedPart, slot: Slot) -> bool:
    faces = [prepared.part.faces[face] for face in slot.faces]
    axis = next((line for face in faces if (line := axis_line(face.surface)) is not None), None)
    return axis is not None and all(turns_about(face, axis) or is_square_to(face, axis) for face in faces)


def _is_keyway(prepared: PreparedPart, slot: Slot) -> bool:
    """Whether two walls of a slot end at a cylinder, each along the axis of that for most of the slot.

    A slot across the end of a hub has the same edges, but they are as short as it is deep.
    """
    part = prepared.part
    walls_at: dict[int, set[FaceId]] = {}
    for joint in border_joints(prepared.graph, slot.faces):
        is_straight = isinstance(part.edges[joint.edge].curve, Line)
        is_long = joint.length_mm >= MOST_SHARE * slot.length_mm
        if joint.convexity != Convexity.CONVEX or not is_straight or not is_long:
            continue
        inside, outside = sorted(joint.faces, key=lambda face: face not in slot.faces)
        if isinstance(part.faces[outside].surface, Cylinder):  # its straight edges run along its axis
            walls_at.setdefault(int(prepared.graph.group_of_face[outside]), set()).add(inside)
    return any(len(walls) > 1 for walls in walls_at.values())
