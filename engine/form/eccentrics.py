"""Eccentrics: journals of a turned part about an axis beside its own, as cams and cranked shafts have them.

A lathe turns them with the part set over in its chuck, so they are made as the rest of it is.
"""

from collections.abc import Collection

import numpy as np

from engine.form import neighbors
from engine.graph import coaxial, turning
from engine.graph.coaxial import AxisLine
from engine.model.arrays import vector_product
from engine.model.part import Body, Face, FaceId, Part
from engine.model.surface import Cylinder
from engine.tolerances import LENGTH_FLOOR_MM


def faces(part: Part, body: Body, axis: AxisLine, turned: Collection[FaceId]) -> frozenset[FaceId]:
    """Return the journals whose axis runs beside an axis and which go round it, and the flats between.

    `turned` is what turns about the axis itself. A boss beside the axis does not go round it.
    """
    left = [part.faces[face] for face in body.faces if face not in turned]
    found = {face.id for face in left if _is_eccentric(part, face, axis)}
    if not found:
        return frozenset()
    made = found.union(turned)
    flats = {
        face.id
        for face in left
        if coaxial.is_square_to(face, axis) and made.issuperset(neighbors.of_face(part, face.id))
    }
    return frozenset(found | flats)


def _is_eccentric(part: Part, face: Face, axis: AxisLine) -> bool:
    """Whether a face is an outer cylinder that goes round its own axis, and round the other one too."""
    if not isinstance(face.surface, Cylinder) or face.sense < 0:
        return False
    own = AxisLine(face.surface.origin, face.surface.axis)
    crossing = float(np.linalg.norm(vector_product(own.direction, axis.direction)))
    if crossing > np.sin(np.radians(coaxial.COAXIAL_DEG)):
        return False
    off_mm = float(axis.distance(own.at(float(own.along(face.inner_point)))))
    is_round_both = off_mm <= face.surface.radius_mm - LENGTH_FLOOR_MM
    return is_round_both and turning.goes_round(part, (face.id,), own)
