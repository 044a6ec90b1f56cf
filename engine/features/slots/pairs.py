"""Pairs of flat walls that face each other through air, with what bridges them: a floor, ends.

The walls of one cut are tied together by faces that meet both of them in a hollow: the floor, a flat end, a
round end that runs tangent from one wall into the other, the curved floor of a side cutter. Two things that
merely stand opposite share no such face, or have something nearer between them.
"""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from engine.features.slots import opposite
from engine.features.slots.slot_context import SlotContext
from engine.graph import rings
from engine.graph.blend_suppressed import Meeting
from engine.graph.coaxial import AxisLine, axis_line
from engine.graph.opposite_faces import DRAFTED_DEG
from engine.model.arrays import Floats, Vector, vector_product
from engine.model.face_graph import Convexity, FaceGraph
from engine.model.part import FaceId, Part
from engine.model.surface import Cone, Cylinder, Plane
from engine.tolerances import FIT_LENGTH, LENGTH_FLOOR_MM, PARALLEL_COSINE, SMOOTH_DEG, same_length

OVERLAP_SHARE = 0.3
"""Two walls share their air when at least this share of the smaller lies opposite the other, along the slot
and along its depth. Features that cross take large bites out of one wall."""

SIZE_SHARE = 3.0
"""Walls further apart than this many of their own sizes are no pair: a saw cut across ridges is wider than a
ridge may be long, but not by more."""

NEARER = 0.999
"""A wall is nearer than another when it is so by more than what exporters round away."""

SQUARE_COSINE = float(np.sin(np.radians(DRAFTED_DEG)))
"""A bridge looks square to the line between its walls, as far as draft lets it."""

RING_DEG = 180.0 + SMOOTH_DEG
"""A hollow that goes further round is the floor of a ring; a side cutter leaves less."""


class BridgeShape(StrEnum):
    """How a bridge runs from wall to wall."""

    FLAT = "flat"
    ROUND = "round"
    """A hollow cylinder or cone that turns from one wall to the other: a round end, a ball nose floor."""
    CURVED = "curved"
    """Straight from wall to wall and curved along the slot: a side cutter's floor."""


@dataclass(frozen=True, slots=True, eq=False)
class Bridge:
    """A face group that meets both walls of a pair in a hollow."""

    group: FaceId
    shape: BridgeShape
    toward: Vector
    """Unit vector into the air of the slot, square to the line between the walls."""
    axis: Vector | None
    """Of a round bridge, the direction of its axis, square to the line between the walls."""


@dataclass(frozen=True, slots=True, eq=False)
class SideWalls:
    """Two flat groups that face each other and what bridges them."""

    walls: tuple[FaceId, FaceId]
    across: Vector
    """Unit vector from the first wall to the second, square to the plane midway."""
    bridges: tuple[Bridge, ...]
    """Ascending by group."""


def find(context: SlotContext, folds: Collection[FaceId]) -> tuple[SideWalls, ...]:
    """Find the bridged pairs of a part, ascending by their walls.

    `folds` are faces of sheet bends: they tie the skins of a sheet, not the walls of a slot.
    """
    part, graph, adjacency = context.part, context.graph, context.adjacency
    folded = {FaceId(int(graph.group_of_face[face])) for face in folds}
    bridges: dict[tuple[FaceId, FaceId], list[Bridge]] = {}
    split_pairs: set[tuple[FaceId, FaceId]] = set()
    for group, meetings in sorted(adjacency.of_group.items()):
        if part.faces[group].body is None or len(meetings) < 2 or group in folded:
            continue
        tied, with_rivals = _bridged_by(context, group, meetings)
        split_pairs.update(with_rivals)
        for walls in tied:
            bridge = _bridge(part, graph, group, *walls)
            if bridge is not None:
                bridges.setdefault(walls, []).append(bridge)
    return tuple(
        SideWalls(walls, across(part, *walls), (*each, *_split_end(part, context, walls, each)))
        for walls, each in sorted(bridges.items())
        if walls not in split_pairs and _share_air(part, context, walls, each)
    )


