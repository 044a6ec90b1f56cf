"""Hole metrics."""

from engine.features.hole import Hole
from engine.metrics._context import Context
from engine.metrics._declare import metric
from engine.model.feature import Kind
from engine.model.field import Unit
from engine.model.metric import Measured


@metric("hole.diameter", Unit.MM, Kind.HOLE)
def diameter(hole: Hole, context: Context) -> Measured:
    """Diameter of the hole's smallest cylinder."""
    return Measured(hole.diameter_mm, hole.uncertainty_mm)


@metric("hole.depth", Unit.MM, Kind.HOLE)
def depth(hole: Hole, context: Context) -> Measured:
    """Depth from the entry to the end of the last full diameter; the tip of a drill does not count."""
    return Measured(hole.depth_mm, hole.uncertainty_mm)


@metric("hole.depth_over_diameter", Unit.ONE, Kind.HOLE)
def depth_over_diameter(hole: Hole, context: Context) -> Measured:
    """Depth divided by the diameter of the smallest cylinder."""
    ratio = hole.depth_mm / hole.diameter_mm
    return Measured(ratio, (1.0 + ratio) * hole.uncertainty_mm / hole.diameter_mm)


@metric("hole.stage_count", Unit.ONE, Kind.HOLE)
def stage_count(hole: Hole, context: Context) -> float:
    """Stages of different diameter or shape, chamfers, countersinks and drill tips among them."""
    return float(len(hole.stages))


@metric("hole.is_through", Unit.ONE, Kind.HOLE)
def is_through(hole: Hole, context: Context) -> float:
    """1 where the hole is open at both ends, 0 where it is blind."""
    return float(hole.through)


METRICS = (diameter, depth, depth_over_diameter, stage_count, is_through)
