"""Recognizes steps: the edges and corners that are cut away from a block.

A step is a floor and its walls, which meet in hollow corners and lie open to two sides or more. A through
step is open at both ends and square to the faces beyond its edges. A slanted step is open at both ends too,
but leans against one of those faces: a ramp, or the corner of a block cut off by a ledge. A blind step is
closed at one end: three of its faces, or a floor and a hollow round wall, meet in a corner. Steps give roles
alone; their flat faces stay walls, and the side of a fin that two cuts of unequal depth leave stays a fin's.

What is no step: faces that look at each other (a channel, a pocket, a V groove), the ground that a pad stands
on, a hollow that hardly bends, the inside of a folded sheet.
"""

from collections.abc import Iterable, Iterator

import numpy as np

from engine.disjoint_sets import DisjointSets
from engine.graph import blend_suppressed, extents, neighborhoods
from engine.graph.blend_suppressed import Meeting, SuppressedAdjacency
from engine.graph.coaxial import axis_line, is_square_to
from engine.model.arrays import Vector
from engine.model.face_graph import Convexity, FaceGraph
from engine.model.feature import Claim, FaceRole, Feature, FeatureKind, Kind, Precedence, Role
from engine.model.part import BodyId, Face, FaceId, Part
from engine.model.surface import Cylinder, Plane
from engine.run_context import RunContext

KIND = FeatureKind(
    key="STEP",
    plural="Steps",
    color="#c9a86a",
    roles=(
        FaceRole(Role.THROUGH_STEP, "Through step", place="through step"),
        FaceRole(Role.SLANTED_STEP, "Slanted step", place="slanted step", tint=0.25),
        FaceRole(Role.BLIND_STEP, "Blind step", place="blind step", tint=0.45),
    ),
    precedence=Precedence.BROAD,  # their faces are walls and slabs as well, and that less particularly
    order_in_results=14,
    order_in_lists=14,
    is_listed=False,
)

OPEN_COSINE = 0.25
"""A tool comes to all faces of a step from one direction that leans off each by 14 degrees or more: that of
a square corner leans by 35. Of two walls that look at each other it leans off none."""

FOLDED_DEG = 225.0
"""Some two faces of a step meet in a hollow of at least this angle, measured through the material: a square
one has 270. Flatter hollows alone are dents and the creases of ramps."""

SQUARE_DEG = 3.0
"""A face is square to another within the draft that tools give by themselves; the flattest of 57 labelled
slanted steps leans by 4 degrees."""

UNEQUAL_SHARE = 0.05
"""The grounds on the two sides of a fin, carried on to its middle, have different levels if they differ by
this share of its height. One ground, level or sloping, has one level; crowned floors differ by less."""


def recognize(context: RunContext, found: tuple[Claim, ...]) -> tuple[Claim, ...]:
    """Find the steps among what `found` leaves, in the order of their first face."""
    part, graph = context.part, context.graph
    adjacency = blend_suppressed.of(context, found)
    folded = {claim.body for claim in found if isinstance(claim, Feature) and claim.kind == Kind.BEND}
    left = _left(context, found, folded, _left_by_cuts(part, adjacency, found))
    steps = [(step, _role(part, adjacency, step)) for step in _hollows(adjacency, left)]
    steps += [((group,), Role.SLANTED_STEP) for group in _chamfer_ledges(context, found, left)]
    claims = []
    for step, role in sorted(steps):
        if role is not None:
            faces = sorted(face for group in step for face in graph.faces_of_group[group])
            body = part.faces[faces[0]].body
            assert body is not None  # stray faces are left out
            claims.append(Claim(faces=tuple(faces), roles=tuple((face, role) for face in faces), body=body))
    return tuple(claims)


def _left_by_cuts(part: Part, adjacency: SuppressedAdjacency, found: tuple[Claim, ...]) -> frozenset[FaceId]:
    """Return the faces of the fins whose two sides end at different levels.

    A rib stands on one ground. Where the ground on one side is lower than on the other, two cuts left it.
    """
    faces: set[FaceId] = set()
    for fin in found:
        if not isinstance(fin, Feature) or fin.kind != Kind.FIN or fin.axis is None:
            continue
        levels: tuple[list[float], list[float]] = ([], [])
        first = part.faces[fin.fid].inner_normal
        for wall in fin.faces:
            if wall not in adjacency.of_group or not isinstance(part.faces[wall].surface, Plane):
                continue
            is_back = float(part.faces[wall].inner_normal @ first) < 0.0
            grounds = [part.faces[base] for base in adjacency.next_to(wall, Convexity.CONCAVE)]
            found_at = [_level(ground, fin.center, fin.axis) for ground in grounds]
            levels[is_back].extend(each for each in found_at if each is not None)
        if not all(levels):
            continue
        top = max(float((extents.border(part, face) @ fin.axis).max()) for face in fin.faces)
        height_mm = top - max(*levels[0], *levels[1])
        if min(abs(mine - other) for mine in levels[0] for other in levels[1]) >= UNEQUAL_SHARE * height_mm:
            faces.update(fin.faces)
    return frozenset(faces)


def _level(ground: Face, center: Vector, axis: Vector) -> float | None:
    """Return how high a flat ground lies along an axis through a point; None where it looks elsewhere."""
    rise = float(ground.inner_normal @ axis)
    if not isinstance(ground.surface, Plane) or rise < OPEN_COSINE:
        return None
    return float(center @ axis) + float((ground.inner_point - center) @ ground.inner_normal) / rise


