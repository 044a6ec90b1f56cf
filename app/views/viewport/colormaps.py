"""How values become colors: red below the limit that fails, amber below the one that warns, quiet blue above.

A picture of colors, not a table of vertices: the part carries where on the scale each vertex is, the
graphics card looks up every pixel. So a limit is a crisp line across a face, and a moved limit costs no more
than a new picture. The picture has three rows, without a value, measured and
marked, and these again for what is dimmed.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.state.layer_limits import NONE, Limits
from app.views.viewport.mesh import Floats

RED = ("#8f0f1e", "#b01c24", "#d5392f")
AMBER = ("#e07f06", "#f0941e", "#f7b44a")
BLUE = ("#4a86b8", "#5698c4", "#8bb6d6", "#b9d2e5", "#e2e9f0")
SEQUENCE = ("#1f4e86", "#2f73ac", "#5698c4", "#8bb6d6", "#bcd4e7", "#e2e9f0")
NOTHING = "#bfc2c6"
"""No opposite wall, or not measurable: gray, which no scale has."""
UNDERCUT = "#7a1fa2"
"""No mold half frees the place: purple, for it is another matter than too little draft."""
DIM = "#c9ccd0"
"""What is dimmed is mixed with this."""
DIM_SHARE = 0.86
N_TEXELS = 2048
N_ROWS = 6
FORGIVEN = 2e-3
"""Share of a value by which it is raised for its color, so that a wall drawn at a limit does not flicker."""

KIND_COLORS: dict[str, str] = {
    "Unclassified": "#a29d97",
    "Hole": "#325896",
    "Boss": "#a3862a",
    "Slot": "#0787a4",
    "Fin": "#7b495c",
    "Pocket": "#7697ec",
    "Protrusion": "#daa13e",
    "Round": "#7fc794",
    "Fillet": "#606e21",
    "Bend": "#bc5a6f",
    "Chamfer": "#e8a8fa",
    "Countersink": "#8fa5c8",
    "Wall": "#b9c8d9",
    "Slab": "#e4dccb",
}
"""By the first word of a role's name; floors, tops and steps are lighter than walls."""
LIGHTER = {"floor": 0.3, "top": 0.35, "step": 0.45}
SPARE = ("#6d8f8a", "#b08cc0", "#c98a5e", "#5f7fb0")
"""For roles that another server may have."""

Colors = NDArray[np.float64]
"""(N, 3) sRGB in [0, 1]."""


@dataclass(frozen=True, slots=True)
class Band:
    """One part of a scale: from `low` to `high`, in these colors."""

    name: str
    """fail, warn, pass, or all where there are no limits."""
    low: float
    high: float
    colors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scale:
    """Bands without a gap, from low to high. With `mirrored` the size of a value counts, not its sign."""

    bands: tuple[Band, ...]
    limits: Limits = NONE
    mirrored: bool = False

    @property
    def low(self) -> float:
        """Where it begins; values below take the first color."""
        return self.bands[0].low

    @property
    def high(self) -> float:
        """Where it ends; values above take the last color."""
        return self.bands[-1].high

    def color(self, values: Floats) -> Colors:
        """Color numbers; one on a limit belongs to the milder band."""
        held = np.clip(np.abs(values) if self.mirrored else values, self.low, self.high)
        found = np.zeros((len(values), 3))
        for band in self.bands:
            places = np.linspace(band.low, band.high, len(band.colors))
            table = np.array([rgb(one) for one in band.colors])
            mine = (held >= band.low) & (held <= band.high)
            for channel in range(3):
                found[mine, channel] = np.interp(held[mine], places, table[:, channel])
        return found

    def band_at(self, value: float) -> Band:
        """Return the band a value belongs to."""
        held = min(max(abs(value) if self.mirrored else value, self.low), self.high)
        return next((band for band in self.bands if held < band.high), self.bands[-1])


def anchored(low: float, high: float, limits: Limits = NONE, *, mirrored: bool = False) -> Scale:
    """Build a scale from `low` to `high` with its bands at the limits.

    A limit beyond an end moves that end, so that each band can be seen. A warning limit that is not above the
    fail limit is taken for none.
    """
    fail, warn = limits.fail, limits.warn
    if fail is not None and warn is not None and warn <= fail:
        warn = None
    borders = [border for border in (fail, warn) if border is not None]
    high = max(high, low + 1e-9)
    if not borders:
        return Scale((Band("all", low, high, SEQUENCE),), limits, mirrored)
    span = max(high - low, borders[-1] - borders[0], 1e-9)
    low = low if low < borders[0] else borders[0] - 0.1 * span
    high = high if high > borders[-1] else borders[-1] + 0.1 * span
    bands, start = [], low
    for name, border, colors in (("fail", fail, RED), ("warn", warn, AMBER)):
        if border is not None:
            bands.append(Band(name, start, border, colors))
            start = border
    bands.append(Band("pass", start, high, BLUE))
    return Scale(tuple(bands), limits, mirrored)


