"""The heatmaps: one file an artifact, each with `color` (what to show) and `paint` (the GLB).

All four paint the same mesh in the same vertex order with the same measured attributes, so a viewer loads
one and swaps colors. Limits come with the verdict of a configuration; nothing here reads a rule pack.
"""

from typing import Protocol

from engine.heatmaps import clearance, draft, features, thickness
from engine.model.analysis import Analysis
from engine.model.heatmap import Heatmap
from engine.model.layer_limits import LayerLimits


class HeatmapModule(Protocol):
    """What each file of this package offers."""

    NAME: str
    """The artifact is `<NAME>.glb`, its key in the result `<NAME>_glb`."""

    def color(self, analysis: Analysis, limits: LayerLimits | None = None) -> Heatmap:
        """Return what to show at each vertex of the mesh."""

    def paint(self, analysis: Analysis, limits: LayerLimits | None = None) -> bytes:
        """Return it as a GLB."""


HEATMAPS: tuple[HeatmapModule, ...] = (thickness, clearance, features, draft)
"""In the order in which people look at them."""

__all__ = ["HEATMAPS", "HeatmapModule"]
