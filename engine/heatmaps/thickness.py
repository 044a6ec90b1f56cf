"""Thickness: how much material lies behind each point, red where it is too little."""

from engine import palette
from engine.heatmaps import _artifact
from engine.model.analysis import Analysis, Assessed
from engine.model.field import Field, Unit
from engine.model.heatmap import Heatmap
from engine.model.layer import Layer
from engine.model.layer_limits import LayerLimits

LAYER = Layer(
    name="thickness",
    title="Wall thickness",
    label="Thickness",
    doc="How much material lies behind each point.",
    unit=Unit.MM,
    icon="thickness",
    scale=palette.of_length,
    attribute="_THICKNESS",
)


def measured(assessed: Assessed) -> Field:
    """Return the thickness in mm; NaN where it could not be measured."""
    return assessed.prepared.fields["thickness"]


def color(analysis: Analysis, limits: LayerLimits | None = None) -> Heatmap:
    """Color wall thickness: red where it fails, amber where it is warned of, blue above."""
    return _artifact.heatmap(analysis, LAYER, _artifact.leaning(measured(analysis.assessed)), limits)
