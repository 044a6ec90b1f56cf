"""The borders of a face group and who meets it along each, with blends suppressed.

The inner border of a plate where walls go down all round is the mouth of a pocket; where walls go up all
round, the foot of a boss; the outer border of a floor with walls all round is the floor of a pocket.
"""

from dataclasses import dataclass

import numpy as np

from engine.graph import neighborhoods, outlines, unrolled
from engine.graph.blend_suppressed import Meeting, SuppressedAdjacency
from engine.graph.unrolled import Unrolled
from engine.model.arrays import Floats
from engine.model.face_graph import Convexity, FaceGraph
from engine.model.part import EdgeId, Face, FaceId, Part
from engine.model.surface import Plane
from engine.run_context import RunContext


@dataclass(frozen=True, slots=True, eq=False)
class Contour:
    """One border of a group of faces."""

    group: FaceId
    edges: tuple[EdgeId, ...]
    """In order along the border, the group on their left."""
    meetings: tuple[Meeting | None, ...]
    """For each edge the meeting there; None where nothing but a corner of blends, or nothing, lies beyond."""
    lengths_mm: tuple[float, ...]
    """Of the edges."""
    is_outer: bool
    """Whether it goes round the group from outside; both rims of a cylinder do. Where the file
    has the seam of what turns about an axis makes no difference."""
    goes_round: bool
    """Whether it runs once about the axis of its group, as the rims of a band do."""

    def neighbors(self, convexity: Convexity) -> tuple[FaceId, ...]:
        """List the groups met in one way along the contour, in order, each once."""
        met = (each for each in self.meetings if each is not None and each.convexity == convexity)
        return tuple(dict.fromkeys(meeting.across(self.group) for meeting in met))

    def share(self, convexity: Convexity) -> float:
        """Return the share of the length along which the group meets its neighbors in one way.

        Edges without a meeting do not count; 0 where none has one.
        """
        met = [
            (length, meeting.convexity == convexity)
            for length, meeting in zip(self.lengths_mm, self.meetings, strict=True)
            if meeting is not None
        ]
        whole_mm = sum(length for length, _ in met)
        return sum(length for length, is_so in met if is_so) / whole_mm if whole_mm else 0.0


def of(context: RunContext, adjacency: SuppressedAdjacency, group: FaceId) -> tuple[Contour, ...]:
    """Walk every border of a group, in the order of `neighborhoods.border_loops`.

    Several recognizers ask for the same, so contours are kept for the rest of the run.
    """
    walked = context.once(_walked)
    if (adjacency, group) not in walked:
        walked[adjacency, group] = _walk(context.part, context.graph, adjacency, group)
    return walked[adjacency, group]


def _walked(_: RunContext) -> dict[tuple[SuppressedAdjacency, FaceId], tuple[Contour, ...]]:
    """Return the contours that were walked so far: in the beginning none."""
    return {}


def _walk(part: Part, graph: FaceGraph, adjacency: SuppressedAdjacency, group: FaceId) -> tuple[Contour, ...]:
    faces = graph.faces_of_group[group]
    is_inner_edge = {
        edge for face in faces for loop in part.faces[face].loops if not loop.is_outer for edge in loop.edges
    }
    contours = []
    for edges in neighborhoods.border_loops(part, faces):
        outline = _forward(part, faces, edges, outlines.points(part, edges))
        unrolled_border = unrolled.border(part.faces[group].surface, outline)
        is_outer = _is_outer(part.faces[group], outline, unrolled_border)
        contours.append(
            Contour(
                group=group,
                edges=edges,
                meetings=tuple(adjacency.at_edge.get((group, edge)) for edge in edges),
                lengths_mm=tuple(part.edges[edge].length_mm for edge in edges),
                is_outer=not is_inner_edge.issuperset(edges) if is_outer is None else is_outer,
                goes_round=unrolled_border is not None and unrolled_border.goes_round,
            )
        )
    return tuple(contours)


def _is_outer(face: Face, outline: Floats, unrolled_border: Unrolled | None) -> bool | None:
    """Whether a border goes round a face, not round a gap in it; None where the surface does not decide."""
    if isinstance(face.surface, Plane):
        return bool(outlines.vector_area(outline) @ face.inner_normal > 0.0)
    if unrolled_border is None or unrolled_border.area == 0.0:
        return None
    if unrolled_border.goes_round or unrolled_border.goes_round_tube:
        return True
    return face.sense * unrolled_border.area > 0.0


def _forward(part: Part, faces: tuple[FaceId, ...], edges: tuple[EdgeId, ...], outline: Floats) -> Floats:
    """Turn an outline so that the faces lie on its left, as seen from outside."""
    first = part.edges[edges[0]]
    runs_with_edge = np.array_equal(outline[: len(first.points)], first.points)
    is_on_left = first.faces[0] in faces
    return outline if runs_with_edge == is_on_left else outline[::-1]
