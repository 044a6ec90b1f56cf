"""Limits of a layer as a rule pack of one rule sets them: every face is judged by its least value."""

import numpy as np

from engine.model.analysis import Analysis
from engine.model.arrays import frozen
from engine.model.layer_limits import LayerLimits
from engine.model.metric import Domain, Measured, Subject
from engine.model.metric_table import Column, MetricTable
from engine.model.part import FaceId
from engine.model.rulepack import (
    Bound,
    Comparison,
    Configuration,
    Rule,
    RulePack,
    Scope,
    Selector,
    Severity,
    Tier,
)
from engine.rules import evaluate


def judged(
    analysis: Analysis, layer: str = "thickness", fail: float | None = None, warn: float | None = None
) -> LayerLimits:
    """Return the limits of a layer under `Casting · Investment`: where it fails, and where it warns."""
    both = ((Severity.FAIL, fail), (Severity.WARNING, warn))
    tiers = [Tier(level, Comparison.LT, Bound(limit)) for level, limit in both if limit is not None]
    rule = Rule(
        "min_wall_thickness",
        "Minimum wall thickness",
        Scope.PER_FEATURE,
        Selector("all_faces"),
        f"{layer}.min",
        (*tiers, Tier(Severity.PASS)),
        {},
    )
    rules = (rule,) if tiers else ()
    pack = RulePack("casting", "Casting", (Configuration("investment", "Investment", {}),), rules)
    return evaluate.evaluate(pack, _table(analysis, layer)).configurations[0].limits[layer]


def _table(analysis: Analysis, layer: str) -> MetricTable:
    assessed = analysis.assessed
    mesh = assessed.prepared.mesh
    values = np.abs(assessed.draft.values) if layer == "draft" else assessed.prepared.fields[layer].values
    subjects, measured = [], {}
    for face in range(len(assessed.prepared.part.faces)):
        mine = values[mesh.face_of_vertex == face]
        known = mine[~np.isnan(mine)]
        measured[face] = Measured(float(known.min()) if len(known) else np.nan, 1e-3)
        is_low = layer == "draft" and bool(known.min(initial=90.0) < assessed.pull.alpha_warn_deg)
        sets = ("all_faces", *(("low_draft_faces",) if is_low else ()))
        subjects.append(
            Subject(
                face,
                Domain.FACE,
                "FACE",
                FaceId(face),
                (FaceId(face),),
                None,
                frozen(np.zeros(3)),
                sets,
                f"face {face}",
            )
        )
    return MetricTable(
        tuple(subjects),
        {f"{layer}.min": Column.of(measured)},
        {},
        analysis.metrics.extent_of_layer,
        assessed.pull.alpha_warn_deg,
    )
