"""Finds faces that walls rise from on enough sides to make a recess.

The outer contour of a floor turns as it follows its walls: by 360 degrees with walls all round, by 180 with
one side open. In the corner of a step it turns by 90, in a channel not at all: neither is a recess. Where
gaps part the walls, one that bulges towards the floor takes nothing from what the others turn.
"""

import numpy as np

from engine.features.pockets.hollow import Hollow
from engine.features.pockets.pocket_context import PocketContext, is_wall
from engine.graph import contour_runs, rectangles
from engine.graph.contour_runs import Run
from engine.graph.contours import Contour
from engine.model.arrays import Vector
from engine.model.face_graph import Convexity
from engine.model.part import FaceId

RECESS_DEG = 150.0
"""Walls that turn by this much without a gap face each other with another between them: 180 less some draft
and skew."""

CLOSED_DEG = 330.0
"""Walls that turn by this much go all round; two of them will do then."""

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
    is_enclosed = turn_deg >= CLOSED_DEG or bool(recesses)
    fewest = (
        1
        if turn_deg >= CLOSED_DEG or any(_is_one_wall(context, outer, run) for run in recesses)
        else FEWEST_WALLS
    )
    if not is_enclosed or len(walls) < fewest:
        return None
    if turn_deg < CLOSED_DEG and not context.is_flat(outer.group):
        return None
    return Hollow(
        up=up,
        walls=tuple(sorted(walls)),
        floors=(outer.group,),
        borders=(outer,),
        mouth=None,
        is_closed=turn_deg >= CLOSED_DEG,
        exit_edges=(),
        past=beyond(context, (outer.group,)) | _in_walls(context, outer, up, tuple(sorted(walls))),
        reached=frozenset({outer.group, *walls}),
    )


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
