"""Mark metrics: how high letters, marks and pads stand, and which are letters by their shape."""

import math

from engine.metrics._context import Context
from engine.metrics._declare import metric
from engine.model.field import Unit
from engine.model.metric import Domain, Subject


@metric("mark.height", Unit.MM, Domain.FACE)
def height(subject: Subject, context: Context) -> float:
    """Height of the letter, mark or pad that the face is the side of; infinite where it is that of none."""
    sides = context.assessed.evidence.marks.height_of_side
    return max(sides.get(face, math.inf) for face in subject.faces)


@metric("mark.is_letter", Unit.ONE, Domain.FACE)
def is_letter(subject: Subject, context: Context) -> float:
    """1 where the face is a side of what is a letter by its shape, of any height; 0 elsewhere."""
    return float(context.assessed.evidence.marks.letter_sides >= {*subject.faces})


METRICS = (height, is_letter)
