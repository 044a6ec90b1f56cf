"""Face groups that lie on the same cylinder or cone, wherever on it they lie.

A file splits a bore into halves, a slot cuts a boss into fingers, a web parts the hub above it from the hub
below: neighbors were joined into groups already, and this finds the groups that were one surface once.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.graph.coaxial import AxisLine, axis_line
from engine.model.arrays import Bools, Floats, Ints, cross, norms
from engine.model.part import Face, FaceId, Part
from engine.model.surface import Cone, Cylinder
from engine.surfaces.formulas import cone_radius_mm
from engine.tolerances import FIT_LENGTH, LENGTH_FLOOR_MM, PARALLEL_DEG, PARALLEL_SINE

Group = tuple[FaceId, ...]


def find(part: Part, groups: Sequence[Group]) -> list[list[Group]]:
    """Gather the groups of one body that lie on one cylinder or one cone, near or far.

    All groups lie on cylinders, or all on cones. Families come in the order of their first group, members
    as they were given.
    """
    members = [_member(group, part.largest_face(group)) for group in groups]
    table = _table(members)
    left = np.arange(len(members))
    gathered = []
    while len(left):
        is_alike = _are_like(members[left[0]], table, left)
        gathered.append([members[each].group for each in left[is_alike].tolist()])
        left = left[~is_alike]
    return gathered


@dataclass(frozen=True, slots=True, eq=False)
class _Member:
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


def _member(group: Group, face: Face) -> _Member:
    axis = axis_line(face.surface)
    assert axis is not None
    place_mm = float(axis.along(face.inner_point))
    if isinstance(face.surface, Cone):
        slope = cone_radius_mm(face.surface, 1.0)
        return _Member(group, face, axis, place_mm * slope, place_mm, slope)
    assert isinstance(face.surface, Cylinder)
    return _Member(group, face, axis, face.surface.radius_mm, place_mm, 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class _Table:
    """The same numbers of all groups, B of them."""

    axes: Floats
    middles: Floats
    """(B, 3)"""
    radii: Floats
    slopes: Floats
    strays_mm: Floats
    bodies: Ints
    """(B,)"""


def _table(members: Sequence[_Member]) -> _Table:
    return _Table(
        np.array([member.axis.direction for member in members]).reshape(-1, 3),
        np.array([member.axis.at(member.place_mm) for member in members]).reshape(-1, 3),
        np.array([member.radius_mm for member in members]),
        np.array([member.slope for member in members]),
        np.array([member.face.deviation_mm for member in members]),
        np.array([-1 if member.face.body is None else member.face.body for member in members]),
    )


def _are_like(first: _Member, table: _Table, others: Ints) -> Bools:
    """Compare one group with many, itself first among them: body, radius, lean, and axis abreast of each."""
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


def _leans_alike(first: _Member, slopes: Floats, axes: Floats) -> Bools:
    """Whether each axis is parallel, and of cones points the same way and opens as far."""
    crossing = norms(cross(axes, first.axis.direction))
    is_parallel = crossing <= PARALLEL_SINE
    if first.slope:
        leans = np.degrees(np.arctan(slopes))
        is_parallel &= np.abs(leans - np.degrees(np.arctan(first.slope))) <= PARALLEL_DEG
        is_parallel &= axes @ first.axis.direction > 0.0
    return np.asarray(is_parallel)