def _left(
    context: RunContext, found: tuple[Claim, ...], folded: set[BodyId], cut_out: frozenset[FaceId]
) -> frozenset[FaceId]:
    """Return the groups that may belong to a step: flat or hollow and round, and at most walls or slabs.

    `cut_out` are faces of fins that count as walls here.
    """
    part = context.part
    taken = {
        face
        for claim in found
        if not (isinstance(claim, Feature) and claim.kind in (Kind.WALL, Kind.SLAB))
        and not (isinstance(claim, Feature) and claim.kind == Kind.FIN and cut_out.issuperset(claim.faces))
        for face, _ in claim.roles
    }
    return frozenset(
        group
        for group, faces in context.graph.faces_of_group.items()
        if part.faces[group].body is not None
        and part.faces[group].body not in folded
        and taken.isdisjoint(faces)
        and (
            isinstance(part.faces[group].surface, Plane)
            or (isinstance(part.faces[group].surface, Cylinder) and part.faces[group].sense < 0)
        )
    )


def _hollows(adjacency: SuppressedAdjacency, left: frozenset[FaceId]) -> Iterator[tuple[FaceId, ...]]:
    """Gather the groups that meet each other in hollows, two or more."""
    groups = sorted(left)
    place = {group: index for index, group in enumerate(groups)}
    sets = DisjointSets(len(groups))
    for group in groups:
        for other in adjacency.next_to(group, Convexity.CONCAVE) if group in adjacency.of_group else ():
            if other in place:
                sets.join(place[group], place[other])
    members: dict[int, list[FaceId]] = {}
    for group in groups:
        members.setdefault(sets.least(place[group]), []).append(group)
    return (tuple(each) for each in members.values() if len(each) > 1)


def _chamfer_ledges(
    context: RunContext, found: tuple[Claim, ...], left: frozenset[FaceId]
) -> Iterator[FaceId]:
    """List the flat groups at which a chamfer ends without reaching the end of its edge.

    They meet nothing but the chamfer in a hollow, and what it runs between at outer edges: both sides of its
    edge go on beyond it. The wall that a chamfer runs up to meets one of them in a hollow.
    """
    part, graph = context.part, context.graph
    chamfers = {face for claim in found for face, role in claim.roles if role is Role.CHAMFER}
    for group in sorted(left):
        faces = graph.faces_of_group[group]
        met = neighborhoods.neighbors(graph, faces, {Convexity.CONCAVE})
        if not isinstance(part.faces[group].surface, Plane) or not met or not chamfers.issuperset(met):
            continue
        beyond = _groups(graph, neighborhoods.neighbors(graph, faces, {Convexity.CONVEX}))
        sides = _groups(graph, neighborhoods.neighbors(graph, met, {Convexity.CONVEX}))
        if len(beyond & sides) > 1:
            yield group


def _groups(graph: FaceGraph, faces: Iterable[FaceId]) -> set[int]:
    return {int(graph.group_of_face[face]) for face in faces}


def _role(part: Part, adjacency: SuppressedAdjacency, step: tuple[FaceId, ...]) -> Role | None:
    """Return what make of step some faces are; None where they are none."""
    inner = [each for group in step for each in _meetings(adjacency, group) if each.across(group) in step]
    normals = np.array([part.faces[group].inner_normal for group in step])
    way = normals.sum(axis=0)
    size = float(np.linalg.norm(way))
    if size == 0.0 or float((normals @ way).min()) < OPEN_COSINE * size:
        return None
    if (
        max((each.angle_deg for each in inner if each.convexity == Convexity.CONCAVE), default=0.0)
        < FOLDED_DEG
    ):
        return None
    rounds = [group for group in step if not isinstance(part.faces[group].surface, Plane)]
    if rounds:
        return Role.BLIND_STEP if _stand_upright(part, step, rounds) else None
    if np.linalg.matrix_rank(normals, tol=float(np.sin(np.radians(SQUARE_DEG)))) == 3:
        return Role.BLIND_STEP
    outer = [each for group in step for each in _meetings(adjacency, group) if each.across(group) not in step]
    return Role.THROUGH_STEP if all(_is_square(part, each) for each in outer) else Role.SLANTED_STEP


def _meetings(adjacency: SuppressedAdjacency, group: FaceId) -> tuple[Meeting, ...]:
    return adjacency.of_group.get(group, ())


def _stand_upright(part: Part, step: tuple[FaceId, ...], rounds: list[FaceId]) -> bool:
    """Whether round walls stand upright on a flat floor of theirs."""
    floors = [part.faces[group] for group in step if group not in rounds]
    lines = [axis_line(part.faces[group].surface) for group in rounds]
    return bool(floors) and all(
        line is not None and any(is_square_to(floor, line) for floor in floors) for line in lines
    )


def _is_square(part: Part, meeting: Meeting) -> bool:
    """Whether two flat groups meet at a right angle within the draft; what is curved leans on nothing."""
    is_flat = all(isinstance(part.faces[group].surface, Plane) for group in meeting.groups)
    return not is_flat or meeting.convexity != Convexity.CONVEX or abs(meeting.angle_deg - 90.0) <= SQUARE_DEG
