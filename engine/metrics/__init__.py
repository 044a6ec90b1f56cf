"""Metrics: named numbers of features, faces, corners and the part, measured once for every rule to compare.

One file for each name prefix (`hole.…` in `hole.py`, a large group of the part's in a file of its own:
`part.sheet.…` in `sheet.py`), each with its list `METRICS`. `_declare` makes a function a metric.

The `Context` that each gets keeps what several ask for: `_fields` sums up thickness, clearance and draft,
`_section_changes`, `_cutter_access` and `_sharp_corners` read the evidence of their subject,
`_feature_lookup` and `_face_lookup` find what a subject or face belongs to. `_least` finds the thinnest wall
behind every face, `_closest` and `_exact` read walls from the surfaces that the mesh stands for.
"""

import math
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

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
from engine.model.metric import Domain, Measured, MetricInfo, Subject
from engine.model.metric_table import Column, MetricTable
from engine.progress import Progress
from engine.run_context import RunContext
from engine.stages import FailedStage, available, failure_of

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

METRIC_OF_NAME: dict[str, Metric] = {each.info.name: each for each in METRICS}

INFO_OF_METRIC: dict[str, MetricInfo] = {name: each.info for name, each in METRIC_OF_NAME.items()}


def measure_all(run: RunContext, assessed: Assessed, progress: Progress) -> MetricTable:
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
    table = measure_on_demand(run, assessed, progress)
    return replace(table, values=dict(table.values))


def measure_on_demand(
    run: RunContext, assessed: Assessed, progress: Progress, asked: Collection[str] = subjects.EVERY_SET
) -> MetricTable:
    """Return the table of `measure_all` whose columns are measured when they are first read.

    Its subjects are told of the selector sets that are asked for.
    """
    gathered = progress.attempt(
        "subjects", "what rules look at was not listed", subjects.gather, assessed, asked
    )
    failed = failure_of(gathered)
    if failed is not None:
        missing = {each.name: failed.reason for each in subjects.SELECTOR_SETS if each.domain != Domain.PART}
        gathered = (subjects.part_alone(assessed),)
    else:
        missing = subjects.missing_sets(assessed, asked)
    return MetricTable(
        gathered,
        _Columns(Context(run, assessed, gathered), progress),
        missing,
        alpha_warn_deg=float(available(lambda: assessed.pull.alpha_warn_deg) or 0.0),
        neighbors=subjects.neighbors(gathered, available(lambda: assessed.prepared.graph)),
        patterns=subjects.patterns(gathered, available(lambda: assessed.patterns) or ()),
    )


class _Columns(Mapping[str, Column]):
    """The columns of all metrics by name, each measured when it is first read."""

    def __init__(self, context: Context, progress: Progress) -> None:
        self._context = context
        self._progress = progress
        self._measured: dict[str, Column] = {}

    def __getitem__(self, name: str) -> Column:
        if name not in self._measured:
            self._measured[name] = self._column(METRIC_OF_NAME[name])
        return self._measured[name]

    def __iter__(self) -> Iterator[str]:
        return iter(METRIC_OF_NAME)

    def __len__(self) -> int:
        return len(METRIC_OF_NAME)

    def _column(self, metric: Metric) -> Column:
        self._progress.check()
        name = metric.info.name
        measured = self._progress.attempt(
            f"metrics.{name}", f"{name} was not measured", _measure, metric, self._context
        )
        failed = failure_of(measured)
        return Column.of(measured if failed is None else _unmeasured(metric.info, self._context, failed))


def _unmeasured(info: MetricInfo, context: Context, failed: FailedStage) -> dict[int, Measured]:
    """Return what stands in the place of a metric that failed: for each subject the reason."""
    return {each.index: Measured(math.nan, reason=failed.reason) for each in _subjects(info, context)}


def _measure(metric: Metric, context: Context) -> dict[int, Measured]:
    """Measure one metric of every subject that it applies to."""
    found = {}
    for subject, thing in _arguments(metric.info, context):
        reading = metric.measure(thing, context)
        if reading is None:
            continue
        measured = reading if isinstance(reading, Measured) else Measured(reading)
        if math.isnan(measured.value) and not measured.reason:
            measured = Measured(math.nan, reason=f"{metric.info.name} could not be measured")
        found[subject.index] = measured
    return found


def _arguments(info: MetricInfo, context: Context) -> Iterable[tuple[Subject, Any]]:
    """Yield the subjects that a metric is of, each with what the metric's function takes for it."""
    for subject in _subjects(info, context):
        match info.domain:
            case Domain.PART:
                yield subject, context.assessed.prepared.part
            case Domain.CORNER:
                yield subject, context.corners.joints_of_subject[subject.index]
            case Domain.FEATURE:
                yield subject, context.features.of_subject[subject.index]
            case Domain.FACE:
                yield subject, subject


def _subjects(info: MetricInfo, context: Context) -> Iterable[Subject]:
    """Yield the subjects that a metric is of."""
    if info.domain == Domain.FACE:
        return (each for each in context.subjects if each.domain in (Domain.FACE, Domain.FEATURE))
    same = context.subjects_of[info.domain]
    return (each for each in same if not info.kinds or each.kind in info.kinds)
