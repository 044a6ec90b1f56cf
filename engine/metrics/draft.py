"""Draft metrics: how far faces lean from the pull, as the mold half that frees them sees it."""

from engine.metrics._context import Context
from engine.metrics._declare import metric
from engine.model.field import Unit
from engine.model.metric import Domain, Measured, Subject


@metric("draft.min", Unit.DEG, Domain.FACE)
def minimum(subject: Subject, context: Context) -> Measured:
    """Least draft towards the mold half that frees the face; negative on an undercut."""
    return context.least_draft(subject.faces)


@metric("draft.mean", Unit.DEG, Domain.FACE)
def mean(subject: Subject, context: Context) -> Measured:
    """Mean draft over the area towards the mold half that frees it; an undercut counts as negative."""
    return context.draft.mean(subject.faces)


METRICS = (minimum, mean)
