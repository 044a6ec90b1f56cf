"""The limits of a layer as JSON: alike in a result, in an evaluation and in the extras of a GLB."""

from typing import Any

import numpy as np

from engine.model.layer_limits import Case, LayerLimits
from engine.palette import Scale

DECIMALS = 9
"""A bound that is a parameter times a factor has rounding noise beyond."""

Document = dict[str, Any]


def document(limits: LayerLimits) -> Document:
    """Write limits with the color stops of every place; the first case has no `fids`: it is of all others."""
    faces_of_case = [np.flatnonzero(limits.case_of_face == at) for at in range(len(limits.cases))]
    return {
        **summary(limits),
        "stops": stops(limits.scale),
        "no_value_color": limits.layer.no_value.color,
        "undercut_color": None if limits.layer.mark is None else limits.layer.mark.color,
        "cases": [
            _case(case) | {"fids": None if at == 0 else [str(face) for face in faces.tolist()]}
            for at, (case, faces) in enumerate(zip(limits.cases, faces_of_case, strict=True))
        ],
    }


def summary(limits: LayerLimits) -> Document:
    """Write what a legend says of limits."""
    return {
        "process": limits.limits.source,
        "rules": [{"key": rule.key, "name": rule.name} for rule in limits.rules],
        "unit": str(limits.layer.unit),
        "fail": _plain(limits.limits.fail),
        "fail_least": _plain(limits.least.fail),
        "warn": _plain(limits.limits.warn),
        "warn_least": _plain(limits.least.warn),
        "depends_on_place": limits.depends_on_place,
    }


def stops(scale: Scale | None) -> list[Document]:
    """Write the color stops of a scale; none without one."""
    listed = () if scale is None else scale.stops
    return [{"value": _plain(stop.value), "color": stop.color} for stop in listed]


def _case(case: Case) -> Document:
    return {
        "fail": _plain(case.limits.fail),
        "warn": _plain(case.limits.warn),
        "red_below": _plain(case.broken.fail),
        "amber_below": _plain(case.broken.warn),
        "stops": stops(case.scale),
    }


def _plain(value: float | None) -> float | None:
    return None if value is None else round(value, DECIMALS)
