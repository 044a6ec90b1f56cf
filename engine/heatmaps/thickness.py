"""Thickness: how much material lies behind each point, red where it is too little."""

import numpy as np

from engine.heatmaps import _artifact
from engine.model.analysis import Analysis
from engine.model.heatmap import Heatmap, Swatch
from engine.model.layer_limits import LayerLimits
from engine.palette import UNMEASURED

NAME = "thickness"


def color(analysis: Analysis, limits: LayerLimits | None = None) -> Heatmap:
    """Color wall thickness: red where it fails, amber where it is warned of, blue above."""
    field = analysis.assessed.prepared.fields["thickness"]
    shown = _artifact.leaning(field)
    painted = _artifact.color(analysis, NAME, shown, limits)
    unmeasured = Swatch("not measurable", UNMEASURED)
    return Heatmap(
        name=NAME,
        title="Wall thickness",
        unit=field.unit,
        values=shown,
        colors=painted.colors,
        scale=painted.scale,
        scales=painted.scales,
        scale_of_vertex=painted.scale_of_vertex,
        is_marked=np.zeros(len(shown), dtype=np.bool_),
        mark=None,
        swatches=(unmeasured,) if not np.isfinite(shown).all() else (),
        layer_limits=limits,
    )


def paint(analysis: Analysis, limits: LayerLimits | None = None) -> bytes:
    """Return the GLB; `_VALUE` is the thickness in mm, -1 where it could not be measured."""
    values = analysis.assessed.prepared.fields["thickness"].values
    return _artifact.glb(analysis, color(analysis, limits), values)
