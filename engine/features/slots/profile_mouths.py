"""How a groove that is known by its section opens: which way, how wide, at which level."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from engine.features.slots.profile_sections import Section, runs_along
from engine.features.slots.slot_context import SlotContext
from engine.graph.coaxial import axis_line
from engine.graph.opposite_faces import DRAFTED_DEG
from engine.model.arrays import Floats, Vector, vector_product
from engine.model.face_graph import Convexity
from engine.model.part import FaceId, Part
from engine.model.surface import Cylinder, Plane
from engine.tolerances import FIT_LENGTH, LENGTH_FLOOR_MM, PARALLEL_SINE

ONE_WAY_COSINE = float(np.cos(np.radians(DRAFTED_DEG)))
"""Both sides of a mouth face one way within a draft."""

ROUND_COSINE = 0.5
"""On a shaft they lean apart by up to 60 degrees: the groove is then half as wide as the shaft is thick."""

BEHIND_COSINE = -0.5
"""What a V groove breaks through into looks away from its mouth, within 60 degrees."""


@dataclass(frozen=True, slots=True, eq=False)
class Mouth:
    """How a groove opens."""

    up: Vector
    sideways: Vector
    level: float
    """Along `up`, of the lower of its two edges."""
    places: tuple[float, float]
    """Along `sideways`, of the two sides at that level, ascending."""


def of_section(context: SlotContext, section: Section) -> Mouth | None:
    """See how a groove opens; None where what lies beyond its two edges does not face one way."""
    rims = [list(_rims(context, section, side)) for side in dict.fromkeys(section.sides)]
    if section.angle_deg is not None:
        out = np.sum([context.part.faces[side].inner_normal for side in section.sides], axis=0)
        out = out / np.linalg.norm(out)
        # what looks the other way lies where the groove breaks through into a hollow behind it
        rims = [[rim for rim in side if float(rim.normal @ out) > BEHIND_COSINE] for side in rims]
    if not all(rims):
        return None
    up = np.sum([rim.length_mm * rim.normal for side in rims for rim in side], axis=0)
    up = up - float(up @ section.along) * section.along
    size = float(np.linalg.norm(up))
    if size <= LENGTH_FLOOR_MM:
        return None
    up = up / size
    sideways = vector_product(section.along, up)
    if len(rims) == 1:
        axis = float(section.middle @ sideways)
        rims = [[rim for rim in rims[0] if (rim.at(sideways) > axis) == is_far] for is_far in (False, True)]
    if not all(rims):
        return None
    order = sorted((0, 1), key=lambda index: rims[index][0].at(sideways))
    sides = [rims[index] for index in order]
    if not _face_one_way(sides):
        return None
    level = min(max(rim.top(up) for rim in side) for side in sides)
    places = [
        _place(context.part, section.sides[index], (sideways, up), level, is_far)
        for index, is_far in zip(order, (False, True), strict=True)
    ]
    if places[0] is None or places[1] is None:
        return None
    return Mouth(up, sideways, level, (places[0], places[1]))


@dataclass(frozen=True, slots=True, eq=False)
class _Rim:
    """An edge of the mouth, on the border of what lies beyond it."""

    points: Floats
    normal: Vector
    """Of what lies beyond, at its middle."""
    is_flat: bool
    length_mm: float

    def at(self, way: Vector) -> float:
        """Return where its middle lies along a direction."""
        return float(self.points.mean(axis=0) @ way)

    def top(self, up: Vector) -> float:
        """Return how far up it reaches."""
        return float((self.points @ up).max())


def _rims(context: SlotContext, section: Section, side: FaceId) -> Iterator[_Rim]:
    """List the edges along a groove at which one of its sides ends."""
    part, graph = context.part, context.graph
    for meeting in context.adjacency.of_group[side]:
        other = meeting.across(side)
        if meeting.convexity != Convexity.CONVEX or other in section.groups:
            continue
        for number in meeting.edges[meeting.groups.index(other)]:
            edge = part.edges[number]
            if not runs_along(edge, section.along):
                continue
            beyond = [
                index for index, face in enumerate(edge.faces) if int(graph.group_of_face[face]) == other
            ]
            if beyond:
                normal = edge.normals[beyond[0], len(edge.points) // 2]
                is_flat = isinstance(part.faces[other].surface, Plane)
                yield _Rim(edge.points, normal, is_flat, edge.length_mm)


def _face_one_way(sides: list[list[_Rim]]) -> bool:
    normals = [np.sum([rim.length_mm * rim.normal for rim in side], axis=0) for side in sides]
    sizes = [float(np.linalg.norm(normal)) for normal in normals]
    is_flat = any(rim.is_flat for side in sides for rim in side)
    least = ONE_WAY_COSINE if is_flat else ROUND_COSINE
    return float(normals[0] @ normals[1]) >= least * sizes[0] * sizes[1]


def _place(
    part: Part, side: FaceId, frame: tuple[Vector, Vector], level: float, is_far: bool
) -> float | None:
    """Return where a side lies sideways at a level; None where it does not lean outwards there.

    `frame` is the direction sideways and up; the far side is the one further along the first.
    """
    face, (sideways, up) = part.faces[side], frame
    if isinstance(face.surface, Plane):
        lean = float(face.inner_normal @ sideways) * (-1.0 if is_far else 1.0)
        rise = float(face.inner_normal @ up)
        if lean <= PARALLEL_SINE or rise < -PARALLEL_SINE:
            return None
        height = level - float(face.inner_point @ up)
        return float(face.inner_point @ sideways) - height * rise / float(face.inner_normal @ sideways)
    line = axis_line(face.surface)
    assert isinstance(face.surface, Cylinder)
    assert line is not None
    below_mm = float(line.origin @ up) - level
    radius_mm = face.surface.radius_mm
    if not -FIT_LENGTH * radius_mm - LENGTH_FLOOR_MM <= below_mm < radius_mm:
        return None
    half_mm = float(np.sqrt(radius_mm**2 - max(below_mm, 0.0) ** 2))
    return float(line.origin @ sideways) + (half_mm if is_far else -half_mm)
