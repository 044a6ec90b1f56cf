"""Recognizes chamfers: narrow straight strips that cut off an outer edge or fill an inner one.

A chamfer gives its faces a role and makes no entry of its own. The cone at the mouth of a bore is left
alone: that is a countersink or a chamfered rim, and the hole's own business.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from engine.graph import neighborhoods, sections
from engine.graph.sections import Section
from engine.model.arrays import Bools, Floats, Vector, vector_product
from engine.model.face_graph import Convexity, FaceGraph, Joint
from engine.model.feature import Claim, FaceRole, FeatureKind, Precedence, Role
from engine.model.part import Edge, EdgeId, FaceId, Line, Part
from engine.model.surface import Cone, Cylinder, Freeform, Plane
from engine.run_context import RunContext
from engine.tolerances import (
    FIT_LENGTH,
    PARALLEL_COSINE,
    PARALLEL_DEG,
    SAME_LENGTH,
    SAME_SHARE,
    at_least,
    largest,
)

KIND = FeatureKind(
    key="CHAMFER",
    plural="Chamfers",
    color="#e8a8fa",
    roles=(FaceRole(Role.CHAMFER, "Chamfer"),),
    precedence=Precedence.BLEND,
    order_in_results=12,
    order_in_lists=12,
    is_listed=False,
)

LEAST_ANGLE_DEG, MOST_ANGLE_DEG = 100.0, 176.0
"""How a chamfer meets its supports, through the material of an outer edge or the air of an inner one: 135
twice for the common one, 105 and 165 for a steep lead-in. The shallowest in use turn by five degrees."""

STRAIGHT_DEG = 2.0
"""The normal turns by no more than this straight across."""

NARROW_SHARE, LESS_NARROW_SHARE = 0.4, 0.75
"""A chamfer takes less than the first share of one support and at most the second of the other, each measured
to the corner it cut off. The sides of a hexagon take a half of both neighbors, those of an octagon 0.41, the
tip of a pin of 5 mm that is chamfered by 1.5 mm takes 0.4; the chamfers of a thin plate may leave little of
its rim, but always most of the plate."""

SQUARE_INNER_SHARE = 0.5
"""In an inner corner whose two walls end in square inner corners on their far sides, it takes less than this
share instead: a passage with such walls is no octagon, and no pin has one."""

FILLED_SHARE = 0.6
"""A chamfer fills at least this share of its area from obtuse edge to obtuse edge: a large face that has a
narrow waist somewhere is none."""

SLENDER = 2.0
"""A chamfer that runs into a wall is at least this many widths long; else it is the wall of a corner step,
and the wall is that step's floor."""

SQUARE_DEG = 3.0
"""Walls are square to each other within the draft that tools give by themselves."""

MOST_STARTS = 16
"""Crossing a face from its longest few edges is enough to know it; a plate may have hundreds. These few then
stand for the others."""

LEAST_OF_OUTLINE = 3
"""This many flat strips side by side round one corner are an outline that is drawn in straight lines, as a
prism of twelve sides is; one or two break an edge."""

