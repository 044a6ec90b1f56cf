"""How much of the solid of revolution round a body it fills.

A lathe makes the whole of that solid, and whatever a body lacks of it has to be milled away afterwards.
Shafts with keyways, flanges with bolt holes, hexagons and gears lack little of it. Where hardly anything
stands all the way round, as beside ears on a disc, it is no work for a lathe, though most of it turns.

The body is cut square to the axis at even heights. For how much of a turn a circle round the axis runs
through material is the sum of the angles that the outline of the cut outside of it spans, seen from the axis.
"""

import math
from dataclasses import dataclass

import numpy as np

from engine.graph.coaxial import AxisLine
from engine.model.analysis import PreparedPart
from engine.model.arrays import Floats, Ints, square_to, vector_product
from engine.model.part import Body

LEVELS = 40
"""Cuts along the axis, and as many circles in each: what is finer is a detail."""

LEAST_TURN = 0.02
"""Of a turn: what is filled for less is not swept, for a triangle too many spans as much."""

LEFT_STANDING = 0.3
"""Of a turn: what is filled for less is left standing, like ears; the teeth of gears are filled for half."""


@dataclass(frozen=True, slots=True)
class Revolved:
    """How a body fills the solid of revolution round it."""

    fill: float
    """Volume of the body over that of the solid; NaN where nothing could be measured."""
    ears_share: float
    """Share of the solid in rings of which little is left standing; 0 where nothing could be measured."""


NOTHING = Revolved(math.nan, 0.0)


def of_body(prepared: PreparedPart, body: Body, axis: AxisLine) -> Revolved:
    """Measure how a body fills the solid that it sweeps when it turns about an axis."""
    mesh = prepared.mesh
    corners = mesh.vertices[mesh.triangles[mesh.body_of_triangle == body.id]]
    if not len(corners):
        return NOTHING
    across = square_to(axis.direction)
    across /= np.linalg.norm(across)
    places = (corners - axis.origin) @ np.column_stack(
        (across, vector_product(axis.direction, across), axis.direction)
    )
    reach_mm = float(np.hypot(places[..., 0], places[..., 1]).max())
    low_mm, high_mm = float(places[..., 2].min()), float(places[..., 2].max())
    if reach_mm <= 0.0 or high_mm <= low_mm:
        return NOTHING
    heights_mm = low_mm + (np.arange(LEVELS) + 0.5) / LEVELS * (high_mm - low_mm)
    level, starts, ends = _outlines(places, heights_mm)
    turns = _turns(level, starts, ends, reach_mm / LEVELS)
    rings = np.broadcast_to(np.arange(LEVELS) + 0.5, turns.shape)  # by volume, for all are as high and wide
    is_swept = turns >= LEAST_TURN
    swept = float(rings[is_swept].sum())
    if swept <= 0.0:
        return NOTHING
    ears = float(rings[is_swept & (turns < LEFT_STANDING)].sum())
    return Revolved(float((np.minimum(turns, 1.0) * rings)[is_swept].sum()) / swept, ears / swept)


def _outlines(places: Floats, heights_mm: Floats) -> tuple[Ints, Floats, Floats]:
    """Cut triangles at heights: (S,) level, (S, 2) start and end of each piece, material on its left."""
    first = np.searchsorted(heights_mm, places[..., 2].min(axis=1))
    counts = np.searchsorted(heights_mm, places[..., 2].max(axis=1)) - first
    which = np.repeat(np.arange(len(places)), counts)
    level = np.arange(len(which)) - np.repeat(np.cumsum(counts) - counts - first, counts)
    cut = places[which]
    is_above = cut[..., 2] > heights_mm[level][:, None]
    # the corner that is alone on its side, and the two after it
    is_lone_above = is_above.sum(axis=1) == 1
    lone = np.argmax(is_above == is_lone_above[:, None], axis=1)
    rows = np.arange(len(which))
    tip, second, third = (cut[rows, (lone + step) % 3] for step in range(3))
    points = []
    for other in (second, third):
        share = (heights_mm[level] - tip[:, 2]) / (other[:, 2] - tip[:, 2])
        points.append(tip[:, :2] + share[:, None] * (other[:, :2] - tip[:, :2]))
    starts = np.where(is_lone_above[:, None], points[0], points[1])
    ends = np.where(is_lone_above[:, None], points[1], points[0])
    return level, starts, ends


def _turns(level: Ints, starts: Floats, ends: Floats, ring_mm: float) -> Floats:
    """Return (levels, circles) for how much of a turn each circle runs through material."""
    pieces = np.ceil(np.linalg.norm(ends - starts, axis=1) / ring_mm).astype(np.int64).clip(1, LEVELS)
    which = np.repeat(np.arange(len(pieces)), pieces)
    at = np.arange(len(which)) - np.repeat(np.cumsum(pieces) - pieces, pieces)
    steps = ((ends - starts) / pieces[:, None])[which]
    a = starts[which] + at[:, None] * steps
    b = a + steps
    angles = np.arctan2(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0], (a * b).sum(axis=1))
    inside = (np.linalg.norm(a + b, axis=1) / 2.0 / ring_mm + 0.5).astype(np.int64).clip(0, LEVELS)
    spans = np.bincount(level[which] * (LEVELS + 1) + inside, angles, LEVELS * (LEVELS + 1))
    outside = np.cumsum(spans.reshape(LEVELS, LEVELS + 1)[:, ::-1], axis=1)[:, ::-1]
    return np.asarray(outside[:, 1:] / (2.0 * math.pi), dtype=np.float64)
