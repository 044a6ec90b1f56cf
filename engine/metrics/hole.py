"""Hole metrics."""

import math

from engine.features.hole import Hole
from engine.features.holes.stages import Stage, StageShape
from engine.metrics._context import Context
from engine.metrics._declare import metric
from engine.model.feature import Kind
from engine.model.field import Unit
from engine.model.metric import Domain, Measured, Subject

WIDER = 1.5
"""A stage so many times as wide lets a drill with a stouter shank through."""


@metric("hole.diameter", Unit.MM, Kind.HOLE)
def diameter(hole: Hole, context: Context) -> Measured:
    """Diameter of the hole's smallest cylinder."""
    return Measured(hole.diameter_mm, hole.uncertainty_mm)


@metric("hole.diameter_of_face", Unit.MM, Domain.FACE)
def diameter_of_face(subject: Subject, context: Context) -> float:
    """Diameter of the hole, or width of the cut groove, that the face is a side of; else infinite."""
    return min(context.features.cut_width_of_face.get(face, math.inf) for face in subject.faces)


@metric("hole.depth", Unit.MM, Kind.HOLE)
def depth(hole: Hole, context: Context) -> Measured:
    """Depth from the entry to the end of the last full diameter; the tip of a drill does not count."""
    return Measured(hole.depth_mm, hole.uncertainty_mm)


@metric("hole.depth_over_diameter", Unit.ONE, Kind.HOLE)
def depth_over_diameter(hole: Hole, context: Context) -> Measured:
    """Depth divided by the diameter of the smallest cylinder."""
    return _ratio(hole, hole.depth_mm, hole.diameter_mm)


@metric("hole.slenderness", Unit.ONE, Kind.HOLE)
def slenderness(hole: Hole, context: Context) -> Measured:
    """Depth that one drill has to go, over its diameter; wide stages let a stouter shank through."""
    drilled = [
        (_run_mm(hole.stages, at), stage.diameter_mm)
        for at, stage in enumerate(hole.stages)
        if stage.shape is StageShape.CYLINDER
    ]
    run_mm, diameter_mm = max(
        drilled, key=lambda each: each[0] / each[1], default=(hole.depth_mm, hole.diameter_mm)
    )
    return _ratio(hole, run_mm, diameter_mm)


@metric("hole.stage_count", Unit.ONE, Kind.HOLE)
def stage_count(hole: Hole, context: Context) -> float:
    """Stages of different diameter or shape, chamfers, countersinks and drill tips among them."""
    return float(len(hole.stages))


@metric("hole.is_through", Unit.ONE, Kind.HOLE)
def is_through(hole: Hole, context: Context) -> float:
    """1 where the hole is open at both ends, 0 where it is blind."""
    return float(hole.through)


METRICS = (diameter, diameter_of_face, depth, depth_over_diameter, slenderness, stage_count, is_through)


def _ratio(hole: Hole, length_mm: float, diameter_mm: float) -> Measured:
    ratio = length_mm / diameter_mm
    return Measured(ratio, (1.0 + ratio) * hole.uncertainty_mm / diameter_mm)


def _run_mm(stages: tuple[Stage, ...], at: int) -> float:
    """Return how far the drill of a stage goes: along it, and stages beside it that are little wider."""
    diameter_mm, run_mm = stages[at].diameter_mm, stages[at].depth_mm
    for beside in (stages[at + 1 :], stages[:at][::-1]):
        for stage in beside:
            if stage.shape is not StageShape.CYLINDER or not 1.0 <= stage.diameter_mm / diameter_mm < WIDER:
                break
            run_mm += stage.depth_mm
    return run_mm
