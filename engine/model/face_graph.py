"""The attributed adjacency graph: faces as nodes, joints as arcs (Joshi & Chang 1988)."""

from dataclasses import dataclass
from enum import StrEnum

from engine.model.arrays import Ints, Vector
from engine.model.part import EdgeId, FaceId


class Convexity(StrEnum):
    """How two faces meet, seen from outside the material."""

    CONVEX = "convex"
    CONCAVE = "concave"
    SMOOTH = "smooth"
    """Tangent, neither side bends across the joint, or they bend opposite ways."""
    SMOOTH_CONVEX = "smooth_convex"
    """Tangent, and the surface bends away from the outward normal (a round meets its support)."""
    SMOOTH_CONCAVE = "smooth_concave"
    """Tangent, and the surface bends towards the outward normal (a fillet meets its support)."""
    NON_MANIFOLD = "non_manifold"
    UNDEFINED = "undefined"
    """A free border of an open shell, or an edge too short or too broken to tell."""


@dataclass(frozen=True, slots=True, eq=False)
class Joint:
    """The border two faces share along one edge. Two faces may have several joints."""

    edge: EdgeId
    faces: tuple[FaceId, FaceId]
    """As in the edge; the same face twice at a seam; (face, -1) at a free border."""
    angle_deg: float
    """Through the material, at the middle: 90 on a cube's edge, 180 tangent, 270 in a notch; NaN where
    undefined."""
    min_angle_deg: float
    max_angle_deg: float
    """Range of the angle along the edge."""
    convexity: Convexity
    length_mm: float
    midpoint: Vector

    def across(self, face: FaceId) -> FaceId:
        """Return the face on the other side of the joint from `face` (itself at a seam)."""
        return self.faces[1] if self.faces[0] == face else self.faces[0]


@dataclass(frozen=True, slots=True, eq=False)
class FaceGraph:
    """Joints, joints of each face, and groups of faces that a file split though they lie on one surface."""

    joints: tuple[Joint, ...]
    joints_of_face: tuple[tuple[int, ...], ...]
    """For each face the indices into `joints`, ascending."""
    group_of_face: Ints
    """(F,) the smallest face id of the group the face belongs to; itself when it stands alone."""
    faces_of_group: dict[FaceId, tuple[FaceId, ...]]
    """By group id, members ascending."""
