"""Surface normals at points near a face, from its formula where it has one."""

import numpy as np

from engine.model.arrays import Floats
from engine.model.part import Face
from engine.surfaces.table import outward_normals, tabulate


def of_face(face: Face, places: Floats, otherwise: Floats) -> Floats:
    """Return outward unit normals (N, 3) of a face at places near it.

    `otherwise` are those to take of a surface without a formula, and where the formula has none: on an axis.
    """
    table = tabulate([face.surface], [face.sense])
    found = outward_normals(table, np.zeros(len(places), dtype=np.int64), places)
    return np.where(np.isfinite(found), found, otherwise)
