"""Results of two revisions, made up: features with their places, findings of one rule."""

from typing import Any

from app.client import models
from app.client.models import Feature, Result

SIDES_MM = {"x": 100.0, "y": 60.0, "z": 20.0}


def hole(fid: str, x: float, y: float, diameter_mm: float = 6.0, **more: Any) -> dict[str, Any]:
    """Return a hole along Z at x, y, 10 deep."""
    r = diameter_mm / 2.0
    document = {
        "fid": fid,
        "kind": "HOLE",
        "related_fids": [fid],
        "diameter_mm": diameter_mm,
        "depth_mm": 10.0,
        "through": False,
        "axis": [0.0, 0.0, 1.0],
        "center": [x, y, 15.0],
        "box_mm": [[x - r, y - r, 10.0], [x + r, y + r, 20.0]],
    }
    return document | more


def finding(
    fid: str | None, at: tuple[float, float, float] | None, value: float, **more: Any
) -> dict[str, Any]:
    """Return a wall of less than 3 mm."""
    document = {
        "fid": fid,
        "kind": "FACE",
        "severity": "fail",
        "value": value,
        "unit": "mm",
        "threshold": 3.0,
    }
    return document | {"margin": value - 3.0, "location": at, "message": f"The wall is {value} mm."} | more


def result(features: list[dict[str, Any]], findings: list[dict[str, Any]], **more: Any) -> Result:
    """Return a result that is judged by `cnc`, `3-axis`, with the rule `wall`."""
    rule: dict[str, Any] = {
        "key": "wall",
        "name": "Thin wall",
        "severity": "fail" if findings else "pass",
        "findings": findings,
        "metric": "thickness.min",
    }
    rule |= more.pop("rule", {})
    verdict = {
        "overall_severity": rule["severity"],
        "summary": {rule["severity"]: 1},
        "rules": [rule],
    } | more.pop("verdict", {})
    pull = {"pull_dir": [0, 0, 1], "alpha_min_deg": 0.5, "n_undercuts": 0, "n_low_draft": 0}
    configuration = {"configuration_key": "3-axis", "result": verdict}
    pack = {"module_key": "cnc", "name": "Machining", "configurations": [configuration]}
    document = {
        "job_id": "7",
        "filename": "part.step",
        "geometry": {"volume_cm3": 50.0, "surface_area_cm2": 200.0, "bounding_box_mm": SIDES_MM},
        "features": {"roles_by_fid": {}, "role_names": {}, "features": features, "manufacturability": pull},
        "modules": {"modules": [pack]},
        "artifacts": {},
    }
    return models.read_result(document | more)


def features(*document: dict[str, Any]) -> tuple[Feature, ...]:
    """Return features as the client reads them."""
    return result(list(document), []).features.features
