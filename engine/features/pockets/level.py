"""How high the walls round a floor stand, and how deep a hollow goes.

The mouth lies where the walls end: at the height that at least half of them, by length, do not pass. One
tall flange beside a pocket, or one wall cut lower by a step, changes nothing. Where those that are left above
a rim no longer make a recess, two bosses at its ends, the rim is the mouth.
"""

from dataclasses import dataclass

import numpy as np

from engine.features.pockets.floors import RECESS_DEG
from engine.features.pockets.hollow import Hollow
from engine.features.pockets.pocket_context import PocketContext, is_wall
from engine.graph import contour_runs, extents
from engine.graph.contours import Contour
from engine.model.arrays import Bools, Floats, Vector
from engine.model.face_graph import Convexity
from engine.model.part import EdgeId, FaceId
from engine.tolerances import LENGTH_FLOOR_MM, PARALLEL_COSINE, SAME_LENGTH


def mouth(context: PocketContext, hollow: Hollow, up: Vector) -> float:
    """Return the height of the mouth along `up`, mm."""
    if hollow.mouth is not None:
        return max(extents.along(context.part.edges[edge], up)[1] for edge in hollow.mouth.edges)
    ends_mm = where_walls_end(context, hollow, up)
    return _rim(context, hollow.borders[0], up, ends_mm) if len(hollow.borders) == 1 else ends_mm


def where_walls_end(context: PocketContext, hollow: Hollow, up: Vector) -> float:
    """Return the height that at least half of the walls, by length, do not pass."""
    key = ("walls end", tuple(border.edges[0] for border in hollow.borders), up.tobytes())
    return context.kept(key, lambda: _middle_top(context, hollow, up))


def _middle_top(context: PocketContext, hollow: Hollow, up: Vector) -> float:
    tops, lengths = [], []
    for border in hollow.borders:
        for edge, meeting, length_mm in zip(border.edges, border.meetings, border.lengths_mm, strict=True):
            if meeting is not None and is_wall(meeting):
                tops.append(wall_top(context, meeting.across(border.group), edge, up))
                lengths.append(length_mm)
    order = np.argsort(tops, kind="stable")
    reached = np.cumsum(np.array(lengths)[order])
    middle = int(np.searchsorted(reached, reached[-1] * (0.5 - 1e-9)))
    return float(np.array(tops)[order][middle])


def _rim(context: PocketContext, border: Contour, up: Vector, ends_mm: float) -> float:
    """Return the greatest height, at most where the walls end, to which walls make a recess.

    Where they do so at no height, because slopes lie between them, it is where they end.
    """
    rises = np.array(
        [
            wall_top(context, meeting.across(border.group), edge, up)
            if meeting is not None and is_wall(meeting)
            else -np.inf
            for edge, meeting in zip(border.edges, border.meetings, strict=True)
        ]
    )
    slack_mm = SAME_LENGTH * context.part.diagonal_mm + LENGTH_FLOOR_MM
    is_corner = np.array([meeting is None for meeting in border.meetings])
    levels = np.unique(np.minimum(rises[np.isfinite(rises)], ends_mm))[::-1]
    for height in levels.tolist():
        if _make_recess(context, border, up, rises >= height - slack_mm, is_corner):
            return float(height)
    return ends_mm


def _make_recess(context: PocketContext, border: Contour, up: Vector, rise: Bools, is_corner: Bools) -> bool:
    """Whether the edges of a border along which walls rise turn far enough without a gap.

    The corners between two of them, where blends meet, go with them.
    """
    n = len(rise)
    gaps = np.flatnonzero(~rise & ~is_corner)
    if not len(gaps):
        return True
    for gap, following in zip(gaps.tolist(), [*gaps[1:].tolist(), int(gaps[0]) + n], strict=True):
        places = [place % n for place in range(gap + 1, following)]
        while places and is_corner[places[0]]:
            places.pop(0)
        while places and is_corner[places[-1]]:
            places.pop()
        if places:
            edges = [border.edges[place] for place in places]
            if contour_runs.turn_along_deg(context.part, context.graph, border, edges, up) >= RECESS_DEG:
                return True
    return False


