"""The recognizers, in the order in which they run: each receives what the ones before it found.

A recognizer is one file with one public verb, `recognize`. It returns the claims of one kind, features
(entries of the result) or claims for roles alone, and never joins faces of two bodies. `recognition` runs
them and settles who of two rivals stands.
"""

from collections.abc import Callable

from engine.features import bend, blend, boss, chamfer, fin, hole, pocket, protrusion, slab, slot, wall
from engine.model.analysis import PreparedPart
from engine.model.feature import Claim

Recognizer = Callable[[PreparedPart, tuple[Claim, ...]], tuple[Claim, ...]]

RECOGNIZERS: tuple[Recognizer, ...] = (
    chamfer.recognize,  # before blends: the cone that turns a chamfer round a corner is no round
    blend.recognize,  # later kinds look across rounds and fillets
    bend.recognize,  # before holes: the eye of a hinge is a bend, not a bore that is open along its side
    hole.recognize,
    boss.recognize,  # after holes: the hole down the middle of a boss is the hole's
    fin.recognize,  # before slabs, for a rib is a thin plate too; before slots, for the fins make their gaps
    slot.recognize,  # before pockets: what is left of a recess
    pocket.recognize,  # gathers what was found before
    protrusion.recognize,  # and so do these, pockets among it
    slab.recognize,
    wall.recognize,  # last: every flat face that nothing else explains
)
