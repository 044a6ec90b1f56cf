"""Finds faces that walls rise from on enough sides to make a recess.

The outer contour of a floor turns as it follows its walls: by 360 degrees with walls all round, by 180 with
one side open. In the corner of a step it turns by 90, in a channel not at all: neither is a recess. Where
gaps part the walls, one that bulges towards the floor takes nothing from what the others turn.

A floor may turn all round and have no walls but on one side, or on two that face each other: a crumb of a
fillet against the face it ends on, a narrow strip whose long sides rise by a few degrees. So walls that go
all round leave no half turn of its border to what is no wall.
"""

import numpy as np

from engine.features.pockets.hollow import Hollow
from engine.features.pockets.pocket_context import STEEP_DEG, PocketContext, is_wall
from engine.graph import contour_runs, neighborhoods, rectangles
from engine.graph.contour_runs import Run
from engine.graph.contours import Contour
from engine.model.arrays import Vector
from engine.model.face_graph import Convexity
from engine.model.part import EdgeId, FaceId
from engine.tolerances import SMOOTH_DEG

RECESS_DEG = 150.0
"""Walls that turn by this much without a gap face each other with another between them: 180 less some draft
and skew."""

CLOSED_DEG = 330.0
"""Walls that turn by this much go all round; two of them will do then."""

HALF_TURN_DEG = 180.0 - SMOOTH_DEG
"""Walls that go all round leave no more out between two of them: what turns by a half turn has an end, and
two walls face each other across it. Of a triangle either side may be missing, for the others are a corner."""

FEWEST_WALLS = 3
"""An open recess has an end between two sides, on a flat floor; fewer walls make a corner or a channel. A
curved one that turns as far by itself is all three of them."""

BESIDE_SHARE = 0.1
"""Walls may lean out beyond the floor by this share of its size; what is farther along is not above it."""


def find(context: PocketContext, groups: tuple[FaceId, ...]) -> tuple[Hollow, ...]:
    """Find the floors among groups, in their order, each with the walls that rise from it."""
    hollows = []
    for group in groups:
        if group in context.taken or not context.has_walls(group):
            continue
        outer = [contour for contour in context.contours(group) if contour.is_outer]
        if len(outer) == 1 and (hollow := _hollow(context, outer[0])):
            hollows.append(hollow)
    return tuple(hollows)


def _hollow(context: PocketContext, outer: Contour) -> Hollow | None:
    up = context.outward(outer)
    rises = [run for run in context.runs(outer) if run.convexity == Convexity.CONCAVE]
    turn_deg = sum(run.turn_deg for run in rises if run.is_whole or run.turn_deg > 0.0)
    walls = _walls(outer.group, rises)
    recesses = [run for run in rises if run.turn_deg >= RECESS_DEG]
    is_closed = bool(walls) and turn_deg >= CLOSED_DEG and _go_round(context, outer, walls, up)
    is_enclosed = is_closed or bool(recesses)
    fewest = 1 if is_closed or any(_is_one_wall(context, outer, run) for run in recesses) else FEWEST_WALLS
    if not is_enclosed or len(walls) < fewest:
        return None
    if not is_closed and not context.is_flat(outer.group):
        return None
    return Hollow(
        up=up,
        walls=tuple(sorted(walls)),
        floors=(outer.group,),
        borders=(outer,),
        mouth=None,
        is_closed=is_closed,
        exit_edges=(),
        past=beyond(context, (outer.group,)) | _in_walls(context, outer, up, tuple(sorted(walls))),
        reached=frozenset({outer.group, *walls}),
    )


def _go_round(context: PocketContext, outer: Contour, walls: set[FaceId], up: Vector) -> bool:
    """Whether walls leave no half turn of a closed border out; one alone has to look all ways itself."""
    if len(walls) == 1 and None not in outer.meetings:
        return _looks_all_ways(context, outer, next(iter(walls)), up)
    walled = [place for place, is_walled in enumerate(_are_walled(context, outer)) if is_walled]
    n = len(outer.edges)
    for place, following in zip(walled, [*walled[1:], walled[0] + n], strict=True):
        between = [outer.edges[at % n] for at in range(place, following + 1)]
        if len(between) > 2 and _turn_between_deg(context, outer, between, up) > HALF_TURN_DEG:
            return False
    return True


