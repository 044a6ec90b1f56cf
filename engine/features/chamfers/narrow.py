"""How narrow a chamfer is beside what it cut off its two supports."""

import numpy as np

from engine.features.chamfers.angles import SQUARE_DEG
from engine.graph import neighborhoods, sections
from engine.graph.sections import Section
from engine.model.arrays import Bools, Floats, Vector, vector_product
from engine.model.face_graph import Convexity, FaceGraph
from engine.model.part import Edge, EdgeId, FaceId, Line, Part
from engine.model.surface import Plane
from engine.tolerances import FIT_LENGTH, PARALLEL_COSINE, SAME_LENGTH, at_least

NARROW_SHARE, LESS_NARROW_SHARE = 0.4, 0.75
"""A chamfer takes less than the first share of one support and at most the second of the other, each measured
to the corner it cut off. The sides of a hexagon take a half of both neighbors, those of an octagon 0.41, the
tip of a pin of 5 mm that is chamfered by 1.5 mm takes 0.4; the chamfers of a thin plate may leave little of
its rim, but always most of the plate."""

SQUARE_INNER_SHARE = 0.5
"""In an inner corner whose two walls end in square inner corners on their far sides, it takes less than this
share instead: a passage with such walls is no octagon, and no pin has one."""


def is_narrow(
    part: Part,
    graph: FaceGraph,
    patch: frozenset[FaceId],
    walks: list[Section],
    angle_of_edge: dict[EdgeId, float],
    width_mm: float,
    convexity: Convexity,
) -> bool:
    """Compare the chamfer with what its two supports would be if they met in a corner.

    The corner, the start and the end of a section form a triangle; the sine rule gives how far each
    support would reach beyond the chamfer's border.
    """
    shares = []
    # others go from end to end of the chamfer, not from side to side
    across = [
        walk
        for walk in walks
        if at_least(walk.chord_mm, 0.8 * width_mm) and at_least(1.25 * width_mm, walk.chord_mm)
    ]
    reach_of_edge = {
        edge: _reach_mm(part, graph, patch, part.edges[edge], convexity)
        for edge in {edge for walk in across for edge in (walk.start_edge, walk.end_edge)}
    }
    for walk in across:
        near_deg, far_deg = angle_of_edge[walk.start_edge], angle_of_edge[walk.end_edge]
        corner_deg = near_deg + far_deg - 180.0
        setback_mm = walk.chord_mm * np.sin(np.radians(far_deg)) / np.sin(np.radians(corner_deg))
        other_setback_mm = walk.chord_mm * np.sin(np.radians(near_deg)) / np.sin(np.radians(corner_deg))
        reach_mm, other_reach_mm = reach_of_edge[walk.start_edge], reach_of_edge[walk.end_edge]
        shares.append(
            sorted(
                (
                    setback_mm / (setback_mm + reach_mm),
                    other_setback_mm / (other_setback_mm + other_reach_mm),
                )
            )
        )
    less, more = np.median(np.array(shares), axis=0)
    limit = SQUARE_INNER_SHARE if _is_in_square_corner(part, graph, patch, walks) else NARROW_SHARE
    # the tip of a pin may be drawn at the limit, but for rounding; what is any less is a chamfer
    return not at_least(less, limit, SAME_LENGTH) and at_least(LESS_NARROW_SHARE, more)


def _is_in_square_corner(
    part: Part, graph: FaceGraph, patch: frozenset[FaceId], walks: list[Section]
) -> bool:
    """Whether a bevel lies in the inner corner of two flat walls whose far sides are square inner corners."""
    longest = max(walks, key=lambda walk: (walk.share_mm, -walk.start_edge))
    along = part.edges[longest.start_edge].curve
    if not isinstance(along, Line):
        return False
    for number in (longest.start_edge, longest.end_edge):
        side = 1 - sections.side_of(part.edges[number], patch)
        beyond = part.edges[number].faces[side]
        if not isinstance(part.faces[beyond].surface, Plane):
            return False
        wall = graph.faces_of_group[FaceId(int(graph.group_of_face[beyond]))]
        for joint in neighborhoods.border_joints(graph, wall):
            curve = part.edges[joint.edge].curve
            is_own = joint.faces[0] in patch or joint.faces[1] in patch
            if is_own and joint.convexity != Convexity.CONCAVE:
                return False
            if is_own or not isinstance(curve, Line):
                continue
            is_along = abs(float(curve.direction @ along.direction)) >= PARALLEL_COSINE
            if is_along and abs(joint.angle_deg - 270.0) > SQUARE_DEG:
                return False
    return True


