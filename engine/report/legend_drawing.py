"""The legend of a heatmap in the page: drawn as lines and words, in the page's own colors."""

from html import escape

import numpy as np
from markupsafe import Markup

from engine import palette
from engine.model.heatmap import Heatmap
from engine.render import legend
from engine.report import inches, scale_marks

BAR_HEIGHT, BAR_WIDTH = 190, 18
ABOVE, BELOW, WIDTH = 10, 10, 150
LINE = 17
"""Height of a line of words. All of these in pixels."""
MOST_STEPS = 64
"""Colors from end to end of the bar."""


def write(heatmap: Heatmap) -> Markup:
    """Return the legend as HTML: in millimeters and in inches, of which the page shows one."""
    swatches = "".join(
        f'<span class="swatch"><i style="background: {each.color}"></i>{escape(each.label)}</span>'
        for each in heatmap.swatches
    )
    bars = "" if heatmap.scale is None else "".join(_bar(heatmap, units) for units in inches.UNITS)
    return Markup(bars + swatches)


def _bar(heatmap: Heatmap, units: str) -> str:
    layer = heatmap.layer
    unit = scale_marks.unit_in_words(layer, units)
    height = ABOVE + BAR_HEIGHT + BELOW
    drawn = [_colors(heatmap)]
    for label in scale_marks.labels(heatmap, units, BAR_HEIGHT, LINE):
        y, words_y = (ABOVE + BAR_HEIGHT - each for each in (label.at, label.words_at))
        kind = f' class="{label.mark.kind}"' if label.mark.kind else ""
        drawn.append(f'<path{kind} d="M{BAR_WIDTH} {y:.1f}h6"/>')
        drawn.append(
            f'<text{kind} x="{BAR_WIDTH + 10}" y="{words_y + 4.5:.1f}">{escape(label.mark.words)}</text>'
        )
    over = f'<span class="unit of-{units}">{escape(unit)}</span>' if unit else ""
    return (
        f'{over}<svg class="bar of-{units}" role="img" aria-label="{escape(f"Legend of {layer.title}")}" '
        f'width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}">{"".join(drawn)}</svg>'
    )


def _colors(heatmap: Heatmap) -> str:
    assert heatmap.scale is not None, "only a measured layer has a bar"
    scale = legend.shown(heatmap.scale)
    step = BAR_HEIGHT / MOST_STEPS
    middles = scale.high - (scale.high - scale.low) * (np.arange(MOST_STEPS) + 0.5) / MOST_STEPS
    stripes = "".join(
        f'<rect x="0" y="{ABOVE + at * step:.2f}" width="{BAR_WIDTH}" height="{step + 0.3:.2f}" '
        f'fill="{palette.hex_of(color)}"/>'
        for at, color in enumerate(palette.colors(scale, middles))
    )
    frame = f'<rect class="frame" x="0" y="{ABOVE}" width="{BAR_WIDTH}" height="{BAR_HEIGHT}"/>'
    return f'<g shape-rendering="crispEdges">{stripes}</g>{frame}'
