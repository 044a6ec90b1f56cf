"""Draft: how far each wall leans from the pull, undercuts standing out."""

import numpy as np

from engine.heatmaps import _artifact
from engine.model.analysis import Analysis
from engine.model.heatmap import Heatmap, Swatch
from engine.model.layer_limits import LayerLimits
from engine.palette import UNDERCUT, UNMEASURED, rgb

NAME = "draft"


def color(analysis: Analysis, limits: LayerLimits | None = None) -> Heatmap:
    """Color draft: red where it fails, amber where it warns, more blue; undercuts have a color of their own.

    Either mold half may free a face, so the sign of the angle does not matter to its color.
    """
    pull, field = analysis.assessed.pull, analysis.assessed.draft
    # where a rule finds fault with a wall at the angle itself, it goes with those that lean less
    shown = field.values - np.sign(field.values) * 1e-6
    painted = _artifact.color(analysis, NAME, shown, limits)
    is_undercut = pull.half_of_vertex == 0.0
    painted.colors[is_undercut] = rgb(UNDERCUT)
    mark = Swatch("undercut", UNDERCUT)
    swatches = [mark] if is_undercut.any() else []
    swatches += [Swatch("not measurable", UNMEASURED)] if np.isnan(shown).any() else []
    return Heatmap(
        name=NAME,
        title="Draft",
        unit=field.unit,
        values=shown,
        colors=painted.colors,
        scale=painted.scale,
        scales=painted.scales,
        scale_of_vertex=painted.scale_of_vertex,
        is_marked=is_undercut,
        mark=mark,
        swatches=tuple(swatches),
        layer_limits=limits,
    )


def paint(analysis: Analysis, limits: LayerLimits | None = None) -> bytes:
    """Return the GLB; `_VALUE` is the signed draft in degrees, -999 where it could not be measured."""
    return _artifact.glb(analysis, color(analysis, limits), analysis.assessed.draft.values)
