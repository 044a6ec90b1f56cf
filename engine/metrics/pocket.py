"""Pocket metrics."""

import math

from engine.features.pocket import Pocket
from engine.metrics._context import Context
from engine.metrics._declare import metric
from engine.model.feature import Kind
from engine.model.field import Unit
from engine.model.metric import Measured


@metric("pocket.depth", Unit.MM, Kind.POCKET)
def depth(pocket: Pocket, context: Context) -> Measured:
    """Distance from the mouth of the pocket to its deepest floor, or to its other mouth."""
    return Measured(pocket.depth_mm, pocket.uncertainty_mm)


@metric("pocket.width", Unit.MM, Kind.POCKET)
def width(pocket: Pocket, context: Context) -> Measured:
    """Short side of the smallest rectangle round the mouth of the pocket."""
    return Measured(pocket.width_mm, pocket.uncertainty_mm)


@metric("pocket.length", Unit.MM, Kind.POCKET)
def length(pocket: Pocket, context: Context) -> Measured:
    """Long side of the smallest rectangle round the mouth of the pocket."""
    return Measured(pocket.length_mm, pocket.uncertainty_mm)


@metric("pocket.aspect", Unit.ONE, Kind.POCKET)
def aspect(pocket: Pocket, context: Context) -> Measured:
    """Depth of the pocket divided by its width."""
    return _ratio(pocket, pocket.width_mm)


@metric("pocket.min_internal_radius", Unit.MM, Kind.POCKET)
def min_internal_radius(pocket: Pocket, context: Context) -> Measured | None:
    """Least radius of the upright internal corners of the pocket, 0 where one is sharp."""
    if math.isnan(pocket.min_internal_radius_mm):
        return None
    return Measured(pocket.min_internal_radius_mm, pocket.uncertainty_mm)


@metric("pocket.depth_over_corner_radius", Unit.ONE, Kind.POCKET)
def depth_over_corner_radius(pocket: Pocket, context: Context) -> Measured | None:
    """Depth of the pocket divided by the least radius of its rounded upright corners, where it has one."""
    rounded = [radius for radius in pocket.corner_radii_mm if radius > 0.0]
    return _ratio(pocket, min(rounded)) if rounded else None


@metric("pocket.open_sides", Unit.ONE, Kind.POCKET)
def open_sides(pocket: Pocket, context: Context) -> float:
    """Number of sides at which the pocket has no wall."""
    return float(pocket.open_sides)


def _ratio(pocket: Pocket, over_mm: float) -> Measured:
    ratio = pocket.depth_mm / over_mm
    return Measured(ratio, (1.0 + ratio) * pocket.uncertainty_mm / over_mm)


METRICS = (depth, width, length, aspect, min_internal_radius, depth_over_corner_radius, open_sides)
