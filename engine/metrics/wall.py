"""Wall metrics."""

from engine.features.wall import Wall
from engine.metrics._context import Context
from engine.metrics._declare import metric
from engine.model.feature import Kind
from engine.model.field import Unit
from engine.model.metric import Measured


@metric("wall.thickness", Unit.MM, Kind.WALL)
def thickness(wall: Wall, context: Context) -> Measured:
    """Distance from the wall to the flat face behind most of it."""
    return Measured(wall.thickness_mm, wall.uncertainty_mm)


@metric("wall.min_thickness", Unit.MM, Kind.WALL)
def min_thickness(wall: Wall, context: Context) -> Measured:
    """Least distance from the wall to the flat face behind most of it."""
    return Measured(wall.min_thickness_mm, wall.uncertainty_mm)


METRICS = (thickness, min_thickness)
