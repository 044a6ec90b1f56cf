"""Clearance: how far through air the closest opposite wall is, neutral where there is none."""

from engine import palette
from engine.heatmaps import _artifact
from engine.model.analysis import Analysis, Assessed
from engine.model.field import Field, Unit
from engine.model.heatmap import Heatmap
from engine.model.layer import Layer, Swatch
from engine.model.layer_limits import LayerLimits

LAYER = Layer(
    name="clearance",
    title="Clearance",
    label="Clearance",
    doc="How far through air the closest opposite wall is.",
    unit=Unit.MM,
    icon="clearance",
    scale=palette.of_length,
    attribute="_CLEARANCE",
    nothing=Swatch("open space", palette.NOTHING),
)


def measured(assessed: Assessed) -> Field:
    """Return the clearance in mm; inf where nothing is opposite, NaN where it could not be measured."""
    return assessed.prepared.fields["clearance"]


def color(analysis: Analysis, limits: LayerLimits | None = None) -> Heatmap:
    """Color clearance: tight gaps dark or beyond a limit red, open space neutral."""
    return _artifact.heatmap(analysis, LAYER, _artifact.leaning(measured(analysis.assessed)), limits)
