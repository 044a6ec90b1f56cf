"""Clearance metrics: the air before a face or before all faces of a feature."""

from engine.metrics._context import Context
from engine.metrics._declare import metric
from engine.model.field import Unit
from engine.model.metric import Domain, Measured, Subject


@metric("clearance.min", Unit.MM, Domain.FACE, layer="clearance")
def minimum(subject: Subject, context: Context) -> Measured:
    """Least distance through air to an opposite wall; infinite where there is none."""
    return context.fields.clearance.minimum(subject.faces)


@metric("clearance.mean", Unit.MM, Domain.FACE, layer="clearance")
def mean(subject: Subject, context: Context) -> Measured:
    """Mean distance through air over the area that has a wall opposite; infinite where none has."""
    return context.fields.clearance.mean(subject.faces)


METRICS = (minimum, mean)
