"""Surface normals at points near a face, from its formula where it has one."""

import numpy as np

from engine.model.arrays import Floats, Vector
from engine.model.part import Face
from engine.model.surface import Cone, Cylinder, Plane, Sphere, Torus


def of_face(face: Face, places: Floats, otherwise: Floats) -> Floats:
    """Return outward unit normals (N, 3) of a face at places near it.

    `otherwise` are those to take of a surface without a formula, and where the formula has none: on an axis.
    """
    match face.surface:
        case Plane(_, normal):
            found = np.broadcast_to(normal, places.shape)
        case Cylinder(origin, axis, _):
            found = _away(places - origin, axis)
        case Cone(apex, axis, half_angle_deg):
            half = np.radians(half_angle_deg)
            found = np.cos(half) * _away(places - apex, axis) - np.sin(half) * axis
        case Sphere(center, _):
            found = _unit(places - center)
        case Torus(center, axis, major_radius_mm, _):
            found = _unit(places - center - major_radius_mm * _away(places - center, axis))
        case _:
            return otherwise
    return np.where(np.isfinite(found), face.sense * found, otherwise)


def _away(places: Floats, axis: Vector) -> Floats:
    """Return the unit vectors from an axis through the origin to places."""
    return _unit(places - np.outer(places @ axis, axis))


def _unit(vectors: Floats) -> Floats:
    length = np.linalg.norm(vectors, axis=1)[:, None]
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(vectors / length)