def _are_walled(context: PocketContext, outer: Contour) -> list[bool]:
    """Find the edges of a border where a wall rises, or leans over it, or a blend of which nobody knows."""
    faces = context.graph.faces_of_group[outer.group]
    edges_down = {
        joint.edge
        for joint in neighborhoods.border_joints(context.graph, faces)
        if joint.convexity in (Convexity.CONVEX, Convexity.SMOOTH_CONVEX)
    }
    return [
        edge not in edges_down
        if meeting is None
        else meeting.convexity == Convexity.CONCAVE and meeting.angle_deg - 180.0 >= STEEP_DEG[0]
        for edge, meeting in zip(outer.edges, outer.meetings, strict=True)
    ]


def _turn_between_deg(context: PocketContext, outer: Contour, edges: list[EdgeId], up: Vector) -> float:
    """Return how far a border turns from the end of the first of its edges to the start of the last."""

    def turn_deg(some: list[EdgeId]) -> float:
        return contour_runs.turn_along_deg(context.part, context.graph, outer, some, up)

    return turn_deg(edges) - turn_deg(edges[:1]) - turn_deg(edges[-1:])


def _looks_all_ways(context: PocketContext, outer: Contour, wall: FaceId, up: Vector) -> bool:
    """Whether the ways that a wall looks along a floor, seen from above, leave no half turn out."""
    members = context.graph.faces_of_group[wall]
    met = dict.fromkeys(each for each in outer.meetings if each and each.across(outer.group) == wall)
    edges = [context.part.edges[edge] for each in met for edge in each.edges[each.groups.index(wall)]]
    normals = np.concatenate([edge.normals[0 if edge.faces[0] in members else 1] for edge in edges])
    flat = normals[~np.isnan(normals).any(axis=1)] @ rectangles.in_plane(up).T
    turns_deg = np.sort(np.degrees(np.arctan2(flat[:, 1], flat[:, 0])))
    gaps_deg = np.diff(turns_deg, append=turns_deg[:1] + 360.0)
    return bool(gaps_deg.max(initial=0.0) < HALF_TURN_DEG)


def _is_one_wall(context: PocketContext, outer: Contour, run: Run) -> bool:
    """Whether one curved wall makes a recess by itself."""
    for wall in run.neighbors(outer.group):
        met = [
            edge
            for edge, meeting in zip(run.edges, run.meetings, strict=True)
            if meeting is not None and meeting.across(outer.group) == wall
        ]
        if (
            contour_runs.turn_along_deg(context.part, context.graph, outer, met, context.outward(outer))
            >= RECESS_DEG
        ):
            return True
    return False


def _walls(floor: FaceId, rises: list[Run]) -> set[FaceId]:
    return {
        meeting.across(floor)
        for run in rises
        for meeting in run.meetings
        if meeting is not None and is_wall(meeting)
    }


def _in_walls(
    context: PocketContext, outer: Contour, up: Vector, walls: tuple[FaceId, ...]
) -> frozenset[FaceId]:
    """Return the groups past inner contours of the walls, as far as the floor reaches along them."""
    outline = contour_runs.oriented(context.part, context.graph, outer.group, list(outer.edges))
    frame = np.stack(rectangles.smallest(outline, up))
    reach = outline @ frame.T
    slack_mm = BESIDE_SHARE * float(np.ptp(reach, axis=0).max())
    low, high = reach.min(axis=0) - slack_mm, reach.max(axis=0) + slack_mm
    past = set[FaceId]()
    for wall in walls:
        for contour in context.contours(wall):
            if contour.is_outer:
                continue
            middle = (
                contour_runs.oriented(context.part, context.graph, wall, list(contour.edges)).mean(axis=0)
                @ frame.T
            )
            if (middle >= low).all() and (middle <= high).all():
                past |= beyond_contour(context, contour)
    return frozenset(past)


def beyond(context: PocketContext, groups: tuple[FaceId, ...]) -> frozenset[FaceId]:
    """Return the groups past every inner contour that is all mouth or all foot."""
    return frozenset(
        other
        for group in groups
        for contour in context.contours(group)
        for other in beyond_contour(context, contour)
    )


def beyond_contour(context: PocketContext, contour: Contour) -> frozenset[FaceId]:
    """Return the groups past an inner contour that is all mouth or all foot; none past any other."""
    if context.closed(contour) not in (Convexity.CONVEX, Convexity.CONCAVE):
        return frozenset()
    return frozenset(each.across(contour.group) for each in contour.meetings if each is not None)
