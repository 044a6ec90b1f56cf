"""The recognizers, in the order in which they run: each receives what the ones before it found.

A recognizer is one file with one public verb, `recognize`, and a `FeatureKind` that says all else about its
kind. It returns the claims of that kind, features (entries of the result) or claims for roles alone, and
never joins faces of two bodies. `recognition` runs them and settles who of two rivals stands; `kinds` lists
what they declare.
"""

from collections.abc import Callable
from dataclasses import dataclass

from engine.features import (
    bend,
    blend,
    boss,
    chamfer,
    curved_wall,
    fin,
    hole,
    pocket,
    protrusion,
    slab,
    slot,
    step,
    turned_surface,
    wall,
)
from engine.model.feature import Claim, FeatureKind
from engine.run_context import RunContext


@dataclass(frozen=True, slots=True)
class Recognizer:
    """One recognizer: what it looks for, and how."""

    noun: str
    """What it finds, for people."""
    kinds: tuple[FeatureKind, ...]
    """The kinds of its claims, with the roles they give."""
    recognize: Callable[[RunContext, tuple[Claim, ...]], tuple[Claim, ...]]


RECOGNIZERS: tuple[Recognizer, ...] = (
    # before blends: the cone that turns a chamfer round a corner is no round
    Recognizer("chamfers", (chamfer.KIND,), chamfer.recognize),
    # later kinds look across rounds and fillets
    Recognizer("rounds and fillets", (blend.ROUND, blend.FILLET), blend.recognize),
    # before holes: the eye of a hinge is a bend, not a bore that is open along its side
    Recognizer("bends", (bend.KIND,), bend.recognize),
    Recognizer("holes", (hole.KIND,), hole.recognize),
    # after holes: the hole down the middle of a boss is the hole's
    Recognizer("bosses", (boss.KIND,), boss.recognize),
    # before slabs, for a rib is a thin plate too; before slots, for the fins make their gaps
    Recognizer("fins", (fin.KIND,), fin.recognize),
    # before pockets: what is left of a recess
    Recognizer("slots", (slot.KIND,), slot.recognize),
    # gathers what was found before
    Recognizer("pockets", (pocket.KIND,), pocket.recognize),
    # and so do these, pockets among it
    Recognizer("protrusions", (protrusion.KIND,), protrusion.recognize),
    Recognizer("slabs", (slab.KIND,), slab.recognize),
    # every flat face that nothing else explains
    Recognizer("walls", (wall.KIND,), wall.recognize),
    # what nothing else explains of a turned body; the rest of its diameters are bosses
    Recognizer("turned surfaces", (turned_surface.KIND, boss.KIND), turned_surface.recognize),
    # of the rest, for the shoulders and flats of a shaft are no steps
    Recognizer("steps", (step.KIND,), step.recognize),
    # last: what is left of upright outlines
    Recognizer("curved walls", (curved_wall.KIND,), curved_wall.recognize),
)
