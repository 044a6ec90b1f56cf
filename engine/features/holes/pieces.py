"""Finds the pieces of inward cylinders and cones that are clear, seen along their axes.

A piece is clear when a disk of its own radius can pass along it: one that something reaches into (a rib, a
spoke, the flat of a D) is none.
"""

from collections.abc import Sequence

import numpy as np

from engine.graph import coaxial_groups, rings
from engine.graph.coaxial import axis_line, turns_about
from engine.graph.neighborhoods import border_joints, neighbors
from engine.graph.rings import Ring
from engine.model.face_graph import Convexity, FaceGraph, Joint
from engine.model.part import FaceId, Part
from engine.model.surface import Cone, Cylinder
from engine.tolerances import FIT_LENGTH

SHORT_SHARE = 0.25
"""What stands on a wall is short up to this share of the wall's length."""
LOW_SHARE = 0.5
"""A lump on the wall is low when it keeps this share of the radius free."""


def families(part: Part, graph: FaceGraph) -> list[list[Ring]]:
    """List the clear pieces by the surface they lie on, each family in ascending order along its axis.

    Faces of one cylinder are one family wherever they lie on it, and so are faces of one cone. Faces of
    void shells and of no body are left out.
    """
    groups = _inward_groups(part, graph)
    alike = coaxial_groups.find(part, [group for group in groups if _lies_on(part, group, Cylinder)])
    alike += coaxial_groups.find(part, [group for group in groups if _lies_on(part, group, Cone)])
    found = [_clear_pieces(part, graph, family) for family in alike]
    return [family for family in found if family]


def _inward_groups(part: Part, graph: FaceGraph) -> list[tuple[FaceId, ...]]:
    buried = {face for body in part.bodies for shell in body.shells if shell.is_void for face in shell.faces}
    return [
        faces
        for group, faces in sorted(graph.faces_of_group.items())
        if part.faces[group].sense < 0 and part.faces[group].body is not None and group not in buried
    ]


def _lies_on(part: Part, group: Sequence[FaceId], kind: type) -> bool:
    return isinstance(part.faces[group[0]].surface, kind)


def _clear_pieces(part: Part, graph: FaceGraph, family: list[tuple[FaceId, ...]]) -> list[Ring]:
    """See every group of a family as a ring round the axis of the largest face; keep what is clear."""
    axis = axis_line(part.largest_face(face for group in family for face in group).surface)
    assert axis is not None
    pieces = [rings.around(part, graph, group, axis) for group in family]
    clear = [piece for piece in pieces if piece.rims and _is_clear(part, graph, piece)]
    return sorted(clear, key=lambda piece: (piece.low_mm, piece.faces))


def _is_clear(part: Part, graph: FaceGraph, piece: Ring) -> bool:
    """Whether nothing reaches into the bore from its wall.

    What stands at the foot of the wall belongs to the floor, and a low or short lump in the middle of the
    wall (to bite on a screw) does not make another shape of it.
    """
    rim_sides = [joint for joint in piece.sides if joint not in piece.windows]
    if any(_reaches_in(part, joint, piece) and not _is_at_foot(part, joint, piece) for joint in rim_sides):
        return False
    return all(
        not _reaches_in(part, joint, piece) or _is_small(part, graph, joint, piece) for joint in piece.windows
    )


def _reaches_in(part: Part, joint: Joint, piece: Ring) -> bool:
    """Whether the face behind a joint bends into the bore: at once, or smoothly by a smaller radius."""
    if joint.convexity is Convexity.CONCAVE:
        return True
    if joint.convexity is not Convexity.SMOOTH_CONCAVE:
        return False
    edge = part.edges[joint.edge]
    ours = 0 if edge.faces[0] in piece.faces else 1
    own, other = float(np.nanmean(edge.curvatures[ours])), float(np.nanmean(edge.curvatures[1 - ours]))
    return other > own * (1.0 + FIT_LENGTH)


def _is_at_foot(part: Part, joint: Joint, piece: Ring) -> bool:
    along = piece.axis.along(part.edges[joint.edge].points)
    foot_mm = SHORT_SHARE * (piece.high_mm - piece.low_mm)
    return bool(along.max() <= piece.low_mm + foot_mm or along.min() >= piece.high_mm - foot_mm)


def _is_small(part: Part, graph: FaceGraph, joint: Joint, piece: Ring) -> bool:
    """Whether what stands on the wall is low or short, and not held by a hub round the axis."""
    (lump,) = set(joint.faces) - set(piece.faces)
    points = np.concatenate([part.edges[border.edge].points for border in border_joints(graph, (lump,))])
    distance_mm, along = piece.axis.distance(points), piece.axis.along(points)
    is_low = float(distance_mm.min()) >= LOW_SHARE * float(distance_mm.max())
    is_short = float(along.max() - along.min()) <= SHORT_SHARE * (piece.high_mm - piece.low_mm)
    beside = (part.faces[face] for face in (lump, *neighbors(graph, (lump,))))
    is_held = any(face.sense > 0 and turns_about(face, piece.axis) for face in beside)
    return (is_low or is_short) and not is_held
