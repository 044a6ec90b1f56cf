"""What the artifacts share: coloring by the limits of each place, attributes and extras."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from engine import layer_document
from engine.formats import gltf
from engine.model.analysis import Analysis
from engine.model.arrays import Floats, Ints
from engine.model.field import Field
from engine.model.heatmap import Heatmap
from engine.model.layer_limits import LayerLimits
from engine.palette import Extent, Scale, colors, of_layer
from engine.stages import available

NO_VALUE = -1.0
NO_DRAFT = -999.0
"""-1 is a draft angle."""
MOST_LEANING = 2e-3
"""Share of a value up to which its error counts for its color."""


@dataclass(frozen=True, slots=True, eq=False)
class Coloring:
    """The colors of a measured layer, and the scales that they were read off."""

    colors: Floats
    """(V, 3) sRGB."""
    scale: Scale
    """Of the legend."""
    scales: tuple[Scale, ...]
    scale_of_vertex: Ints
    """(V,) index into `scales`."""


def color(analysis: Analysis, layer: str, values: Floats, limits: LayerLimits | None) -> Coloring:
    """Color the values (V,) of a layer, each by the limits of its face; by none where there are none."""
    if limits is None:
        scale = of_layer(layer, analysis.metrics.extent_of_layer.get(layer, Extent()))
        return Coloring(colors(scale, values), scale, (scale,), np.zeros(len(values), dtype=np.int64))
    scale_of_vertex = limits.case_of_face[analysis.assessed.prepared.mesh.face_of_vertex]
    painted = np.zeros((len(values), 3))
    for at, case in enumerate(limits.cases):
        here = scale_of_vertex == at
        painted[here] = colors(case.scale, values[here])
    return Coloring(painted, limits.scale, tuple(case.scale for case in limits.cases), scale_of_vertex)


def leaning(field: Field) -> Floats:
    """Lower values by their error: where a rule fails a wall, a vertex that reads the limit is red too.

    Nothing else turns red by it: a face that no rule fails has no red on its scale.
    """
    size = np.where(np.isfinite(field.values), np.abs(field.values), 0.0)
    error = field.absolute_error + field.relative_error * size
    return np.asarray(field.values - np.minimum(np.maximum(error, 1e-6), MOST_LEANING * size + 1e-6))


def glb(analysis: Analysis, heatmap: Heatmap, values: Floats) -> bytes:
    """Write a heatmap as GLB, `values` as its `_VALUE`."""
    assessed, prepared = analysis.assessed, analysis.assessed.prepared
    unknown = np.full(len(prepared.mesh.vertices), np.nan)

    def known(read: Callable[[], Field]) -> Floats:
        """Return what a stage measured; where it failed, what is not measurable anywhere."""
        field = available(read)
        return unknown if field is None else field.values

    sentinel = NO_DRAFT if heatmap.name == "draft" else NO_VALUE
    attributes = {
        "_THICKNESS": known(lambda: prepared.fields["thickness"]),
        "_CLEARANCE": known(lambda: prepared.fields["clearance"]),
        "_DRAFT": known(lambda: assessed.draft),
        "_VALUE": values,
        "_FID": prepared.mesh.face_of_vertex.astype(np.float64),
    }
    sentinels = {"_DRAFT": NO_DRAFT, "_VALUE": sentinel}
    return gltf.write(
        prepared.mesh,
        name=prepared.part.name or "part",
        colors=heatmap.colors,
        attributes=attributes,
        sentinels=sentinels,
        extras=_extras(heatmap, values, sentinel),
    )


def _extras(heatmap: Heatmap, values: Floats, sentinel: float) -> dict[str, object]:
    finite = values[np.isfinite(values)]
    limits = heatmap.layer_limits
    return {
        "field": heatmap.name,
        "title": heatmap.title,
        "unit": str(heatmap.unit),
        "min": float(finite.min()) if len(finite) else None,
        "max": float(finite.max()) if len(finite) else None,
        "sentinel": sentinel,
        "sentinels": {"_THICKNESS": NO_VALUE, "_CLEARANCE": NO_VALUE, "_DRAFT": NO_DRAFT},
        "limits": None if limits is None else layer_document.document(limits),
        "stops": layer_document.stops(heatmap.scale),
        "swatches": [{"label": swatch.label, "color": swatch.color} for swatch in heatmap.swatches],
    }
