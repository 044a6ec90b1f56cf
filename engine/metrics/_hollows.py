"""Hollows of a printed part that are wider than their openings: what they hold and how it gets out.

A sealed slit has no room for anything: designers draw these to stiffen a print.
"""

import numpy as np

from engine.metrics._context import Context
from engine.metrics._words import counted
from engine.model.metric import Measured
from engine.model.printing import Trap

NO_INSIDE = "the surface is open and has no inside, so hollows cannot be told"


def _with_room(context: Context) -> list[Trap] | None:
    """Return the hollows that are no slits, the tightest first; None where the part has no inside."""
    traps = context.assessed.evidence.traps
    if traps is None or all(trap.openings_mm for trap in traps):
        return None if traps is None else list(traps)
    slits = frozenset(context.fields.slit_faces)
    return [trap for trap in traps if trap.openings_mm or not slits.issuperset(trap.faces)]


def volume(context: Context) -> Measured:
    """Add up what all hollows hold."""
    traps = context.assessed.evidence.traps
    if traps is None:
        return Measured(np.nan, reason=NO_INSIDE)
    off = sum(trap.volume_uncertainty_mm3 for trap in traps)
    return Measured(sum(trap.volume_mm3 for trap in traps), off)


def escape_hole(context: Context) -> Measured:
    """Return the diameter of a hole as large as all openings of the tightest hollow."""
    traps = _with_room(context)
    if traps is None:
        return Measured(np.nan, reason=NO_INSIDE)
    if not traps:
        return Measured(np.inf)
    tightest = traps[0]
    ways = counted(len(tightest.openings_mm), "opening") if tightest.openings_mm else "no opening"
    note = f"The hollow holds {tightest.volume_mm3:.0f} mm³ and has {ways}."
    if len(traps) > 1:
        note = f"{note} It is the tightest of {len(traps)} hollows."
    return Measured(
        tightest.escape_mm,
        tightest.uncertainty_mm,
        tightest.location,
        tightest.witness,
        tightest.faces,
        note=note,
    )


def widest_ceiling(context: Context) -> Measured:
    """Return how wide a ceiling over the tightest hollow is, from support to support; 0 without."""
    traps = _with_room(context)
    overhangs = context.of_face.overhang
    if traps is None:
        return Measured(np.nan, reason=NO_INSIDE)
    if not traps:
        return Measured(0.0)
    tightest = [trap for trap in traps if trap.escape_mm <= traps[0].escape_mm]
    ceilings = [
        overhangs[face]
        for trap in tightest
        for face in trap.walls
        if face in overhangs and not (trap.openings_mm and face in trap.faces)
    ]
    spans = [each.span_mm if np.isfinite(each.span_mm) else each.reach_mm for each in ceilings]
    return Measured(max(spans, default=0.0))