def _split_end(
    part: Part, context: SlotContext, walls: tuple[FaceId, FaceId], bridges: list[Bridge]
) -> tuple[Bridge, ...]:
    """Find the round end that another recess parts from one of the walls.

    It is tangent to the other wall, as far from both, and opposite the round end that is whole.
    """
    rounds = [bridge for bridge in bridges if bridge.shape is BridgeShape.ROUND]
    if len(rounds) != 1 or len(bridges) < 2 or not isinstance(part.faces[rounds[0].group].surface, Cylinder):
        return ()
    known = {bridge.group for bridge in bridges}
    met = {
        meeting.across(wall)
        for wall in walls
        for meeting in context.adjacency.of_group[wall]
        if meeting.convexity == Convexity.SMOOTH
    }
    for group in sorted(met - known):
        bridge = _bridge(part, context.graph, group, *walls)
        face, line = part.faces[group], axis_line(part.faces[group].surface)
        if bridge is None or bridge.shape is not BridgeShape.ROUND or not isinstance(face.surface, Cylinder):
            continue
        assert line is not None  # a cylinder has one
        away_mm = [
            float((line.origin - part.faces[wall].inner_point) @ part.faces[wall].inner_normal)
            for wall in walls
        ]
        is_amid = all(same_length(each, face.surface.radius_mm, FIT_LENGTH) for each in away_mm)
        if is_amid and float(bridge.toward @ rounds[0].toward) <= -PARALLEL_COSINE:
            return (bridge,)
    return ()


def across(part: Part, wall: FaceId, other: FaceId) -> Vector:
    """Return the unit vector from a wall to the one that faces it, square to the plane midway."""
    way = part.faces[wall].inner_normal - part.faces[other].inner_normal
    return np.asarray(way / np.linalg.norm(way))


@dataclass(frozen=True, slots=True, eq=False)
class _Foot:
    """Where a bridge meets a wall."""

    points: Floats
    """(N, 3) along the foot."""
    way: Vector
    """Unit vector along the foot, as it mostly runs."""
    run: tuple[float, float]
    """Where the foot begins and ends along it."""


def _bridged_by(
    context: SlotContext, group: FaceId, meetings: tuple[Meeting, ...]
) -> tuple[list[tuple[FaceId, FaceId]], list[tuple[FaceId, FaceId]]]:
    """List the pairs of flat walls that a group bridges, and those with another wall between them."""
    part = context.part
    ends = [meeting for meeting in meetings if _is_foot(part, group, meeting)]
    if len(ends) < 2:
        return [], []
    walls = [meeting.across(group) for meeting in ends]
    facing = opposite.face_each_other(context, walls, part.faces[group])
    normals = np.array([part.faces[wall].inner_normal for wall in walls])
    if not facing.any():
        return [], []
    middles = np.array([meeting.midpoint for meeting in ends])
    sizes = SIZE_SHARE * np.array([context.size_mm(wall) for wall in walls])
    apart = np.einsum("ijk,ik->ij", middles[None, :, :] - middles[:, None, :], normals)
    is_facing = facing & (apart > LENGTH_FLOOR_MM) & (apart.T > LENGTH_FLOOR_MM)
    is_near = apart <= np.minimum(sizes[:, None], sizes[None, :])
    feet: dict[int, _Foot] = {}
    tied: list[tuple[FaceId, FaceId]] = []
    split_pairs: list[tuple[FaceId, FaceId]] = []
    for i, j in np.argwhere(np.triu(is_facing & is_near)).tolist():
        if _meet_in_a_hollow(context, walls[i], walls[j]):
            continue
        if walls[i] == walls[j] or not _side_by_side(part, ends, walls, feet, (i, j, j)):
            continue
        pair = (min(walls[i], walls[j]), max(walls[i], walls[j]))
        nearer = [
            (mine, other, np.flatnonzero(is_facing[mine] & (apart[mine] < NEARER * apart[mine, other])))
            for mine, other in ((i, j), (j, i))
        ]
        is_split = any(
            _side_by_side(part, ends, walls, feet, (mine, rival, other))
            for mine, other, rivals in nearer
            for rival in rivals.tolist()
        )
        (split_pairs if is_split else tied).append(pair)
    return list(dict.fromkeys(tied)), list(dict.fromkeys(split_pairs))


def _meet_in_a_hollow(context: SlotContext, wall: FaceId, other: FaceId) -> bool:
    """Whether two walls close over what lies between them, as those of a triangle do."""
    return any(
        meeting.convexity == Convexity.CONCAVE and meeting.across(wall) == other
        for meeting in context.adjacency.of_group[wall]
    )


