"""Rings: faces of one carrier seen from an axis: do they go all the way round it, do they cover it.

The answers come from the border alone, by how far each loop of it turns about the axis. A loop that goes
round is a rim; one that does not is a window, a hole in the side. Faces whose border goes round the axis
once in all cover it, as a floor and the tip of a drill do; a washer's two rims cancel out.
"""

from dataclasses import dataclass

import numpy as np

from engine.graph.coaxial import AxisLine
from engine.graph.neighborhoods import border_joints, border_loops
from engine.model.arrays import Floats
from engine.model.face_graph import FaceGraph, Joint
from engine.model.part import Edge, FaceId, Part

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
    """Mean distance of the samples from the axis."""

    def meets(self, other: "Rim") -> bool:
        """Whether two rims share an edge, as those of faces next to each other do."""
        return not {joint.edge for joint in self.joints}.isdisjoint(joint.edge for joint in other.joints)


@dataclass(frozen=True, slots=True, eq=False)
class Ring:
    """Faces of one carrier and how they lie round an axis."""

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


@dataclass(frozen=True, slots=True, eq=False)
class _Run:
    """One edge of a border, run through with the faces on its left."""

    joint: Joint
    is_side: bool
    turn_deg: float
    turned_deg: Floats
    """How far the edge has turned at each of its samples."""
    along: Floats
    radii: Floats


def around(part: Part, graph: FaceGraph, faces: tuple[FaceId, ...], axis: AxisLine) -> Ring:
    """See faces of one carrier as a ring round an axis.

    Faces without a border (a whole ball) have no rims, span 0 and do not count as covering the axis.
    """
    members = set(faces)
    joint_of_edge = {joint.edge: joint for joint in border_joints(graph, faces)}
    frame = _frame(axis)
    loops = [
        [
            _run(part.edges[edge], joint_of_edge[edge], members, axis, frame)
            for edge in loop
            if edge in joint_of_edge
        ]
        for loop in border_loops(part, faces)
    ]
    loops = [loop for loop in loops if loop]
    turns = [round(sum(run.turn_deg for run in loop) / FULL_TURN_DEG) for loop in loops]
    going_round = [loop for loop, turn in zip(loops, turns, strict=True) if turn != 0]
    rest = [loop for loop, turn in zip(loops, turns, strict=True) if turn == 0]
    if going_round:
        span_deg = FULL_TURN_DEG
        rims = [_rim(loop) for loop in going_round]
    else:
        spans = [_span_deg(loop) for loop in rest]
        span_deg = max(spans, default=0.0)
        outer = rest.pop(spans.index(span_deg)) if rest else []
        halves = [[r for r in outer if not r.is_side and r.turn_deg * way > 0.0] for way in (1.0, -1.0)]
        going_round = [outer]
        rims = [_rim(half) for half in halves if half]
    return Ring(
        faces=faces,
        axis=axis,
        rims=tuple(rims),
        windows=tuple(run.joint for loop in rest for run in loop),
        sides=tuple(run.joint for loop in (*going_round, *rest) for run in loop if run.is_side),
        span_deg=span_deg,
        covers_axis=sum(turns) != 0,
    )


def _frame(axis: AxisLine) -> Floats:
    """Return (2, 3) two directions that make a right-handed frame with the axis."""
    least = np.eye(3)[int(np.argmin(np.abs(axis.direction)))]
    first = np.cross(least, axis.direction)
    first /= np.linalg.norm(first)
    return np.stack([first, np.cross(axis.direction, first)])


def _run(edge: Edge, joint: Joint, members: set[FaceId], axis: AxisLine, frame: Floats) -> _Run:
    points = edge.points if edge.faces[0] in members else edge.points[::-1]
    offsets = points - axis.origin
    x, y = frame @ offsets.T
    steps = np.diff(np.degrees(np.arctan2(y, x)))
    steps -= FULL_TURN_DEG * np.round(steps / FULL_TURN_DEG)
    turned = np.concatenate([[0.0], np.cumsum(steps)])
    radii = np.hypot(x, y)
    around_mm = float(np.radians(np.abs(steps)) @ ((radii[1:] + radii[:-1]) / 2.0))
    return _Run(
        joint=joint,
        is_side=around_mm < SIDE_SHARE * edge.length_mm,
        turn_deg=float(turned[-1]),
        turned_deg=turned,
        along=offsets @ axis.direction,
        radii=radii,
    )


def _rim(runs: list[_Run]) -> Rim:
    along = np.concatenate([run.along for run in runs])
    radii = np.concatenate([run.radii for run in runs])
    return Rim(
        joints=tuple(run.joint for run in runs),
        turn_deg=sum(run.turn_deg for run in runs),
        low_mm=float(along.min()),
        high_mm=float(along.max()),
        radius_mm=float(radii.mean()),
    )


def _span_deg(loop: list[_Run]) -> float:
    """How far a loop that does not go round reaches about the axis."""
    begins = np.cumsum([0.0] + [run.turn_deg for run in loop[:-1]])
    reached = np.concatenate([begin + run.turned_deg for begin, run in zip(begins, loop, strict=True)])
    return float(reached.max() - reached.min())
