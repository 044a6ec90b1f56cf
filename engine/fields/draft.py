"""Draft: how far a surface leans from being parallel to the pull."""

import numpy as np

from engine.model.arrays import Floats, Vector, along, frozen
from engine.model.field import Field, Location, Unit

NAME = "draft"


def measure(normals: Floats, pull: Vector) -> Field:
    """Measure the signed draft angle at every vertex.

    Parameters
    ----------
    normals : (V, 3) float64
        Unit outward normals; NaN rows where the surface has none.
    pull : (3,) float64
        Unit vector.

    Returns
    -------
    Field
        Per vertex, degrees, in [-90, 90]: 0 is a wall parallel to the pull, 90 faces along it, negative
        faces away. NaN where the normal is NaN.
    """
    rise = along(normals, pull)
    run = np.linalg.norm(normals - rise[:, None] * pull, axis=1)
    # atan2 keeps its digits near 90°, where asin loses half of them
    return Field(NAME, Location.VERTEX, Unit.DEG, frozen(np.degrees(np.arctan2(rise, run))))
