"""A server that judges one part: a wall of 2 mm, by whatever pack it is sent."""

import copy
import threading
from typing import Any

import msgspec

from app.client.errors import Failure, Reason
from app.client.models import PackVerdict, RuleSchema, read
from tests.app import sent_limits

CASTING: dict[str, Any] = {
    "key": "casting",
    "name": "Casting",
    "configurations": {
        "sand": {"name": "Sand casting, aluminum", "parameters": {"wall_mm": 1.5}},
        "investment": {"name": "Investment casting, steel", "parameters": {"wall_mm": 1.0}},
    },
    "rules": [
        {
            "key": "wall",
            "name": "Minimum wall thickness",
            "scope": "per_feature",
            "selector": {"set": "all_faces"},
            "metric": "thickness.min",
            "tiers": [{"level": "fail", "op": "lt", "rhs": {"param": "wall_mm"}}, {"level": "pass"}],
            "messages": {"fail": "{feature} is {metric:.2f} mm thick."},
        },
        {
            "key": "solid",
            "name": "One closed solid",
            "scope": "whole_part",
            "selector": {"set": "part"},
            "metric": "part.void_count",
            "tiers": [{"level": "fail", "op": "gt", "rhs": 0.0}, {"level": "pass"}],
            "messages": {},
        },
    ],
}
SCHEMA = {
    "selector_sets": ["all_faces", "holes", "part"],
    "metrics_per_feature": ["thickness.min", "hole.diameter"],
    "metrics_whole_part": ["part.void_count", "part.volume_mm3"],
    "comparison_ops": ["lt"],
    "severity_levels": ["pass", "warning", "fail"],
    "rhs_forms": [],
    "selector_set_info": {
        "all_faces": {"metrics": ["thickness.min"]},
        "holes": {"metrics": ["hole.diameter", "thickness.min"]},
        "part": {"metrics": ["part.void_count", "part.volume_mm3"]},
    },
    "metric_info": {"thickness.min": {"unit": "mm", "doc": "Least wall thickness."}},
}
WALL_MM = 2.0
METRICS = {*SCHEMA["metrics_per_feature"], *SCHEMA["metrics_whole_part"]}


class Judge:
    """Stands for the client. `gate` holds back answers until it is set."""

    def __init__(self) -> None:
        self.asked: list[tuple[dict[str, Any], str, dict[str, float]]] = []
        self.saved: list[dict[str, Any]] = []
        self.gate = threading.Event()
        self.gate.set()

    def saved_modules(self) -> tuple[dict[str, Any], ...]:
        return tuple(copy.deepcopy(self.saved))

    def modules(self) -> tuple[dict[str, Any], ...]:
        return (copy.deepcopy(CASTING),)

    def rule_schema(self) -> RuleSchema:
        return msgspec.convert(SCHEMA, RuleSchema)

    def evaluate(self, job_id, module, configuration_key, overrides=None, *, cancel=None) -> PackVerdict:
        self.asked.append((module, configuration_key, dict(overrides or {})))
        self.gate.wait(5.0)
        problems = [
            f'rules[{row}].metric: found "{rule["metric"]}"; accepted: thickness.min'
            for row, rule in enumerate(module["rules"])
            if rule["metric"] not in METRICS
        ]
        if problems:
            raise Failure(Reason.INVALID, "The pack does not hold together.", "", problems=tuple(problems))
        numbers = {**module["configurations"][configuration_key]["parameters"], **(overrides or {})}
        is_thin = numbers["wall_mm"] > WALL_MM
        found = {
            "fid": "3", "related_fids": ["3"], "severity": "fail", "value": WALL_MM,
            "threshold": numbers["wall_mm"], "margin": WALL_MM - numbers["wall_mm"], "unit": "mm",
        }  # fmt: skip
        rules = [
            {"key": "wall", "name": "Minimum wall thickness", "severity": "fail" if is_thin else "pass",
             "findings": [found] if is_thin else []},
            {"key": "solid", "name": "One closed solid", "severity": "pass"},
        ]  # fmt: skip
        verdict = {
            "overall_severity": "fail" if is_thin else "pass", "summary": {}, "rules": rules,
            "limits": {"thickness": sent_limits.document(numbers["wall_mm"])},
        }  # fmt: skip
        answer = {
            "module_key": module["key"],
            "configurations": [{"configuration_key": configuration_key, "result": verdict}],
        }
        return read(answer, PackVerdict)
