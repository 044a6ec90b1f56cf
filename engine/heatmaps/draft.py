"""Draft: how far each wall leans from the pull, undercuts standing out."""

import numpy as np

from engine import palette
from engine.heatmaps import _artifact
from engine.model.analysis import Analysis, Assessed
from engine.model.field import Field, Unit
from engine.model.heatmap import Heatmap
from engine.model.layer import Layer, Swatch
from engine.model.layer_limits import LayerLimits

LAYER = Layer(
    name="draft",
    title="Draft",
    label="Draft",
    doc="How far each wall leans from the pull.",
    unit=Unit.DEG,
    icon="draft",
    scale=palette.of_draft,
    attribute="_DRAFT",
    sentinel=-999.0,  # -1 is a draft angle
    mark=Swatch("undercut", palette.UNDERCUT),
    is_limited_by_pull=True,
)


def measured(assessed: Assessed) -> Field:
    """Return the signed draft in degrees; NaN where it could not be measured."""
    return assessed.draft


def color(analysis: Analysis, limits: LayerLimits | None = None) -> Heatmap:
    """Color draft: red where it fails, amber where it warns, more blue; undercuts have a color of their own.

    Either mold half may free a face, so the sign of the angle does not matter to its color.
    """
    pull, values = analysis.assessed.pull, measured(analysis.assessed).values
    # where a rule finds fault with a wall at the angle itself, it goes with those that lean less
    shown = values - np.sign(values) * 1e-6
    return _artifact.heatmap(analysis, LAYER, shown, limits, is_marked=pull.half_of_vertex == 0.0)
