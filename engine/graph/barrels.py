"""Barrels: groups of faces that lie on one cylinder or one cone, wherever on it they lie.

A file splits a bore into halves, a slot cuts a boss into fingers, a web parts the hub above it from the hub
below: neighbors were joined into groups already, and this finds the groups that were one surface once.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.graph.coaxial import AxisLine, axis_line
from engine.model.arrays import Bools, Floats, Ints
from engine.model.part import Face, FaceId, Part
from engine.model.surface import Cone, Cylinder
from engine.tolerances import FIT_LENGTH, LENGTH_FLOOR_MM, PARALLEL_DEG

Group = tuple[FaceId, ...]


def alike(part: Part, groups: Sequence[Group]) -> list[list[Group]]:
    """Gather the groups of one body that lie on one cylinder or one cone, near or far.

    All groups lie on cylinders, or all on cones. Families come in the order of their first group, members
    as they were given.
    """
    barrels = [_barrel(group, part.largest_face(group)) for group in groups]
    table = _table(barrels)
    left = np.arange(len(barrels))
    gathered = []
    while len(left):
        is_alike = _are_like(barrels[left[0]], table, left)
        gathered.append([barrels[each].group for each in left[is_alike].tolist()])
        left = left[~is_alike]
    return gathered


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


@dataclass(frozen=True, slots=True, eq=False)
class _Table:
    """The same numbers of all barrels, B of them."""

    axes: Floats
    middles: Floats
    """(B, 3)"""
    radii: Floats
    slopes: Floats
    strays_mm: Floats
    bodies: Ints
    """(B,)"""


def _table(barrels: Sequence[_Barrel]) -> _Table:
    return _Table(
        np.array([barrel.axis.direction for barrel in barrels]).reshape(-1, 3),
        np.array([barrel.axis.at(barrel.place_mm) for barrel in barrels]).reshape(-1, 3),
        np.array([barrel.radius_mm for barrel in barrels]),
        np.array([barrel.slope for barrel in barrels]),
        np.array([barrel.face.deviation_mm for barrel in barrels]),
        np.array([-1 if barrel.face.body is None else barrel.face.body for barrel in barrels]),
    )


def _are_like(first: _Barrel, table: _Table, others: Ints) -> Bools:
    """Compare one barrel with many, itself first among them: body, radius, lean, and axis abreast of each."""
    axes, radii, middles = table.axes[others], table.radii[others], table.middles[others]
    along = (middles - first.axis.origin) @ first.axis.direction
    abreast = first.axis.origin + np.outer(along, first.axis.direction)
    apart = np.linalg.norm(abreast - middles, axis=1)
    expected = first.radius_mm + (along - first.place_mm) * first.slope
    slack = table.strays_mm[others] + first.face.deviation_mm
    tolerance = FIT_LENGTH * np.minimum(radii, first.radius_mm) + slack + LENGTH_FLOOR_MM
    is_alike = (np.abs(radii - expected) <= tolerance) & (apart <= tolerance)
    is_alike &= _leans_alike(first, table.slopes[others], axes)
    is_alike &= table.bodies[others] == table.bodies[others[0]]
    is_alike[0] = True
    return np.asarray(is_alike)


def _leans_alike(first: _Barrel, slopes: Floats, axes: Floats) -> Bools:
    """Tell which axes are parallel, and of cones point the same way and open as far."""
    crossing = np.linalg.norm(np.cross(axes, first.axis.direction), axis=1)
    is_parallel = crossing <= np.sin(np.radians(PARALLEL_DEG))
    if first.slope:
        leans = np.degrees(np.arctan(slopes))
        is_parallel &= np.abs(leans - np.degrees(np.arctan(first.slope))) <= PARALLEL_DEG
        is_parallel &= axes @ first.axis.direction > 0.0
    return np.asarray(is_parallel)
