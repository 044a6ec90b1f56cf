"""Finds spring edges: where a patch runs tangent into a flatter support, and its curvature jumps.

That jump is what a rolling ball leaves behind.
"""

from dataclasses import dataclass

from engine.graph import sections
from engine.model.arrays import Floats
from engine.model.face_graph import Joint
from engine.model.part import Edge, FaceId, Part
from engine.model.surface import Cylinder, Surface, Torus
from engine.tolerances import FIT_LENGTH

TANGENT_DEG = 3.0
"""A curved patch counts as tangent within this angle. Wider than `SMOOTH_DEG`: exporters fit blends to
half a degree, some kernels to two; a shallow chamfer cannot be confused, as it does not bend."""

FLATTER = 0.5
"""A support that bends the same way bends at most half as much: below that the two are one surface."""

COUNTER_FLATTER = 3.0
"""A support that bends the other way may bend three times as much: a fillet of 5 runs into a lug of 2.
Beyond it the patch is the neck between two rounded ends, not a fillet of a corner."""

SAME_RADIUS = 0.02
"""The curvature across the border of a cylinder or torus agrees with its radius within this share."""

SAME_BALL = 2.0
"""Where one ball touches both spring edges the curvatures across them differ by no more than this: an edge at
the end of a strip that is itself bent along its run would suggest balls that are none."""

FREEFORM_EVENNESS = 0.1
"""The curvature of a free-form strip falls along a spring edge to no less than this share of its peak."""


def is_tangent(joint: Joint) -> bool:
    """Whether two faces meet smoothly enough for a blend; False where the angle is undefined."""
    return abs(joint.angle_deg - 180.0) <= TANGENT_DEG


@dataclass(frozen=True, slots=True, eq=False)
class Spring:
    """A border edge along which a patch is tangent to a flatter support."""

    edge: Edge
    support: FaceId
    curvature: float
    """Of the patch across the edge, 1/mm, the middle sample's; positive in a hollow."""
    sizes: tuple[float, float]
    """Least and greatest size of that curvature along the edge."""

    def shares_balls_with(self, other: "Spring") -> bool:
        """Whether the balls that touch along one edge may be those that touch along the other."""
        (least, most), (other_least, other_most) = self.sizes, other.sizes
        return least <= SAME_BALL * other_most and other_least <= SAME_BALL * most


def spring_at(part: Part, joint: Joint, patch: frozenset[FaceId], surface: Surface) -> Spring | None:
    """Return the spring edge of a patch at a joint; None where there is none."""
    if not is_tangent(joint):
        return None
    edge = part.edges[joint.edge]
    side = sections.side_of(edge, patch)
    ours, theirs = _inner(edge.curvatures[side]), _inner(edge.curvatures[1 - side])
    if not ours or not theirs:
        return None
    middle, theirs_middle = ours[len(ours) // 2], theirs[len(theirs) // 2]
    least, most = sorted((abs(min(ours)), abs(max(ours))))
    if middle == 0.0 or min(ours) * middle <= 0.0 or max(ours) * middle <= 0.0:
        return None
    if not _is_across(surface, least, most):
        return None
    limit = FLATTER if theirs_middle * middle > 0.0 else COUNTER_FLATTER
    # radii are drawn at round ratios: a fillet of 3 that runs into a round of 1 is at the limit, not beyond
    if abs(theirs_middle) > limit * (1.0 + FIT_LENGTH) * abs(middle):
        return None
    return Spring(edge, edge.faces[1 - side], middle, (least, most))


def _inner(curvatures: Floats) -> list[float]:
    """List what is known of the curvatures along an edge, without its ends: too few for arrays."""
    return [each for each in curvatures[1:-1].tolist() if each == each]


def _is_across(surface: Surface, least: float, most: float) -> bool:
    """Whether curvatures of these sizes are those of the surface's own section, not of its run."""
    match surface:
        case Cylinder(radius_mm=radius_mm) | Torus(minor_radius_mm=radius_mm):
            return abs(least * radius_mm - 1.0) <= SAME_RADIUS and abs(most * radius_mm - 1.0) <= SAME_RADIUS
    return least >= FREEFORM_EVENNESS * most
