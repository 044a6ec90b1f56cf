"""Overhang metrics: what hangs in the air when the part is printed the way it stands best."""

import math
from collections.abc import Callable
from dataclasses import replace

from engine.metrics import _words
from engine.metrics._context import Context
from engine.metrics._declare import metric
from engine.model.access import SHARE_ERROR, Obstruction, ToolAccess
from engine.model.field import Unit
from engine.model.metric import Domain, Measured, Subject
from engine.model.part import FaceId
from engine.model.printing import BuildDirection, Overhang

SEEN_SHARE = 0.5
"""Supports break off in pieces: what is left behind a corner comes along when half of them is seen."""
DEEPEST = 10.0
"""Diameters that a straight tool gets into a hole; as with cutters, longer ones bend."""


@metric("overhang.angle", Unit.DEG, Domain.FACE)
def angle(subject: Subject, context: Context) -> Measured:
    """Lean from the vertical of what hangs over: 0 where nothing does by more than 45, 90 for a ceiling."""
    found = _overhangs(subject, context)
    if not found:
        return Measured(0.0)
    worst = max(found, key=lambda each: each.angle_deg)
    note = f"{_support_note(worst)} {orientation_note(context.assessed.evidence.build)}"
    return Measured(
        worst.angle_deg,
        worst.angle_uncertainty_deg,
        worst.location,
        worst.witness,
        (worst.face,),
        note=note.strip(),
    )


@metric("overhang.area_mm2", Unit.MM2, Domain.FACE)
def area(subject: Subject, context: Context) -> Measured:
    """Area that hangs over by more than 45 degrees."""
    found = _overhangs(subject, context)
    return Measured(sum(each.area_mm2 for each in found))


@metric("overhang.span", Unit.MM, Domain.FACE)
def span(subject: Subject, context: Context) -> Measured | None:
    """Length of the bridge that hangs over, from support to support; infinite when one side alone is held."""
    return _longest(subject, context, lambda each: (each.span_mm, each.span_uncertainty_mm))


@metric("overhang.reach", Unit.MM, Domain.FACE)
def reach(subject: Subject, context: Context) -> Measured | None:
    """Distance from what holds an overhang to its furthest point; infinite where nothing holds it."""
    return _longest(subject, context, lambda each: (each.reach_mm, each.reach_uncertainty_mm))


@metric("overhang.arch_diameter", Unit.MM, Domain.FACE)
def arch_diameter(subject: Subject, context: Context) -> Measured | None:
    """Diameter of the lying hole whose roof hangs over; infinite for what is not round or not held twice."""
    return _longest(subject, context, lambda each: (each.arch_mm, 0.0))


@metric("overhang.way_out", Unit.MM, Domain.FACE)
def way_out(subject: Subject, context: Context) -> Measured | None:
    """Width of the way by which the supports below an overhang come out; 0 where no straight tool gets there.

    Infinite in the open; of a hollow that is wider than its openings, their diameter as one round hole.
    A tool gets ten times as deep as it is wide, and has to see half of the face.
    """
    found = _overhangs(subject, context)
    if not found:
        return None
    ways = [_way_out(each, context) for each in found]
    least = min(ways, key=lambda each: (each.value, each.uncertainty))
    is_doubtful = least.value > 0.0 and any(math.isinf(each.uncertainty) for each in ways)
    return replace(least, uncertainty=math.inf) if is_doubtful else least


METRICS = (angle, area, span, reach, arch_diameter, way_out)


def orientation_note(build: BuildDirection) -> str:
    """Describe how the part is laid on the bed."""
    built = f"Built along {_words.direction(build.direction)}"
    if not build.base:
        return f"{built}."
    faces = ", ".join(str(face) for face in build.base)
    return f"{built}, standing on face{'s' * (len(build.base) > 1)} {faces}."


def _overhangs(subject: Subject, context: Context) -> list[Overhang]:
    """Return what hangs over of a subject's faces."""
    overhang_of_face = context.of_face.overhang
    return [overhang_of_face[face] for face in subject.faces if face in overhang_of_face]


def _longest(
    subject: Subject, context: Context, length_of: Callable[[Overhang], tuple[float, float]]
) -> Measured | None:
    """Return the largest of one length, with its uncertainty; None where nothing hangs over."""
    found = _overhangs(subject, context)
    if not found:
        return None
    longest = max(found, key=lambda each: length_of(each)[0])
    value, off = length_of(longest)
    return Measured(
        value, off if math.isfinite(value) else 0.0, longest.location, longest.witness, (longest.face,)
    )


def _way_out(overhang: Overhang, context: Context) -> Measured:
    """Return the width of the way out from below what hangs over of one face."""
    tool_access = context.assessed.evidence.tool_access
    face, place = overhang.face, overhang.location
    share = tool_access.tilted_share_of_face[face]
    is_seen = not share < SEEN_SHARE
    is_slender = tool_access.obstruction_of_face[face] is Obstruction.SLENDER
    is_closed = (
        context.features.hole_depth_ratio_of_face.get(face, 0.0) > DEEPEST or face in context.of_face.sealed
    )
    if is_closed:
        return Measured(0.0, location=place, faces=(face,))
    # whether a tool gets there at all is known by shares of the face, and all of the way hangs on it
    is_doubtful = abs(share - SEEN_SHARE) <= SHARE_ERROR or (is_seen and _may_be_slender(tool_access, face))
    off = math.inf if is_doubtful else 0.0
    if not is_seen or is_slender:
        return Measured(0.0, off, place, faces=(face,))
    traps = [trap for trap in context.assessed.evidence.traps or () if face in trap.walls]
    if not traps:
        return Measured(math.inf, off, place, faces=(face,))
    tightest = min(traps, key=lambda trap: trap.escape_mm)
    off = max(off, tightest.uncertainty_mm)
    return Measured(tightest.escape_mm, off, tightest.location, tightest.witness, (face,))


def _may_be_slender(tool_access: ToolAccess, face: FaceId) -> bool:
    """Whether it is open if slender tools alone reach a face."""
    errors = tool_access.obstruction_error_of_face
    off = errors[face] if errors else 0
    return 0 < off >= abs(tool_access.obstruction_of_face[face] - Obstruction.SLENDER)


def _support_note(overhang: Overhang) -> str:
    if math.isfinite(overhang.span_mm):
        return f"It is a bridge of {overhang.span_mm:.1f} mm."
    if math.isfinite(overhang.reach_mm):
        return f"It reaches {overhang.reach_mm:.1f} mm out from what holds it."
    return "Nothing holds it: it starts in the air."