def _is_foot(part: Part, group: FaceId, meeting: Meeting) -> bool:
    """Whether a flat wall stands on a group: in a hollow, or tangent to a round end."""
    wall = meeting.across(group)
    if wall == group or not isinstance(part.faces[wall].surface, Plane):
        return False
    return meeting.convexity == Convexity.CONCAVE or (
        meeting.convexity == Convexity.SMOOTH and is_hollow(part, group)
    )


def _side_by_side(
    part: Part, ends: list[Meeting], walls: list[FaceId], feet: dict[int, _Foot], trio: tuple[int, int, int]
) -> bool:
    """Whether the feet of two walls run beside each other, within the run of a third."""
    for each in trio:
        if each not in feet:
            feet[each] = _foot(part, walls[each], ends[each])
    first, *others = (feet[each] for each in trio)
    low, high = first.run
    shorter, least, most = high - low, low, high
    for foot in others:
        along = foot.points @ first.way
        begin, end = float(along.min()), float(along.max())
        least, most = max(least, begin), min(most, end)
        shorter = min(first.run[1] - first.run[0], end - begin)
    return most - least >= OVERLAP_SHARE * shorter


def _foot(part: Part, wall: FaceId, meeting: Meeting) -> _Foot:
    edges = meeting.edges[meeting.groups.index(wall)]
    points = np.concatenate([part.edges[edge].points for edge in edges])
    spread = points - points.mean(axis=0)
    way = np.linalg.eigh(spread.T @ spread)[1][:, -1]
    along = points @ way
    return _Foot(points, way, (float(along.min()), float(along.max())))


def is_hollow(part: Part, group: FaceId) -> bool:
    """Whether a group is a cylinder or cone seen from inside."""
    face = part.faces[group]
    return isinstance(face.surface, Cylinder | Cone) and face.sense < 0


def _bridge(part: Part, graph: FaceGraph, group: FaceId, wall: FaceId, other: FaceId) -> Bridge | None:
    """Describe a bridge; None where it goes round an axis between the walls, as the floor of a ring does."""
    way = across(part, wall, other)
    face = part.faces[group]
    normals = np.array([part.faces[each].inner_normal for each in graph.faces_of_group[group]])
    areas = np.array([part.faces[each].area_mm2 for each in graph.faces_of_group[group]])
    toward = _square_to(areas @ normals, way)
    line = axis_line(face.surface)
    if line is None or not isinstance(face.surface, Cylinder | Cone):
        return Bridge(
            group, BridgeShape.FLAT if isinstance(face.surface, Plane) else BridgeShape.CURVED, toward, None
        )
    if abs(float(line.direction @ way)) > SQUARE_COSINE:
        is_ring = not is_hollow(part, group) or _span_deg(part, graph, group, line) > RING_DEG
        return None if is_ring else Bridge(group, BridgeShape.CURVED, toward, None)
    axis = _square_to(line.direction, way)
    if not is_hollow(part, group):
        return Bridge(group, BridgeShape.CURVED, toward, None)
    sideways = vector_product(way, axis)
    toward = sideways if float(sideways @ toward) > 0.0 else -sideways
    return Bridge(group, BridgeShape.ROUND, toward, axis)


def _span_deg(part: Part, graph: FaceGraph, group: FaceId, line: AxisLine) -> float:
    return rings.around(part, graph, graph.faces_of_group[group], line).span_deg


def _square_to(vector: Vector, way: Vector) -> Vector:
    rest = vector - float(vector @ way) * way
    return np.asarray(rest / max(float(np.linalg.norm(rest)), 1e-300))


def _share_air(part: Part, context: SlotContext, walls: tuple[FaceId, FaceId], bridges: list[Bridge]) -> bool:
    """Whether much of the smaller wall lies opposite the other, both along the bridge and away from it."""
    up = bridges[0].toward
    along = vector_product(across(part, *walls), up)
    for way in (up, along):
        (low, high), (other_low, other_high) = (context.of_group(wall, way) for wall in walls)
        common = min(high, other_high) - max(low, other_low)
        if common < OVERLAP_SHARE * min(high - low, other_high - other_low):
            return False
    return True
