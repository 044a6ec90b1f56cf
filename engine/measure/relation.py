"""What lies between two picked places: distance, angle, and whether they are parallel."""

import math
from dataclasses import dataclass, replace

import numpy as np

from engine.measure.places import Axis, Carrier, Flat, Measure, Place, Spot
from engine.model.arrays import Vector

PARALLEL_DEG = 0.01
"""Less is what a file's own digits leave of parallel."""
SAME_MM = 1e-6
"""Closer is the same place."""


@dataclass(frozen=True, slots=True)
class Relation:
    """How two places lie to each other."""

    word: str
    """parallel, perpendicular, angled, coaxial, coplanar, or apart where neither has a direction."""
    measures: tuple[Measure, ...]
    """The one that matters first; last, from one picked point to the other."""


def between(one: Place, other: Place) -> Relation:
    """Relate two places by the planes, axes and centers that they are on."""
    word, found = _related(one, other)
    is_exact = one.is_exact and other.is_exact
    measures = (*found, _distance("straight", one.point, other.point))
    return Relation(word, tuple(replace(each, is_exact=is_exact) for each in measures))


def _related(one: Place, other: Place) -> tuple[str, tuple[Measure, ...]]:
    match one.carrier, other.carrier:
        case Flat() as flat, Flat() as second:
            return _two_planes(flat, second, one.point)
        case Axis() as first, Axis() as second:
            return _two_axes(first, second, one.point)
        case (Flat() as flat, Axis() as axis) | (Axis() as axis, Flat() as flat):
            return _plane_and_axis(flat, axis, one.point if one.carrier is axis else other.point)
        case (Flat() as flat, Spot() as spot) | (Spot() as spot, Flat() as flat):
            return "apart", (_distance("distance", spot.point, _onto_plane(flat, spot.point)),)
        case (Axis() as axis, Spot() as spot) | (Spot() as spot, Axis() as axis):
            return "apart", _spot_and_axis(spot, axis)
    centers = _point_of(one.carrier), _point_of(other.carrier)
    is_center = any(np.any(each.point != at) for each, at in zip((one, other), centers, strict=True))
    return "apart", ((_distance("distance", *centers),) if is_center else ())


def _point_of(carrier: Carrier) -> Vector:
    assert isinstance(carrier, Spot)
    return carrier.point


def _two_planes(one: Flat, other: Flat, point: Vector) -> tuple[str, tuple[Measure, ...]]:
    angle = _angle_deg(one.normal, other.normal)
    if angle > PARALLEL_DEG:
        return _word(angle), (Measure("angle", angle, "°"),)
    gap = _distance("distance", point, _onto_plane(other, point))
    return "coplanar" if gap.value <= SAME_MM else "parallel", (gap,)


def _plane_and_axis(plane: Flat, axis: Axis, point: Vector) -> tuple[str, tuple[Measure, ...]]:
    angle = 90.0 - _angle_deg(plane.normal, axis.direction)
    if angle > PARALLEL_DEG:
        return _word(angle), (Measure("angle", angle, "°"),)
    start = _onto_axis(axis, point)
    gap = _distance("distance", start, _onto_plane(plane, start))
    return "parallel", (gap, *_wall(gap, axis.radius_mm))


def _two_axes(one: Axis, other: Axis, point: Vector) -> tuple[str, tuple[Measure, ...]]:
    angle = _angle_deg(one.direction, other.direction)
    if angle <= PARALLEL_DEG:
        start = _onto_axis(one, point)
        gap = _distance("distance", start, _onto_axis(other, start))
        if gap.value <= SAME_MM:
            return "coaxial", (gap,)
        return "parallel", (gap, *_wall(gap, one.radius_mm + other.radius_mm))
    across = np.cross(one.direction, other.direction)
    offset = other.origin - one.origin
    along = float(np.cross(offset, other.direction) @ across) / float(across @ across)
    start = one.origin + one.direction * along
    gap = _distance("distance", start, _onto_axis(other, start))
    return _word(angle), (gap, Measure("angle", angle, "°"))


def _spot_and_axis(spot: Spot, axis: Axis) -> tuple[Measure, ...]:
    gap = _distance("distance", spot.point, _onto_axis(axis, spot.point))
    return (gap, *_wall(gap, axis.radius_mm))


def _wall(gap: Measure, radii_mm: float) -> tuple[Measure, ...]:
    """Return what is left of a distance from an axis beside the radii of the cylinders about it."""
    left = gap.value - radii_mm
    return (Measure("wall", left, "mm"),) if radii_mm > 0.0 and left > SAME_MM else ()


def _word(angle: float) -> str:
    return "perpendicular" if abs(angle - 90.0) <= PARALLEL_DEG else "angled"


def _angle_deg(one: Vector, other: Vector) -> float:
    """Return the angle between two directions without sense, 0 to 90; exact near 0 and near 90."""
    return math.degrees(math.atan2(float(np.linalg.norm(np.cross(one, other))), abs(float(one @ other))))


def _onto_plane(plane: Flat, point: Vector) -> Vector:
    return np.asarray(point - plane.normal * float((point - plane.origin) @ plane.normal))


def _onto_axis(axis: Axis, point: Vector) -> Vector:
    return np.asarray(axis.origin + axis.direction * float((point - axis.origin) @ axis.direction))


def _distance(name: str, start: Vector, end: Vector) -> Measure:
    witness = (tuple(start.tolist()), tuple(end.tolist()))
    return Measure(name, float(np.linalg.norm(end - start)), "mm", witness)
