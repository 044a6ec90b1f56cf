"""The heatmaps: one file an artifact, each with its `LAYER`, `measured` (values) and `color` (what to show).

All of them paint the same mesh in the same vertex order with the same measured attributes, so a viewer loads
one and swaps colors. Limits come with the verdict of a configuration; nothing here reads a rule pack.
"""

from typing import Protocol

import numpy as np

from engine.heatmaps import _artifact, clearance, draft, features, thickness
from engine.model.analysis import Analysis, Assessed
from engine.model.field import Field
from engine.model.heatmap import Heatmap
from engine.model.layer import Layer
from engine.model.layer_limits import LayerLimits
from engine.palette import Extent
from engine.stages import available


class HeatmapModule(Protocol):
    """What each file of this package offers."""

    LAYER: Layer

    def measured(self, assessed: Assessed) -> Field:
        """Return the values at each vertex of the mesh."""

    def color(self, analysis: Analysis, limits: LayerLimits | None = None) -> Heatmap:
        """Return what to show at each vertex of the mesh."""


HEATMAPS: tuple[HeatmapModule, ...] = (thickness, clearance, features, draft)
"""In the order in which people look at them."""

MOST_PERCENT = 98.0
"""Share of the vertices that a scale has to cover; a few distant walls must not take all its colors."""


def layers() -> dict[str, Layer]:
    """Return every layer by its name."""
    return {heatmap.LAYER.name: heatmap.LAYER for heatmap in HEATMAPS}


def paint(heatmap: HeatmapModule, analysis: Analysis, limits: LayerLimits | None = None) -> bytes:
    """Return a heatmap as GLB; `_VALUE` is what was measured, with the layer's sentinel where nothing was."""
    attributes = {
        each.LAYER.attribute: (each.LAYER, available(lambda each=each: each.measured(analysis.assessed)))  # type: ignore[misc]
        for each in HEATMAPS
        if each.LAYER.attribute
    }
    shown = heatmap.color(analysis, limits)
    return _artifact.glb(analysis, shown, heatmap.measured(analysis.assessed).values, attributes)


def extents(assessed: Assessed) -> dict[str, Extent]:
    """Measure how far the values of each layer with a scale reach; those whose field failed are left out."""
    found = {}
    for heatmap in HEATMAPS:
        if heatmap.LAYER.scale is not None:
            field = available(lambda heatmap=heatmap: heatmap.measured(assessed))  # type: ignore[misc]
            if field is not None:
                found[heatmap.LAYER.name] = _extent(field)
    return found


def _extent(field: Field) -> Extent:
    """Measure the extent of a field over the part: the size of half and of nearly all finite values."""
    size = np.abs(field.values[np.isfinite(field.values)])
    if not len(size):
        return Extent()
    usual, most = np.percentile(size, (50.0, MOST_PERCENT)).tolist()
    return Extent(usual, most)


__all__ = ["HEATMAPS", "HeatmapModule", "extents", "layers", "paint"]