def _reach_mm(
    part: Part, graph: FaceGraph, patch: frozenset[FaceId], edge: Edge, convexity: Convexity
) -> float:
    """Return how far the support beyond an edge reaches away from the patch.

    A flat support reaches as far as its farthest border abreast of a straight edge, whatever pockets are
    sunk into it and, beside an outer edge, whatever slots divide it; any other as far as its area says, on
    average.
    """
    side = 1 - sections.side_of(edge, patch)
    faces = graph.faces_of_group[FaceId(int(graph.group_of_face[edge.faces[side]]))]
    if isinstance(edge.curve, Line) and isinstance(part.faces[faces[0]].surface, Plane):
        if convexity == Convexity.CONVEX:
            faces = (*faces, *_beyond_slots(part, graph, faces))
        away: Vector = vector_product(edge.normals[side, 0], edge.curve.direction)
        borders = {border for face in faces for loop in part.faces[face].loops for border in loop.edges}
        points = [part.edges[border].points for border in sorted(borders)]
        is_joined = np.concatenate([np.arange(1, len(each) + 1) < len(each) for each in points])[:-1]
        offsets = np.concatenate(points) - edge.points[0]
        return _farthest(offsets @ edge.curve.direction / edge.length_mm, np.abs(offsets @ away), is_joined)
    shared_mm = sum(joint.length_mm for joint in neighborhoods.joints_between(graph, faces, patch))
    return sum(part.faces[face].area_mm2 for face in faces) / shared_mm


def _beyond_slots(part: Part, graph: FaceGraph, faces: tuple[FaceId, ...]) -> tuple[FaceId, ...]:
    """List the faces that carry a flat support on beyond a slot or groove that divides it."""
    face = part.faces[faces[0]]
    sides = neighborhoods.neighbors(graph, faces, {Convexity.CONVEX})
    hollow = set(neighborhoods.neighbors(graph, sides, {Convexity.CONCAVE}))
    hollow |= set(neighborhoods.neighbors(graph, sorted(hollow), {Convexity.CONCAVE}))
    level = [
        other
        for other in neighborhoods.neighbors(graph, sorted(hollow), {Convexity.CONVEX})
        if other not in faces and isinstance(part.faces[other].surface, Plane)
    ]
    return tuple(
        other
        for other in sorted(level)
        if float(part.faces[other].inner_normal @ face.inner_normal) >= PARALLEL_COSINE
        and abs(float((part.faces[other].inner_point - face.inner_point) @ face.inner_normal))
        <= FIT_LENGTH * _size_mm(part, faces)
    )


def _size_mm(part: Part, faces: tuple[FaceId, ...]) -> float:
    return float(np.sqrt(sum(part.faces[face].area_mm2 for face in faces)))


def _farthest(ahead: Floats, away: Floats, is_joined: Bools) -> float:
    """Return the greatest distance of a border abreast of an edge, between its points too.

    Parameters
    ----------
    ahead, away : (N,) float64
        Of the points, along the edge in its lengths and away from it.
    is_joined : (N - 1,) bool
        Whether a point and the next are of one border.
    """
    is_abreast = (ahead >= -SAME_LENGTH) & (ahead <= 1.0 + SAME_LENGTH)
    farthest = float(away[is_abreast].max())
    for limit in (0.0, 1.0):
        beyond = ahead - limit
        crossing = np.flatnonzero((beyond[:-1] * beyond[1:] < 0.0) & is_joined)
        if len(crossing):
            part_way = beyond[crossing] / (beyond[crossing] - beyond[crossing + 1])
            at = away[crossing] + part_way * (away[crossing + 1] - away[crossing])
            farthest = max(farthest, float(at.max()))
    return farthest
