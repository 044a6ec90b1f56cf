"""How far a fin reaches: to the plane of what holds it, or to the outermost of its free end.

A fillet at the foot or at an end does not shorten a fin: it reaches to where the walls would meet without.
"""

import numpy as np

from engine.features.fins.borders import Border, Stretch
from engine.graph import extents
from engine.graph.neighborhoods import border_joints
from engine.model.analysis import PreparedPart
from engine.model.arrays import Vector
from engine.model.face_graph import FaceGraph
from engine.model.part import EdgeId, Face, FaceId, Part
from engine.model.surface import Cylinder, Plane
from engine.tolerances import at_least

END_LEAN_DEG = 10.0
"""An end that leans by more than this from square is a slope, whose outermost point counts; the length to one
that leans less, by draft, is measured halfway up."""

TOP_LEAN_DEG = 0.5
"""A top that leans by more than this is a slope, whose highest point counts."""


def free(
    prepared: PreparedPart,
    borders: tuple[Border, ...],
    center: Vector,
    direction: Vector,
    lean_deg: float,
    between: tuple[Vector, float],
) -> float | None:
    """Return how far a fin goes along a direction on a side where it ends free; None without such a side.

    Parameters
    ----------
    center : (3,)
        Halfway between the walls, halfway along the fin.
    lean_deg : float
        An end that leans by more is a slope.
    between : (3,) and mm
        The direction across and half the greatest thickness: a rounded edge reaches as far as those of its
        borders that lie within.
    """
    part, graph = prepared.part, prepared.graph
    levels_mm = []
    for stretch in _on_side(borders, direction):
        if stretch.is_held:
            continue
        beyond = None if stretch.beyond is None else part.faces[stretch.beyond]
        if beyond is not None and isinstance(beyond.surface, Plane):
            if _is_square(beyond.inner_normal, direction, between[0], lean_deg):
                levels_mm.append(_level(beyond, center, direction))
                continue
        levels_mm.append(extents.along(part.edges[stretch.edge], direction)[1])
        blends = () if stretch.meeting is None else stretch.meeting.blends
        if stretch.blend is not None:
            blends = (*blends, *graph.faces_of_group[stretch.blend])
        for edge in _edges(graph, blends):
            points = (part.edges[edge].points - center) @ between[0]
            if float(np.abs(points).max()) <= between[1]:
                levels_mm.append(extents.along(part.edges[edge], direction)[1])
    return max(levels_mm, default=None)


def held(
    part: Part, borders: tuple[Border, ...], center: Vector, direction: Vector, across: Vector
) -> tuple[float, ...]:
    """Return where a fin ends along a direction on a side where it is held; nothing where nothing holds it.

    Of several things that hold it, what holds the longest stretch counts, or each of those that hold as long
    ones: of two that hold one wall each at an upright end, both hold the height of the fin.
    """
    length_of_base: dict[FaceId, float] = {}
    for border in borders:
        facing = border.facing(direction)
        for index in np.flatnonzero((facing > 0.0) & border.is_held).tolist():
            beyond = border.stretches[index].beyond
            if beyond is not None:
                length_of_base[beyond] = length_of_base.get(beyond, 0.0) + float(facing[index])
    if not length_of_base:
        return ()
    longest_mm = max(length_of_base.values())
    return tuple(
        _held_by(part, part.faces[base], borders, center, direction, across)
        for base, length_mm in sorted(length_of_base.items())
        if at_least(length_mm, longest_mm)
    )


def _held_by(
    part: Part, base: Face, borders: tuple[Border, ...], center: Vector, direction: Vector, across: Vector
) -> float:
    """Return where a fin ends at what holds it.

    Where that is curved, it is half way between the nearest and the farthest of the border there.
    """
    if isinstance(base.surface, Plane) and _is_square(-base.inner_normal, direction, across, END_LEAN_DEG):
        return _level(base, center, direction)
    if isinstance(base.surface, Cylinder):
        hit = _level_of_cylinder(base.surface, base.sense, center, direction)
        if hit is not None:
            return hit
    middles_mm = []
    for border in borders:
        spans_mm = [
            extents.along(part.edges[stretch.edge], direction)
            for stretch in border.on_side(direction)
            if stretch.is_held and stretch.beyond == base.id
        ]
        if spans_mm:
            middles_mm.append((min(low for low, _ in spans_mm) + max(high for _, high in spans_mm)) / 2.0)
    return float(np.mean(middles_mm))


def _is_square(normal: Vector, direction: Vector, across: Vector, lean_deg: float) -> bool:
    """Whether a plane is square to a direction, whatever it does from one wall to the other."""
    in_plane = normal - (normal @ across) * across
    return bool(in_plane @ direction >= np.cos(np.radians(lean_deg)) * np.linalg.norm(in_plane) > 0.0)


def _on_side(borders: tuple[Border, ...], direction: Vector) -> list[Stretch]:
    return [stretch for border in borders for stretch in border.on_side(direction)]


def _edges(graph: FaceGraph, faces: tuple[FaceId, ...]) -> list[EdgeId]:
    return sorted({joint.edge for face in faces for joint in border_joints(graph, (face,))})


def _level(face: Face, center: Vector, direction: Vector) -> float:
    """Return where the line through the center runs into a plane."""
    steps = ((face.inner_point - center) @ face.inner_normal) / (direction @ face.inner_normal)
    return float(center @ direction + steps)


def _level_of_cylinder(surface: Cylinder, sense: int, center: Vector, direction: Vector) -> float | None:
    """Return where the line through the center runs into a cylinder that it does not run along."""
    square = direction - (direction @ surface.axis) * surface.axis
    steepness = float(square @ square)
    if steepness < 0.25:
        return None
    offset = center - surface.origin
    offset = offset - (offset @ surface.axis) * surface.axis
    root = (offset @ square) ** 2 - steepness * (offset @ offset - surface.radius_mm**2)
    if root < 0.0:
        return None
    # A fin stands outside a shaft, so it meets its near side; inside a bore it meets the far side.
    steps = (-(offset @ square) - sense * np.sqrt(root)) / steepness
    return float(center @ direction + steps)
