"""Stretches of a contour with neighbors of one kind, and how far the contour turns along each.

A floor that walls close in turns by 360 degrees along a run of hollows; one side open, by 180; in the
corner of a step by 90. The other way round, a base that runs about a pad turns by -360 along its foot.

On a plane, cylinder or cone a border turns as it does on paper, unrolled: half a pipe has four corners of 90
degrees, though from above its rims are straight and fold back. Other surfaces are seen from one side.
"""

from dataclasses import dataclass

import numpy as np

from engine.graph import outlines
from engine.graph.blend_suppressed import Meeting
from engine.graph.contours import Contour
from engine.model.arrays import Bools, Floats, Vector, cross
from engine.model.face_graph import Convexity, FaceGraph
from engine.model.part import Circle, EdgeId, FaceId, Line, Part
from engine.model.surface import Cone, Cylinder

CORNER_SHARE = 0.05
CORNER_DEG = 10.0
"""An edge that meets nobody is a corner of blends when it is no longer than this share of the contour, or
turns by at least this much: what is long and straight is a side."""

SMOOTH_STEP_DEG = 20.0
"""Samples of a curve turn by no more than this from one to the next; what turns more is a corner."""


PRECEDENCE = (*(each for each in Convexity if each != Convexity.CONCAVE), None, Convexity.CONCAVE)
"""Of two ways in which the neighbors on both sides of a corner are met, the first here is the corner's."""


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """Edges of a contour that follow each other and meet their neighbors in one way."""

    convexity: Convexity | None
    """None where nothing that meets the group lies beyond."""
    edges: tuple[EdgeId, ...]
    meetings: tuple[Meeting | None, ...]
    """For each edge; None where it rounds a corner between two of the others."""
    turn_deg: float
    """From the first direction to the last, seen from outside with the group on the left."""
    length_mm: float
    is_whole: bool
    """Whether the run is all of the contour."""

    def neighbors(self, group: FaceId) -> tuple[FaceId, ...]:
        """List the groups met, in order, each once."""
        return tuple(dict.fromkeys(each.across(group) for each in self.meetings if each is not None))


def of(part: Part, graph: FaceGraph, contour: Contour, normal: Vector) -> tuple[Run, ...]:
    """Split a contour into runs, in order along it; `normal` (3,) says from where turns are seen.

    Where the group unrolls, it is seen from outside all along, but for the rims of a band.

    Edges without a meeting are mostly round corners of blends: they go with the runs that they lie between,
    at the end of a wall not with the wall. Long ones that do not turn are runs of their own.
    """
    ways = _ways(part, graph, contour, normal)
    n = len(ways)
    starts = [place for place in range(n) if ways[place] != ways[place - 1]] or [0]
    runs = []
    for start, end in zip(starts, [*starts[1:], starts[0] + n], strict=True):
        places = [place % n for place in range(start, end)]
        is_whole = len(places) == n
        edges = [contour.edges[place] for place in places]
        runs.append(
            Run(
                convexity=ways[places[0]],
                edges=tuple(contour.edges[place] for place in places),
                meetings=tuple(contour.meetings[place] for place in places),
                turn_deg=turn_along_deg(part, graph, contour, edges, normal, is_closed=is_whole),
                length_mm=sum(contour.lengths_mm[place] for place in places),
                is_whole=is_whole,
            )
        )
    return tuple(runs)


def oriented(part: Part, graph: FaceGraph, group: FaceId, edges: list[EdgeId]) -> Floats:
    """Return (N, 3) the points along edges of a border, in order, the group on their left."""
    return np.concatenate(_stretches(part, graph, group, edges))


def _stretches(part: Part, graph: FaceGraph, group: FaceId, edges: list[EdgeId]) -> list[Floats]:
    """Return the points along each edge of a border as `oriented` joins them."""
    members = graph.faces_of_group[group]
    runs = [part.edges[edge] for edge in edges]
    return [run.points if run.faces[0] in members else run.points[::-1] for run in runs]


def turn_along_deg(
    part: Part,
    graph: FaceGraph,
    contour: Contour,
    edges: list[EdgeId],
    normal: Vector,
    *,
    is_closed: bool = False,
) -> float:
    """Return how far a contour turns along some of its edges, positive to the left.

    `normal` (3,) says from where it is seen where its group does not unroll.
    """
    if len(edges) == 1 and isinstance(part.edges[edges[0]].curve, Line):
        return 0.0
    stretches = _stretches(part, graph, contour.group, edges)
    # From the end of an edge to the start of the next there is no way, but they are not the same point: what
    # rounding leaves between them, a millionth of a millimeter, points anywhere.
    is_way = np.concatenate([np.arange(1, len(each) + 1) < len(each) for each in stretches])[:-1]
    outline = np.concatenate(stretches)
    unrolls = isinstance(part.faces[contour.group].surface, Cylinder | Cone) and not contour.goes_round
    outward = (
        _outward(part, graph, contour.group, edges) if unrolls else np.broadcast_to(normal, outline.shape)
    )
    return _turn_deg(outline, np.where(np.isnan(outward), normal, outward), is_way, is_closed=is_closed)


