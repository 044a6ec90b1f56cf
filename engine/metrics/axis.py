"""Axis metrics: how a feature or a face stands to the pull."""

import math

from engine.metrics._context import Context
from engine.metrics._declare import metric
from engine.model.arrays import Vector
from engine.model.field import Unit
from engine.model.metric import Domain, Measured, Subject
from engine.model.surface import Cone, Cylinder, Plane, Torus


@metric("axis_angle_to_pull", Unit.DEG, Domain.FACE)
def angle_to_pull(subject: Subject, context: Context) -> float | Measured | None:
    """Angle between the pull and the axis of the feature or face, 0 to 90; a plane's axis is its normal."""
    axis = _axis(subject, context)
    if axis is None:
        return None
    pull = context.assessed.pull.direction
    along = float(axis @ pull)
    across = axis - along * pull
    return math.degrees(math.atan2(math.sqrt(float(across @ across)), abs(along)))


def _axis(subject: Subject, context: Context) -> Vector | None:
    """Return the feature's own axis, else that of the surface of its defining face; None for spheres."""
    feature = context.features.of_subject.get(subject.index)
    if feature is not None and feature.axis is not None:
        return feature.axis
    assert subject.fid is not None, "faces and features have a face that stands for them"
    match context.assessed.prepared.part.faces[subject.fid].surface:
        case Plane(normal=axis) | Cylinder(axis=axis) | Cone(axis=axis) | Torus(axis=axis):
            return axis
    return None


METRICS = (angle_to_pull,)
