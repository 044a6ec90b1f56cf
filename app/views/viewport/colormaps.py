"""How values become colors: the stops that the engine sends, as a texture that the graphics card looks up.

Colors are a texture, not an array over vertices: a vertex has its place on the scale as a texture coordinate,
and the graphics card looks up every pixel. So a limit is a crisp line across a face, and other limits cost no
more than a new texture. It has three rows for each case, as places differ in the limits they break: without a
value, measured and marked. Below them these rows are repeated for what is dimmed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from app.client.models import ColorStop
from app.state.interface import SHIPPED, Interface
from app.views.viewport.mesh import Floats

NEUTRAL = ("#2a6496", "#e3ebf2")
"""From little to much where a server sends values and no colors for them."""
NOTHING = "#bfc2c6"
"""No opposite wall, or not measurable, where a server does not say."""
UNDERCUT = "#7a1fa2"
"""No mold half frees the place, where a server does not say."""
DIM = "#c9ccd0"
"""What is dimmed is mixed with this."""
DIM_SHARE = 0.86
N_TEXELS = 2048
ROWS_OF_CASE = 3
LEANING = 2e-3
"""Share of a value by which it is lowered for its color, so that a wall that just fails is red all over."""

UNCLASSIFIED = "#a29d97"
"""Faces without a role, and with one that the server did not describe."""

Colors = NDArray[np.float64]
"""(N, 3) sRGB in [0, 1]."""


@dataclass(frozen=True, slots=True)
class Band:
    """One part of a scale."""

    name: str
    """fail, warn, pass, or all where there are no limits."""
    low: float
    high: float
    stops: tuple[ColorStop, ...]


@dataclass(frozen=True, slots=True)
class Scale:
    """Colors along the values, by their ends and by what lies between. With `mirrored` the size counts."""

    stops: tuple[ColorStop, ...]
    """Ascending, at least two."""
    fail: float | None = None
    """Where red ends."""
    warn: float | None = None
    """Where amber ends."""
    mirrored: bool = False

    @property
    def low(self) -> float:
        """Where it begins; values below take the first color."""
        return self.stops[0].value

    @property
    def high(self) -> float:
        """Where it ends; values above take the last color."""
        return self.stops[-1].value

    @property
    def bands(self) -> tuple[Band, ...]:
        """Its parts without a gap, from low to high."""
        ends = [(name, end) for name, end in (("fail", self.fail), ("warn", self.warn)) if end is not None]
        if not ends:
            return (Band("all", self.low, self.high, self.stops),)
        borders = [self.low, *(min(max(end, self.low), self.high) for _, end in ends), self.high]
        names = [*(name for name, _ in ends), "pass"]
        return tuple(
            Band(name, low, high, _between(self.stops, low, high))
            for name, (low, high) in zip(names, pairwise(borders), strict=True)
            if high > low
        )

    def times(self, factor: float) -> "Scale":
        """Return it over values that are so many times as large."""
        if factor == 1.0:
            return self
        stops = tuple(ColorStop(each.value * factor, each.color) for each in self.stops)
        fail, warn = (None if each is None else each * factor for each in (self.fail, self.warn))
        return Scale(stops, fail, warn, self.mirrored)

    def color(self, values: Floats) -> Colors:
        """Color numbers; one at a hard step belongs to the milder side."""
        places = np.array([stop.value for stop in self.stops])
        table = np.array([rgb(stop.color) for stop in self.stops])
        held = np.clip(np.abs(values) if self.mirrored else values, self.low, self.high)
        after = np.clip(np.searchsorted(places, held, side="right"), 1, len(places) - 1)
        width = places[after] - places[after - 1]
        share = np.where(width > 0.0, (held - places[after - 1]) / np.where(width > 0.0, width, 1.0), 1.0)
        return np.asarray(table[after - 1] + (table[after] - table[after - 1]) * share[:, None])

    def band_at(self, value: float) -> Band:
        """Return the band a value belongs to."""
        held = min(max(abs(value) if self.mirrored else value, self.low), self.high)
        return next((band for band in self.bands if held < band.high), self.bands[-1])


def of_stops(stops: Sequence[ColorStop], fail: float | None = None, warn: float | None = None) -> Scale:
    """Take a scale as it was sent; of one that runs alike to both sides of 0 the upper half."""
    if fail is not None and warn is not None and warn <= fail:
        warn = None
    is_mirrored = stops[0].value < 0.0 and stops[0].value == -stops[-1].value
    half = stops[len(stops) // 2 :] if is_mirrored else stops
    return Scale(tuple(half), fail, warn, is_mirrored)


def neutral(values: Floats) -> Scale:
    """Build a scale without limits over some values, where a server sends no colors for them."""
    finite = np.abs(values[np.isfinite(values)])
    most = float(np.percentile(finite, 98.0)) if len(finite) else 1.0
    is_mirrored = bool((values[np.isfinite(values)] < 0.0).any())
    return Scale((ColorStop(0.0, NEUTRAL[0]), ColorStop(max(most, 1e-9), NEUTRAL[1])), mirrored=is_mirrored)


def texture(
    scales: Sequence[Scale], only: str | None = None, gap: str = NOTHING, mark: str = UNDERCUT
) -> NDArray[np.uint8]:
    """Return (6 C, 2048, 3) uint8: the rows of C scales; with `only` the other bands are dimmed.

    A texel has the color at its lower end, so that a value below a limit is never looked up above it.
    """
    low, high = scales[0].low, scales[0].high
    places = low + np.arange(N_TEXELS) / N_TEXELS * (high - low)
    rows = []
    for scale in scales:
        row = scale.color(places)
        beside = [np.tile(rgb(color), (N_TEXELS, 1)) for color in (gap, mark)]
        if only is not None:
            inside = np.array([scale.band_at(place).name == only for place in places])
            row = np.where(inside[:, None], row, dimmed(row))
            beside = [dimmed(color) for color in beside]
        rows += [beside[0], row, beside[1]]
    return _rows(rows)


def role_texture(
    roles: Mapping[int, str], off: frozenset[str] = frozenset(), interface: Interface = SHIPPED
) -> NDArray[np.uint8]:
    """Return the rows for roles, a texel each by code; kinds in `off` are dimmed."""
    row = np.array(
        [rgb(role_color(roles.get(code, ""), interface)) for code in range(max(roles, default=0) + 1)]
    )
    is_off = np.array([kind_of_role(roles.get(code, "")) in off for code in range(len(row))])
    row = np.where(is_off[:, None], dimmed(row), row)
    return _rows([row] * ROWS_OF_CASE)


def texture_u(scale: Scale, values: Floats) -> NDArray[np.float32]:
    """Return the texture coordinate of each value: 0 to 1 on the scale, outside that beyond its ends."""
    size = np.abs(values) if scale.mirrored else values
    lowered = size - LEANING * np.abs(size) - 1e-6
    return np.asarray((lowered - scale.low) / (scale.high - scale.low), dtype=np.float32)


def texture_v(
    is_gap: NDArray[np.bool_],
    is_marked: NDArray[np.bool_] | None,
    is_dim: NDArray[np.bool_],
    case: NDArray[np.int64] | None = None,
    n_cases: int = 1,
) -> NDArray[np.float32]:
    """Return the second texture coordinate of each vertex: the row that it looks up.

    Measured lies between the other two of its case, so that a triangle with two of them mixes in no third.
    """
    row = np.where(is_gap, 0.0, 1.0)
    if is_marked is not None:
        row[is_marked] = 2.0
    if case is not None:
        row = row + ROWS_OF_CASE * case
    n_rows = ROWS_OF_CASE * n_cases
    return np.asarray((row + n_rows * is_dim + 0.5) / (2 * n_rows), dtype=np.float32)


def kind_of_role(name: str) -> str:
    """Return the kind a role belongs to, as `Hole` of `Hole floor`; empty of nothing."""
    return name.split(" ", 1)[0] if name else ""


def role_color(name: str, interface: Interface = SHIPPED) -> str:
    """Return the color of a role by its name; of one that is not known that of its kind, else gray."""
    color_of_kind = {kind.label: kind.color for kind in interface.kinds}
    return interface.color_of_role.get(name) or color_of_kind.get(kind_of_role(name), UNCLASSIFIED)


def dimmed(colors: Colors) -> Colors:
    """Take most of the color out; what is left shows shape."""
    return np.asarray(colors * (1.0 - DIM_SHARE) + rgb(DIM) * DIM_SHARE)


def rgb(color: str) -> Colors:
    """Return `#rrggbb` as (3,) sRGB."""
    return np.array([int(color[at : at + 2], 16) / 255.0 for at in (1, 3, 5)])


def hex_of(color: Colors) -> str:
    """Return (3,) sRGB as `#rrggbb`."""
    return "#" + "".join(f"{round(255 * float(part)):02x}" for part in np.clip(color, 0.0, 1.0))


def _between(stops: tuple[ColorStop, ...], low: float, high: float) -> tuple[ColorStop, ...]:
    """Return the stops from one value to another, at hard steps those on this side of them."""
    inner = [stop for stop in stops if low < stop.value < high]
    first = [stop for stop in stops if stop.value <= low][-1]
    last = next(stop for stop in stops if stop.value >= high)
    return (ColorStop(low, first.color), *inner, ColorStop(high, last.color))


def _rows(rows: Sequence[Colors]) -> NDArray[np.uint8]:
    table = np.stack([*rows, *(dimmed(row) for row in rows)])
    return np.rint(255.0 * np.clip(table, 0.0, 1.0)).astype(np.uint8)
