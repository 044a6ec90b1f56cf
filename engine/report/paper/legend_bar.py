"""The legend of a heatmap on paper: drawn, so that it is sharp, in the units of the report."""

import numpy as np
from reportlab.lib import colors
from reportlab.lib.units import mm
from reportlab.platypus import Flowable

from engine import palette
from engine.model.heatmap import Heatmap
from engine.render import legend
from engine.report import scale_marks
from engine.report.paper.looks import COLOR_OF_SEVERITY, INK, MARK_OF_SEVERITY, REGULAR, SOFT, TINY_PT

N_STRIPES = 120
"""Of the bar."""
BAR_WIDTH, SHORTEST, LONGEST = 4 * mm, 18 * mm, 44 * mm
LINE_HEIGHT, SWATCH, COLUMN_WIDTH = 10.5, 6.5, 32 * mm
ABOVE, BELOW = 16.0, 10.0
"""Points beside the bar: for the unit, and to the swatches."""
SEVERITY_OF_MARK = {"fail": "fail", "warn": "warning"}


class LegendBar(Flowable):  # type: ignore[misc]
    """What the colors of a heatmap mean, with the limits; as high as the pictures beside it, if it can be.

    Without a scale its swatches stand in columns, as many as there is room for.
    """

    def __init__(self, heatmap: Heatmap, width: float, height: float, units: str) -> None:
        super().__init__()
        self._heatmap, self._room, self._units = heatmap, width, units
        has_scale = heatmap.scale is not None
        self._n_columns = 1 if has_scale else max(1, int(width // COLUMN_WIDTH))
        self._swatches_height = LINE_HEIGHT * -(-len(heatmap.swatches) // self._n_columns)
        spare = height - ABOVE - BELOW - self._swatches_height
        self._bar_height = min(max(spare, SHORTEST), LONGEST) if has_scale else 0.0

    def wrap(self, _width: float, _height: float) -> tuple[float, float]:
        """Return the room it takes."""
        bar = ABOVE + self._bar_height + BELOW if self._bar_height else 0.0
        return self._room, bar + self._swatches_height

    def draw(self) -> None:
        """Draw it, from the top."""
        top = self.wrap(0, 0)[1]
        pen = self.canv
        if self._bar_height:
            self._write(0, top - 8, scale_marks.unit_in_words(self._heatmap.layer, self._units), SOFT)
            self._bar(top - ABOVE - self._bar_height)
            top -= ABOVE + self._bar_height + BELOW
        for at, swatch in enumerate(self._heatmap.swatches):
            line, column = divmod(at, self._n_columns)
            left, bottom = column * self._room / self._n_columns, top - (line + 1) * LINE_HEIGHT
            pen.setFillColor(colors.HexColor(swatch.color))
            pen.setStrokeColor(SOFT)
            pen.setLineWidth(0.3)
            pen.rect(left, bottom + 1, SWATCH, SWATCH, fill=1)
            self._write(left + SWATCH + 4, bottom + 2, swatch.label, INK)

    def _bar(self, bottom: float) -> None:
        assert self._heatmap.scale is not None, "only a measured layer has a bar"
        pen, scale, height = self.canv, legend.shown(self._heatmap.scale), self._bar_height
        values = scale.low + (scale.high - scale.low) * (np.arange(N_STRIPES) + 0.5) / N_STRIPES
        stripe = height / N_STRIPES
        for at, color in enumerate(palette.colors(scale, values)):
            pen.setFillColor(colors.HexColor(palette.hex_of(color)))
            overlap = 0.4 if at < N_STRIPES - 1 else 0.0
            pen.rect(0, bottom + at * stripe, BAR_WIDTH, stripe + overlap, stroke=0, fill=1)
        pen.setStrokeColor(SOFT)
        pen.setLineWidth(0.4)
        pen.rect(0, bottom, BAR_WIDTH, height)
        for label in scale_marks.labels(self._heatmap, self._units, height, TINY_PT + 1.0):
            severity = SEVERITY_OF_MARK.get(label.mark.kind)
            if severity is not None:
                pen.setStrokeColor(colors.HexColor(MARK_OF_SEVERITY[severity]))
                pen.setLineWidth(1.0)
                pen.line(0, bottom + label.at, BAR_WIDTH + 4, bottom + label.at)
            color = SOFT if severity is None else colors.HexColor(COLOR_OF_SEVERITY[severity])
            self._write(BAR_WIDTH + 6, bottom + label.words_at - 2.4, label.mark.words, color)

    def _write(self, left: float, bottom: float, words: str, color: colors.Color) -> None:
        self.canv.setFont(REGULAR, TINY_PT)
        self.canv.setFillColor(color)
        self.canv.drawString(left, bottom, words)
