"""Clearance: how far through air the closest opposite wall is, neutral where there is none."""

import numpy as np

from engine.heatmaps import _artifact
from engine.model.analysis import Analysis
from engine.model.heatmap import Heatmap, Swatch
from engine.model.layer_limits import LayerLimits
from engine.palette import NOTHING, UNMEASURED

NAME = "clearance"


def color(analysis: Analysis, limits: LayerLimits | None = None) -> Heatmap:
    """Color clearance: tight gaps dark or beyond a limit red, open space neutral."""
    field = analysis.assessed.prepared.fields["clearance"]
    shown = _artifact.leaning(field)
    painted = _artifact.color(analysis, NAME, shown, limits)
    swatches = [Swatch("open space", NOTHING)] if np.isposinf(shown).any() else []
    swatches += [Swatch("not measurable", UNMEASURED)] if np.isnan(shown).any() else []
    return Heatmap(
        name=NAME,
        title="Clearance",
        unit=field.unit,
        values=shown,
        colors=painted.colors,
        scale=painted.scale,
        scales=painted.scales,
        scale_of_vertex=painted.scale_of_vertex,
        is_marked=np.zeros(len(shown), dtype=np.bool_),
        mark=None,
        swatches=tuple(swatches),
        layer_limits=limits,
    )


def paint(analysis: Analysis, limits: LayerLimits | None = None) -> bytes:
    """Return the GLB; `_VALUE` is the clearance in mm, -1 where nothing is opposite."""
    values = analysis.assessed.prepared.fields["clearance"].values
    return _artifact.glb(analysis, color(analysis, limits), values)
