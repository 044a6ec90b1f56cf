"""Barrels: groups of faces that lie on one cylinder or one cone, wherever on it they lie.

A file splits a bore into halves, a slot cuts a boss into fingers, a web parts the hub above it from the hub
below: neighbors were joined into groups already, and this finds the groups that were one surface once.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from engine.graph.coaxial import AxisLine, axis_line
from engine.model.arrays import Bools, Floats
from engine.model.part import Face, FaceId, Part
from engine.model.surface import Cone, Cylinder
from engine.tolerances import FIT_LENGTH, LENGTH_FLOOR_MM, PARALLEL_DEG

Group = tuple[FaceId, ...]


def alike(part: Part, groups: Sequence[Group]) -> list[list[Group]]:
    """Gather the groups of one body that lie on one cylinder or one cone, near or far.

    All groups lie on cylinders, or all on cones. Families come in the order of their first group, members
    as they were given.
    """
    barrels = [_barrel(group, largest(part, group)) for group in groups]
    gathered = []
    while barrels:
        is_alike = _are_like(barrels[0], barrels)
        gathered.append([barrel.group for barrel, alike in zip(barrels, is_alike, strict=True) if alike])
        barrels = [barrel for barrel, alike in zip(barrels, is_alike, strict=True) if not alike]
    return gathered


def largest(part: Part, faces: Iterable[FaceId]) -> Face:
    """Return the face with the greatest area, the smallest id where several have it."""
    return max((part.faces[face] for face in faces), key=lambda face: (face.area_mm2, -face.id))


@dataclass(frozen=True, slots=True, eq=False)
class _Barrel:
    """A group with the numbers by which it is compared."""

    group: Group
    face: Face
    axis: AxisLine
    radius_mm: float
    """Abreast of `place_mm`."""
    place_mm: float
    """Along the axis, where the group lies."""
    slope: float
    """By how much the radius grows along the axis; 0 of a cylinder."""


def _barrel(group: Group, face: Face) -> _Barrel:
    axis = axis_line(face.surface)
    assert axis is not None
    place_mm = float(axis.along(face.inner_point))
    if isinstance(face.surface, Cone):
        slope = float(np.tan(np.radians(face.surface.half_angle_deg)))
        return _Barrel(group, face, axis, place_mm * slope, place_mm, slope)
    assert isinstance(face.surface, Cylinder)
    return _Barrel(group, face, axis, face.surface.radius_mm, place_mm, 0.0)


def _are_like(first: _Barrel, others: Sequence[_Barrel]) -> Bools:
    """Compare one barrel with many, itself first among them: body, radius, lean, and axis abreast of each."""
    axes = np.array([other.axis.direction for other in others])
    radii = np.array([other.radius_mm for other in others])
    middles = np.array([other.axis.at(other.place_mm) for other in others])
    along = (middles - first.axis.origin) @ first.axis.direction
    abreast = first.axis.origin + np.outer(along, first.axis.direction)
    apart = np.linalg.norm(abreast - middles, axis=1)
    expected = first.radius_mm + (along - first.place_mm) * first.slope
    slack = np.array([other.face.deviation_mm for other in others]) + first.face.deviation_mm
    tolerance = FIT_LENGTH * np.minimum(radii, first.radius_mm) + slack + LENGTH_FLOOR_MM
    is_alike = (np.abs(radii - expected) <= tolerance) & (apart <= tolerance)
    is_alike &= _leans_alike(first, others, axes)
    is_alike &= np.array([other.face.body == first.face.body for other in others])
    is_alike[0] = True
    return np.asarray(is_alike)


def _leans_alike(first: _Barrel, others: Sequence[_Barrel], axes: Floats) -> Bools:
    """Tell which axes are parallel, and of cones point the same way and open as far."""
    crossing = np.linalg.norm(np.cross(axes, first.axis.direction), axis=1)
    is_parallel = crossing <= np.sin(np.radians(PARALLEL_DEG))
    if first.slope:
        leans = np.degrees(np.arctan([other.slope for other in others]))
        is_parallel &= np.abs(leans - np.degrees(np.arctan(first.slope))) <= PARALLEL_DEG
        is_parallel &= axes @ first.axis.direction > 0.0
    return np.asarray(is_parallel)
