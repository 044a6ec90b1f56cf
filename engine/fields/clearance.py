"""Clearance: the air before every point, to the closest wall opposite.

The same ball as for thickness, grown outward: the width of slots and gaps, the diameter of bores. The ray
counts where it meets a wall that faces the point within 41°. Other bodies of the file count where real air
lies between; where they touch or overlap, the body is measured as if it were alone.
"""

import numpy as np

from engine.model.arrays import frozen, frozen_ints
from engine.model.field import Field, Location, Unit
from engine.raycast.ball import FACING_COSINE
from engine.raycast.probe import Probing

NAME = "clearance"


def measure(probing: Probing) -> Field:
    """Measure the clearance at every vertex.

    Returns
    -------
    Field
        Per vertex, mm. inf where no wall stands opposite; NaN where there is no normal.
    """
    reading = probing.air
    with np.errstate(invalid="ignore"):
        is_opposed = reading.ray_cosine >= FACING_COSINE
    ray_mm = np.where(is_opposed | np.isnan(reading.ray_mm), reading.ray_mm, np.inf)
    by_ball = reading.ball_mm < ray_mm
    opposite = np.where(is_opposed, reading.ray_triangle, -1)
    return Field(
        NAME,
        Location.VERTEX,
        Unit.MM,
        frozen(np.where(by_ball, reading.ball_mm, ray_mm)),
        probing.absolute_error_mm,
        probing.relative_error,
        frozen_ints(np.where(by_ball, reading.ball_triangle, opposite)),
    )
