"""Thickness: how much material lies behind each point, red where it is too little."""

import numpy as np

from engine.heatmaps import _artifact
from engine.model.analysis import Analysis
from engine.model.heatmap import Heatmap, Swatch
from engine.palette import NO_LIMITS, UNMEASURED, Limits, anchored, colors

NAME = "thickness"
METRIC = "thickness.min"
"""The metric whose limits anchor the colors."""


def color(analysis: Analysis, limits: Limits = NO_LIMITS) -> Heatmap:
    """Color wall thickness: red below the fail limit, amber below the warning limit, blue above."""
    field = analysis.assessed.prepared.fields["thickness"]
    shown = _artifact.forgiving(field)
    scale = anchored(0.0, _artifact.upper_end(field.values, limits), limits)
    unmeasured = Swatch("not measurable", UNMEASURED)
    return Heatmap(
        name=NAME,
        title="Wall thickness",
        unit=field.unit,
        values=shown,
        colors=colors(scale, shown),
        scale=scale,
        is_marked=np.zeros(len(shown), dtype=np.bool_),
        mark=None,
        swatches=(unmeasured,) if not np.isfinite(shown).all() else (),
    )


def paint(analysis: Analysis, limits: Limits = NO_LIMITS) -> bytes:
    """Return the GLB; `_VALUE` is the thickness in mm, -1 where it could not be measured."""
    values = analysis.assessed.prepared.fields["thickness"].values
    return _artifact.glb(analysis, color(analysis, limits), values)
