"""Limits of the measured layers, face by face, as the rules of one configuration judged them.

The only place that says which limit is in force where. A rule speaks of a layer when its metric is a value of
that layer; its limits at a face are the bounds of the ladder that the face stands on, found by what judges.
Colors follow the verdict: red ends at the limit of a rule that fails at the face, and a face that no rule
fails has no red, however thin one of its corners is.
"""

from collections.abc import Mapping, Sequence
from itertools import chain

import numpy as np

from engine import heatmaps
from engine.metrics import INFO_OF_METRIC
from engine.model import layer_limits
from engine.model.arrays import Bools, Floats, Ints, frozen_ints
from engine.model.layer import Layer
from engine.model.layer_limits import Case, LayerLimits
from engine.model.metric import Domain, Subject
from engine.model.metric_table import MetricTable
from engine.model.rulepack import Rule, Severity
from engine.palette import Extent, Limits, Scale
from engine.rules import judge, ladder, select
from engine.rules.findings import Judged

OF_PULL = "pull direction"
"""Whose limit colors draft where no rule bounds it."""
WHOLE_SETS = ("all_faces", "part")
"""Selector sets that leave no face out."""

FAIL, WARN, RED, AMBER = range(4)
"""Columns of a table of limits by face: those in force, and those of them that are broken; 0 for none."""


def of_layers(
    process: str,
    rules: Sequence[Rule],
    parameters: dict[str, float],
    table: MetricTable,
    members: dict[str, Ints],
) -> Mapping[str, LayerLimits]:
    """Return the limits of every layer.

    Parameters
    ----------
    process
        What the configuration is called, for legends.
    rules
        Those that apply under it.
    members
        The indices of the table's subjects by selector set.
    """
    found = {}
    n_faces = 1 + max((face for subject in table.subjects for face in subject.faces), default=-1)
    for name, layer in heatmaps.layers().items():
        if layer.scale is None:
            continue
        speaking = [each for each in rules if INFO_OF_METRIC[each.metric].layer == name]
        found[name] = _of_rules(layer, process, speaking, parameters, table, members, n_faces)
        if layer.is_limited_by_pull and not found[name].rules:
            found[name] = _of_pull(layer, table, members, n_faces)
    return found


def _of_rules(
    layer: Layer,
    process: str,
    rules: Sequence[Rule],
    parameters: dict[str, float],
    table: MetricTable,
    members: dict[str, Ints],
    n_faces: int,
) -> LayerLimits:
    at_faces = np.zeros((n_faces, 4))
    setting = []
    for rule in rules:
        selection = select.select(rule.selector, table, members, parameters)
        judged, _ = judge.judge_selected(rule, parameters, selection, table)
        limits = _of_subjects(judged)
        if limits.any():
            setting.append(rule)
            _tighten(at_faces, judged.subjects, limits)
    return _gathered(
        layer,
        process,
        tuple(layer_limits.Rule(each.key, each.name) for each in setting),
        any(_depends_on_place(each) for each in setting),
        at_faces,
        table,
    )


def _of_pull(layer: Layer, table: MetricTable, members: dict[str, Ints], n_faces: int) -> LayerLimits:
    """Return the angle below which the pull calls draft low, broken at the faces that it calls so."""
    at_faces = np.zeros((n_faces, 4))
    if table.alpha_warn_deg > 0.0:
        at_faces[:, WARN] = table.alpha_warn_deg
        low = [table.subjects[index] for index in members.get("low_draft_faces", ())]
        at_faces[[face for subject in low for face in subject.faces], AMBER] = table.alpha_warn_deg
    return _gathered(layer, OF_PULL, (), False, at_faces, table)


