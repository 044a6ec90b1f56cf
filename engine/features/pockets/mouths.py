"""Finds openings in a face that walls go down from all round, followed to the floor or out below."""

import numpy as np

from engine.features.pockets import floors, places
from engine.features.pockets.hollow import Hollow
from engine.features.pockets.pocket_context import PocketContext
from engine.graph import contour_runs, rectangles
from engine.graph.contours import Contour
from engine.model.arrays import Floats, Vector
from engine.model.face_graph import Convexity
from engine.model.part import EdgeId, FaceId, Loop
from engine.tolerances import LENGTH_FLOOR_MM

UNDERCUT_SINE = 0.2
"""Faces that look down by more than this (12 degrees) are not reached through the mouth: the far side of a
plate, the roof of an undercut."""

FLOOR_COSINE = 0.7
"""Faces that look up at least this much (45 degrees) are floors, the others walls."""


def find(context: PocketContext, groups: tuple[FaceId, ...]) -> tuple[Hollow, ...]:
    """Find what every mouth in the groups leads into, in the order of the groups."""
    hollows = []
    for group in groups:
        if context.face(group).body is None or not _may_have_mouths(context, group):
            continue
        for contour in context.contours(group):
            if context.closed(contour) == Convexity.CONVEX and (hollow := _down(context, contour)):
                hollows.append(hollow)
    return tuple(hollows)


def _may_have_mouths(context: PocketContext, group: FaceId) -> bool:
    """Whether a group may have inner borders: several faces may go round one, or a face that meets itself."""
    faces = context.graph.faces_of_group[group]
    loops = context.part.faces[group].loops
    return len(faces) > 1 or any(not loop.is_outer or _has_seam(context, loop) for loop in loops)


def _has_seam(context: PocketContext, loop: Loop) -> bool:
    return any(len(set(context.part.edges[edge].faces)) == 1 for edge in loop.edges)


def _down(context: PocketContext, mouth: Contour) -> Hollow | None:
    """Follow the walls down from a mouth; None where they are a hole's, or it leads straight out somewhere.

    So does the mouth of a slot in the bore that it lays open: beside the bore, its floor looks away.
    """
    met = mouth.neighbors(Convexity.CONVEX)
    up = context.outward(mouth)
    brim = [group for group in met if group not in context.taken]
    if not brim or any(_looks_away(context, group, up) for group in brim):
        return None
    outline = contour_runs.oriented(context.part, context.graph, mouth.group, list(mouth.edges))
    shadow = _Shadow(outline, up)
    members, past = dict.fromkeys(brim), context.taken.intersection(met)
    frontier, exits = list(brim), dict[EdgeId, None]()
    while frontier:
        group = frontier.pop()
        for contour in context.contours(group):
            is_threshold = context.closed(contour) in (Convexity.CONVEX, Convexity.CONCAVE)
            for edge, meeting in zip(contour.edges, contour.meetings, strict=True):
                if meeting is None:
                    continue
                other = meeting.across(group)
                if other == mouth.group or other in members:
                    continue
                if is_threshold or other in context.taken:
                    past |= {other}
                elif _is_inside(context, other, up, shadow):
                    members[other] = None
                    frontier.append(other)
                elif meeting.convexity == Convexity.CONVEX and _looks_away(context, other, up):
                    exits[edge] = None
    reached = frozenset(members)
    flat = sorted(
        group for group in reached if float(context.normals(group).mean(axis=0) @ up) > FLOOR_COSINE
    )
    return Hollow(
        up=up,
        walls=tuple(sorted(reached.difference(flat))),
        floors=tuple(flat),
        borders=(mouth,),
        mouth=mouth,
        is_closed=True,
        exit_edges=tuple(sorted(exits)),
        past=frozenset(past - reached) | floors.beyond(context, tuple(flat)) - reached,
        reached=reached,
    )


BELOW_SHARE = 0.4
"""A face is inside when at least this share of its area lies below the mouth: half of it is enough, with what
the counting errs by; a third, of a column that the mouth opens on, is not."""

PLACES = 128
"""How many places of a face are asked. They give a share to about 2 %."""

NUDGE = 1e-4
"""How far in front of a face, as a share of the mouth's size, it is asked whether it lies below the mouth."""


class _Shadow:
    """What lies straight below a mouth."""

    def __init__(self, outline: Floats, up: Vector) -> None:
        self.up = up
        self.level = float((outline @ up).max())
        self._frame = rectangles.in_plane(up)
        flat = outline @ self._frame.T
        self.size_mm = float(np.ptp(flat, axis=0).max())
        self._tails, self._heads = flat, np.roll(flat, -1, axis=0)

    def share(self, points: Floats) -> float:
        """Return the share of points (N, 3) that lie below the mouth."""
        slack_mm = 2.0 * NUDGE * self.size_mm + LENGTH_FLOOR_MM
        x, y = (points @ self._frame.T).T[:, :, None]
        rises = (self._tails[:, 1] > y) != (self._heads[:, 1] > y)
        heights = np.where(rises, self._heads[:, 1] - self._tails[:, 1], 1.0)
        slopes = (self._heads[:, 0] - self._tails[:, 0]) / heights
        crossings = self._tails[:, 0] + (y - self._tails[:, 1]) * slopes
        is_within = np.count_nonzero(rises & (crossings > x), axis=1) % 2 == 1
        return float((is_within & (points @ self.up <= self.level + slack_mm)).mean())


def _looks_away(context: PocketContext, group: FaceId, up: Vector) -> bool:
    return bool((context.normals(group) @ up).max() < -FLOOR_COSINE)


def _is_inside(context: PocketContext, group: FaceId, up: Vector, shadow: _Shadow) -> bool:
    if float((context.normals(group) @ up).min()) < -UNDERCUT_SINE:
        return False
    faces = context.graph.faces_of_group[group]
    if (spread := places.over(context, faces, PLACES)) is not None:
        points, normals = spread.on_surface, spread.outward
    else:
        points = np.stack([context.part.faces[face].inner_point for face in faces])
        normals = np.stack([context.part.faces[face].inner_normal for face in faces])
    # A step into the air: an upright wall below the mouth's own edge is inside.
    return shadow.share(points + NUDGE * shadow.size_mm * normals) >= BELOW_SHARE
