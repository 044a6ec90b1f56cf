"""A result document as `engine.tasks` writes it, for tests of what reads one."""

from collections.abc import Sequence
from typing import Any


def rule(key: str, severity: str, message: str, *, applicable: bool = True) -> dict[str, Any]:
    """Return one rule's entry."""
    return {
        "key": key,
        "name": key.replace("_", " ").capitalize(),
        "scope": "per_feature",
        "metric": "thickness.min",
        "severity": severity,
        "message": message,
        "n_inspected": int(applicable),
        "n_skipped": 0,
        "reason": "",
        "applicable": applicable,
        "summary": summary_of([severity]),
        "source": "",
        "findings": [],
        "issues": [],
    }


def summary_of(severities: Sequence[str]) -> dict[str, int]:
    """Count severities."""
    return {level: severities.count(level) for level in ("pass", "warning", "fail")}


def configuration(key: str, severity: str, *rules: dict[str, Any], gate: str | None = None) -> dict[str, Any]:
    """Return one configuration's entry; `gate` is the key of the gate that failed."""
    result = {
        "overall_severity": severity,
        "summary": summary_of([each["severity"] for each in rules]),
        "n_not_applicable": sum(not each["applicable"] for each in rules),
        "gate": gate,
        "limits": {},
        "rules": list(rules),
    }
    return {"configuration_key": key, "name": key.capitalize(), "result": result}


def feature(fid: str, kind: str, **dimensions: float) -> dict[str, Any]:
    """Return one feature's entry."""
    return {
        "fid": fid,
        "kind": kind,
        **dimensions,
        "related_fids": [fid],
        "axis": None,
        "center": [0.0, 0.0, 0.0],
        "box_mm": [[-1.0, -1.0, -1.0], [1.0, 1.0, 1.0]],
        "solid": 0,
        "uncertainty_mm": 0.0,
    }


def modules(*packs: dict[str, Any], order: Sequence[str] = ()) -> dict[str, Any]:
    """Return the verdicts of rule packs; `order` are the keys of those that suit the part best."""
    first_to_last = sorted(packs, key=lambda pack: [*order, pack["module_key"]].index(pack["module_key"]))
    return {
        "modules": [
            {"name": pack["module_key"].capitalize(), "derived_configurations": [], **pack} for pack in packs
        ],
        "order": [
            {
                "module_key": pack["module_key"],
                "configuration_key": one["configuration_key"],
                "misfit": None,
                "form_fit": "possible",
                "fail_share": 0.0,
                "needs": [],
                "reason": "Nothing fails.",
            }
            for pack in first_to_last
            for one in pack["configurations"]
        ],
        "order_reason": "",
    }


def document(**changes: Any) -> dict[str, Any]:
    """Return the result of a small housing; `changes` replace its top-level entries."""
    return {
        "status": "done",
        "filename": "housing.step",
        "geometry": {
            "volume_cm3": 103.412,
            "surface_area_cm2": 611.25,
            "bounding_box_mm": {"x": 136.0, "y": 80.0, "z": 34.0},
        },
        "stats": {
            "n_features": 6,
            "n_vertices": 30714,
            "n_triangles": 61204,
            "n_faces": 143,
            "n_bodies": 1,
        },
        "notes": [],
        "failed_stages": [],
        "features": {
            "roles_by_fid": {"0": 1, "1": 2},
            "role_names": {"0": "Unclassified", "1": "Hole wall", "2": "Wall"},
            "features": [
                *[feature("0", "HOLE", diameter_mm=4.2)] * 4,
                feature("0", "HOLE", diameter_mm=12.0),
                feature("1", "WALL", thickness_mm=4.0),
            ],
            "manufacturability": {
                "pull_dir": [0.0, 0.0, 1.0],
                "pull_mode": "cardinal",
                "alpha_min_deg": 0.5,
                "alpha_warn_deg": 3.0,
                "n_undercuts": 1,
                "n_low_draft": 31,
                "undercut_fids": ["0"],
                "low_draft_fids": ["1"],
                "undercut_regions": [],
            },
            "unexplained_fids": [],
            "unexplained_area_share": 0.0,
        },
        "modules": modules(
            {
                "module_key": "casting",
                "configurations": [
                    configuration(
                        "sand",
                        "fail",
                        rule("sharp_internal_corner", "warning", "2 corners have no fillet."),
                        rule("min_wall_thickness", "fail", "Wall 12 is 1.20 mm thick, under 5.00 mm."),
                    ),
                    configuration(
                        "investment",
                        "warning",
                        rule("sharp_internal_corner", "warning", "2 corners have no fillet."),
                        rule("min_wall_thickness", "pass", "Every wall is thick enough."),
                    ),
                ],
            },
            {
                "module_key": "cnc",
                "configurations": [configuration("3-axis", "pass", rule("solid_body", "pass", "Solid."))],
            },
        ),
        "form": None,
        "patterns": [],
        "bodies": [],
        "turned": [],
        "measure_checks": [],
        "artifacts": {"report_html": "report.html", "thickness_glb": "thickness.glb"},
    } | changes
