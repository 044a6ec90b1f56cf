"""Draft metrics: how far faces lean from the pull, as the mold half that frees them sees it."""

import math
from dataclasses import replace

from engine.metrics._context import Context
from engine.metrics._declare import metric
from engine.model.feature import Role
from engine.model.field import Unit
from engine.model.metric import Domain, Measured, Subject


@metric("draft.min", Unit.DEG, Domain.FACE, layer="draft")
def minimum(subject: Subject, context: Context) -> Measured:
    """Least draft towards the mold half that frees the face; negative on an undercut."""
    return context.fields.least_draft(subject.faces)


@metric("draft.low", Unit.DEG, Domain.FACE, layer="draft")
def low(subject: Subject, context: Context) -> Measured:
    """Draft that a tenth of the area falls below; the least, which is negative, on an undercut."""
    if any(context.assessed.pull.is_undercut[face] for face in subject.faces):
        return replace(context.fields.least_draft(subject.faces), note="Neither half of the mold frees it.")
    return context.fields.draft.low(subject.faces)


@metric("draft.mean", Unit.DEG, Domain.FACE, layer="draft")
def mean(subject: Subject, context: Context) -> Measured:
    """Mean draft over the area towards the mold half that frees it; an undercut counts as negative."""
    return context.fields.draft.mean(subject.faces)


@metric("draft.grip", Unit.MM, Domain.FACE)
def grip(subject: Subject, context: Context) -> float:
    """How far the face slides along the opening mold: its reach along the pull; infinite on an undercut.

    The floor of a hole slides on nothing: what frees the wall of an undercut hole frees its floor.
    """
    roles = context.assessed.recognition.role_of_face
    pull = context.assessed.pull
    if any(pull.is_undercut[face] and roles[face] != Role.HOLE_FLOOR for face in subject.faces):
        return math.inf
    return max(float(context.of_face.height_mm[face]) for face in subject.faces)


METRICS = (minimum, low, mean, grip)
