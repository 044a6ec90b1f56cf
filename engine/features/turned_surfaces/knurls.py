"""Knurls: many small equal faces in shallow ridges round a turned body."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from engine.graph import coaxial, extents
from engine.graph.coaxial import AxisLine
from engine.model.arrays import Floats
from engine.model.evidence import Turned
from engine.model.part import FaceId
from engine.run_context import RunContext
from engine.tolerances import FIT_LENGTH, LENGTH_FLOOR_MM

FEWEST_FACES = 48
"""A knurl has at least so many equal faces, two for each ridge: DIN 82 gives Ø5 26 ridges of 0.6 mm, Ø15 29
of the coarsest, 1.6 mm. Splines and the flats of wrenches are fewer."""

DEEPEST_SHARE = 0.05
"""Its ridges are at most this share of the diameter high: with 26 ridges of 90° they are 0.06 of it at their
full height, and drawn blunter; the teeth of a gear that has as many are 0.07 and more."""

SAME_AREA = 0.02
"""Faces of one knurl are alike within this share of their area: ridges end where the file says."""


@dataclass(frozen=True, slots=True, eq=False)
class _Candidate:
    """A face that could be the side of a ridge."""

    faces: tuple[FaceId, ...]
    area_mm2: float
    off_axis_mm: float
    """How far its middle lies from the axis."""
    lean: float
    """Cosine between its normal and the axis, without its sign."""
    low_mm: float
    high_mm: float
    """Along the axis."""
    least_mm: float
    most_mm: float
    """How far from the axis its border lies."""


Value = Callable[[_Candidate], float]


def find(context: RunContext, turned: Turned, is_open: frozenset[FaceId]) -> frozenset[FaceId]:
    """Return the faces of knurls about the axis of a turned body, among those that may be.

    What lies between the levels and radii of many equal faces, and is open too, belongs to their knurl: the
    pieces of ridges at its ends.
    """
    axis = AxisLine(turned.origin, turned.direction)
    among = _candidates(context, turned, axis, is_open)
    if len(among) < FEWEST_FACES:
        return frozenset()
    found: set[FaceId] = set()
    for alike in _alike(among):
        if len(alike) < FEWEST_FACES:
            continue
        least, most = min(each.least_mm for each in alike), max(each.most_mm for each in alike)
        if most - least > DEEPEST_SHARE * 2.0 * most:
            continue
        low, high = min(each.low_mm for each in alike), max(each.high_mm for each in alike)
        slack_mm = FIT_LENGTH * most + LENGTH_FLOOR_MM
        for each in among:
            is_level = low - slack_mm <= each.low_mm and each.high_mm <= high + slack_mm
            if is_level and least - slack_mm <= each.least_mm and each.most_mm <= most + slack_mm:
                found.update(each.faces)
    return frozenset(found)


def _candidates(
    context: RunContext, turned: Turned, axis: AxisLine, is_open: frozenset[FaceId]
) -> list[_Candidate]:
    part, graph = context.part, context.graph
    turning = set(turned.faces)
    groups = sorted({int(graph.group_of_face[face]) for face in is_open - turning})
    found = []
    for group in groups:
        faces = graph.faces_of_group[FaceId(group)]
        first = part.faces[faces[0]]
        if not is_open.issuperset(faces) or coaxial.is_square_to(first, axis):
            continue
        points = np.concatenate([extents.border(part, face) for face in faces])
        heights, radii = axis.along(points), axis.distance(points)
        areas = np.array([part.faces[face].area_mm2 for face in faces])
        found.append(
            _Candidate(
                faces=faces,
                area_mm2=float(areas.sum()),
                off_axis_mm=float(axis.distance(_middle(context, faces, areas))),
                lean=abs(float(first.inner_normal @ axis.direction)),
                low_mm=float(heights.min()),
                high_mm=float(heights.max()),
                least_mm=float(radii.min()),
                most_mm=float(radii.max()),
            )
        )
    return found


def _middle(context: RunContext, faces: tuple[FaceId, ...], areas: Floats) -> Floats:
    centers = np.stack([context.part.faces[face].centroid for face in faces])
    return np.asarray(areas @ centers / areas.sum())


def _alike(among: list[_Candidate]) -> list[list[_Candidate]]:
    """Put candidates of one area, one distance from the axis and one lean together."""
    together = [among]
    measures: tuple[tuple[Value, float], ...] = (
        (lambda each: each.area_mm2, SAME_AREA),
        (lambda each: each.off_axis_mm, FIT_LENGTH),
        (lambda each: 1.0 + each.lean, FIT_LENGTH),
    )
    for value, share in measures:
        together = [run for each in together for run in _runs(sorted(each, key=value), value, share)]
    return together


def _runs(ordered: list[_Candidate], value: Value, share: float) -> list[list[_Candidate]]:
    """Part a list in ascending order where the value grows by more than a share."""
    runs: list[list[_Candidate]] = []
    for each in ordered:
        if runs and value(each) <= value(runs[-1][-1]) * (1.0 + share) + LENGTH_FLOOR_MM:
            runs[-1].append(each)
        else:
            runs.append([each])
    return runs
