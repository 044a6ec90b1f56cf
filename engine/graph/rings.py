"""Faces of one surface seen along an axis: whether they go all the way round it, or cover it.

The answers come from the border alone, by how far each loop of it turns about the axis. A loop that goes
round is a rim; one that does not is a window, a hole in the side. Faces whose border goes round the axis
once in all cover it, as a floor and the tip of a drill do; a washer's two rims cancel out.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.graph.coaxial import AxisLine
from engine.graph.neighborhoods import border_joints, border_loops
from engine.model.arrays import Bools, Floats, Ints, cross
from engine.model.face_graph import FaceGraph, Joint
from engine.model.part import EdgeId, FaceId, Part
from engine.tolerances import FIT_LENGTH, LENGTH_FLOOR_MM

FULL_TURN_DEG = 360.0
SIDE_SHARE = 0.5
"""A border edge that turns by less than this share of its length runs along the axis rather than round it."""


@dataclass(frozen=True, slots=True, eq=False)
class Rim:
    """One border that goes round the axis, or as much of it as there is."""

    joints: tuple[Joint, ...]
    turn_deg: float
    """How far it turns about the axis, run through with the faces on its left."""
    low_mm: float
    high_mm: float
    """Along the axis, from its origin, over the samples."""
    radius_mm: float
    """Mean distance of the samples from the axis. Of a rim that is no circle it hangs on where they lie."""
    uneven_mm: float
    """Difference between their largest and least distance."""

    @property
    def is_circle(self) -> bool:
        """Whether every sample is as far from the axis."""
        return self.uneven_mm <= FIT_LENGTH * self.radius_mm + LENGTH_FLOOR_MM

    def meets(self, other: "Rim") -> bool:
        """Whether two rims share an edge, as those of faces next to each other do."""
        return not {joint.edge for joint in self.joints}.isdisjoint(joint.edge for joint in other.joints)


@dataclass(frozen=True, slots=True, eq=False)
class Ring:
    """Faces of one surface and how they lie round an axis."""

    faces: tuple[FaceId, ...]
    axis: AxisLine
    rims: tuple[Rim, ...]
    """Of a full ring, one for each loop that goes round; else the edges that turn one way and those that
    turn back, in that order, where there are any."""
    windows: tuple[Joint, ...]
    """The joints of loops that do not go round; of a partial ring, of all but its outer loop."""
    sides: tuple[Joint, ...]
    """The joints of rims and windows that run along the axis."""
    span_deg: float
    """360 all the way round; over 360 for a thread's strip; less for a part of the way."""
    covers_axis: bool
    """Whether the axis runs through the faces."""

    @property
    def is_full(self) -> bool:
        """Whether some loop of the border goes round the axis."""
        return self.span_deg == FULL_TURN_DEG

    @property
    def low_mm(self) -> float:
        """Where the ring's border begins along the axis."""
        return min((rim.low_mm for rim in self.rims), default=np.nan)

    @property
    def high_mm(self) -> float:
        """Where the ring's border ends along the axis."""
        return max((rim.high_mm for rim in self.rims), default=np.nan)

    def other_rims(self, rim: Rim) -> tuple[Rim, ...]:
        """List the rims besides the one that shares an edge with `rim`."""
        return tuple(other for other in self.rims if not other.meets(rim))


def around(part: Part, graph: FaceGraph, faces: tuple[FaceId, ...], axis: AxisLine) -> Ring:
    """See faces of one surface as a ring round an axis.

    Faces without a border (a whole ball) have no rims, span 0 and do not count as covering the axis.
    """
    joint_of_edge = {joint.edge: joint for joint in border_joints(graph, faces)}
    loops = [[edge for edge in loop if edge in joint_of_edge] for loop in border_loops(part, faces)]
    loops = [loop for loop in loops if loop]
    if not loops:
        return Ring(faces, axis, (), (), (), 0.0, False)
    border = _run_along(part, [edge for loop in loops for edge in loop], set(faces), axis)
    ends = np.cumsum([len(loop) for loop in loops])
    runs_of_loop = [range(end - len(loop), end) for loop, end in zip(loops, ends.tolist(), strict=True)]
    turns = [round(float(border.turn_deg[runs].sum()) / FULL_TURN_DEG) for runs in runs_of_loop]
    going_round = [runs for runs, turn in zip(runs_of_loop, turns, strict=True) if turn != 0]
    rest = [runs for runs, turn in zip(runs_of_loop, turns, strict=True) if turn == 0]

    span_deg, rims = FULL_TURN_DEG, [list(runs) for runs in going_round]
    if not going_round:
        spans = [_span_deg(border, runs) for runs in rest]
        span_deg = max(spans)
        outer = rest.pop(spans.index(span_deg))
        halves = [[run for run in outer if border.turn_deg[run] * way > 0.0] for way in (1.0, -1.0)]
        rims = [[run for run in half if not border.is_side[run]] for half in halves]
    joints = [joint_of_edge[edge] for loop in loops for edge in loop]
    return Ring(
        faces=faces,
        axis=axis,
        rims=tuple(_rim(border, joints, runs) for runs in rims if runs),
        windows=tuple(joints[run] for runs in rest for run in runs),
        sides=tuple(joint for joint, is_side in zip(joints, border.is_side, strict=True) if is_side),
        span_deg=span_deg,
        covers_axis=sum(turns) != 0,
    )


