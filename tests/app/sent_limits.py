"""Limits of a layer as a server sends them, in the engine's colors."""

from collections.abc import Sequence
from typing import Any

import msgspec

from app.client.models import LayerLimits
from engine import heatmaps, layer_document
from engine.palette import Extent, Limits

Broken = tuple[float | None, float | None, Sequence[str] | None]
"""Below which values a case is red and amber, and its faces."""


def document(
    fail: float | None = None,
    warn: float | None = None,
    *broken: Broken,
    layer: str = "thickness",
    extent: Extent | None = None,
    **changes: Any,
) -> dict[str, Any]:
    """Write limits that are the same everywhere; without `broken` every face breaks them where it can."""
    limits, reach = Limits(fail, warn), extent or Extent(2.0, 12.0)
    entry = heatmaps.layers()[layer]
    assert entry.scale is not None
    cases = [
        {
            "fids": fids,
            "fail": fail,
            "warn": warn,
            "red_below": red,
            "amber_below": amber,
            "stops": layer_document.stops(entry.scale(reach, limits, Limits(red, amber))),
        }
        for red, amber, fids in broken or ((fail, warn, None),)
    ]
    document = {
        "process": "CNC · 3-axis",
        "fail": fail,
        "fail_least": fail,
        "warn": warn,
        "warn_least": warn,
        "no_value_color": entry.no_value.color,
        "undercut_color": None if entry.mark is None else entry.mark.color,
        "stops": layer_document.stops(entry.scale(reach, limits, None)),
        "cases": cases,
    }
    return document | changes


def sent(*args: Any, **changes: Any) -> LayerLimits:
    """Read what `document` writes."""
    return msgspec.convert(document(*args, **changes), LayerLimits)
