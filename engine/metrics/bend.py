"""Bend metrics: folds of sheet metal."""

import math

from engine.features.bend import Bend
from engine.metrics._context import Context
from engine.metrics._declare import metric
from engine.model.feature import Kind
from engine.model.field import Unit
from engine.model.metric import Measured


@metric("bend.inside_radius", Unit.MM, Kind.BEND)
def inside_radius(bend: Bend, context: Context) -> Measured:
    """Radius of the bend's inner skin, the smallest where it tapers; 0 where it was drawn sharp."""
    return Measured(bend.inside_radius_mm, bend.uncertainty_mm)


@metric("bend.inside_radius_over_thickness", Unit.ONE, Kind.BEND)
def inside_radius_over_thickness(bend: Bend, context: Context) -> Measured:
    """Inside radius of the bend over the thickness of the sheet."""
    ratio = bend.inside_radius_mm / bend.thickness_mm
    note = f"It is {bend.inside_radius_mm:.2f} mm in a sheet of {bend.thickness_mm:.2f} mm."
    return Measured(ratio, (1.0 + ratio) * bend.uncertainty_mm / bend.thickness_mm, note=note)


@metric("bend.outside_radius", Unit.MM, Kind.BEND)
def outside_radius(bend: Bend, context: Context) -> Measured:
    """Radius of the bend's outer skin, the smallest where it tapers."""
    return Measured(bend.outside_radius_mm, bend.uncertainty_mm)


@metric("bend.angle", Unit.DEG, Kind.BEND)
def angle(bend: Bend, context: Context) -> Measured:
    """By how much the sheet turns: 90 for a square corner, 180 for a hem, more for the eye of a hinge."""
    return Measured(bend.angle_deg, math.degrees(bend.uncertainty_mm / bend.outside_radius_mm))


@metric("bend.length", Unit.MM, Kind.BEND)
def length(bend: Bend, context: Context) -> Measured:
    """Length of the bend line from end to end, over holes and reliefs."""
    return Measured(bend.length_mm, bend.uncertainty_mm)


@metric("bend.thickness", Unit.MM, Kind.BEND)
def thickness(bend: Bend, context: Context) -> Measured:
    """Thickness of the sheet at the bend, between its two skins."""
    return Measured(bend.thickness_mm, bend.uncertainty_mm)


METRICS = (inside_radius, inside_radius_over_thickness, outside_radius, angle, length, thickness)
