"""Metrics: named numbers of features, faces, corners and the part, measured once for every rule to compare.

One file for each name prefix (`hole.…` in `hole.py`, a large group of the part's in a file of its own:
`part.sheet.…` in `sheet.py`), each with its list `METRICS`. `_declare` makes a
function a metric, `_context` and `_statistics` hold what several of them share.
"""

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from engine import subjects
from engine.metrics import (
    access,
    area,
    axis,
    bend,
    boss,
    clearance,
    corner,
    cutout,
    draft,
    feature,
    fillet,
    fin,
    hole,
    mark,
    overhang,
    part,
    pocket,
    protrusion,
    round,
    sheet,
    shell,
    slab,
    slot,
    thickness,
    thread,
    tool,
    undercut,
    wall,
)
from engine.metrics._context import Context
from engine.metrics._declare import Metric
from engine.model.analysis import Assessed
from engine.model.field import Field
from engine.model.layer_limits import UNIT_OF_LAYER
from engine.model.metric import Domain, Measured, MetricInfo, Subject
from engine.model.metric_table import Column, MetricTable
from engine.palette import Extent
from engine.progress import Progress

METRICS: tuple[Metric, ...] = (
    *thickness.METRICS,
    *clearance.METRICS,
    *draft.METRICS,
    *undercut.METRICS,
    *access.METRICS,
    *overhang.METRICS,
    *axis.METRICS,
    *area.METRICS,
    *feature.METRICS,
    *wall.METRICS,
    *slab.METRICS,
    *hole.METRICS,
    *mark.METRICS,
    *boss.METRICS,
    *slot.METRICS,
    *thread.METRICS,
    *tool.METRICS,
    *fin.METRICS,
    *pocket.METRICS,
    *protrusion.METRICS,
    *fillet.METRICS,
    *round.METRICS,
    *bend.METRICS,
    *cutout.METRICS,
    *corner.METRICS,
    *shell.METRICS,
    *part.METRICS,
    *sheet.METRICS,
)

INFO_OF_METRIC: dict[str, MetricInfo] = {each.info.name: each.info for each in METRICS}

MOST_PERCENT = 98.0
"""Share of the vertices that a scale has to cover; a few distant walls must not take all its colors."""


def measure_all(assessed: Assessed, progress: Progress) -> MetricTable:
    """Measure every metric of every subject that it applies to.

    Returns
    -------
    MetricTable
        A subject that a metric does not apply to has no entry under it; one that could not be measured has
        NaN and a reason.

    Raises
    ------
    Cancelled
        The caller wanted out.
    """
    gathered = subjects.gather(assessed)
    context = Context(assessed, gathered)
    values = {}
    for metric in METRICS:
        progress.check()
        values[metric.info.name] = Column.of(_measure(metric, context))
    fields = {**assessed.prepared.fields, "draft": assessed.draft}
    return MetricTable(
        gathered,
        values,
        dict(subjects.MISSING_SETS),
        {layer: _extent(fields[layer]) for layer in UNIT_OF_LAYER},
        float(assessed.pull.alpha_warn_deg),
    )


def _extent(field: Field) -> Extent:
    """Tell how far a field reaches over the part: the size of half and of nearly all of its finite values."""
    size = np.abs(field.values[np.isfinite(field.values)])
    if not len(size):
        return Extent()
    usual, most = np.percentile(size, (50.0, MOST_PERCENT)).tolist()
    return Extent(usual, most)


def _measure(metric: Metric, context: Context) -> dict[int, Measured]:
    """Measure one metric of every subject that it applies to."""
    found = {}
    for subject, thing in _things(metric.info, context):
        reading = metric.measure(thing, context)
        if reading is None:
            continue
        measured = reading if isinstance(reading, Measured) else Measured(reading)
        if math.isnan(measured.value) and not measured.reason:
            measured = Measured(math.nan, reason=f"{metric.info.name} could not be measured")
        found[subject.index] = measured
    return found


def _things(info: MetricInfo, context: Context) -> Iterable[tuple[Subject, Any]]:
    """Yield the subjects that a metric is of, each with what the metric's function takes for it."""
    match info.domain:
        case Domain.PART:
            for subject in context.subjects_of[Domain.PART]:
                yield subject, context.assessed.prepared.part
        case Domain.CORNER:
            for subject in context.subjects_of[Domain.CORNER]:
                yield subject, context.joints_of_subject[subject.index]
        case Domain.FEATURE:
            for subject in context.subjects_of[Domain.FEATURE]:
                if not info.kinds or subject.kind in info.kinds:
                    yield subject, context.feature_of_subject[subject.index]
        case Domain.FACE:
            for subject in context.subjects:
                if subject.domain in (Domain.FACE, Domain.FEATURE):
                    yield subject, subject
