"""Round metrics: blends along external edges."""

from engine.features.blend import Blend
from engine.metrics._context import Context
from engine.metrics._declare import metric
from engine.model.feature import Kind
from engine.model.field import Unit
from engine.model.metric import Measured


@metric("round.radius", Unit.MM, Kind.ROUND)
def radius(feature: Blend, context: Context) -> Measured:
    """Radius of the round, the smallest where it varies."""
    return Measured(feature.radius_mm, feature.uncertainty_mm)


METRICS = (radius,)
