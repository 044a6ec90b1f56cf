"""Thickness metrics: the wall behind a face or behind all faces of a feature.

They do not apply to a face that is nothing but the flank of a sharp edge.
"""

from engine.metrics._context import Context
from engine.metrics._declare import metric
from engine.model.field import Unit
from engine.model.metric import Domain, Measured, Subject


@metric("thickness.min", Unit.MM, Domain.FACE)
def minimum(subject: Subject, context: Context) -> Measured | None:
    """Least wall thickness; one percent of the area may be thinner."""
    return context.thickness.minimum(subject.faces) if context.has_wall(subject.faces) else None


@metric("thickness.mean", Unit.MM, Domain.FACE)
def mean(subject: Subject, context: Context) -> Measured | None:
    """Mean wall thickness over the area."""
    return context.thickness.mean(subject.faces) if context.has_wall(subject.faces) else None


@metric("thickness.median", Unit.MM, Domain.FACE)
def median(subject: Subject, context: Context) -> Measured | None:
    """Wall thickness that half of the area falls below."""
    return context.thickness.median(subject.faces) if context.has_wall(subject.faces) else None


@metric("thickness.max", Unit.MM, Domain.FACE)
def maximum(subject: Subject, context: Context) -> Measured | None:
    """Largest wall thickness; one percent of the area may be thicker."""
    return context.thickness.maximum(subject.faces) if context.has_wall(subject.faces) else None


@metric("thickness.cv", Unit.ONE, Domain.FACE)
def variation(subject: Subject, context: Context) -> Measured | None:
    """Standard deviation of the wall thickness over its mean, weighted by area."""
    return context.thickness.variation(subject.faces) if context.has_wall(subject.faces) else None


@metric("thickness.section_ratio", Unit.ONE, Domain.FACE)
def section_ratio(subject: Subject, context: Context) -> Measured | None:
    """Thickness of the section behind the face over that of the thinnest section that touches it."""
    return context.strongest_change(subject.faces)


METRICS = (minimum, mean, median, maximum, variation, section_ratio)
