"""The part as slots see it: how far a face group reaches, with the blends at its border."""

from dataclasses import dataclass, field

import numpy as np

from engine.graph import extents
from engine.graph.blend_suppressed import SuppressedAdjacency
from engine.model.arrays import Floats, Vector
from engine.model.face_graph import Convexity, FaceGraph
from engine.model.part import Edge, FaceId, Line, Part


@dataclass(frozen=True, slots=True, eq=False)
class _BorderEdges:
    """The edges of faces: the ends of the straight ones, and the curved ones themselves."""

    ends: Floats
    """(N, 3)"""
    curved: tuple[Edge, ...]


@dataclass(slots=True, eq=False)
class SlotContext:
    """A part as slots look at it. Borders are gathered once for each group, and measured once each way."""

    part: Part
    graph: FaceGraph
    adjacency: SuppressedAdjacency
    _borders: dict[tuple[FaceId, ...], _BorderEdges] = field(default_factory=dict)
    _ends: dict[tuple[tuple[FaceId, ...], bytes], tuple[float, float]] = field(default_factory=dict)

    def of_group(self, group: FaceId, way: Vector) -> tuple[float, float]:
        """Return the least and the greatest of `points @ way` over a group."""
        return self.of_faces(self.graph.faces_of_group[group], way)

    def of_faces(self, faces: tuple[FaceId, ...], way: Vector) -> tuple[float, float]:
        """Return the least and the greatest of `points @ way` over faces."""
        key = (faces, way.tobytes())
        if key not in self._ends:
            self._ends[key] = self._measured(faces, way)
        return self._ends[key]

    def _measured(self, faces: tuple[FaceId, ...], way: Vector) -> tuple[float, float]:
        border = self._borders.get(faces)
        if border is None:
            border = self._borders[faces] = _border(self.part, faces)
        low, high = np.inf, -np.inf
        if len(border.ends):
            along = border.ends @ way
            low, high = float(along.min()), float(along.max())
        for edge in border.curved:
            near, far = extents.along(edge, way)
            low, high = min(low, near), max(high, far)
        return low, high

    def with_rims(self, group: FaceId, way: Vector) -> tuple[float, float]:
        """Return the reach of a group together with the rounds and chamfers at its outer edges.

        The mouth of a slot lies where its chamfers begin.
        """
        low, high = self.of_group(group, way)
        for meeting in self.adjacency.of_group.get(group, ()):
            if meeting.convexity == Convexity.CONVEX and meeting.blends:
                low_of_rim, high_of_rim = self.of_faces(meeting.blends, way)
                low, high = min(low, low_of_rim), max(high, high_of_rim)
        return low, high

    def size_mm(self, group: FaceId) -> float:
        """Return the diagonal of the box round a group."""
        boxes = np.array([self.part.faces[face].box_mm for face in self.graph.faces_of_group[group]])
        return float(np.linalg.norm(boxes[:, 1].max(axis=0) - boxes[:, 0].min(axis=0)))

    def area_mm2(self, group: FaceId) -> float:
        """Return the area of a group."""
        return sum(self.part.faces[face].area_mm2 for face in self.graph.faces_of_group[group])


def _border(part: Part, faces: tuple[FaceId, ...]) -> _BorderEdges:
    edges = sorted({edge for face in faces for loop in part.faces[face].loops for edge in loop.edges})
    straight = [part.edges[edge].points[[0, -1]] for edge in edges if _is_straight(part.edges[edge])]
    curved = tuple(part.edges[edge] for edge in edges if not _is_straight(part.edges[edge]))
    return _BorderEdges(np.concatenate(straight) if straight else np.empty((0, 3)), curved)


def _is_straight(edge: Edge) -> bool:
    return isinstance(edge.curve, Line)
