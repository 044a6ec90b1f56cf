"""Clearance: how far through air the closest opposite wall is, neutral where there is none."""

import numpy as np

from engine.heatmaps import _artifact
from engine.model.analysis import Analysis
from engine.model.heatmap import Heatmap, Swatch
from engine.palette import NO_LIMITS, NOTHING, UNMEASURED, Limits, anchored, colors

NAME = "clearance"
METRIC = "clearance.min"
"""The metric whose limits anchor the colors."""


def color(analysis: Analysis, limits: Limits = NO_LIMITS) -> Heatmap:
    """Color clearance: tight gaps dark or beyond a limit red, open space neutral."""
    field = analysis.assessed.prepared.fields["clearance"]
    shown = _artifact.forgiving(field)
    scale = anchored(0.0, _artifact.upper_end(field.values, limits), limits)
    swatches = [Swatch("open space", NOTHING)] if np.isposinf(shown).any() else []
    swatches += [Swatch("not measurable", UNMEASURED)] if np.isnan(shown).any() else []
    return Heatmap(
        name=NAME,
        title="Clearance",
        unit=field.unit,
        values=shown,
        colors=colors(scale, shown),
        scale=scale,
        is_marked=np.zeros(len(shown), dtype=np.bool_),
        mark=None,
        swatches=tuple(swatches),
    )


def paint(analysis: Analysis, limits: Limits = NO_LIMITS) -> bytes:
    """Return the GLB; `_VALUE` is the clearance in mm, -1 where nothing is opposite."""
    values = analysis.assessed.prepared.fields["clearance"].values
    return _artifact.glb(analysis, color(analysis, limits), values)
