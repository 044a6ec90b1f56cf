"""What the four artifacts share: scale ends, the quiet of rounding at a limit, attributes and extras."""

import numpy as np

from engine.formats import gltf
from engine.model.analysis import Analysis
from engine.model.arrays import Floats
from engine.model.field import Field
from engine.model.heatmap import Heatmap
from engine.palette import Limits, Scale, nice_ceiling

NO_VALUE = -1.0
NO_DRAFT = -999.0
"""-1 is a draft angle."""
MOST_FORGIVEN = 2e-3
"""Share of a value up to which its error is forgiven where it would change the color."""


def upper_end(values: Floats, limits: Limits) -> float:
    """Choose where a scale from 0 ends: past most values, but with room for the bands at its limits."""
    finite = values[np.isfinite(values) & (values >= 0.0)]
    most = float(np.percentile(finite, 98.0)) if len(finite) else 0.0
    usual = float(np.median(finite)) if len(finite) else 0.0
    borders = [limit for limit in (limits.fail, limits.warn) if limit is not None and limit > 0.0]
    if not borders:
        # half of the values get most of the colors: a few distant walls must not take them all
        return nice_ceiling(min(most, 2.0 * usual) if most > 0.0 else 1.0)
    # six times the limit leaves its bands room; a part that is much thicker needs to be told apart too
    return nice_ceiling(max(2.0 * max(borders), min(most, max(6.0 * max(borders), 1.5 * usual))))


def forgiving(field: Field) -> Floats:
    """Raise values by their error, so that a wall drawn exactly at a limit does not flicker about it."""
    size = np.where(np.isfinite(field.values), np.abs(field.values), 0.0)
    error = field.absolute_error + field.relative_error * size
    return np.asarray(field.values + np.minimum(np.maximum(error, 1e-6), MOST_FORGIVEN * size + 1e-6))


def glb(analysis: Analysis, heatmap: Heatmap, values: Floats) -> bytes:
    """Write a heatmap as GLB, `values` as its `_VALUE`."""
    prepared = analysis.assessed.prepared
    sentinel = NO_DRAFT if heatmap.name == "draft" else NO_VALUE
    attributes = {
        "_THICKNESS": prepared.fields["thickness"].values,
        "_CLEARANCE": prepared.fields["clearance"].values,
        "_DRAFT": analysis.assessed.draft.values,
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
    limits = heatmap.limits
    return {
        "field": heatmap.name,
        "title": heatmap.title,
        "unit": str(heatmap.unit),
        "min": float(finite.min()) if len(finite) else None,
        "max": float(finite.max()) if len(finite) else None,
        "sentinel": sentinel,
        "sentinels": {"_THICKNESS": NO_VALUE, "_CLEARANCE": NO_VALUE, "_DRAFT": NO_DRAFT},
        "limits": {"fail": limits.fail, "warn": limits.warn, "source": limits.source},
        "stops": _stops(heatmap.scale),
        "swatches": [{"label": swatch.label, "color": swatch.color} for swatch in heatmap.swatches],
    }


def _stops(scale: Scale | None) -> list[dict[str, object]]:
    return [] if scale is None else [{"value": stop.value, "color": stop.color} for stop in scale.stops]
