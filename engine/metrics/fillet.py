"""Fillet metrics: blends in internal corners."""

import numpy as np

from engine.features.blend import Blend
from engine.metrics._context import Context
from engine.metrics._declare import metric
from engine.model.feature import Kind
from engine.model.field import Unit
from engine.model.metric import Measured


@metric("fillet.radius", Unit.MM, Kind.FILLET)
def radius(fillet: Blend, context: Context) -> Measured:
    """Radius of the fillet, the smallest where it varies."""
    return Measured(fillet.radius_mm, fillet.uncertainty_mm)


@metric("fillet.radius_over_thickness", Unit.ONE, Kind.FILLET)
def radius_over_thickness(fillet: Blend, context: Context) -> Measured:
    """Radius of the fillet over the median thickness of the thickest wall it joins."""
    behind = [context.fields.thickness.median((face,)).value for face in fillet.supports]
    known = [each for each in behind if not np.isnan(each)]
    if not known:
        return Measured(np.nan, reason="the walls that the fillet joins have no thickness")
    ratio = fillet.radius_mm / max(known)
    off = fillet.uncertainty_mm + ratio * context.fields.thickness.uncertainty(max(known))
    return Measured(ratio, off / max(known))


@metric("fillet.sweep", Unit.DEG, Kind.FILLET)
def sweep(fillet: Blend, context: Context) -> float:
    """How far the arc of the fillet turns: 90 in a square corner, more in an acute one."""
    return fillet.sweep_deg


METRICS = (radius, radius_over_thickness, sweep)
