"""Thread metrics: the threads that holes and bosses may be for. STEP carries none, so these are readings."""

import json
from functools import cache

import resources
from engine.features.boss import Boss
from engine.features.hole import Hole
from engine.features.threads import ThreadCandidate, ThreadFit
from engine.metrics._context import Context
from engine.metrics._declare import metric
from engine.model.feature import Kind
from engine.model.field import Unit
from engine.model.metric import Measured

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
    return None if likeliest is None else Measured(_major_mm()[likeliest.designation], note=_note(threaded))


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
    major_mm = _major_mm()[likeliest.designation]
    return Measured(hole.depth_mm / major_mm, hole.uncertainty_mm / major_mm, note=_note(hole))


@metric("thread.reading_count", Unit.ONE, THREADED)
def reading_count(threaded: Hole | Boss, context: Context) -> float | None:
    """How many threads and clearance holes the diameter fits; above 1 only the drawing can tell."""
    return None if _thread(threaded) is None else float(len(threaded.thread_candidates))


METRICS = (diameter, delta, depth_over_diameter, reading_count)


def _thread(threaded: Hole | Boss) -> ThreadCandidate | None:
    """Return the likeliest reading as a thread; None where the diameter fits none."""
    threads = (each for each in threaded.thread_candidates if each.fit != ThreadFit.CLEARANCE)
    return next(threads, None)


def _note(threaded: Hole | Boss) -> str:
    """Name the two likeliest readings, most likely first."""
    read = [f"{WORDS_OF_FIT[each.fit]} {each.designation}" for each in threaded.thread_candidates[:2]]
    return f"Ø{threaded.diameter_mm:.2f} is {' or '.join(read)}."


@cache
def _major_mm() -> dict[str, float]:
    """Return the outside diameter of every thread by designation."""
    tables = json.loads(resources.path("catalog/threads.json").read_text(encoding="utf-8"))
    return {thread["designation"]: float(thread["major_mm"]) for thread in tables["threads"]}
