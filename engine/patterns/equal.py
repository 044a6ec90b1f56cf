"""Equal features: those of one kind and body that a drawing would note with the same sizes."""

import math
from collections.abc import Sequence
from enum import Enum
from typing import Any

import numpy as np

from engine.kinds import KIND_OF_KEY
from engine.model.arrays import Floats, Ints
from engine.model.feature import Feature, Kind, Precedence, SizeForm
from engine.tolerances import FIT_LENGTH, LENGTH_FLOOR_MM

PATTERNED = frozenset({Precedence.TURNED, Precedence.NARROW, Precedence.BROAD})
"""Kinds of these are made one by one and may be alike; blends run along others, walls are what is left."""

FURTHER_SIZES: dict[str, tuple[str, ...]] = {
    Kind.HOLE: ("end",),
    Kind.SLOT: ("open_ends", "undercut_width_mm", "angle_deg"),
    Kind.POCKET: ("min_internal_radius_mm",),
}
"""Dimensions that tell two features apart without being part of their names."""


def sets(features: Sequence[Feature]) -> list[Ints]:
    """Return the sets of two or more equal features, each as ascending places in `features`.

    Kinds without sizes have none. Lengths are equal that differ by no more than a fit may, and what the
    features say of their uncertainty.
    How deep a way through goes is not asked: that is the part's thickness there, not a size of the feature.
    """
    alike: dict[tuple[Any, ...], list[int]] = {}
    sizes: dict[int, list[float]] = {}
    for index, feature in enumerate(features):
        kind = KIND_OF_KEY[feature.kind]
        if kind.precedence in PATTERNED and kind.sizes:
            words, sizes[index] = _sizes(feature)
            alike.setdefault((feature.kind, feature.body, *words), []).append(index)
    found = []
    for members in alike.values():
        values = np.array([sizes[index] for index in members])
        unsure_mm = np.array([features[index].uncertainty_mm for index in members])
        slack = FIT_LENGTH * np.abs(values) + 2.0 * unsure_mm[:, None]
        found += [np.array(members)[rows] for rows in split(values, slack) if len(rows) > 1]
    return sorted(found, key=lambda each: int(each[0]))


def is_through(feature: Feature) -> bool:
    """Whether a feature is open on both sides, so that its axis may as well point the other way."""
    return bool(getattr(feature, "through", False))


def _sizes(feature: Feature) -> tuple[list[Any], list[float]]:
    """Return what has to be the same in words, and the sizes in mm and degrees, of a feature."""
    words: list[Any] = []
    numbers: list[float] = []
    declared = (size.field for size in KIND_OF_KEY[feature.kind].sizes if size.form is not SizeForm.RANGE)
    for field in (*declared, *FURTHER_SIZES.get(feature.kind, ())):
        value = getattr(feature, field)
        if isinstance(value, (bool, Enum)) or value is None:
            words.append((field, value))
        elif field != "depth_mm" or not is_through(feature):
            numbers.append(-1.0 if math.isnan(value) else float(value))
    stages = getattr(feature, "stages", ())
    narrowest_mm = min((stage.diameter_mm for stage in stages), default=0.0)
    for stage in stages:
        words.append(stage.shape)
        numbers.append(stage.diameter_mm)
        length_mm = stage.depth_mm if hasattr(stage, "depth_mm") else stage.height_mm
        is_remainder = is_through(feature) and stage.diameter_mm <= narrowest_mm * (1.0 + FIT_LENGTH)
        numbers += [0.0 if is_remainder else length_mm, getattr(stage, "angle_deg", 0.0)]
    return words, numbers


def split(values: Floats, slack: Floats) -> list[Ints]:
    """Split rows (N, K) where sorted values of a column leave a gap wider than the slack, (N, K) or (N,)."""
    if not len(values):
        return []
    slack = np.broadcast_to(slack.reshape(len(values), -1), values.shape)
    label, count = np.zeros(len(values), dtype=np.int64), 0
    while label.max() + 1 > count:
        count = int(label.max()) + 1
        for column in range(values.shape[1]):
            order = np.lexsort((values[:, column], label))
            margin = np.maximum(slack[order[:-1], column], slack[order[1:], column])
            is_gap = np.diff(values[order, column]) > np.maximum(margin, LENGTH_FLOOR_MM)
            is_gap |= np.diff(label[order]) > 0
            label[order] = np.concatenate([[0], np.cumsum(is_gap)])
    order = np.argsort(label, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(label[order])) + 1)
