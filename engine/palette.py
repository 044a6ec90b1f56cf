"""Colors: scales anchored to limits, sRGB and linear light.

Colors are rows of three sRGB numbers in [0, 1] unless a name says `linear`. On a scale red lies below the
fail limit, amber below the warning limit and quiet blues above; inside each band lighter means more.
Red, amber and blue stay apart for people with any of the common color deficiencies, and so do the
colors of the kinds (the tests look at them through Machado's 2009 matrices).
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Colors = NDArray[np.float64]
"""(N, 3) or (3,), in [0, 1]."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Where a scale turns red and amber; None: there is no such limit. `source` says who sets them."""

    fail: float | None = None
    warn: float | None = None
    source: str = ""


NO_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Extent:
    """How far the values of a layer reach over a part, in the layer's unit, for a scale that suits them."""

    usual: float = 0.0
    """Half of the values are smaller."""
    most: float = 0.0
    """Nearly all of the values are smaller."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A color at a value. Two stops at one value make a hard step; between stops sRGB is mixed evenly."""

    value: float
    color: str


@dataclass(frozen=True, slots=True)
class Scale:
    """How numbers become colors. Stops ascend by value; values beyond the ends take the end's color."""

    stops: tuple[Stop, ...]
    limits: Limits = NO_LIMITS

    @property
    def low(self) -> float:
        """The value of the first stop."""
        return self.stops[0].value

    @property
    def high(self) -> float:
        """The value of the last stop."""
        return self.stops[-1].value


STEEP_DEG = 15.0
"""More draft than this helps no mold: a scale of draft ends here, or at four times its warning limit."""

FAIL = "#c1272d"
WARNING = "#ef9a1a"
PASS = "#2e7d32"
ACCENT = "#0b6bff"
"""Outlines of what is meant; no scale and no role uses it."""
INK = "#1b2430"

NOTHING = "#d3cfc8"
"""There is nothing there: no opposite wall. Warm, where the blues of a scale are cool."""
UNMEASURED = "#8f9094"
"""The value could not be measured."""
UNDERCUT = "#7a1fa2"
"""No mold half frees the place: purple, for it is another matter than too little draft."""
PLAIN = "#c9d1da"
"""A part without anything to tell by color."""

_RED = ("#94101f", "#b71f2a", "#d83a35")
_AMBER = ("#e58a0c", "#f0a02c", "#f8bd55")
_BLUE = ("#4a88b8", "#76a7cb", "#9fc0d9", "#c3d7e6", "#e3ebf2")
_SEQUENCE = ("#2a6496", "#4a86b5", "#6fa3c8", "#97bcd8", "#bfd5e6", "#e3ebf2")


def rgb(color: str) -> Colors:
    """Return `#rrggbb` as (3,) sRGB."""
    return np.array([int(color[at : at + 2], 16) / 255.0 for at in (1, 3, 5)])


def hex_of(color: Colors) -> str:
    """Return (3,) sRGB as `#rrggbb`, rounded."""
    return "#" + "".join(f"{round(255 * float(part)):02x}" for part in np.clip(color, 0.0, 1.0))


def tint(color: str, share: float) -> str:
    """Mix `share` of white into a color."""
    return hex_of(rgb(color) * (1.0 - share) + share)


def to_linear(srgb: Colors) -> Colors:
    """Turn sRGB into linear light (IEC 61966-2-1), as glTF wants vertex colors."""
    values = np.asarray(srgb, dtype=np.float64)
    linear: Colors = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
    return linear


def to_srgb(linear: Colors) -> Colors:
    """Turn linear light into sRGB."""
    values = np.clip(linear, 0.0, 1.0)
    srgb: Colors = np.where(values <= 0.0031308, 12.92 * values, 1.055 * values ** (1 / 2.4) - 0.055)
    return srgb


def of_length(extent: Extent, limits: Limits = NO_LIMITS, broken: Limits | None = None) -> Scale:
    """Build the scale of a layer of lengths, from 0.

    Parameters
    ----------
    limits
        Of the whole picture.
    broken
        At one place, as of `anchored`.
    """
    return anchored(0.0, _upper_end(extent, limits), limits, broken)


def of_draft(extent: Extent, limits: Limits = NO_LIMITS, broken: Limits | None = None) -> Scale:
    """Build the scale of draft, colored by its size as either mold half may free a face; as `of_length`."""
    steep = max(STEEP_DEG, 4.0 * (limits.warn or limits.fail or 0.0))
    return mirrored(anchored(0.0, steep, limits, broken))


