"""The legend of a heatmap on paper: drawn, so that it is sharp, in the units of the report."""

from typing import Any, cast

import numpy as np
from reportlab.lib import colors
from reportlab.lib.units import mm
from reportlab.platypus import Flowable

from engine import palette
from engine.model.heatmap import Heatmap
from engine.render import legend
from engine.report import inches, wording
from engine.report.paper.looks import COLOR_OF_SEVERITY, INK, MARK_OF_SEVERITY, REGULAR, SOFT, TINY_PT

N_STRIPES = 120
"""Of the bar."""


class LegendBar(Flowable):  # type: ignore[misc]
    """What the colors of a heatmap mean, with the limits."""

    BAR_HEIGHT, BAR_WIDTH, LINE_HEIGHT = 44 * mm, 4 * mm, 10.5

    def __init__(self, heatmap: Heatmap, width: float, units: str) -> None:
        super().__init__()
        self._heatmap, self._room = heatmap, width
        self._is_inches = units == inches.INCHES and str(heatmap.layer.unit) == "mm"
        self._unit = "in" if self._is_inches else wording.suffix(str(heatmap.layer.unit)).strip()

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Return the room it takes."""
        bar = self.BAR_HEIGHT + 16 if self._heatmap.scale is not None else 0.0
        return self._room, bar + self.LINE_HEIGHT * (1 + len(self._heatmap.swatches))

    def draw(self) -> None:
        """Draw it, from the top."""
        top = self.wrap(0, 0)[1] - self.LINE_HEIGHT
        pen, heatmap = self.canv, self._heatmap
        if heatmap.scale is not None:
            pen.setFont(REGULAR, TINY_PT)
            pen.setFillColor(SOFT)
            pen.drawString(0, top, {"°": "degrees"}.get(self._unit, self._unit))
            self._bar(top - 6 - self.BAR_HEIGHT)
            top -= self.BAR_HEIGHT + 20
        for swatch in heatmap.swatches:
            pen.setFillColor(colors.HexColor(swatch.color))
            pen.setStrokeColor(SOFT)
            pen.setLineWidth(0.3)
            pen.rect(0, top - 1, 6.5, 6.5, fill=1)
            pen.setFont(REGULAR, TINY_PT)
            pen.setFillColor(INK)
            pen.drawString(10, top, swatch.label)
            top -= self.LINE_HEIGHT

    def _bar(self, bottom: float) -> None:
        pen, heatmap = self.canv, self._heatmap
        scale = legend.shown(cast(palette.Scale, heatmap.scale))
        span = scale.high - scale.low
        for at in range(N_STRIPES):
            value = scale.low + span * (at + 0.5) / N_STRIPES
            pen.setFillColor(colors.HexColor(palette.hex_of(palette.colors(scale, np.array([value]))[0])))
            pen.rect(
                0,
                bottom + self.BAR_HEIGHT * at / N_STRIPES,
                self.BAR_WIDTH,
                self.BAR_HEIGHT / N_STRIPES + 0.4,
                stroke=0,
                fill=1,
            )
        pen.setStrokeColor(SOFT)
        pen.setLineWidth(0.4)
        pen.rect(0, bottom, self.BAR_WIDTH, self.BAR_HEIGHT)
        taken: list[float] = []
        least = heatmap.layer_limits.least if heatmap.layer_limits is not None else palette.NO_LIMITS
        for limit, smallest, word, severity in (
            (scale.limits.fail, least.fail, "fail", "fail"),
            (scale.limits.warn, least.warn, "warn", "warning"),
        ):
            if limit is None or not scale.low <= limit <= scale.high:
                continue
            at = bottom + self.BAR_HEIGHT * (limit - scale.low) / span
            label = max([at, *(other + 8.0 for other in taken)])
            pen.setStrokeColor(colors.HexColor(MARK_OF_SEVERITY[severity]))
            pen.setLineWidth(1.0)
            pen.line(0, at, self.BAR_WIDTH + 4, at)
            said = legend.below(word, None if smallest is None else self._shown(smallest), self._shown(limit))
            self._label(label, said, colors.HexColor(COLOR_OF_SEVERITY[severity]))
            taken.append(label)
        factor = inches.INCH_MM if self._is_inches else 1.0
        for tick in legend.ticks(scale.low / factor, scale.high / factor):
            at = bottom + self.BAR_HEIGHT * (tick * factor - scale.low) / span
            if all(abs(at - other) > 7.5 for other in taken):
                self._label(at, legend.plain(tick), SOFT)

    def _shown(self, value: float) -> float:
        return value / inches.INCH_MM if self._is_inches else value

    def _label(self, at: float, words: str, color: Any) -> None:
        self.canv.setFont(REGULAR, TINY_PT)
        self.canv.setFillColor(color)
        self.canv.drawString(self.BAR_WIDTH + 6, at - 2.4, words)
