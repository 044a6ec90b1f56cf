"""Slab metrics."""

from engine.features.slab import Slab
from engine.metrics._context import Context
from engine.metrics._declare import metric
from engine.model.feature import Kind
from engine.model.field import Unit
from engine.model.metric import Measured


@metric("slab.thickness", Unit.MM, Kind.SLAB)
def thickness(slab: Slab, context: Context) -> Measured:
    """Distance between the two sides of the plate."""
    return Measured(slab.thickness_mm, slab.uncertainty_mm)


METRICS = (thickness,)