def anchored(low: float, high: float, limits: Limits = NO_LIMITS, broken: Limits | None = None) -> Scale:
    """Build the scale from `low` to `high` with its bands at the limits.

    A limit outside (low, high) moves the nearer end, so that the band it closes can be seen. Without a
    warning limit there is no amber, without a fail limit no red, without either one quiet sequence of
    blues. A warning limit below the fail limit is taken for none.

    `broken` are the limits that a rule found broken at one place of the picture; by default all of them. Red
    lies below `broken.fail` and amber below `broken.warn` alone: values below a limit that is kept there, or
    that is not in force there, are of the first color of the next milder band. So a value above all limits
    has the same color in the whole picture.
    """
    limits = _without_idle_warning(limits)
    borders = [border for border in (limits.fail, limits.warn) if border is not None]
    if not borders:
        return Scale(_spread(_SEQUENCE, low, max(high, low + 1e-9)), limits)
    span = max(high - low, borders[-1] - borders[0], 1e-9)
    low = low if low < borders[0] else borders[0] - 0.1 * span
    high = high if high > borders[-1] else borders[-1] + 0.1 * span
    red, amber = (limits.fail, limits.warn) if broken is None else _ascending(broken)
    stops: tuple[Stop, ...] = ()
    start = low
    if red is not None:
        stops, start = _spread(_RED, start, red), red
    if amber is not None:
        begin = limits.fail if limits.fail is not None and start < limits.fail < amber else start
        stops, start = stops + _even(_AMBER[0], start, begin) + _spread(_AMBER, begin, amber), amber
    stops += _even(_BLUE[0], start, borders[-1])
    return Scale(stops + _spread(_BLUE, max(start, borders[-1]), high), limits)


def mirrored(scale: Scale) -> Scale:
    """Repeat a scale that starts at 0 on the other side of 0: what counts is the size, not the sign."""
    left = tuple(Stop(-stop.value, stop.color) for stop in reversed(scale.stops))
    return Scale(left + scale.stops, scale.limits)


def colors(scale: Scale, values: NDArray[np.float64]) -> Colors:
    """Color numbers by a scale.

    Parameters
    ----------
    values : (N,) float64
        NaN is `UNMEASURED`, inf `NOTHING`. A value on a limit belongs to the milder band.

    Returns
    -------
    (N, 3) float64
        sRGB.
    """
    places = np.array([stop.value for stop in scale.stops])
    table = np.array([rgb(stop.color) for stop in scale.stops])
    finite = np.isfinite(values)
    held = np.clip(np.where(finite, values, places[0]), places[0], places[-1])
    # side="right": at a hard step the stop after it is taken, which is the milder one
    after = np.clip(np.searchsorted(places, held, side="right"), 1, len(places) - 1)
    width = places[after] - places[after - 1]
    share = (held - places[after - 1]) / np.where(width > 0.0, width, 1.0)
    mixed: Colors = table[after - 1] + (table[after] - table[after - 1]) * share[:, None]
    mixed[np.isposinf(values)] = rgb(NOTHING)
    mixed[np.isnan(values) | np.isneginf(values)] = rgb(UNMEASURED)
    return mixed


def nice_ceiling(value: float) -> float:
    """Return the next of 1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8 times a power of ten that is not below `value`.

    1 for anything that is not a positive number.
    """
    if not math.isfinite(value) or value <= 0.0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(value))
    for step in (1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0):
        if step * power >= value * (1.0 - 1e-9):
            return step * power
    return 10.0 * power


def _upper_end(extent: Extent, limits: Limits) -> float:
    """Choose where a scale from 0 ends: past most values, but with room for the bands at its limits."""
    borders = [limit for limit in (limits.fail, limits.warn) if limit is not None and limit > 0.0]
    if not borders:
        # half of the values get most of the colors: a few distant walls must not take them all
        return nice_ceiling(min(extent.most, 2.0 * extent.usual) if extent.most > 0.0 else 1.0)
    # six times the limit leaves its bands room; a part that is much thicker needs to be told apart too
    room = max(6.0 * max(borders), 1.5 * extent.usual)
    return nice_ceiling(max(2.0 * max(borders), min(extent.most, room)))


def _without_idle_warning(limits: Limits) -> Limits:
    """Leave out a warning limit that is no larger than the fail limit."""
    is_idle = limits.fail is not None and limits.warn is not None and limits.warn <= limits.fail
    return Limits(limits.fail, None, limits.source) if is_idle else limits


def _ascending(broken: Limits) -> tuple[float | None, float | None]:
    """Return where red and amber end."""
    broken = _without_idle_warning(broken)
    return broken.fail, broken.warn


def _even(color: str, start: float, end: float) -> tuple[Stop, ...]:
    """Return one color from `start` to `end`; nothing where that is no stretch."""
    return (Stop(start, color), Stop(end, color)) if end > start else ()


def _spread(band: tuple[str, ...], start: float, end: float) -> tuple[Stop, ...]:
    return tuple(
        Stop(float(value), color)
        for value, color in zip(np.linspace(start, end, len(band)), band, strict=True)
    )
