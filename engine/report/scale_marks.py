"""What is written beside the colors of a scale, in millimeters or in inches: limits and round values."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.model.field import Unit
from engine.model.heatmap import Heatmap
from engine.model.layer import Layer
from engine.palette import NO_LIMITS, Limits, Scale
from engine.render import legend
from engine.report import inches

LIMITS, TICK = ("fail", "warn"), ""


@dataclass(frozen=True, slots=True)
class Mark:
    """One value of a scale with what is written there."""

    value: float
    """Metric, as the scale is."""
    words: str
    kind: str
    """`fail`, `warn`, or empty of a round value."""


@dataclass(frozen=True, slots=True)
class Label:
    """A mark on a bar; its words stand where they cover no other."""

    mark: Mark
    at: float
    """Along the bar, from its low end."""
    words_at: float


def unit(layer: Layer, units: str) -> str:
    """Return the unit as a legend writes it: empty of ratios."""
    if layer.unit is Unit.ONE:
        return ""
    return inches.name(str(layer.unit)) if units == inches.INCHES else str(layer.unit)


def unit_in_words(layer: Layer, units: str) -> str:
    """Return the unit as it stands over a legend."""
    return "degrees" if layer.unit is Unit.DEG else unit(layer, units)


def limits(of: Limits, least: Limits, layer: Layer, units: str) -> Iterator[Mark]:
    """Write the limits of a scale; `least` are the least of those that depend on the place."""
    size = _size(layer, units)
    for kind, value, smallest in zip(LIMITS, (of.fail, of.warn), (least.fail, least.warn), strict=True):
        if value is not None:
            low = None if smallest is None else smallest / size
            yield Mark(value, legend.below(kind, low, value / size), kind)


def ticks(scale: Scale, layer: Layer, units: str) -> Iterator[Mark]:
    """Write values that are round in the unit."""
    size = _size(layer, units)
    for each in legend.ticks(scale.low / size, scale.high / size):
        yield Mark(each * size, legend.plain(each), TICK)


def labels(heatmap: Heatmap, units: str, length: float, line: float) -> list[Label]:
    """Place the marks along a bar of a length, in lines of a height; round values give way to limits.

    A heatmap without a scale has none.
    """
    if heatmap.scale is None:
        return []
    scale, layer = legend.shown(heatmap.scale), heatmap.layer
    least = NO_LIMITS if heatmap.layer_limits is None else heatmap.layer_limits.least
    placed: list[Label] = []
    for mark in (*limits(scale.limits, least, layer, units), *ticks(scale, layer, units)):
        if not scale.low <= mark.value <= scale.high:
            continue
        at = length * (mark.value - scale.low) / (scale.high - scale.low)
        if mark.kind:
            words_at = max([at, *(other.words_at + line for other in placed)])
        elif all(abs(at - other.words_at) >= line for other in placed):
            words_at = at
        else:
            continue
        placed.append(Label(mark, at, words_at))
    return placed


def _size(layer: Layer, units: str) -> float:
    """Return how much of the layer's unit one of the unit written is."""
    name = str(layer.unit)
    return inches.IN_INCHES[name][1] if units == inches.INCHES and name in inches.IN_INCHES else 1.0
