"""The ladder of a rule as its document writes it: which number, from which parameter, for the form.

What is in force at a face, and in which colors, comes with the result: see `layer_limits`.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.client.models import Json, Severity

ROUNDING = 1e-6
"""Numbers of a result have nine digits, those of a pack all they were written with."""


@dataclass(frozen=True, slots=True)
class Limit:
    """The bound of one tier."""

    level: Severity
    op: str
    value: float | None
    """None where it refers to a parameter that there is not."""
    parameter: str | None = None
    factor: float | None = None

    @property
    def origin(self) -> str:
        """Where the number comes from: `wall_fail_mm`, `wall_fail_mm × 0.5`, or empty for a plain number."""
        if self.parameter is None:
            return ""
        return self.parameter if self.factor is None else f"{self.parameter} × {self.factor:g}"


def of_rule(
    rule: Mapping[str, Any], configuration: Mapping[str, Any], overrides: Mapping[str, float] | None = None
) -> dict[Severity, Limit]:
    """Return the limit of each level of a rule that has one; of several tiers of a level the first."""
    found: dict[Severity, Limit] = {}
    for limit in _limits(rule, configuration, overrides):
        found.setdefault(limit.level, limit)
    return found


def of_finding(
    packs: Mapping[str, Json],
    pack_key: str,
    configuration_key: str,
    rule_key: str,
    level: Severity,
    threshold: float | None,
) -> Limit | None:
    """Return the limit a finding speaks of, which of several of one level has the finding's threshold.

    None where the pack is not known or no tier of it has that bound.
    """
    document = packs.get(pack_key)
    rule = None if document is None else _rule(document, rule_key)
    if document is None or rule is None or threshold is None:
        return None
    for limit in _limits(rule, _configuration(document, configuration_key)):
        is_it = limit.value is not None and math.isclose(limit.value, threshold, rel_tol=ROUNDING)
        if limit.level == level and is_it:
            return limit
    return None


def _limits(
    rule: Mapping[str, Any], configuration: Mapping[str, Any], overrides: Mapping[str, float] | None = None
) -> list[Limit]:
    """Return the limits of all tiers that warn or fail, in the order of the ladder."""
    parameters = {**_mapping(configuration.get("parameters")), **(overrides or {})}
    tiers = rule.get("tiers")
    return [
        _limit(tier, parameters)
        for tier in (tiers if isinstance(tiers, list) else ())
        if isinstance(tier, dict) and "op" in tier and tier.get("level") in ("warning", "fail")
    ]


def _limit(tier: Mapping[str, Any], parameters: Mapping[str, Any]) -> Limit:
    level, op, bound = tier["level"], str(tier["op"]), tier.get("rhs")
    if not isinstance(bound, dict):
        return Limit(level, op, _number(bound))
    name = str(bound.get("param", ""))
    factor = _number(bound.get("factor"))
    value = _number(parameters.get(name))
    return Limit(
        level, op, None if value is None else value * (1.0 if factor is None else factor), name, factor
    )


def _rule(document: Json, key: str) -> Mapping[str, Any] | None:
    for rule in document.get("rules") or ():
        if isinstance(rule, dict) and rule.get("key") == key:
            return rule
    return None


def _configuration(document: Json, key: str) -> Mapping[str, Any]:
    return _mapping(_mapping(document.get("configurations")).get(key))


def _mapping(found: Any) -> Mapping[str, Any]:
    return found if isinstance(found, dict) else {}


def _number(value: Any) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