def top(context: PocketContext, groups: tuple[FaceId, ...], up: Vector) -> float:
    """Return the greatest height of some groups along `up`, mm, between their borders too."""
    return -bottom(context, groups, -up)


def bottom(context: PocketContext, groups: tuple[FaceId, ...], up: Vector) -> float:
    """Return the lowest height of some groups along `up`, mm, between their borders too."""
    lowest = []
    for group in groups:
        for face in context.graph.faces_of_group[group]:
            edges = [edge for loop in context.part.faces[face].loops for edge in loop.edges]
            lowest += [extents.along(context.part.edges[edge], up)[0] for edge in edges]
            if not context.is_flat(group):
                of_face = context.run.mesh.vertices[context.run.mesh.face_of_vertex == face]
                lowest += [float((of_face @ up).min())] if len(of_face) else []
    return min(lowest)


def wall_top(context: PocketContext, wall: FaceId, foot: EdgeId, up: Vector) -> float:
    """Return how high a wall reaches straight above an edge of the floor.

    Where it ends in a round or chamfer, the height of the flat face beyond that counts. A wall that stands
    beside the edge, and nowhere over it, reaches as high as all of it does.
    """
    outline = context.kept(("outline", wall, up.tobytes()), lambda: _outlined(context, wall, up))
    edge = context.part.edges[foot]
    along = edge.points[-1] - edge.points[0]
    along = along - (along @ up) * up
    length_mm = float(np.sqrt((along**2).sum()))
    if not context.is_flat(wall) or length_mm <= 0.0:
        return float(outline.rise.max())
    above_mm = _clipped(outline, (outline.points - edge.points[0]) @ along / length_mm**2)
    return above_mm if np.isfinite(above_mm) else float(outline.rise.max())


@dataclass(frozen=True, slots=True, eq=False)
class _Outline:
    """Points along the border of a wall, edge after edge."""

    points: Floats
    rise: Floats
    """(N,) heights, at rounds and chamfers those of the flat face beyond them."""
    is_joined: Bools
    """(N - 1,) whether a point and the next are of one edge."""


def _outlined(context: PocketContext, wall: FaceId, up: Vector) -> _Outline:
    points, rise, ends = [], [], []
    for face in context.graph.faces_of_group[wall]:
        for loop in context.part.faces[face].loops:
            for edge in loop.edges:
                border = context.part.edges[edge].points
                heights = border @ up
                lifted = _rim_height(context, wall, edge, up)
                points.append(border)
                rise.append(heights if lifted is None else np.maximum(heights, lifted))
                ends.append(np.arange(1, len(border) + 1) < len(border))
    return _Outline(np.concatenate(points), np.concatenate(rise), np.concatenate(ends)[:-1])


def _rim_height(context: PocketContext, wall: FaceId, border: EdgeId, up: Vector) -> float | None:
    """Return the height of the level face that a wall meets across blends at one of its edges."""
    meeting = context.adjacency.at_edge.get((wall, border))
    if meeting is None or meeting.convexity != Convexity.CONVEX or not meeting.blends:
        return None
    beyond = context.face(meeting.across(wall))
    is_level = float(beyond.inner_normal @ up) >= PARALLEL_COSINE
    return float(beyond.inner_point @ up) if is_level and context.is_flat(beyond.id) else None


def _clipped(outline: _Outline, share: Floats) -> float:
    """Return the greatest height where the share along the edge is in [0, 1]; -inf: nowhere."""
    inside = (share >= -1e-9) & (share <= 1.0 + 1e-9)
    best = float(outline.rise[inside].max()) if inside.any() else -np.inf
    for limit in (0.0, 1.0):
        ahead = share - limit
        crossing = np.flatnonzero((ahead[:-1] * ahead[1:] < 0.0) & outline.is_joined)
        if len(crossing):
            part_way = ahead[crossing] / (ahead[crossing] - ahead[crossing + 1])
            at = outline.rise[crossing]
            best = max(best, float((at + part_way * (outline.rise[crossing + 1] - at)).max()))
    return best
