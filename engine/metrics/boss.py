"""Boss metrics: studs, hubs, pads and the screw posts of molded housings."""

import numpy as np

from engine.features.boss import Boss
from engine.metrics._context import Context
from engine.metrics._declare import metric
from engine.model.feature import Kind
from engine.model.field import Unit
from engine.model.metric import Measured


@metric("boss.diameter", Unit.MM, Kind.BOSS)
def diameter(boss: Boss, context: Context) -> Measured:
    """Diameter of the boss's lowest stage; of a drafted one where it meets its base."""
    return Measured(boss.diameter_mm, boss.uncertainty_mm)


@metric("boss.height", Unit.MM, Kind.BOSS)
def height(boss: Boss, context: Context) -> Measured:
    """Height from the lowest point of the foot to the top, as if no fillet were at the foot."""
    return Measured(boss.height_mm, boss.uncertainty_mm)


@metric("boss.height_over_diameter", Unit.ONE, Kind.BOSS)
def height_over_diameter(boss: Boss, context: Context) -> Measured | None:
    """Height divided by the diameter of the lowest stage; not of journals, which are the body itself."""
    if boss.journal:
        return None
    ratio = boss.height_mm / boss.diameter_mm
    return Measured(ratio, (1.0 + ratio) * boss.uncertainty_mm / boss.diameter_mm)


@metric("boss.base_radius", Unit.MM, Kind.BOSS)
def base_radius(boss: Boss, context: Context) -> Measured:
    """Radius of the fillet at the foot, or the leg of a chamfer there; 0 where the foot is sharp."""
    return Measured(boss.base_relief.radius_mm, boss.uncertainty_mm)


@metric("boss.draft", Unit.DEG, Kind.BOSS)
def draft(boss: Boss, context: Context) -> Measured:
    """Lean of the lowest stage's wall towards the axis; negative where the boss widens on its way up."""
    off_deg = float(np.degrees(np.arctan2(boss.uncertainty_mm, boss.height_mm)))
    return Measured(boss.taper_deg, off_deg)


@metric("boss.span", Unit.DEG, Kind.BOSS)
def span(boss: Boss, context: Context) -> float:
    """How far round the lowest stage is free; less than 360 where ribs or a wall hold it all the way up."""
    return boss.span_deg


@metric("boss.bore_over_diameter", Unit.ONE, Kind.BOSS)
def bore_over_diameter(boss: Boss, context: Context) -> Measured | None:
    """Diameter of the hole down the middle, divided by the boss's own; only of bosses with such a hole."""
    if not boss.bore_diameter_mm:
        return None
    ratio = boss.bore_diameter_mm / boss.diameter_mm
    return Measured(ratio, (1.0 + ratio) * boss.uncertainty_mm / boss.diameter_mm)


@metric("boss.wall_over_base", Unit.ONE, Kind.BOSS)
def wall_over_base(boss: Boss, context: Context) -> Measured | None:
    """Wall round the hole down the middle, divided by the thickness of the wall that the boss stands on."""
    if not boss.bore_diameter_mm:
        return None
    under = [context.fields.thickness.median((face,)).value for face in boss.base]
    known = [each for each in under if np.isfinite(each)]
    if not known:
        return Measured(np.nan, reason="the wall under the boss could not be measured")
    ratio = (boss.diameter_mm - boss.bore_diameter_mm) / 2.0 / max(known)
    off_mm = boss.uncertainty_mm + ratio * context.fields.thickness.uncertainty(max(known))
    return Measured(ratio, off_mm / max(known))


METRICS = (
    diameter,
    height,
    height_over_diameter,
    base_radius,
    draft,
    span,
    bore_over_diameter,
    wall_over_base,
)
