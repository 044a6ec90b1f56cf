"""Finds sheets that close upon themselves: flats which bends join all the way round, without a seam.

A blank has an outline, so whoever bends it to a tube leaves a slit or a weld. Walls of one thickness that go
round without either were extruded, drawn, molded or printed.
"""

import math
from collections.abc import Iterable
from itertools import pairwise

from engine.graph import neighborhoods
from engine.model.arrays import Vector, vector_product
from engine.model.face_graph import FaceGraph
from engine.model.part import FaceId, Part
from engine.model.surface import Cylinder, Plane
from engine.tolerances import PARALLEL_COSINE

HALF_TURN_DEG = 180.0
"""Two ways to a flat that turn by so much more or less than each other went round on different sides."""


def go_round(part: Part, graph: FaceGraph, skin: Iterable[FaceId]) -> bool:
    """Whether the flats of one skin, and the bends between them, come back to where they began: a tube.

    What has a floor across it is none; it may be deep-drawn.

    A bend turns the sheet by the angle between the flats that it joins. Going from flat to flat, these angles
    add up to the same whichever way is taken, unless two ways lead round a tube: then they differ by a turn.
    Embossed places end where they began, so they do not count.
    """
    faces = set(skin)
    bends = [face for face in sorted(faces) if isinstance(part.faces[face].surface, Cylinder)]
    left = set(bends)
    while left:
        axis = _axis(part, min(left))
        own = [face for face in sorted(left) if abs(float(_axis(part, face) @ axis)) >= PARALLEL_COSINE]
        left.difference_update(own)
        if len(own) > 1 and not _has_floor(part, faces, axis) and _is_wound(part, graph, faces, own, axis):
            return True
    return False


def _axis(part: Part, bend: FaceId) -> Vector:
    surface = part.faces[bend].surface
    assert isinstance(surface, Cylinder)
    return surface.axis


def _has_floor(part: Part, skin: Iterable[FaceId], axis: Vector) -> bool:
    """Whether a flat of the skin lies square to an axis."""
    flats = (part.faces[face] for face in skin if isinstance(part.faces[face].surface, Plane))
    return any(abs(float(face.inner_normal @ axis)) >= PARALLEL_COSINE for face in flats)


def _is_wound(part: Part, graph: FaceGraph, skin: set[FaceId], bends: Iterable[FaceId], axis: Vector) -> bool:
    """Whether ways over bends about one axis differ in how far they turn."""
    steps: dict[FaceId, list[tuple[FaceId, float]]] = {}

    def join(one: FaceId, other: FaceId) -> None:
        turn_deg = _turn_deg(part, one, other, axis)
        steps.setdefault(one, []).append((other, turn_deg))
        steps.setdefault(other, []).append((one, -turn_deg))

    for bend in bends:
        flats = [
            face
            for face in neighborhoods.neighbors(graph, (bend,), neighborhoods.SMOOTH)
            if face in skin and isinstance(part.faces[face].surface, Plane)
        ]
        for one, other in pairwise(flats):
            join(one, other)
    for flat in list(steps):
        for other in neighborhoods.neighbors(graph, (flat,), neighborhoods.SMOOTH):
            if other in steps and flat < other:
                join(flat, other)
    turned: dict[FaceId, float] = {}
    for seed in steps:
        if seed in turned:
            continue
        turned[seed], frontier = 0.0, [seed]
        while frontier:
            flat = frontier.pop()
            for other, turn_deg in steps[flat]:
                reached = turned[flat] + turn_deg
                if other not in turned:
                    turned[other] = reached
                    frontier.append(other)
                elif abs(turned[other] - reached) > HALF_TURN_DEG:
                    return True
    return False


def _turn_deg(part: Part, one: FaceId, other: FaceId, axis: Vector) -> float:
    """Return by how much the normal turns about an axis from one flat to another, -180 to 180."""
    first, second = part.faces[one].inner_normal, part.faces[other].inner_normal
    return math.degrees(math.atan2(float(vector_product(first, second) @ axis), float(first @ second)))
