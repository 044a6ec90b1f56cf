"""What was measured, and what the rules of a pack would do, as documents that are ready for JSON."""

from collections.abc import Sequence

import numpy as np

from engine.inspection.measure import Measurement
from engine.model.rulepack import Configuration
from engine.present import Document, plain
from engine.rules.trial import RuleTrial

MOST_TRIED, MOST_NEAR = 50, 10
"""Subjects and near misses of a rule that is tried; the worst and the nearest come first."""


def measurement(entry: Measurement) -> Document:
    """Present what was measured between two places, or at one; `value` is null where nothing is there."""
    return {
        "quantity": entry.quantity,
        "value": plain(entry.value),
        "unit": entry.unit,
        "uncertainty": plain(entry.uncertainty),
        "exact": entry.is_exact,
        "open": bool(np.isposinf(entry.value)),
        "points": [plain(point) for point in entry.points],
        "fids": [str(face) for face in entry.faces],
        "also": {name: plain(value) for name, value in entry.also.items()},
    }


def trial(configuration: Configuration, trials: Sequence[RuleTrial]) -> Document:
    """Present what the rules of a pack do on a part."""
    return {
        "configuration_key": configuration.key,
        "rules": [
            {
                "key": each.rule.key,
                "name": each.rule.name,
                "set": each.rule.selector.set,
                "metric": each.rule.metric,
                "n_in_set": each.n_in_set,
                "n_picked": each.n_picked,
                "n_unmeasured": each.n_unmeasured,
                "severity": each.severity,
                "message": each.message,
                "reason": each.reason,
                "picked": [
                    {
                        "fid": None if finding.fid is None else str(finding.fid),
                        "feature": label,
                        "value": plain(finding.value),
                        "unit": finding.unit,
                        "severity": str(finding.severity),
                        "threshold": plain(finding.threshold),
                    }
                    for finding, label in each.findings[:MOST_TRIED]
                ],
                "near_misses": [
                    {
                        "fid": None if near.subject.fid is None else str(near.subject.fid),
                        "feature": near.subject.label,
                        "metric": near.metric,
                        "value": plain(near.value),
                        "unit": near.unit,
                        "op": near.op,
                        "bound": plain(near.bound),
                        "picked": near.is_picked,
                    }
                    for near in each.near_misses[:MOST_NEAR]
                ],
            }
            for each in trials
        ],
    }
