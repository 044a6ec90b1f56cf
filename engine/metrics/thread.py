"""Thread metrics: the threads that holes and bosses may be for. STEP carries none, so these are readings."""

import json
import math
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any

import resources
from engine.features.boss import Boss
from engine.features.hole import Hole
from engine.features.holes.stages import StageShape
from engine.features.threads import ThreadCandidate, ThreadFit
from engine.metrics._context import Context
from engine.metrics._declare import metric
from engine.model.feature import Kind
from engine.model.field import Unit
from engine.model.metric import Measured
from engine.model.part import FaceId
from engine.model.surface import Cylinder
from engine.tolerances import same_length

OUTSIDE_DEPTH = 0.6134
"""Depth of an outside thread over its pitch: 17/24 of the height of its triangle (ISO 68-1)."""
CLOSED_DEG = 355.0
"""A bore that goes less far round is open along its side: a passage or a notch, in which no tap is held."""
THREADED = (Kind.HOLE, Kind.BOSS)
"""What may have a thread."""
WORDS_OF_FIT = {
    ThreadFit.TAP_DRILL: "the tap drill of",
    ThreadFit.MINOR: "the minor diameter of",
    ThreadFit.MAJOR: "the outside diameter of",
    ThreadFit.CLEARANCE: "a clearance hole for",
}


@metric("thread.diameter", Unit.MM, THREADED)
def diameter(threaded: Hole | Boss, context: Context) -> Measured | None:
    """Outside diameter of the thread that the hole is most likely drilled for, or the boss turned for."""
    likeliest = _thread(threaded)
    return None if likeliest is None else Measured(_major_mm(likeliest), note=_note(threaded))


@metric("thread.delta", Unit.MM, THREADED)
def delta(threaded: Hole | Boss, context: Context) -> Measured | None:
    """How far the diameter is from that of the table, for the thread it is most likely meant for."""
    likeliest = _thread(threaded)
    return None if likeliest is None else Measured(abs(likeliest.delta_mm), threaded.uncertainty_mm)


@metric("thread.depth_over_diameter", Unit.ONE, Kind.HOLE)
def depth_over_diameter(hole: Hole, context: Context) -> Measured | None:
    """Depth of the hole over the outside diameter of the thread that it is most likely drilled for."""
    likeliest = _thread(hole)
    if likeliest is None:
        return None
    major_mm = _major_mm(likeliest)
    return Measured(hole.depth_mm / major_mm, hole.uncertainty_mm / major_mm, note=_note(hole))


@metric("thread.wall_over_depth", Unit.ONE, THREADED)
def wall_over_depth(threaded: Hole | Boss, context: Context) -> Measured | None:
    """Thinnest metal beside the hole, or behind the boss, over the depth of the thread to be cut into it.

    Not of a hole that a screw is rather put through, nor of one that is open along its side.
    """
    likeliest = _thread(threaded)
    if likeliest is None or likeliest is not threaded.thread_candidates[0]:
        return None
    if isinstance(threaded, Hole) and threaded.span_deg < CLOSED_DEG:
        return None
    depth_mm = _depth_mm(threaded, likeliest)
    if depth_mm <= 0.0:
        return Measured(math.inf, note=_note(threaded))
    walls = [context.fields.thickness.minimum((face,)) for face in _threaded_faces(threaded, context)]
    known = [wall for wall in walls if not math.isnan(wall.value)]
    if not known:
        return Measured(math.nan, reason="the wall beside the thread could not be measured")
    thinnest = min(known, key=lambda wall: wall.value)
    stands = f"{thinnest.value:.2f} mm of metal stand there; the thread is {depth_mm:.2f} mm deep."
    return replace(
        thinnest,
        value=thinnest.value / depth_mm,
        uncertainty=thinnest.uncertainty / depth_mm,
        note=f"{_note(threaded)} {stands}",
    )


@metric("thread.chamfer_over_diameter", Unit.ONE, THREADED)
def chamfer_over_diameter(threaded: Hole | Boss, context: Context) -> Measured | None:
    """Diameter of the chamfer at the mouth of a hole over the outside diameter of its likeliest thread.

    A mouth chamfered as wide as the thread is drawn for a tap. None without a chamfer, and of bosses.
    """
    likeliest = _thread(threaded)
    if likeliest is None or not isinstance(threaded, Hole):
        return None
    beside = [*pairwise(threaded.stages), *pairwise(reversed(threaded.stages))]
    chamfers = [
        chamfer.diameter_mm
        for chamfer, bore in beside
        if chamfer.shape is StageShape.CHAMFER and same_length(bore.diameter_mm, threaded.diameter_mm)
    ]
    if not chamfers:
        return None
    major_mm = _major_mm(likeliest)
    return Measured(max(chamfers) / major_mm, threaded.uncertainty_mm / major_mm, note=_note(threaded))


@metric("thread.reading_count", Unit.ONE, THREADED)
def reading_count(threaded: Hole | Boss, context: Context) -> float | None:
    """How many threads and clearance holes the diameter fits; above 1 only the drawing can tell."""
    return None if _thread(threaded) is None else float(len(threaded.thread_candidates))


METRICS = (diameter, delta, depth_over_diameter, wall_over_depth, chamfer_over_diameter, reading_count)


def _thread(threaded: Hole | Boss) -> ThreadCandidate | None:
    """Return the likeliest reading as a thread; None where the diameter fits none."""
    threads = (each for each in threaded.thread_candidates if each.fit != ThreadFit.CLEARANCE)
    return next(threads, None)


def _major_mm(reading: ThreadCandidate) -> float:
    """Return the outside diameter of a thread."""
    return float(_threads()[reading.designation]["major_mm"])


def _depth_mm(threaded: Hole | Boss, reading: ThreadCandidate) -> float:
    """Return how far the thread goes into the wall; 0 of a hole drawn as wide as the thread."""
    thread = _threads()[reading.designation]
    if isinstance(threaded, Boss):
        return OUTSIDE_DEPTH * float(thread["pitch_mm"])
    return 0.5 * (float(thread["major_mm"]) - threaded.diameter_mm)


def _threaded_faces(threaded: Hole | Boss, context: Context) -> list[FaceId]:
    """Return the cylinders that the thread would be cut into."""
    faces = context.assessed.prepared.part.faces
    return [
        face
        for face in threaded.faces
        if isinstance(surface := faces[face].surface, Cylinder)
        and same_length(2.0 * surface.radius_mm, threaded.diameter_mm)
    ]


def _note(threaded: Hole | Boss) -> str:
    """Name the two likeliest readings, most likely first."""
    read = [f"{WORDS_OF_FIT[each.fit]} {each.designation}" for each in threaded.thread_candidates[:2]]
    return f"Ø{threaded.diameter_mm:.2f} is {' or '.join(read)}."


@cache
def _threads() -> dict[str, dict[str, Any]]:
    """Return the table's row of every thread by designation."""
    tables = json.loads(resources.path("catalog/threads.json").read_text(encoding="utf-8"))
    return {thread["designation"]: thread for thread in tables["threads"]}
