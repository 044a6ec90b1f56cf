"""Slot metrics."""

from engine.features.slot import Slot
from engine.metrics._context import Context
from engine.metrics._declare import metric
from engine.model.feature import Kind
from engine.model.field import Unit
from engine.model.metric import Measured


@metric("slot.width", Unit.MM, Kind.SLOT)
def width(slot: Slot, context: Context) -> Measured:
    """Distance between the walls at mid-height; of a T-slot or dovetail, at its neck."""
    return Measured(slot.width_mm, slot.uncertainty_mm)


@metric("slot.min_width", Unit.MM, Kind.SLOT)
def min_width(slot: Slot, context: Context) -> Measured:
    """Least distance between the walls, where they lean."""
    return Measured(slot.min_width_mm, slot.uncertainty_mm)


@metric("slot.depth", Unit.MM, Kind.SLOT)
def depth(slot: Slot, context: Context) -> Measured:
    """Depth from the mouth to the floor, or from side to side where it goes through."""
    return Measured(slot.depth_mm, slot.uncertainty_mm)


@metric("slot.length", Unit.MM, Kind.SLOT)
def length(slot: Slot, context: Context) -> Measured:
    """Length over all, round ends included; of a ring groove, once round along its middle."""
    return Measured(slot.length_mm, slot.uncertainty_mm)


@metric("slot.depth_over_width", Unit.ONE, Kind.SLOT)
def depth_over_width(slot: Slot, context: Context) -> Measured:
    """Depth divided by the width between the walls."""
    ratio = slot.depth_mm / slot.width_mm
    return Measured(ratio, (1.0 + ratio) * slot.uncertainty_mm / slot.width_mm)


@metric("slot.is_through", Unit.ONE, Kind.SLOT)
def is_through(slot: Slot, context: Context) -> float:
    """1 where the slot has no floor, 0 where it has one."""
    return float(slot.through)


METRICS = (width, min_width, depth, length, depth_over_width, is_through)
