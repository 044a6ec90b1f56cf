"""The issues that the right process raises of a part: those that a reviewer marks."""

from typing import Any

import numpy as np

from engine.model.analysis import Analysis
from engine.model.finding import RuleVerdict
from engine.model.issue import Issue


def configuration(analysis: Analysis, pack_key: str) -> str:
    """Return the configuration of a pack that suits the part best, as Sprue orders them."""
    return next(each.configuration for each in analysis.order.ranked if each.pack == pack_key)


def issues(analysis: Analysis, pack_key: str) -> list[tuple[RuleVerdict, Issue]]:
    """Return what a pack objects to under that configuration, rule by rule."""
    key = configuration(analysis, pack_key)
    pack = next(each for each in analysis.verdicts if each.key == pack_key)
    verdict = next(each for each in pack.all_configurations if each.key == key)
    return [(rule, issue) for rule in verdict.rules for issue in rule.issues]


def document(analysis: Analysis, pack_key: str) -> dict[str, Any]:
    """Describe those issues in what JSON holds, as `marks.Raised` takes them."""
    return {
        "configuration": f"{pack_key}/{configuration(analysis, pack_key)}",
        "issues": [_row(rule, issue) for rule, issue in issues(analysis, pack_key)],
    }


def _row(rule: RuleVerdict, issue: Issue) -> dict[str, Any]:
    worst = rule.findings[issue.worst]
    is_placed = worst.fid is not None and bool(np.isfinite(worst.location).all())
    return {
        "rule": rule.key,
        "severity": issue.severity.value,
        "value": round(float(worst.value), 4) if np.isfinite(worst.value) else None,
        "place": [round(float(each), 3) for each in worst.location] if is_placed else None,
        "message": issue.message,
    }
