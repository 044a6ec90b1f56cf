"""What lies between two picked places: distance, angle, and whether they are parallel."""

from dataclasses import dataclass, replace

import numpy as np

from engine.measure.lines import MEASURED_PARALLEL_DEG, Axis, Flat, angle_deg
from engine.measure.places import Carrier, Measure, Place, Spot
from engine.model.arrays import Vector

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
            return "apart", (_distance("distance", spot.point, flat.foot(spot.point)),)
        case (Axis() as axis, Spot() as spot) | (Spot() as spot, Axis() as axis):
            return "apart", _spot_and_axis(spot, axis)
    centers = _point_of(one.carrier), _point_of(other.carrier)
    is_center = any(np.any(each.point != at) for each, at in zip((one, other), centers, strict=True))
    return "apart", ((_distance("distance", *centers),) if is_center else ())


def _point_of(carrier: Carrier) -> Vector:
    assert isinstance(carrier, Spot)
    return carrier.point


def _two_planes(one: Flat, other: Flat, point: Vector) -> tuple[str, tuple[Measure, ...]]:
    angle = angle_deg(one.normal, other.normal)
    if angle > MEASURED_PARALLEL_DEG:
        return _word(angle), (Measure("angle", angle, "°"),)
    gap = _distance("distance", point, other.foot(point))
    return "coplanar" if gap.value <= SAME_MM else "parallel", (gap,)


def _plane_and_axis(plane: Flat, axis: Axis, point: Vector) -> tuple[str, tuple[Measure, ...]]:
    angle = 90.0 - angle_deg(plane.normal, axis.direction)
    if angle > MEASURED_PARALLEL_DEG:
        return _word(angle), (Measure("angle", angle, "°"),)
    start = axis.foot(point)
    gap = _distance("distance", start, plane.foot(start))
    return "parallel", (gap, *_wall(gap, axis.radius_mm))


def _two_axes(one: Axis, other: Axis, point: Vector) -> tuple[str, tuple[Measure, ...]]:
    angle = angle_deg(one.direction, other.direction)
    if angle <= MEASURED_PARALLEL_DEG:
        start = one.foot(point)
        gap = _distance("distance", start, other.foot(start))
        if gap.value <= SAME_MM:
            return "coaxial", (gap,)
        return "parallel", (gap, *_wall(gap, one.radius_mm + other.radius_mm))
    start = one.nearest_to(other)
    gap = _distance("distance", start, other.foot(start))
    return _word(angle), (gap, Measure("angle", angle, "°"))


def _spot_and_axis(spot: Spot, axis: Axis) -> tuple[Measure, ...]:
    gap = _distance("distance", spot.point, axis.foot(spot.point))
    return (gap, *_wall(gap, axis.radius_mm))


def _wall(gap: Measure, radii_mm: float) -> tuple[Measure, ...]:
    """Return what is left of a distance from an axis beside the radii of the cylinders about it."""
    left = gap.value - radii_mm
    return (Measure("wall", left, "mm"),) if radii_mm > 0.0 and left > SAME_MM else ()


def _word(angle: float) -> str:
    return "perpendicular" if abs(angle - 90.0) <= MEASURED_PARALLEL_DEG else "angled"


def _distance(name: str, start: Vector, end: Vector) -> Measure:
    witness = (tuple(start.tolist()), tuple(end.tolist()))
    return Measure(name, float(np.linalg.norm(end - start)), "mm", witness)
