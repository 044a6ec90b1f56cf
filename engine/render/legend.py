"""The legend: what the colors of a heatmap mean, with its unit and its limits."""

import textwrap
from functools import lru_cache

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from engine.model.field import Unit
from engine.model.heatmap import Heatmap
from engine.model.layer import Swatch
from engine.palette import FAIL, INK, NO_LIMITS, WARNING, Scale, colors, mirrored, nice_ceiling
from engine.render.camera import ink

QUIET = "#56616d"
FRAME = "#8a94a0"
AMBER_TEXT = "#a86400"
"""The warning color, dark enough to be read."""

PANEL_WIDTH = 190
BAR_WIDTH = 20
BAR_HEIGHT = 300
MARGIN = 24
LINE = 25
SMALL, SMALL_LINE = 13, 18
"""In pixels of a picture 1200 wide; larger pictures have larger legends."""

SMALL_LETTERS = 26
"""Letters of a line of small print that the panel has room for."""

OVERSAMPLING = 3
"""Pillow draws shapes without smoothing: the panel is drawn this much larger and shrunk."""


def width(size: tuple[int, int]) -> float:
    """Return the room in pixels that the legend takes at the right edge of a picture."""
    return (PANEL_WIDTH + MARGIN) * ink(size)


@lru_cache(maxsize=64)  # by value: sizes, of which pictures use a handful
def font(size: float) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Return the font of all pictures; it ships with Pillow, so every machine draws the same."""
    return ImageFont.load_default(size)


SPELLED = str.maketrans(
    {"×": "x", "Ø": "D", "²": "2", "³": "3", "–": "-", "−": "-", "≤": "<=", "≥": ">=", "µ": "u", "…": "..."}
)


def spelled(text: str) -> str:
    """Write a text in the letters that `font` has; it draws an empty box for a sign that it lacks."""
    return text.translate(SPELLED)


def draw(picture: Image.Image, heatmap: Heatmap) -> Image.Image:
    """Draw the legend over the right edge of a picture, and return the picture."""
    small = panel(heatmap, picture.height, ink(picture.size))
    picture.alpha_composite(small, (round(picture.width - width(picture.size)), 0))
    return picture


def beside(picture: Image.Image, heatmap: Heatmap) -> Image.Image:
    """Return a wider picture on white, with the legend to the right of the one given."""
    small = panel(heatmap, picture.height, ink(picture.size))
    wider = Image.new("RGBA", (picture.width + small.width, picture.height), "white")
    wider.alpha_composite(picture, (0, 0))
    wider.alpha_composite(small, (picture.width, 0))
    return wider


def panel(heatmap: Heatmap, height: int, size: float = 1.0) -> Image.Image:
    """Draw the legend alone, on nothing.

    Parameters
    ----------
    height
        Pixels the panel may have; it ends where the legend does.
    size
        1 has letters for a picture 1200 wide.
    """
    unit = size * OVERSAMPLING
    room = Image.new("RGBA", (round(PANEL_WIDTH * unit), height * OVERSAMPLING))
    pen = ImageDraw.Draw(room)
    top = MARGIN * unit
    pen.text((0, top), spelled(heatmap.layer.title), INK, font(20 * unit))
    top += (LINE + 2) * unit
    name = {Unit.ONE: "", Unit.DEG: "degrees"}.get(heatmap.layer.unit, str(heatmap.layer.unit))
    if name:
        pen.text((0, top), spelled(name), QUIET, font(15.5 * unit))
        top += LINE * unit
    elif heatmap.scale is None:
        top += 0.4 * LINE * unit
    if heatmap.scale is not None:
        length = min(BAR_HEIGHT * unit, 0.5 * room.height)
        _bar(room, pen, heatmap, top + 8 * unit, length, unit)
        top += length + 34 * unit
    for swatch in heatmap.swatches:
        _swatch(pen, swatch, top, unit)
        top += LINE * unit
    for line in about_limits(heatmap):
        pen.text((4 * unit, top), spelled(line), QUIET, font(SMALL * unit))
        top += SMALL_LINE * unit
    used = min(height, int(top / OVERSAMPLING) + 1)
    small = room.resize((room.width // OVERSAMPLING, height), Image.Resampling.BOX)
    return small.crop((0, 0, small.width, used))


def about_limits(heatmap: Heatmap) -> list[str]:
    """Name the process whose limits these are, in lines that are short enough for the panel."""
    layer = heatmap.layer_limits
    if layer is None:
        return []
    if layer.limits.fail is None and layer.limits.warn is None:
        return [f"No limit in {heatmap.layer.unit} in", *textwrap.wrap(layer.limits.source, SMALL_LETTERS)]
    place = ["They depend on the place."] if layer.depends_on_place else []
    return ["Limits of", *textwrap.wrap(layer.limits.source, SMALL_LETTERS), *place]


def below(word: str, least: float | None, most: float) -> str:
    """Write a limit, or from which to which it goes where it depends on the place."""
    if least is None or plain(least) == plain(most):
        return f"{word} below {plain(most)}"
    return f"{word} below {plain(least)}–{plain(most)}"


def shown(scale: Scale) -> Scale:
    """Keep the half above 0 of a mirrored scale."""
    half = Scale(scale.stops[len(scale.stops) // 2 :], scale.limits)
    return half if len(half.stops) > 1 and mirrored(half) == scale else scale


def _bar(
    room: Image.Image, pen: ImageDraw.ImageDraw, heatmap: Heatmap, top: float, height: float, unit: float
) -> None:
    assert heatmap.scale is not None, "only a measured layer has a bar"
    scale, left = shown(heatmap.scale), 5 * unit
    least = NO_LIMITS if heatmap.layer_limits is None else heatmap.layer_limits.least
    rows = round(height)
    # the middle of each row, from the top
    values = scale.high + (scale.low - scale.high) * (np.arange(rows) + 0.5) / rows
    strip = np.repeat(colors(scale, values)[:, None], round(BAR_WIDTH * unit), axis=1)
    bar = Image.fromarray(np.round(255 * strip).astype(np.uint8), "RGB")
    room.paste(bar, (round(left), round(top)))
    line = max(1, round(unit))
    right = left + bar.width
    pen.rectangle((left - line, top - line, right, top + rows), outline=FRAME, width=line)

    def height_of(value: float) -> float:
        return top + height * (scale.high - value) / (scale.high - scale.low)

    taken: list[float] = []
    for value, smallest, word, color, letters in (
        (scale.limits.fail, least.fail, "fail", FAIL, FAIL),
        (scale.limits.warn, least.warn, "warn", WARNING, AMBER_TEXT),
    ):
        if value is None or not scale.low <= value <= scale.high:
            continue
        at = height_of(value)
        pen.line((0, at, right + 12 * unit, at), color, round(2.2 * unit))
        label_at = at
        if taken and abs(at - taken[0]) < 19 * unit:
            label_at = taken[0] - 19 * unit
        text = below(word, smallest, value)
        pen.text((right + 17 * unit, label_at), spelled(text), letters, font(15.5 * unit), anchor="lm")
        taken.append(label_at)
    for value in ticks(scale.low, scale.high):
        at = height_of(value)
        if all(abs(at - other) > 17 * unit for other in taken):
            pen.line((right, at, right + 7 * unit, at), FRAME, line)
            text = plain(value) + ("+" if value >= scale.high * (1.0 - 1e-9) else "")
            pen.text((right + 13 * unit, at), spelled(text), QUIET, font(15.5 * unit), anchor="lm")


def _swatch(pen: ImageDraw.ImageDraw, swatch: Swatch, top: float, unit: float) -> None:
    left, side = 4 * unit, 15 * unit
    box = (left, top, left + side, top + side)
    pen.rounded_rectangle(box, 3 * unit, swatch.color, FRAME, max(1, round(unit)))
    pen.text(
        (left + side + 9 * unit, top + side / 2), spelled(swatch.label), INK, font(15.5 * unit), anchor="lm"
    )


def ticks(low: float, high: float) -> list[float]:
    """Return about six round values from `low` to `high`, ends included where they are round."""
    step = nice_ceiling((high - low) / 6.0)
    first = int(np.ceil(low / step - 1e-9))
    last = int(np.floor(high / step + 1e-9))
    return [step * index for index in range(first, last + 1)]


def plain(value: float) -> str:
    """Write a number for people: three significant digits, no trailing zeros."""
    text = f"{value:.3g}"
    return f"{value:.0f}" if "e" in text and 1.0 < abs(value) < 1e7 else text
