"""What the heatmaps share: coloring by the limits of each place, attributes and extras."""

from collections.abc import Mapping

import numpy as np

from engine import layer_document
from engine.formats import gltf
from engine.model.analysis import Analysis
from engine.model.arrays import Bools, Floats
from engine.model.field import Field
from engine.model.heatmap import Heatmap
from engine.model.layer import Layer, Swatch
from engine.model.layer_limits import LayerLimits
from engine.palette import NO_LIMITS, Extent, Scale, colors, rgb

MOST_LEANING = 2e-3
"""Share of a value up to which its error counts for its color."""


def heatmap(
    analysis: Analysis,
    layer: Layer,
    shown: Floats,
    limits: LayerLimits | None,
    is_marked: Bools | None = None,
) -> Heatmap:
    """Color the values (V,) of a measured layer, each by the limits of its face, or by none without limits.

    Vertices that `is_marked` (V,) wear the mark of the layer.
    """
    if limits is None:
        assert layer.scale is not None, "only a measured layer is colored by its values"
        extent = analysis.metrics.extent_of_layer.get(layer.name, Extent())
        scale = layer.scale(extent, NO_LIMITS, None)
        scale_of_vertex = np.zeros(len(shown), dtype=np.int64)
        scales: tuple[Scale, ...] = (scale,)
        painted = colors(scale, shown)
    else:
        scale, scales = limits.scale, tuple(case.scale for case in limits.cases)
        scale_of_vertex = limits.case_of_face[analysis.assessed.prepared.mesh.face_of_vertex]
        painted = np.zeros((len(shown), 3))
        for at, case in enumerate(scales):
            here = scale_of_vertex == at
            painted[here] = colors(case, shown[here])
    if is_marked is None:
        is_marked = np.zeros(len(shown), dtype=np.bool_)
    if layer.mark is not None:
        painted[is_marked] = rgb(layer.mark.color)
    return Heatmap(
        layer=layer,
        values=shown,
        colors=painted,
        scale=scale,
        scales=scales,
        scale_of_vertex=scale_of_vertex,
        is_marked=is_marked,
        swatches=_swatches(layer, shown, is_marked),
        layer_limits=limits,
    )


def _swatches(layer: Layer, shown: Floats, is_marked: Bools) -> tuple[Swatch, ...]:
    """Return what the legend lists below the scale: of mark, open space and gaps those that occur."""
    is_open, is_gap = np.isposinf(shown), np.isnan(shown)
    listed = []
    if layer.mark is not None and is_marked.any():
        listed.append(layer.mark)
    if layer.nothing is None:
        is_gap = is_gap | is_open
    elif is_open.any():
        listed.append(layer.nothing)
    return (*listed, layer.unmeasured) if is_gap.any() else tuple(listed)


def leaning(field: Field) -> Floats:
    """Lower values by their error: where a rule fails a wall, a vertex that reads the limit is red too.

    Nothing else turns red by it: a face that no rule fails has no red on its scale.
    """
    size = np.where(np.isfinite(field.values), np.abs(field.values), 0.0)
    error = field.absolute_error + field.relative_error * size
    return np.asarray(field.values - np.minimum(np.maximum(error, 1e-6), MOST_LEANING * size + 1e-6))


def glb(
    analysis: Analysis, heatmap: Heatmap, values: Floats, attributes: Mapping[str, tuple[Layer, Field | None]]
) -> bytes:
    """Write a heatmap as GLB.

    Parameters
    ----------
    values : (V,) float64
        Its `_VALUE`.
    attributes
        By name of attribute, what every artifact carries; where a stage failed, there is no field, and
        nothing is measurable anywhere.
    """
    prepared = analysis.assessed.prepared
    unknown = np.full(len(prepared.mesh.vertices), np.nan)
    measured = {
        name: unknown if field is None else field.values for name, (_layer, field) in attributes.items()
    }
    sentinels = {name: layer.sentinel for name, (layer, _field) in attributes.items()}
    return gltf.write(
        prepared.mesh,
        name=prepared.part.name or "part",
        colors=heatmap.colors,
        attributes=measured | {"_VALUE": values, "_FID": prepared.mesh.face_of_vertex.astype(np.float64)},
        sentinels=sentinels | {"_VALUE": heatmap.layer.sentinel},
        extras=_extras(heatmap, values, sentinels),
    )


def _extras(heatmap: Heatmap, values: Floats, sentinels: Mapping[str, float]) -> dict[str, object]:
    finite = values[np.isfinite(values)]
    limits = heatmap.layer_limits
    return {
        "field": heatmap.layer.name,
        "title": heatmap.layer.title,
        "unit": str(heatmap.layer.unit),
        "min": float(finite.min()) if len(finite) else None,
        "max": float(finite.max()) if len(finite) else None,
        "sentinel": heatmap.layer.sentinel,
        "sentinels": dict(sentinels),
        "limits": None if limits is None else layer_document.document(limits),
        "stops": layer_document.stops(heatmap.scale),
        "swatches": [{"label": swatch.label, "color": swatch.color} for swatch in heatmap.swatches],
    }
