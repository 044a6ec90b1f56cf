"""Coverage: how much of what a rule is about was looked at, by area; of corners by length.

A rule is about what its selector picks and its metric applies to. What a condition of the selector leaves out
(drilled holes, letters) is decided to be made or judged otherwise, and so is what a metric has no entry for.
Looked past is what could not be measured, and what a metric left out. Numbers of faces say little: a wall is
one face, and its rounded rim may be fifty.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from engine.model.arrays import Floats, Ints
from engine.model.metric import Domain
from engine.model.metric_table import Column, MetricTable
from engine.rules.select import Selection

ENOUGH = 0.5
"""A rule that looked at less of what it is about does not pass: Sprue's judgment."""
NOTABLE = 0.25
"""What was looked past counts from this share of all that the selector picks. Less is a few bevels on a part
that the rule has nothing to do with, or the back of a wedge, which is no wall: Sprue's judgment."""
WEIGHTS = {Domain.FACE: "area_mm2", Domain.FEATURE: "area_mm2", Domain.CORNER: "corner.length"}


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of what a rule is about was looked at."""

    share: float
    """Of the area or the length; 1 where nothing was looked past, or too little to count."""
    n_inspected: int
    n_about: int
    """Subjects that were inspected or looked past."""
    quantity: str
    """What the share is of: `area`, `length`; `number` where these are not known."""
    reasons: tuple[str, ...]
    """Why something was looked past, the most weighty first."""

    @property
    def is_enough(self) -> bool:
        """Whether the rule may pass."""
        return self.share >= ENOUGH


def of(selection: Selection, column: Column, inspected: Ints, table: MetricTable) -> Coverage:
    """Return how much was looked at of what a selection holds.

    Parameters
    ----------
    selection : Selection
        What the rule's selector picked.
    column : Column
        The rule's metric.
    inspected : (N,) int
        Indices of the subjects that the rule judged.
    """
    picked = selection.chosen[selection.is_met]
    past = _looked_past(selection, column, picked, inspected)
    n_about = len(inspected) + len(past)
    if not past:
        return Coverage(1.0, len(inspected), n_about, "", ())
    every = np.unique(np.concatenate([picked, inspected, list(past)]).astype(np.int64))
    weights, quantity = _weights(every, table)
    is_seen = np.isin(every, inspected) | np.isin(every, _seen_with(column, picked, inspected, table))
    looked_at = float(weights[is_seen].sum())
    missed = float(weights[np.isin(every, list(past))].sum())
    is_little = missed < NOTABLE * float(weights.sum())
    share = 1.0 if is_little or missed <= 0.0 else looked_at / (looked_at + missed)
    return Coverage(share, len(inspected), n_about, quantity, _by_weight(past, every, weights))


def sentence(coverage: Coverage, noun: str) -> str:
    """Say how little was looked at, and why; `noun` is in the number of what the rule is about."""
    because = "; ".join(coverage.reasons[:3])
    behind = f": {because}." if because else "."
    if coverage.n_about == 1:
        return f"The one {noun} was not looked at{behind}"
    if not coverage.n_inspected:
        return f"None of the {coverage.n_about} {noun} was looked at{behind}"
    counts = f"{coverage.n_inspected} of {coverage.n_about} {noun}"
    if coverage.quantity == "number":
        return f"Looked at only {counts}, too few to pass{behind}"
    percent = 100.0 * coverage.share
    share = "less than 1 %" if percent < 1.0 else f"only {percent:.0f} %"
    return f"Looked at {share} of the {coverage.quantity} ({counts}), too little to pass{behind}"


def _looked_past(selection: Selection, column: Column, picked: Ints, inspected: Ints) -> dict[int, str]:
    """Return the subjects that were looked past, by their indices, each with the reason."""
    rows = column.rows_of(picked)
    unjudged = (rows >= 0) & ~np.isin(picked, inspected)
    past = {
        index: column.reasons.get(row, "")
        for index, row in zip(picked[unjudged].tolist(), rows[unjudged].tolist(), strict=True)
    }
    if column.left_out:
        past |= {index: column.left_out[index] for index in picked.tolist() if index in column.left_out}
    return past | dict(selection.unclear)


def _seen_with(column: Column, picked: Ints, inspected: Ints, table: MetricTable) -> Ints:
    """Return the faces without an entry that an inspected one stands for: of a wall, all but one."""
    rows = column.rows_of(inspected)
    faces = {face for of_row in column.faces_of(rows[rows >= 0]) for face in of_row}
    alone = picked[column.rows_of(picked) < 0].tolist() if faces else []
    seen = [index for index in alone if index not in column.left_out and table.subjects[index].fid in faces]
    return np.array(seen, dtype=np.int64)


def _weights(subjects: Ints, table: MetricTable) -> tuple[Floats, str]:
    """Return (N,) area or length of subjects; 1 for each where one of them is not known."""
    if len(subjects):
        name = WEIGHTS.get(table.subjects[int(subjects[0])].domain, "")
        column = table.values.get(name)
        if column is not None:
            rows = column.rows_of(subjects)
            if (rows >= 0).all() and np.isfinite(column.numbers[rows]).all():
                return column.numbers[rows], name.removesuffix("_mm2").removeprefix("corner.")
    return np.ones(len(subjects)), "number"


def _by_weight(past: Mapping[int, str], every: Ints, weights: Floats) -> tuple[str, ...]:
    weight_of_reason: Counter[str] = Counter()
    weight_of = dict(zip(every.tolist(), weights.tolist(), strict=True))
    for index, reason in past.items():
        weight_of_reason[reason] += weight_of[index]
    return tuple(reason for reason, _ in weight_of_reason.most_common() if reason)
