"""Feature metrics: what features of several kinds have in common.

The size of a detail is what a process must resolve to make it at all. A hole counts with its smallest
cylinder; a pin, a post and a tube with their smallest stage; a fin with its thickness halfway up; a slot
with its least width; a pocket and a pad with the shorter side of the rectangle round them. Blends, bends,
walls and slabs are no details, nor is the wall of a tube: how thick they are is measured by itself.
Neither is what lies inside a sealed hollow: nobody sees it, and slits in there are drawn to stiffen a print.
Nor is a step between two levels that no process resolves: a leftover of the drawing, however wide; nor a gap
that is thinner than any that is drawn on purpose.
"""

import math

import numpy as np

from engine.features.boss import Boss
from engine.features.fin import Fin
from engine.features.hole import Hole
from engine.features.pocket import Pocket
from engine.features.protrusion import Protrusion
from engine.features.slot import Slot
from engine.graph.neighborhoods import neighbors
from engine.metrics._context import Context
from engine.metrics._declare import metric
from engine.metrics._surface import Surface
from engine.model.arrays import Vector, square_to
from engine.model.feature import Feature
from engine.model.field import Unit
from engine.model.metric import Domain, Measured

LEAST_GAP_MM = 0.05
"""A thinner gap is the play of a fit, or a slip of the drawing: nobody prints it on purpose."""
LEAST_STEP_MM = 0.02
"""The thinnest layers in use: powder bed and resin printers lay 0.02 to 0.1 mm."""
SPECK_MM = 0.3
"""A pit or speck that is smaller in every direction is a crumb of a dirty mesh, and none that anybody drew:
Sprue's judgment."""
ACROSS_SHARE = 0.02
"""Two points lie across a feature when they are as far apart as it is wide, within this share."""


@metric("feature.size_mm", Unit.MM, Domain.FEATURE)
def size(feature: Feature, context: Context) -> Measured | None:
    """Size of a detail: diameter of a hole or pin, thickness of a rib, width of a groove or pad."""
    is_nothing = _step_mm(feature) < LEAST_STEP_MM or _is_speck(feature)
    if is_nothing or context.of_face.sealed.issuperset(feature.faces):
        return None
    match feature:
        case Hole():
            across = _across(feature.center, feature.axis, feature.diameter_mm)
            return _measured(feature, feature.diameter_mm, "diameter", across)
        case Boss():
            return _of_boss(feature)
        case Fin():
            across = _witness(context.fields.thickness, feature, feature.thickness_mm)
            return _measured(feature, feature.thickness_mm, "thickness", across)
        case Slot() if feature.min_width_mm >= LEAST_GAP_MM:
            across = _witness(context.fields.clearance, feature, feature.min_width_mm)
            return _measured(feature, feature.min_width_mm, "width", across)
        case Pocket():
            across = _witness(context.fields.clearance, feature, feature.width_mm)
            return _measured(feature, feature.width_mm, "width", across)
        case Protrusion():
            across = _witness(context.fields.thickness, feature, feature.width_mm)
            return _measured(feature, feature.width_mm, "width", across)
    return None


@metric("feature.mark_height", Unit.MM, Domain.FEATURE)
def mark_height(feature: Feature, context: Context) -> float:
    """Height of the letter or mark that a stroke or an island is part of; infinite where a feature is none.

    A slot, pocket or protrusion is one when all of its faces are sides of marks, but for floors and tops with
    such sides all round. Low pins, ribs and shallow holes are what they are.
    """
    if not isinstance(feature, Slot | Pocket | Protrusion):
        return math.inf
    sides = context.assessed.evidence.marks.height_of_side
    own = [face for face in feature.faces if face in sides]
    rest = [face for face in feature.faces if face not in sides]
    graph = context.assessed.prepared.graph
    if not own or any(not sides.keys() >= set(neighbors(graph, (face,))) for face in rest):
        return math.inf
    return max(sides[face] for face in own)


@metric("feature.length_over_size", Unit.ONE, Domain.FEATURE)
def length_over_size(feature: Feature, context: Context) -> float:
    """Length of a rib, groove, recess or pad over its size: 1 of holes and pins, which are round."""
    match feature:
        case Slot():
            width_mm = feature.min_width_mm
        case Fin():
            width_mm = feature.thickness_mm
        case Pocket() | Protrusion():
            width_mm = feature.width_mm
        case _:
            return 1.0
    return feature.length_mm / width_mm if width_mm > 0.0 else math.inf


METRICS = (size, mark_height, length_over_size)


def _step_mm(feature: Feature) -> float:
    """Return how deep a pocket or slot is, or how high what stands out; infinite for other kinds."""
    match feature:
        case Pocket() | Slot():
            return feature.depth_mm
        case Boss() | Protrusion():
            return feature.height_mm
    return np.inf


def _is_speck(feature: Feature) -> bool:
    """Whether a recess or pad is too small in every direction to have been drawn."""
    if not isinstance(feature, Pocket | Protrusion):
        return False
    return max(feature.length_mm, feature.width_mm, _step_mm(feature)) < SPECK_MM


def _measured(feature: Feature, value: float, name: str, across: tuple[Vector, Vector] | None) -> Measured:
    return Measured(
        value,
        feature.uncertainty_mm,
        location=feature.center if across is None else across[0],
        witness=across,
        note=f"That is its {name}.",
    )


def _of_boss(boss: Boss) -> Measured:
    """Measure a pin, a post or a tube across its narrowest stage."""
    narrowest = min((stage.diameter_mm for stage in boss.stages), default=boss.diameter_mm)
    return _measured(boss, narrowest, "diameter", _across(boss.center, boss.axis, narrowest))


def _across(center: Vector, axis: Vector | None, diameter_mm: float) -> tuple[Vector, Vector] | None:
    """Return two points across a round feature."""
    if axis is None:
        return None
    aside = square_to(axis)
    aside *= 0.5 * diameter_mm / np.linalg.norm(aside)
    return center - aside, center + aside


def _witness(surface: Surface, feature: Feature, size_mm: float) -> tuple[Vector, Vector] | None:
    """Return the two points between which a field saw the size; None where it saw another one."""
    for found in (surface.minimum(feature.faces), surface.median(feature.faces)):
        if found.witness is not None and abs(found.value - size_mm) <= ACROSS_SHARE * size_mm:
            return found.witness
    return None
