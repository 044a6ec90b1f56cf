"""Draft: how far each wall leans from the pull, undercuts standing out."""

import numpy as np

from engine.heatmaps import _artifact
from engine.model.analysis import Analysis
from engine.model.heatmap import Heatmap, Swatch
from engine.palette import NO_LIMITS, UNDERCUT, UNMEASURED, Limits, anchored, colors, mirrored, rgb

NAME = "draft"
METRIC = "draft.min"
"""The metric that speaks of the same values; the colors are anchored to the pull's own angles."""

STEEP_DEG = 15.0
"""More draft than this helps no mold: the scale ends here, or at four times the warning angle."""


def color(analysis: Analysis, limits: Limits = NO_LIMITS) -> Heatmap:
    """Color draft: undercuts red, less than the warning angle amber, more blue.

    Either mold half may free a face, so the sign of the angle does not matter to its color. Limits that
    are no positive angle are left out; without any the warning angle is the one the pull was chosen with.
    """
    pull, field = analysis.assessed.pull, analysis.assessed.draft
    limits = Limits(_positive(limits.fail), _positive(limits.warn), limits.source)
    if limits.warn is None and limits.fail is None:
        limits = Limits(None, _positive(pull.alpha_warn_deg), "pull direction")
    scale = mirrored(anchored(0.0, max(STEEP_DEG, 4.0 * (limits.warn or limits.fail or 0.0)), limits))
    # a wall at the warning angle exactly is on the mild side, on either half
    shown = field.values + np.sign(field.values) * 1e-6
    is_undercut = pull.half_of_vertex == 0.0
    painted = colors(scale, shown)
    painted[is_undercut] = rgb(UNDERCUT)
    mark = Swatch("undercut", UNDERCUT)
    swatches = [mark] if is_undercut.any() else []
    swatches += [Swatch("not measurable", UNMEASURED)] if np.isnan(shown).any() else []
    return Heatmap(
        name=NAME,
        title="Draft",
        unit=field.unit,
        values=shown,
        colors=painted,
        scale=scale,
        is_marked=is_undercut,
        mark=mark,
        swatches=tuple(swatches),
    )


def paint(analysis: Analysis, limits: Limits = NO_LIMITS) -> bytes:
    """Return the GLB; `_VALUE` is the signed draft in degrees, -999 where it could not be measured."""
    return _artifact.glb(analysis, color(analysis, limits), analysis.assessed.draft.values)


def _positive(angle_deg: float | None) -> float | None:
    return angle_deg if angle_deg is not None and angle_deg > 0.0 else None
