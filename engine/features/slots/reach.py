"""Reach: how far a face group, with the blends at its border, reaches along a direction."""

from dataclasses import dataclass

from engine.graph import extents
from engine.graph.unblended import Unblended
from engine.model.arrays import Vector
from engine.model.face_graph import Convexity, FaceGraph
from engine.model.part import FaceId, Part


@dataclass(frozen=True, slots=True, eq=False)
class Reach:
    """Looks at the edges of groups; see `of_group` and `with_rims`."""

    part: Part
    graph: FaceGraph
    unblended: Unblended

    def of_group(self, group: FaceId, way: Vector) -> tuple[float, float]:
        """Return the least and the greatest of `points @ way` over a group."""
        return self.of_faces(self.graph.faces_of_group[group], way)

    def of_faces(self, faces: tuple[FaceId, ...], way: Vector) -> tuple[float, float]:
        """Return the least and the greatest of `points @ way` over faces."""
        edges = sorted(
            {edge for face in faces for loop in self.part.faces[face].loops for edge in loop.edges}
        )
        ends = [extents.along(self.part.edges[edge], way) for edge in edges]
        return min(low for low, _ in ends), max(high for _, high in ends)

    def with_rims(self, group: FaceId, way: Vector) -> tuple[float, float]:
        """Return the reach of a group together with the rounds and chamfers at its outer edges.

        The mouth of a slot lies where its chamfers begin.
        """
        low, high = self.of_group(group, way)
        for meeting in self.unblended.of_group.get(group, ()):
            if meeting.convexity == Convexity.CONVEX and meeting.blends:
                low_of_rim, high_of_rim = self.of_faces(meeting.blends, way)
                low, high = min(low, low_of_rim), max(high, high_of_rim)
        return low, high
