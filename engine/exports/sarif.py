"""SARIF 2.1.0, the Static Analysis Results Interchange Format of OASIS: what code scanners show in a review.

A part takes the place of a source file, an issue that of a result. A STEP file has no lines that a person
reads, so a result has no region; the point in the part is among its properties, in millimeters.
"""

import hashlib
import json
import os
from collections.abc import Sequence
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from engine import build_info
from engine.exports import objections
from engine.exports.objections import JudgedConfiguration, JudgedPart, JudgedRule, Objection

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
LEVEL = {"fail": "error", "warning": "warning"}


def write(parts: Sequence[JudgedPart]) -> str:
    """Return one log with one run of all parts."""
    rules: dict[str, dict[str, Any]] = {}
    results = [
        _result(at, part, configuration, rule, objection, rules)
        for at, part in enumerate(parts)
        for configuration, rule, objection in objections.all_of(part)
    ]
    run = {
        "tool": {
            "driver": {
                "name": "Sprue",
                "version": build_info.read().version,
                "rules": list(rules.values()),
            }
        },
        "invocations": [_invocation(parts)],
        "artifacts": [{"location": {"uri": _uri(part.file)}, "roles": ["analysisTarget"]} for part in parts],
        "results": results,
        "columnKind": "unicodeCodePoints",
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=1) + "\n"


def _invocation(parts: Sequence[JudgedPart]) -> dict[str, Any]:
    """Say what went wrong: with a file that could not be judged, or with Sprue itself."""
    notifications = [
        {"level": "error", "message": {"text": error}, "locations": [_location(at, part)]}
        for at, part in enumerate(parts)
        for error in part.errors
    ]
    return {"executionSuccessful": not notifications, "toolExecutionNotifications": notifications}


def _result(
    at: int,
    part: JudgedPart,
    configuration: JudgedConfiguration,
    rule: JudgedRule,
    objection: Objection,
    rules: dict[str, dict[str, Any]],
) -> dict[str, Any]:
    """Return one result; its rule is added to `rules` when it is the first of it."""
    name = objections.rule_id(configuration, rule)
    rules.setdefault(name, _rule(name, configuration, rule))
    location = _location(at, part) | {"logicalLocations": [{"name": objection.subject}]}
    properties = {
        "places": objection.n_places,
        "value": objection.value,
        "limit": objection.threshold,
        "unit": objection.unit or None,
        "point_mm": objection.point_mm,
    }
    return {
        "ruleId": name,
        "ruleIndex": list(rules).index(name),
        "level": LEVEL[objection.severity],
        "message": {"text": " ".join(filter(None, (objection.message, objection.advice)))},
        "locations": [location],
        "partialFingerprints": {"subject/v1": _fingerprint(part, name, objection)},
        "properties": {key: value for key, value in properties.items() if value is not None},
    }


def _rule(name: str, configuration: JudgedConfiguration, rule: JudgedRule) -> dict[str, Any]:
    described: dict[str, Any] = {
        "id": name,
        "shortDescription": {"text": f"{rule.name} ({configuration.name})"},
        "defaultConfiguration": {"level": LEVEL["warning"]},
    }
    if rule.source:
        described["help"] = {"text": rule.source}
    return described


def _location(at: int, part: JudgedPart) -> dict[str, Any]:
    return {"physicalLocation": {"artifactLocation": {"uri": _uri(part.file), "index": at}}}


def _fingerprint(part: JudgedPart, name: str, objection: Objection) -> str:
    """Return what stays the same from run to run while an issue is about the same thing."""
    subject = "\0".join((_uri(part.file), name, objection.subject))
    return hashlib.sha256(subject.encode()).hexdigest()[:32]


def _uri(file: str) -> str:
    """Return a file name as a reference to a URI, absolute where the name is."""
    path = PurePath(file)
    return path.as_uri() if path.is_absolute() else quote(os.fsencode(path.as_posix()))
