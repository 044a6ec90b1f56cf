"""Fin metrics: a molder's rib, a web, a cooling fin."""

import numpy as np

from engine.features.fin import Fin
from engine.metrics._context import Context
from engine.metrics._declare import metric
from engine.model.feature import Kind
from engine.model.field import Unit
from engine.model.metric import Measured


@metric("fin.thickness", Unit.MM, Kind.FIN)
def thickness(fin: Fin, context: Context) -> Measured:
    """Thickness of the fin halfway up."""
    return Measured(fin.thickness_mm, fin.uncertainty_mm)


@metric("fin.min_thickness", Unit.MM, Kind.FIN)
def min_thickness(fin: Fin, context: Context) -> Measured:
    """Least thickness between the two walls: of a drafted fin, that at its top."""
    return Measured(fin.min_thickness_mm, fin.uncertainty_mm)


@metric("fin.height", Unit.MM, Kind.FIN)
def height(fin: Fin, context: Context) -> Measured:
    """Height from the base to the top, as if no fillet were at the foot."""
    return Measured(fin.height_mm, fin.uncertainty_mm)


@metric("fin.length", Unit.MM, Kind.FIN)
def length(fin: Fin, context: Context) -> Measured:
    """Length along the foot."""
    return Measured(fin.length_mm, fin.uncertainty_mm)


@metric("fin.height_over_thickness", Unit.ONE, Kind.FIN)
def height_over_thickness(fin: Fin, context: Context) -> Measured:
    """Height divided by the thickness halfway up."""
    ratio = fin.height_mm / fin.thickness_mm
    return Measured(ratio, (1.0 + ratio) * fin.uncertainty_mm / fin.thickness_mm)


@metric("fin.thickness_over_wall", Unit.ONE, Kind.FIN)
def thickness_over_wall(fin: Fin, context: Context) -> Measured:
    """Thickness at the foot divided by the thickness of the wall that the fin stands on."""
    if np.isnan(fin.wall_thickness_mm):
        return Measured(np.nan, reason="the wall under the fin could not be measured")
    ratio = fin.max_thickness_mm / fin.wall_thickness_mm
    wall_off_mm = context.fields.thickness.uncertainty(fin.wall_thickness_mm) + fin.wall_uncertainty_mm
    off_mm = fin.uncertainty_mm + ratio * wall_off_mm
    return Measured(ratio, off_mm / fin.wall_thickness_mm)


@metric("fin.draft", Unit.DEG, Kind.FIN)
def draft(fin: Fin, context: Context) -> Measured:
    """Half of the angle between the two walls; negative where the fin is thicker at its top."""
    off_deg = float(np.degrees(np.arctan2(fin.uncertainty_mm, fin.height_mm)))
    return Measured(fin.draft_deg, off_deg)


@metric("fin.base_fillet", Unit.MM, Kind.FIN)
def base_fillet(fin: Fin, context: Context) -> Measured:
    """Smallest radius of the fillets along the foot; 0 where some of it is sharp."""
    return Measured(fin.base_fillet_mm, fin.uncertainty_mm)


METRICS = (
    thickness,
    min_thickness,
    height,
    length,
    height_over_thickness,
    thickness_over_wall,
    draft,
    base_fillet,
)
