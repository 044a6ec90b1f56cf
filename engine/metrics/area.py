"""Area metrics."""

from engine.metrics._context import Context
from engine.metrics._declare import metric
from engine.model.field import Unit
from engine.model.metric import Domain, Subject


@metric("area_mm2", Unit.MM2, Domain.FACE)
def area(subject: Subject, context: Context) -> float:
    """Area of the face, or of all faces of the feature."""
    faces = context.assessed.prepared.part.faces
    return sum(faces[face].area_mm2 for face in subject.faces)


METRICS = (area,)