def _of_subjects(judged: Judged) -> Floats:
    """Return (N, 4) the limits of each judged subject; a limit that no positive value can break is none."""
    fail, warn = (np.fmax(limits, 0.0) for limits in (judged.fail_limits, judged.warn_limits))
    is_failed = (judged.ranks == Severity.FAIL.rank) & _is_reached(judged.values, fail)
    is_warned = (judged.ranks >= Severity.WARNING.rank) & _is_reached(judged.values, warn)
    return np.stack([fail, warn, np.where(is_failed, fail, 0.0), np.where(is_warned, warn, 0.0)], axis=1)


def _is_reached(values: Floats, limits: Floats) -> Bools:
    """Tell which values lie below their limit or at it: a value too large fails for another reason."""
    return np.asarray((values < limits) | ladder.is_noise(values, limits))


def _tighten(at_faces: Floats, subjects: Sequence[Subject], limits: Floats) -> None:
    """Take the larger limit wherever some faces have two."""
    every = range(len(at_faces))
    faces_of = [every if subject.domain == Domain.PART else subject.faces for subject in subjects]
    rows = np.repeat(np.arange(len(faces_of)), [len(faces) for faces in faces_of])
    faces = np.fromiter(chain.from_iterable(faces_of), np.int64, len(rows))
    for column in range(at_faces.shape[1]):
        np.maximum.at(at_faces[:, column], faces, limits[rows, column])


def _depends_on_place(rule: Rule) -> bool:
    """Whether a rule leaves faces out, or holds some to other limits than the rest."""
    is_choosy = rule.selector.set not in WHOLE_SETS or bool(rule.selector.where)
    return is_choosy or any(tier.where for tier in rule.tiers)


def _gathered(
    layer: Layer,
    process: str,
    rules: tuple[layer_limits.Rule, ...],
    depends_on_place: bool,
    at_faces: Floats,
    table: MetricTable,
) -> LayerLimits:
    """Put faces with the same limits together, and give each group its colors."""
    extent = table.extent_of_layer.get(layer.name, Extent())
    largest = Limits(_most(at_faces[:, FAIL]), _most(at_faces[:, WARN]), process)
    rows, group_of_face = _grouped(at_faces)
    return LayerLimits(
        layer,
        rules,
        depends_on_place,
        largest,
        Limits(_least(at_faces[:, FAIL]), _least(at_faces[:, WARN]), process),
        _scale(layer, extent, largest),
        tuple(_case(layer, extent, largest, row) for row in rows),
        frozen_ints(group_of_face),
    )


def _grouped(at_faces: Floats) -> tuple[Floats, Ints]:
    """Return the rows (C, 4) that differ, the most frequent first, and (F,) which of them each face has."""
    if (at_faces == at_faces[:1]).all():
        return at_faces[:1] if len(at_faces) else np.zeros((1, 4)), np.zeros(len(at_faces), dtype=np.int64)
    code = np.zeros(len(at_faces), dtype=np.int64)
    for column in at_faces.T:  # sorting numbers is a tenth of the work of sorting rows
        levels, level = np.unique(column, return_inverse=True)
        code = code * len(levels) + level
    _, first, group, counts = np.unique(code, return_index=True, return_inverse=True, return_counts=True)
    order = np.argsort(-counts, kind="stable")
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    return at_faces[first[order]], place[group]


def _case(layer: Layer, extent: Extent, largest: Limits, row: Floats) -> Case:
    fail, warn, red, amber = (float(limit) or None for limit in row)
    broken = Limits(red, amber, largest.source)
    in_force = Limits(fail, warn, largest.source)
    return Case(in_force, broken, _scale(layer, extent, largest, broken))


def _scale(layer: Layer, extent: Extent, largest: Limits, broken: Limits | None = None) -> Scale:
    assert layer.scale is not None, "only a measured layer has limits"
    return layer.scale(extent, largest, broken)


def _most(limits: Floats) -> float | None:
    return float(limits.max(initial=0.0)) or None


def _least(limits: Floats) -> float | None:
    there = limits[limits > 0.0]
    return float(there.min()) if len(there) else None
