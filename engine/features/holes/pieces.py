"""Pieces: the parts of inward cylinders and cones that are clear, seen round their axes.

A piece is clear when a disk of its own radius can pass along it: one that something reaches into (a rib, a
spoke, the flat of a D) is none.
"""

from collections.abc import Iterable, Sequence

import numpy as np

from engine.graph import rings
from engine.graph.coaxial import axis_line, turns_about
from engine.graph.neighborhoods import border_joints, neighbors
from engine.graph.rings import Ring
from engine.model.arrays import Bools
from engine.model.face_graph import Convexity, FaceGraph, Joint
from engine.model.part import Face, FaceId, Part
from engine.model.surface import Cone, Cylinder
from engine.tolerances import FIT_LENGTH, LENGTH_FLOOR_MM, PARALLEL_DEG

SHORT_SHARE = 0.25
"""What stands on a wall is short up to this share of the wall's length."""
LOW_SHARE = 0.5
"""A lump on the wall is low when it keeps this share of the radius free."""


def families(part: Part, graph: FaceGraph) -> list[list[Ring]]:
    """List the clear pieces by the surface they lie on, each family in ascending order along its axis.

    Cylinders of one axis line and radius are one family wherever they lie on it; every cone is a family
    of its own. Faces of void shells and of no body are left out.
    """
    groups = _inward_groups(part, graph)
    alike = _on_one_cylinder(part, [group for group in groups if _lies_on(part, group, Cylinder)])
    alike += [[group] for group in groups if _lies_on(part, group, Cone)]
    found = [_clear_pieces(part, graph, family) for family in alike]
    return [family for family in found if family]


def largest(part: Part, faces: Iterable[FaceId]) -> Face:
    """Return the face with the greatest area, the smallest id where several have it."""
    return max((part.faces[face] for face in faces), key=lambda face: (face.area_mm2, -face.id))


def _inward_groups(part: Part, graph: FaceGraph) -> list[tuple[FaceId, ...]]:
    buried = {face for body in part.bodies for shell in body.shells if shell.is_void for face in shell.faces}
    return [
        faces
        for group, faces in sorted(graph.faces_of_group.items())
        if part.faces[group].sense < 0 and part.faces[group].body is not None and group not in buried
    ]


def _lies_on(part: Part, group: Sequence[FaceId], kind: type) -> bool:
    return isinstance(part.faces[group[0]].surface, kind)


def _on_one_cylinder(part: Part, groups: list[tuple[FaceId, ...]]) -> list[list[tuple[FaceId, ...]]]:
    """Gather the groups of one body that lie on one cylinder, near or far."""
    barrels = [_Barrel(group, largest(part, group)) for group in groups]
    gathered = []
    while barrels:
        is_alike = _are_like(barrels[0], barrels)
        gathered.append([barrel.group for barrel, alike in zip(barrels, is_alike, strict=True) if alike])
        barrels = [barrel for barrel, alike in zip(barrels, is_alike, strict=True) if not alike]
    return gathered


class _Barrel:
    """A group on a cylinder, with the numbers by which it is compared."""

    def __init__(self, group: tuple[FaceId, ...], face: Face) -> None:
        assert isinstance(face.surface, Cylinder)
        self.group = group
        self.body = face.body
        self.origin, self.axis = face.surface.origin, face.surface.axis
        self.radius_mm = face.surface.radius_mm
        self.inner_point = face.inner_point
        self.deviation_mm = face.deviation_mm


def _are_like(first: _Barrel, others: Sequence[_Barrel]) -> Bools:
    """Compare one barrel with many, itself first among them: body, radius, and axis abreast of each."""
    origins, axes = np.array([other.origin for other in others]), np.array([other.axis for other in others])
    radii = np.array([other.radius_mm for other in others])
    along = (np.array([other.inner_point for other in others]) - first.origin) @ first.axis
    abreast = first.origin + np.outer(along, first.axis)
    apart = np.linalg.norm(np.cross(abreast - origins, axes), axis=1)
    crossing = np.linalg.norm(np.cross(axes, first.axis), axis=1)
    slack = np.array([other.deviation_mm for other in others]) + first.deviation_mm + LENGTH_FLOOR_MM
    tolerance = FIT_LENGTH * np.minimum(radii, first.radius_mm) + slack
    is_alike = (np.abs(radii - first.radius_mm) <= tolerance) & (apart <= tolerance)
    is_alike &= crossing <= np.sin(np.radians(PARALLEL_DEG))
    is_alike &= np.array([other.body == first.body for other in others])
    is_alike[0] = True
    return np.asarray(is_alike)


def _clear_pieces(part: Part, graph: FaceGraph, family: list[tuple[FaceId, ...]]) -> list[Ring]:
    """See every group of a family as a ring round the axis of the largest face; keep what is clear."""
    axis = axis_line(largest(part, (face for group in family for face in group)).surface)
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
