"""Protrusion metrics."""

from engine.features.protrusion import Protrusion
from engine.metrics._context import Context
from engine.metrics._declare import metric
from engine.model.feature import Kind
from engine.model.field import Unit
from engine.model.metric import Measured


@metric("protrusion.height", Unit.MM, Kind.PROTRUSION)
def height(protrusion: Protrusion, context: Context) -> Measured:
    """Distance from the base to the highest top of the protrusion."""
    return Measured(protrusion.height_mm, protrusion.uncertainty_mm)


@metric("protrusion.width", Unit.MM, Kind.PROTRUSION)
def width(protrusion: Protrusion, context: Context) -> Measured:
    """Short side of the smallest rectangle round the foot of the protrusion."""
    return Measured(protrusion.width_mm, protrusion.uncertainty_mm)


@metric("protrusion.height_over_width", Unit.ONE, Kind.PROTRUSION)
def height_over_width(protrusion: Protrusion, context: Context) -> Measured:
    """Height of the protrusion divided by its width."""
    ratio = protrusion.height_mm / protrusion.width_mm
    return Measured(ratio, (1.0 + ratio) * protrusion.uncertainty_mm / protrusion.width_mm)


METRICS = (height, width, height_over_width)