def _outward(part: Part, graph: FaceGraph, group: FaceId, edges: list[EdgeId]) -> Floats:
    """Return (N, 3) outward normals of a group at the points that `oriented` gives; NaN where undefined."""
    members = graph.faces_of_group[group]
    normals = []
    for edge in map(part.edges.__getitem__, edges):
        side = 0 if edge.faces[0] in members else 1
        normals.append(edge.normals[side] if side == 0 else edge.normals[side][::-1])
    return np.concatenate(normals)


def _turn_deg(outline: Floats, normals: Floats, is_way: Bools, *, is_closed: bool) -> float:
    """Return how far the direction turns along an outline, seen against a normal (N, 3) at every point.

    Where it begins and ends amid a curve its direction is the curve's, not that of a chord. Steps from point
    to point count where they are a way (N - 1,).
    """
    steps = np.diff(outline, axis=0)
    lengths = np.linalg.norm(steps, axis=1)
    is_step = is_way & (lengths > 1e-9 * lengths.sum())
    steps, normals = steps[is_step], normals[:-1][is_step]
    if len(steps) < 2:
        return 0.0
    if is_closed:
        steps, normals = np.concatenate([steps, steps[:1]]), np.concatenate([normals, normals[:1]])
    sines = np.einsum("nk,nk->n", cross(steps[:-1], steps[1:]), normals[1:])
    cosines = np.einsum("nk,nk->n", steps[:-1], steps[1:])
    turns = np.degrees(np.arctan2(sines, cosines))
    if is_closed:
        return float(turns.sum())
    lengths = lengths[is_step]
    return float(turns.sum() + _half_turn(turns[0], *lengths[:2]) + _half_turn(turns[-1], *lengths[:-3:-1]))


def _half_turn(turn_deg: float, first_mm: float, second_mm: float) -> float:
    """Return how far a curve turns from its end to its first chord; 0 where a corner follows that."""
    return turn_deg * first_mm / (first_mm + second_mm) if abs(turn_deg) <= SMOOTH_STEP_DEG else 0.0


def facing(part: Part, contour: Contour, graph: FaceGraph) -> Vector:
    """Return (3,) the unit direction from which a contour runs round to the left; NaN if it has no area.

    Arcs count for what they enclose, not for what the samples along them do: a file may spell a circle so
    that it has more of them, and a border that is not plane would face elsewhere.
    """
    stretches = _stretches(part, graph, contour.group, list(contour.edges))
    outline = np.concatenate(stretches)
    area = outlines.vector_area(np.concatenate([outline, outline[:1]]))
    for edge, points in zip(contour.edges, stretches, strict=True):
        curve = part.edges[edge].curve
        if isinstance(curve, Circle):
            area = area + _beyond_chords(points - curve.center)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(area / np.linalg.norm(area), dtype=np.float64)


def _beyond_chords(spokes: Floats) -> Vector:
    """Return (3,) the vector area between an arc and its chords, from the spokes (N, 3) to its samples.

    Half of `r² (angle - sin angle)` each, square to the circle.
    """
    doubled = cross(spokes[:-1], spokes[1:])
    sizes = np.linalg.norm(doubled, axis=1)
    squares = np.linalg.norm(spokes[:-1], axis=1) * np.linalg.norm(spokes[1:], axis=1)
    angles = np.arctan2(sizes, np.einsum("nk,nk->n", spokes[:-1], spokes[1:]))
    more = np.where(sizes > 0.0, squares * angles / np.maximum(sizes, 1e-300) - 1.0, 0.0)
    return np.asarray((doubled * more[:, None]).sum(axis=0) / 2.0)


def _ways(part: Part, graph: FaceGraph, contour: Contour, normal: Vector) -> list[Convexity | None]:
    """Return for each edge how its neighbor is met, corners of blends filled in from the edges beside them.

    At the end of a wall a corner goes with what lies beyond: it flares the mouth of an open recess, or rounds
    the end of a pad, and turns against what it ends. Were it to go with what lies before it, which that is
    would change when the part is mirrored.
    """
    ways = [None if each is None else each.convexity for each in contour.meetings]
    corners = [
        way is None and _is_corner(part, graph, contour, place, normal) for place, way in enumerate(ways)
    ]
    known = [place for place, is_corner in enumerate(corners) if not is_corner]
    if not known:
        return ways
    filled = list(ways)
    for place, following in zip(known, [*known[1:], known[0] + len(ways)], strict=True):
        beside = {ways[place], ways[following % len(ways)]}
        way = next(each for each in PRECEDENCE if each in beside)
        for corner in range(place + 1, following):
            filled[corner % len(ways)] = way
    return filled


def _is_corner(part: Part, graph: FaceGraph, contour: Contour, place: int, normal: Vector) -> bool:
    """Whether an edge that meets nobody is short, or turns."""
    if contour.lengths_mm[place] <= CORNER_SHARE * sum(contour.lengths_mm):
        return True
    return abs(turn_along_deg(part, graph, contour, [contour.edges[place]], normal)) >= CORNER_DEG
