"""What holds each stretch of a wall's outline: material beyond a hollow, or nothing."""

from dataclasses import dataclass

import numpy as np

from engine.graph import contours, extents, merged_edges
from engine.graph.blend_suppressed import Meeting, SuppressedAdjacency
from engine.model.arrays import Bools, Floats, Ints, Vector, cross
from engine.model.face_graph import Convexity
from engine.model.feature import Role
from engine.model.part import EdgeId, FaceId, Part
from engine.run_context import RunContext

SIDE_COSINE = 0.3
"""A stretch lies on the side of a direction when the wall's inside lies the other way by this much: edges
along the direction (the upright ends of a rib, leaning a little) lie on neither side."""

SAGITTA = 0.02
"""Between two samples, 15 degrees apart at most, an arc bulges by less than this share of its length."""

END_SHARE = 0.05
"""What reaches into the last of a wall, this share of its length, lies at its end."""


@dataclass(frozen=True, slots=True, eq=False)
class Stretch:
    """One edge on the border of a wall."""

    edge: EdgeId
    merged_edge: EdgeId
    """The edge that it was cut from, named by its first piece; itself where it is whole."""
    wall: FaceId
    """The group."""
    meeting: Meeting | None
    blend: FaceId | None
    """The group of the blend that borders on it here, if any."""
    is_held: bool
    """Whether the wall ends in a hollow here."""
    is_running_on: bool
    """Whether the surface goes on smoothly into another that is no blend."""
    inward: Vector
    """Into the wall, square to the edge: the mean over the edge times its length, mm."""

    @property
    def beyond(self) -> FaceId | None:
        """The group that the wall meets here, across blends."""
        return None if self.meeting is None else self.meeting.across(self.wall)


@dataclass(frozen=True, slots=True, eq=False)
class Border:
    """All stretches of one side of a wall pair, S of them."""

    stretches: tuple[Stretch, ...]
    inward: Floats
    """(S, 3) mm"""
    length_mm: Floats
    """(S,)"""
    is_held: Bools
    """(S,)"""
    merged_edge: Ints
    """(S,) the same number for pieces of one edge that was cut up."""
    points: Floats
    """(P, 3) samples along the stretches, one after the other."""
    first: Ints
    """(S,) where the samples of each begin."""

    def spans(self, direction: Vector) -> tuple[Floats, Floats]:
        """Return (S,) twice, mm: from where to where each stretch goes along a direction, by samples."""
        levels_mm = self.points @ direction
        return np.minimum.reduceat(levels_mm, self.first), np.maximum.reduceat(levels_mm, self.first)

    def reach(self, part: Part, direction: Vector) -> float:
        """Return how far the wall goes along a direction, between the samples too."""
        _, high_mm = self.spans(direction)
        nearly = float(high_mm.max()) - SAGITTA * self.length_mm
        return max(
            extents.along(part.edges[self.stretches[index].edge], direction)[1]
            for index in np.flatnonzero(high_mm >= nearly).tolist()
        )

    def facing(self, direction: Vector) -> Floats:
        """Return (S,) mm: how much of each stretch lies square before `direction`, as seen from inside.

        0 for those that do not lie on that side. Pieces of one edge lie where all of it does.
        """
        pieces = self.merged_edge
        reach = -np.bincount(pieces, self.inward @ direction).astype(np.float64)
        length_mm = np.bincount(pieces, self.length_mm)
        facing = np.where(reach > SIDE_COSINE * length_mm, reach, 0.0)
        return np.asarray(facing[pieces] * (self.length_mm / length_mm[pieces]))

    def held_share(self, direction: Vector) -> float:
        """Return how much of the border on one side ends in a hollow; 0 where there is no border."""
        facing = self.facing(direction)
        whole_mm = float(facing.sum())
        return float(facing[self.is_held].sum()) / whole_mm if whole_mm else 0.0

    def on_side(self, direction: Vector) -> tuple[Stretch, ...]:
        """List the stretches on one side."""
        return tuple(self.stretches[index] for index in np.flatnonzero(self.facing(direction)).tolist())


def outermost(border: Border, way: Vector) -> Border:
    """Return what of a border lies at its very end along a direction; crossings on the way do not."""
    low_mm, high_mm = border.spans(way)
    end_mm = float(high_mm.max())
    reached_mm = np.full(len(high_mm), -np.inf)
    np.maximum.at(reached_mm, border.merged_edge, high_mm)
    is_last = reached_mm[border.merged_edge] >= end_mm - END_SHARE * (end_mm - float(low_mm.min()))
    return _chosen(border, np.flatnonzero(is_last & (border.facing(way) > 0.0)).tolist())


def _chosen(border: Border, indices: list[int]) -> Border:
    ends = np.append(border.first, len(border.points))
    pieces = [border.points[ends[index] : ends[index + 1]] for index in indices]
    return Border(
        tuple(border.stretches[index] for index in indices),
        border.inward[indices],
        border.length_mm[indices],
        border.is_held[indices],
        border.merged_edge[indices],
        np.concatenate(pieces) if pieces else np.empty((0, 3)),
        _starts(pieces),
    )


def _starts(pieces: list[Floats]) -> Ints:
    return np.cumsum([0, *(len(piece) for piece in pieces[:-1])], dtype=np.int64)[: len(pieces)]


def of_group(
    context: RunContext,
    adjacency: SuppressedAdjacency,
    role_of_blend: dict[FaceId, int],
    group: FaceId,
) -> tuple[Stretch, ...]:
    """Walk round a flat group. `role_of_blend` gives the role of every blend face."""
    part, graph = context.part, context.graph
    faces = set(graph.faces_of_group[group])
    walked = [
        (edge, meeting)
        for contour in contours.of(context, adjacency, group)
        for edge, meeting in zip(contour.edges, contour.meetings, strict=True)
    ]
    if not walked:
        return ()
    runs = [part.edges[edge] for edge, _ in walked]
    chords = np.stack(
        [
            run.points[-1] - run.points[0] if run.faces[0] in faces else run.points[0] - run.points[-1]
            for run in runs
        ]
    )
    inward = cross(np.broadcast_to(part.faces[group].inner_normal, chords.shape), chords)
    stretches, whole = [], context.once(merged_edges.of)
    for (edge, meeting), run, into in zip(walked, runs, inward, strict=True):
        blend = next((face for face in run.faces if face not in faces and face in role_of_blend), None)
        convexity = None if meeting is None else meeting.convexity
        stretches.append(
            Stretch(
                edge=edge,
                merged_edge=whole.get(edge, edge),
                wall=group,
                meeting=meeting,
                blend=None if blend is None else FaceId(int(graph.group_of_face[blend])),
                is_held=convexity == Convexity.CONCAVE
                or (meeting is None and blend is not None and role_of_blend[blend] == Role.FILLET),
                is_running_on=convexity == Convexity.SMOOTH,
                inward=into,
            )
        )
    return tuple(stretches)


def gathered(stretches: list[Stretch], part: Part) -> Border:
    """Put the borders of the groups of one side together; there is at least one stretch."""
    pieces = [part.edges[stretch.edge].points for stretch in stretches]
    return Border(
        tuple(stretches),
        np.stack([stretch.inward for stretch in stretches]),
        np.array([part.edges[stretch.edge].length_mm for stretch in stretches]),
        np.array([stretch.is_held for stretch in stretches], dtype=bool),
        np.unique([stretch.merged_edge for stretch in stretches], return_inverse=True)[1],
        np.concatenate(pieces),
        _starts(pieces),
    )
