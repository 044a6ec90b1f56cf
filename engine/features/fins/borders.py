"""Borders: what holds each stretch of a wall's outline: material beyond a hollow, or nothing."""

from dataclasses import dataclass

import numpy as np

from engine.graph import contours
from engine.graph.unblended import Meeting, Unblended
from engine.model.arrays import Bools, Floats, Vector
from engine.model.face_graph import Convexity, FaceGraph
from engine.model.feature import Role
from engine.model.part import EdgeId, FaceId, Part

SIDE_COSINE = 0.3
"""A stretch lies on the side of a direction when the wall's inside lies the other way by this much: edges
along the direction (the upright ends of a rib, leaning a little) lie on neither side."""

END_SHARE = 0.05
"""What reaches into the last of a wall, this share of its length, lies at its end."""


@dataclass(frozen=True, slots=True, eq=False)
class Stretch:
    """One edge on the border of a wall."""

    edge: EdgeId
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
    """All stretches of one side of a run, S of them."""

    stretches: tuple[Stretch, ...]
    inward: Floats
    """(S, 3) mm"""
    length_mm: Floats
    """(S,)"""
    is_held: Bools
    """(S,)"""

    def facing(self, direction: Vector) -> Floats:
        """Return (S,) mm: how much of each stretch lies square before `direction`, as seen from inside.

        0 for those that do not lie on that side.
        """
        reach: Floats = -(self.inward @ direction)
        return np.where(reach > SIDE_COSINE * self.length_mm, reach, 0.0)

    def held_share(self, direction: Vector) -> float:
        """Return how much of the border on one side ends in a hollow; 0 where there is no border."""
        facing = self.facing(direction)
        whole_mm = float(facing.sum())
        return float(facing[self.is_held].sum()) / whole_mm if whole_mm else 0.0

    def on_side(self, direction: Vector) -> tuple[Stretch, ...]:
        """List the stretches on one side."""
        return tuple(self.stretches[index] for index in np.flatnonzero(self.facing(direction)).tolist())


def outermost(part: Part, border: Border, way: Vector) -> Border:
    """Return what of a border lies at its very end along a direction; crossings on the way do not."""
    spans = np.array([_span(part.edges[stretch.edge].points @ way) for stretch in border.stretches])
    low_mm, high_mm = float(spans[:, 0].min()), float(spans[:, 1].max())
    is_last = spans[:, 1] >= high_mm - END_SHARE * (high_mm - low_mm)
    is_last &= border.facing(way) > 0.0
    return Border(
        tuple(border.stretches[index] for index in np.flatnonzero(is_last).tolist()),
        border.inward[is_last],
        border.length_mm[is_last],
        border.is_held[is_last],
    )


def _span(levels_mm: Floats) -> tuple[float, float]:
    return float(levels_mm.min()), float(levels_mm.max())


def of_group(
    part: Part, graph: FaceGraph, unblended: Unblended, role_of_blend: dict[FaceId, Role], group: FaceId
) -> tuple[Stretch, ...]:
    """Walk round a flat group. `role_of_blend` gives the role of every blend face."""
    faces = set(graph.faces_of_group[group])
    normal = part.faces[group].inner_normal
    stretches = []
    for contour in contours.of(part, graph, unblended, group):
        for edge, meeting in zip(contour.edges, contour.meetings, strict=True):
            curve = part.edges[edge]
            points = curve.points if curve.faces[0] in faces else curve.points[::-1]
            blend = next((face for face in curve.faces if face not in faces and face in role_of_blend), None)
            convexity = None if meeting is None else meeting.convexity
            stretches.append(
                Stretch(
                    edge=edge,
                    wall=group,
                    meeting=meeting,
                    blend=None if blend is None else FaceId(int(graph.group_of_face[blend])),
                    is_held=convexity == Convexity.CONCAVE
                    or (meeting is None and blend is not None and role_of_blend[blend] == Role.FILLET),
                    is_running_on=convexity == Convexity.SMOOTH,
                    inward=np.cross(normal, points[-1] - points[0]),
                )
            )
    return tuple(stretches)


def gathered(stretches: list[Stretch], part: Part) -> Border:
    """Put the borders of the groups of one side together."""
    return Border(
        tuple(stretches),
        np.array([stretch.inward for stretch in stretches]).reshape(-1, 3),
        np.array([part.edges[stretch.edge].length_mm for stretch in stretches]),
        np.array([stretch.is_held for stretch in stretches], dtype=bool),
    )
