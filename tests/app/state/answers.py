"""Answers of a server, made up as short as they come."""

from typing import Any

import msgspec

from app.client import models
from app.client.models import Feature, Finding, Result, RuleVerdict
from app.state.findings import Placed


def feature(fid: str, kind: str, *related: str, **dimensions: Any) -> Feature:
    return Feature(fid=fid, kind=kind, related_fids=related or (fid,), dimensions=dimensions)


def finding(fid: str | None = "1", severity: str = "fail", **fields: Any) -> Finding:
    return msgspec.convert({"fid": fid, "severity": severity} | fields, Finding)


def placed(rule: str = "wall", pack: str = "cnc", configuration: str = "3-axis", **fields: Any) -> Placed:
    found = finding(**fields)
    return Placed(pack, configuration, RuleVerdict(key=rule, severity=found.severity), found)


def result(*features: dict[str, Any], **findings: list[dict[str, Any]]) -> Result:
    """Return a result whose pack `cnc` has the configurations named, each with one rule and its findings."""
    configurations = [
        {
            "configuration_key": name,
            "result": {
                "overall_severity": "fail" if listed else "pass",
                "summary": {"pass": 0 if listed else 1, "warning": 0, "fail": 1 if listed else 0},
                "rules": [{"key": "wall", "severity": "fail" if listed else "pass", "findings": listed}],
            },
        }
        for name, listed in findings.items()
    ]
    return models.read_result(
        {
            "job_id": "7",
            "features": {
                "roles_by_fid": {},
                "role_names": {},
                "features": list(features),
                "manufacturability": {
                    "pull_dir": [0, 0, 1],
                    "alpha_min_deg": 0.5,
                    "n_undercuts": 0,
                    "n_low_draft": 0,
                },
            },
            "modules": {
                "modules": [{"module_key": "cnc", "configurations": configurations}],
                "order": [
                    {"module_key": "cnc", "configuration_key": name}
                    for name in sorted(findings, key=lambda name: bool(findings[name]))
                ],
            },
            "artifacts": {},
        }
    )