def courses(pieces: Sequence[Ring]) -> list[list[Ring]]:
    """Put pieces of one surface that lie side by side round their axis together.

    `pieces` come in ascending order along the axis; a full ring lies by itself, at whichever end of it they
    begin. Pieces that only touch, one ending at the level where the next begins, do not lie side by side.
    """
    found = [[piece] for piece in pieces if piece.is_full]
    beside: list[Ring] = []
    for piece in pieces:
        if piece.is_full:
            continue
        if not any(_overlap(piece, other) for other in beside):
            beside = []
            found.append(beside)
        beside.append(piece)
    return sorted(found, key=lambda course: course[0].low_mm)


def _overlap(piece: Ring, other: Ring) -> bool:
    """Whether two pieces share a stretch of their axis, not an end alone."""
    shared_mm = min(piece.high_mm, other.high_mm) - max(piece.low_mm, other.low_mm)
    shorter_mm = min(piece.high_mm - piece.low_mm, other.high_mm - other.low_mm)
    return shared_mm > FIT_LENGTH * shorter_mm + LENGTH_FLOOR_MM


def one_rim(rims: Sequence[Rim]) -> Rim | None:
    """Make one rim of the rims of several pieces; None of none."""
    if len(rims) < 2:
        return rims[0] if rims else None
    return Rim(
        joints=tuple(joint for rim in rims for joint in rim.joints),
        turn_deg=sum(rim.turn_deg for rim in rims),
        low_mm=min(rim.low_mm for rim in rims),
        high_mm=max(rim.high_mm for rim in rims),
        radius_mm=sum(rim.radius_mm for rim in rims) / len(rims),
        uneven_mm=max(rim.uneven_mm for rim in rims),
    )


def turn_deg(points: Floats, axis: AxisLine) -> float:
    """Return how far a run of points (N, 3) turns about an axis, counter-clockwise; none lies on it."""
    x, y = _frame(axis) @ (points - axis.origin).T
    steps = np.diff(np.degrees(np.arctan2(y, x)))
    return float((steps - FULL_TURN_DEG * np.round(steps / FULL_TURN_DEG)).sum())


@dataclass(frozen=True, slots=True, eq=False)
class _OrientedEdges:
    """Edges of a border, R of them, each run through with the faces on its left; S samples in all."""

    first: Ints
    """(R + 1,) where the samples of each run begin."""
    turn_deg: Floats
    """(R,) how far each run turns about the axis."""
    turned_deg: Floats
    """(S,) how far its run has turned at each sample."""
    is_side: Bools
    """(R,)"""
    along: Floats
    radii: Floats
    """(S,)"""


def _run_along(part: Part, edges: list[EdgeId], members: set[FaceId], axis: AxisLine) -> _OrientedEdges:
    pieces = []
    for edge in map(part.edges.__getitem__, edges):
        pieces.append(edge.points if edge.faces[0] in members else edge.points[::-1])
    first = np.concatenate([[0], np.cumsum([len(piece) for piece in pieces])])
    offsets = np.concatenate(pieces) - axis.origin
    x, y = _frame(axis) @ offsets.T
    radii = np.hypot(x, y)
    steps = np.diff(np.degrees(np.arctan2(y, x)), prepend=0.0)
    steps -= FULL_TURN_DEG * np.round(steps / FULL_TURN_DEG)
    steps[first[:-1]] = 0.0
    reached = np.cumsum(steps)
    turned = reached - np.repeat(reached[first[:-1]], np.diff(first))
    around_mm = np.add.reduceat(np.radians(np.abs(steps)) * radii, first[:-1])
    lengths_mm = np.array([part.edges[edge].length_mm for edge in edges])
    return _OrientedEdges(
        first=first,
        turn_deg=turned[first[1:] - 1],
        turned_deg=turned,
        is_side=around_mm < SIDE_SHARE * lengths_mm,
        along=offsets @ axis.direction,
        radii=radii,
    )


def _frame(axis: AxisLine) -> Floats:
    """Return (2, 3) two directions that make a right-handed frame with the axis."""
    least = np.eye(3)[int(np.argmin(np.abs(axis.direction)))]
    first = cross(least[None], axis.direction[None])[0]
    first /= np.linalg.norm(first)
    return np.stack([first, cross(axis.direction[None], first[None])[0]])


def _rim(border: _OrientedEdges, joints: list[Joint], runs: list[int]) -> Rim:
    samples = np.concatenate([np.arange(border.first[run], border.first[run + 1]) for run in runs])
    along, radii = border.along[samples], border.radii[samples]
    return Rim(
        joints=tuple(joints[run] for run in runs),
        turn_deg=float(border.turn_deg[runs].sum()),
        low_mm=float(along.min()),
        high_mm=float(along.max()),
        radius_mm=float(radii.mean()),
        uneven_mm=float(np.ptp(radii)),
    )


def _span_deg(border: _OrientedEdges, runs: range) -> float:
    """How far a loop that does not go round reaches about the axis."""
    turns = border.turn_deg[runs.start : runs.stop]
    begins = np.concatenate([[0.0], np.cumsum(turns[:-1])])
    reached = [
        begin + border.turned_deg[border.first[run] : border.first[run + 1]]
        for begin, run in zip(begins, runs, strict=True)
    ]
    return float(max(each.max() for each in reached) - min(each.min() for each in reached))