SAME_WIDTH = 0.25
"""A chamfer that runs on round a corner keeps its width within this share; it narrows where it meets
another feature."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Chamfer(Claim):
    """One chamfer face, or the faces of a group a file split it into."""

    width_mm: float
    """Straight across, from support to support."""


def recognize(context: RunContext, found: tuple[Claim, ...]) -> tuple[Chamfer, ...]:
    """Find the chamfers, in the order of their smallest face; runs before all else and uses no `found`."""
    part, graph = context.part, context.graph
    cuts = {
        group: cut
        for group, faces in graph.faces_of_group.items()
        if (cut := _cut(part, graph, faces)) is not None
    }
    others = _lands(part, graph, cuts) | _outlines(part, graph, cuts)
    cuts = {group: cut for group, cut in cuts.items() if group not in others}
    chosen = _with_continuations(graph, cuts)
    chosen.update(_turning(part, graph, chosen))
    return tuple(_claimed(part, chosen[group]) for group in sorted(chosen))


@dataclass(frozen=True, slots=True, eq=False)
class _Cut:
    """A patch that is straight across and meets both supports at obtuse angles, both of one convexity."""

    faces: tuple[FaceId, ...]
    width_mm: float
    is_chamfer: bool
    """Whether it is narrow, and no cylinder and no cone of a bore: those count as continuations only."""


def _cut(part: Part, graph: FaceGraph, faces: tuple[FaceId, ...]) -> _Cut | None:
    face = part.faces[faces[0]]
    if face.body is None or not isinstance(face.surface, Plane | Cone | Cylinder | Freeform):
        return None
    border = neighborhoods.border_joints(graph, faces)
    convexity, angle_of_edge = _obtuse(border)
    if len(angle_of_edge) < 2:
        return None
    patch = frozenset(faces)
    edges = [part.edges[joint.edge] for joint in border]
    obtuse = [edge for edge in edges if edge.id in angle_of_edge]
    starts = sorted(obtuse, key=lambda edge: (-edge.length_mm, edge.id))[:MOST_STARTS]
    support_of_edge = {joint.edge: _support(graph, joint, patch) for joint in border}
    walks = _clear_of_corners(sections.across(edges, patch, starts), edges, support_of_edge)
    straight = [
        walk
        for walk in walks
        if walk.end_edge in angle_of_edge
        and walk.end_edge != walk.start_edge
        and support_of_edge[walk.end_edge] != support_of_edge[walk.start_edge]
        and abs(walk.turn_deg) <= STRAIGHT_DEG
    ]
    crossed_mm = _crossed_mm(straight, starts)
    if not straight or not at_least(crossed_mm, 0.5 * sum(walk.share_mm for walk in walks)):
        return None
    width_mm = _middle([walk.chord_mm for walk in straight], [walk.share_mm for walk in straight])
    length_mm = crossed_mm / 2.0 * _total_mm(obtuse) / _total_mm(starts)
    area_mm2 = sum(part.faces[each].area_mm2 for each in faces)
    is_chamfer = (
        not isinstance(face.surface, Cylinder)
        and not (isinstance(face.surface, Cone) and face.sense < 0)
        and at_least(length_mm * width_mm, FILLED_SHARE * area_mm2)
        and (
            at_least(length_mm, SLENDER * width_mm)
            or not _runs_into_wall(border, convexity, width_mm)
            or _is_between_walls(part, border, patch, convexity)
        )
        and (at_least(length_mm, width_mm) or convexity == Convexity.CONVEX)
        and _is_narrow(part, graph, patch, straight, angle_of_edge, width_mm, convexity)
    )
    return _Cut(faces, width_mm, is_chamfer)


def _lands(part: Part, graph: FaceGraph, cuts: Mapping[FaceId, _Cut]) -> frozenset[FaceId]:
    """Return the flat cuts in the plane of a larger face that is no cut: what two recesses leave of it.

    The stretches of one chamfer that slots divide are all cuts, so they are no lands.
    """
    flat = [
        group
        for group in graph.faces_of_group
        if isinstance(part.faces[group].surface, Plane) and part.faces[group].body is not None
    ]
    cut = [group for group in flat if group in cuts and cuts[group].is_chamfer]
    rest = [group for group in flat if group not in cuts]
    if not cut or not rest:
        return frozenset()
    normals = np.stack([part.faces[group].inner_normal for group in rest])
    points = np.stack([part.faces[group].inner_point for group in rest])
    bodies = np.array([part.faces[group].body for group in rest])
    areas = np.array([_area_mm2(part, graph, group) for group in rest])
    lands = set()
    for group in cut:
        face = part.faces[group]
        off_mm = np.abs((points - face.inner_point) @ face.inner_normal)
        is_level = (normals @ face.inner_normal >= PARALLEL_COSINE) & (
            off_mm <= FIT_LENGTH * cuts[group].width_mm
        )
        is_larger = areas > (1.0 + SAME_SHARE) * _area_mm2(part, graph, group)  # an equal one is its twin
        if bool((is_level & (bodies == face.body) & is_larger).any()):
            lands.add(group)
    return frozenset(lands)


def _outlines(part: Part, graph: FaceGraph, cuts: Mapping[FaceId, _Cut]) -> frozenset[FaceId]:
    """Return the flat chamfers that follow each other side by side, where there are enough of them in a row.

    Of three in a row between walls that the middle one is square to, the outer two break two edges and the
    middle one is what they leave.
    """
    beside = {
        group: _beside(part, graph, cut.faces)
        for group, cut in cuts.items()
        if cut.is_chamfer and isinstance(part.faces[group].surface, Plane)
    }
    outlines: set[FaceId] = set()
    left = set(beside)
    while left:
        row, frontier = set[FaceId](), {left.pop()}
        while frontier:
            group = frontier.pop()
            row.add(group)
            frontier |= {other for other in beside[group] if group in beside.get(other, ())} - row
        left -= row
        if len(row) >= LEAST_OF_OUTLINE:
            outlines |= _between_square_walls(part, row, beside) or row
    return frozenset(outlines)


def _between_square_walls(
    part: Part, row: Collection[FaceId], beside: Mapping[FaceId, Collection[FaceId]]
) -> frozenset[FaceId]:
    """Return the middle one of three in a row, where it is square to the walls at both its ends."""
    walls = {support for group in row for support in beside[group]} - set(row)
    middles = [group for group in row if set(beside[group]) <= set(row)]
    if len(row) != 3 or len(middles) != 1:
        return frozenset()
    normal = part.faces[middles[0]].inner_normal
    are_square = all(
        isinstance(part.faces[wall].surface, Plane)
        and abs(float(part.faces[wall].inner_normal @ normal)) <= np.sin(np.radians(SQUARE_DEG))
        for wall in walls
    )
    return frozenset(middles) if are_square else frozenset()


def _beside(part: Part, graph: FaceGraph, faces: tuple[FaceId, ...]) -> frozenset[FaceId]:
    """List the groups along the two sides of a strip: beyond the longest obtuse edges that are parallel.

    Chamfers that meet at a corner do so at their ends.
    """
    border = neighborhoods.border_joints(graph, faces)
    _, obtuse = _obtuse(border)
    patch = frozenset(faces)
    straight = [
        (joint, curve.direction, _support(graph, joint, patch))
        for joint in border
        if joint.edge in obtuse and isinstance(curve := part.edges[joint.edge].curve, Line)
    ]
    sides = [
        (min(one.length_mm, other.length_mm), direction)
        for (one, direction, here), (other, other_direction, there) in combinations(straight, 2)
        if here != there and abs(float(direction @ other_direction)) >= PARALLEL_COSINE
    ]
    if not sides:
        return frozenset()
    _, along = largest(sides, lambda side: side[0])
    return frozenset(
        support for _, direction, support in straight if abs(float(direction @ along)) >= PARALLEL_COSINE
    )


def _area_mm2(part: Part, graph: FaceGraph, group: FaceId) -> float:
    return sum(part.faces[face].area_mm2 for face in graph.faces_of_group[group])


def _clear_of_corners(
    walks: Sequence[Section], edges: Sequence[Edge], support_of_edge: Mapping[EdgeId, FaceId]
) -> list[Section]:
    """Leave out sections that end where two supports meet, as those from the middle of a triangle do.

    On which of the two they end is for rounding to say.
    """
    if not walks:
        return []
    corners = np.stack([edge.points[[0, -1]] for edge in edges])
    ends = np.stack([walk.end for walk in walks])
    chords_mm = np.array([walk.chord_mm for walk in walks])
    off_mm = np.linalg.norm(ends[:, None, None, :] - corners, axis=3).min(axis=2)
    is_near = off_mm <= FIT_LENGTH * chords_mm[:, None]
    supports = np.array([support_of_edge[edge.id] for edge in edges])
    lowest, highest = (
        pick(np.where(is_near, supports, other), axis=1)
        for pick, other in ((np.min, supports.max()), (np.max, supports.min()))
    )
    is_corner = is_near.any(axis=1) & (lowest < highest)
    return [walk for walk, is_at_one in zip(walks, is_corner.tolist(), strict=True) if not is_at_one]


def _support(graph: FaceGraph, joint: Joint, patch: frozenset[FaceId]) -> FaceId:
    """Return the group beyond a joint: a flat milled along a shaft has one support, and cuts off no edge."""
    beyond = joint.faces[1] if joint.faces[0] in patch else joint.faces[0]
    return FaceId(int(graph.group_of_face[beyond])) if beyond >= 0 else beyond


def _crossed_mm(straight: Sequence[Section], starts: Sequence[Edge]) -> float:
    """Return how much of the edges is crossed straight, from or onto them.

    Of a long edge the few places to start from may all face ribs; what starts between the ribs ends on it.
    """
    leaving, arriving = (dict.fromkeys((edge.id for edge in starts), 0.0) for _ in range(2))
    for walk in straight:
        leaving[walk.start_edge] += walk.share_mm
        if walk.end_edge in arriving:
            arriving[walk.end_edge] += walk.share_mm
    return sum(max(leaving[edge.id], min(arriving[edge.id], edge.length_mm)) for edge in starts)


def _total_mm(edges: Sequence[Edge]) -> float:
    return sum(edge.length_mm for edge in edges)


def _obtuse(border: tuple[Joint, ...]) -> tuple[Convexity, dict[EdgeId, float]]:
    """Return the obtuse angles by edge, outer or inner ones, whichever there is more of by length."""
    angles: dict[Convexity, dict[EdgeId, float]] = {Convexity.CONVEX: {}, Convexity.CONCAVE: {}}
    lengths_mm = dict.fromkeys(angles, 0.0)
    for joint in border:
        if joint.convexity not in angles:
            continue
        least_deg, angle_deg, most_deg = joint.min_angle_deg, joint.angle_deg, joint.max_angle_deg
        if joint.convexity == Convexity.CONCAVE:
            least_deg, angle_deg, most_deg = 360.0 - most_deg, 360.0 - angle_deg, 360.0 - least_deg
        if LEAST_ANGLE_DEG - PARALLEL_DEG <= least_deg and most_deg <= MOST_ANGLE_DEG + PARALLEL_DEG:
            angles[joint.convexity][joint.edge] = angle_deg
            lengths_mm[joint.convexity] += joint.length_mm
    convexity = largest(angles, lambda each: lengths_mm[each])
    return convexity, angles[convexity]


def _runs_into_wall(border: tuple[Joint, ...], convexity: Convexity, width_mm: float) -> bool:
    """Whether the strip ends at something that it, bent the other way, would be a step to."""
    other = Convexity.CONCAVE if convexity == Convexity.CONVEX else Convexity.CONVEX
    length_mm = sum(joint.length_mm for joint in border if joint.convexity == other)
    return at_least(length_mm, 0.5 * width_mm)


def _is_between_walls(
    part: Part, border: tuple[Joint, ...], patch: frozenset[FaceId], convexity: Convexity
) -> bool:
    """Whether the edge of two flat faces is broken between two walls that face each other, as in a recess.

    A corner step has its floor at one end alone.
    """
    if convexity != Convexity.CONVEX:
        return False
    beyond = {
        joint: part.faces[joint.faces[1] if joint.faces[0] in patch else joint.faces[0]] for joint in border
    }
    if not all(isinstance(face.surface, Plane) for face in beyond.values()):
        return False
    ends = [face.inner_normal for joint, face in beyond.items() if joint.convexity == Convexity.CONCAVE]
    return any(float(mine @ other) <= -PARALLEL_COSINE for mine, other in combinations(ends, 2))


def _middle(values: list[float], weights: list[float]) -> float:
    """Return the weighted median."""
    order = np.argsort(values, kind="stable")
    reached = np.cumsum(np.array(weights)[order])
    return float(np.array(values)[order][np.searchsorted(reached, (0.5 - SAME_SHARE) * reached[-1])])


def _is_narrow(
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


def _with_continuations(graph: FaceGraph, cuts: dict[FaceId, _Cut]) -> dict[FaceId, _Cut]:
    """Follow the chamfers round corners: onto cuts as wide that are tangent to one."""
    chosen = {group: cut for group, cut in cuts.items() if cut.is_chamfer}
    frontier = sorted(chosen)
    while frontier:
        cut = cuts[frontier.pop()]
        for face in neighborhoods.neighbors(graph, cut.faces, neighborhoods.SMOOTH):
            group = FaceId(int(graph.group_of_face[face]))
            other = cuts.get(group)
            if other is None or group in chosen:
                continue
            if at_least(SAME_WIDTH * cut.width_mm, abs(other.width_mm - cut.width_mm)):
                chosen[group] = other
                frontier.append(group)
    return chosen


def _turning(part: Part, graph: FaceGraph, chosen: dict[FaceId, _Cut]) -> dict[FaceId, _Cut]:
    """Find the cones that turn a chamfer round a corner, whatever other features have left of them."""
    turning = {}
    for group, faces in graph.faces_of_group.items():
        if group in chosen or not isinstance(part.faces[group].surface, Cone):
            continue
        beside = neighborhoods.neighbors(graph, faces, neighborhoods.SMOOTH)
        groups = {FaceId(int(graph.group_of_face[face])) for face in beside}
        if len(groups) >= 2 and groups <= chosen.keys():
            turning[group] = _Cut(faces, min(chosen[each].width_mm for each in groups), True)
    return turning


def _claimed(part: Part, cut: _Cut) -> Chamfer:
    body = part.faces[cut.faces[0]].body
    assert body is not None  # stray faces are no cuts
    return Chamfer(
        faces=cut.faces,
        roles=tuple((face, Role.CHAMFER) for face in cut.faces),
        body=body,
        width_mm=cut.width_mm,
    )