def upper_end(values: Floats, limits: Limits) -> float:
    """Choose where a scale from 0 ends: past most values, but with room for the bands at its limits."""
    finite = np.abs(values[np.isfinite(values)])
    most = float(np.percentile(finite, 98.0)) if len(finite) else 0.0
    usual = float(np.median(finite)) if len(finite) else 0.0
    borders = [limit for limit in (limits.fail, limits.warn) if limit is not None and limit > 0.0]
    if not borders:
        return nice_ceiling(min(most, 2.0 * usual) if most > 0.0 else 1.0)
    return nice_ceiling(max(2.0 * max(borders), min(most, max(6.0 * max(borders), 1.5 * usual))))


def picture(scale: Scale, only: str | None = None) -> NDArray[np.uint8]:
    """Return (6, 2048, 3) uint8: the rows of a scale; with `only` the other bands are dimmed."""
    places = scale.low + (np.arange(N_TEXELS) + 0.5) / N_TEXELS * (scale.high - scale.low)
    row = Scale(scale.bands, scale.limits).color(places)
    gap, mark = np.tile(rgb(NOTHING), (N_TEXELS, 1)), np.tile(rgb(UNDERCUT), (N_TEXELS, 1))
    if only is not None:
        inside = np.array([scale.band_at(place).name == only for place in places])
        row = np.where(inside[:, None], row, dimmed(row))
        gap, mark = dimmed(gap), dimmed(mark)
    return _rows(gap, row, mark)


def role_picture(roles: Mapping[int, str], off: frozenset[str] = frozenset()) -> NDArray[np.uint8]:
    """Return the rows for roles, a texel each by code; kinds in `off` are dimmed."""
    row = np.array([rgb(role_color(roles.get(code, ""), code)) for code in range(max(roles, default=0) + 1)])
    is_off = np.array([kind_of_role(roles.get(code, "")) in off for code in range(len(row))])
    row = np.where(is_off[:, None], dimmed(row), row)
    return _rows(row, row, row)


def along(scale: Scale, values: Floats) -> NDArray[np.float32]:
    """Return where on the picture each value is, 0 to 1; beyond the ends it goes on, for triangles to mix."""
    size = np.abs(values) if scale.mirrored else values
    raised = size + FORGIVEN * np.abs(size) + 1e-6
    return np.asarray((raised - scale.low) / (scale.high - scale.low), dtype=np.float32)


def row_of(
    is_gap: NDArray[np.bool_], is_marked: NDArray[np.bool_] | None, is_dim: NDArray[np.bool_]
) -> NDArray[np.float32]:
    """Return which row of the picture each vertex looks up, as its place across.

    Measured lies between the other two, so that a triangle with two of them mixes in no third.
    """
    row = np.where(is_gap, 0.0, 1.0)
    if is_marked is not None:
        row[is_marked] = 2.0
    return np.asarray((row + 3.0 * is_dim + 0.5) / N_ROWS, dtype=np.float32)


def kind_of_role(name: str) -> str:
    """Return the kind a role belongs to, as `Hole` of `Hole floor`; empty of nothing."""
    return name.split(" ", 1)[0] if name else ""


def role_color(name: str, code: int = 0) -> str:
    """Return the color of a role by its name; one that Sprue does not know has a spare color."""
    kind, _, part = name.partition(" ")
    color = KIND_COLORS.get(kind, SPARE[code % len(SPARE)])
    return hex_of(rgb(color) + (1.0 - rgb(color)) * LIGHTER.get(part, 0.0))


def dimmed(colors: Colors) -> Colors:
    """Take most of the color out; what is left tells shape."""
    return np.asarray(colors * (1.0 - DIM_SHARE) + rgb(DIM) * DIM_SHARE)


def rgb(color: str) -> Colors:
    """Return `#rrggbb` as (3,) sRGB."""
    return np.array([int(color[at : at + 2], 16) / 255.0 for at in (1, 3, 5)])


def hex_of(color: Colors) -> str:
    """Return (3,) sRGB as `#rrggbb`."""
    return "#" + "".join(f"{round(255 * float(part)):02x}" for part in np.clip(color, 0.0, 1.0))


def nice_ceiling(value: float) -> float:
    """Return the next round number that is not below `value`; 1 of anything that is not positive."""
    if not math.isfinite(value) or value <= 0.0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(value))
    for step in (1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0):
        if step * power >= value * (1.0 - 1e-9):
            return step * power
    return 10.0 * power


def _rows(gap: Colors, row: Colors, mark: Colors) -> NDArray[np.uint8]:
    table = np.stack([gap, row, mark, dimmed(gap), dimmed(row), dimmed(mark)])
    return np.rint(255.0 * np.clip(table, 0.0, 1.0)).astype(np.uint8)
