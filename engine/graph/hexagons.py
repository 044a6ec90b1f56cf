"""Hexagons about an axis: the flats of a nut, the head of a bolt, the socket of a screw."""

from dataclasses import dataclass

import numpy as np

from engine.graph.coaxial import AxisLine
from engine.model.arrays import cross
from engine.model.part import Body, FaceId, Part
from engine.model.surface import Plane
from engine.tolerances import LENGTH_FLOOR_MM

SAME_DEG = 1.0
"""Flats of one hexagon stand at 60 degrees within this."""

MOST_FLATS = 12
"""Of more flats equally far from the axis six make no hexagon: they are the gaps of teeth, or a knurl. Double
hexagons have twelve."""

EQUALLY_FAR = 0.02
"""The flats of a hexagon about an axis are equally far from it within this share: bores of drawn nuts are off
their middle by hundredths of a millimeter."""


@dataclass(frozen=True, slots=True, eq=False)
class Hexagon:
    """Six flats round an axis."""

    across_flats_mm: float
    is_socket: bool
    """Whether they face the axis."""
    faces: tuple[FaceId, ...]
    """Ascending."""
    low_mm: float
    high_mm: float
    """Along the axis, from its origin."""


def about(part: Part, body: Body, axis: AxisLine) -> tuple[Hexagon, ...]:
    """Find the hexagons about an axis, the widest first."""
    flats = [
        face
        for face in (part.faces[each] for each in body.faces)
        if isinstance(face.surface, Plane)
        and abs(float(face.inner_normal @ axis.direction)) <= np.sin(np.radians(SAME_DEG))
    ]
    if len(flats) < 6:
        return ()
    normals = np.stack([face.inner_normal for face in flats])
    offsets_mm = np.sum(normals * (np.stack([face.inner_point for face in flats]) - axis.origin), axis=1)
    found: list[Hexagon] = []
    left = np.ones(len(flats), dtype=bool)
    for at in np.argsort(-np.abs(offsets_mm), kind="stable").tolist():
        if not left[at]:
            continue
        slack_mm = EQUALLY_FAR * abs(offsets_mm[at]) + LENGTH_FLOOR_MM
        is_level = left & (np.abs(offsets_mm - offsets_mm[at]) <= slack_mm)
        turns = np.degrees(
            np.arctan2(
                cross(normals[at], normals[is_level]) @ axis.direction, normals[is_level] @ normals[at]
            )
        )
        if len(np.unique(np.round(turns / SAME_DEG))) > MOST_FLATS:
            left[is_level] = False
            continue
        steps = turns / 60.0
        is_step = np.abs(steps - np.round(steps)) * 60.0 <= SAME_DEG
        members = np.flatnonzero(is_level)[is_step]
        left[members] = False
        if set(np.round(steps[is_step]).astype(int) % 6) == set(range(6)):
            found.append(_hexagon(part, axis, [flats[each].id for each in members], float(offsets_mm[at])))
    return tuple(found)


def _hexagon(part: Part, axis: AxisLine, faces: list[FaceId], offset_mm: float) -> Hexagon:
    edges = {edge for face in faces for loop in part.faces[face].loops for edge in loop.edges}
    heights = np.concatenate([axis.along(part.edges[edge].points) for edge in sorted(edges)])
    return Hexagon(
        across_flats_mm=2.0 * abs(offset_mm),
        is_socket=offset_mm < 0.0,
        faces=tuple(sorted(faces)),
        low_mm=float(heights.min()),
        high_mm=float(heights.max()),
    )
