"""Ray thickness: the length of material straight behind every point, along the inward normal.

Equal to the thickness between parallel walls. It runs up ribs and along the inside of tapers, so rules use
it to compare, or where a standard is written in terms of it.
"""

import numpy as np

from engine.model.arrays import frozen, frozen_ints
from engine.model.field import Field, Location, Unit
from engine.raycast.probe import Probing

NAME = "thickness_ray"


def measure(probing: Probing) -> Field:
    """Measure the length of material behind every vertex.

    Returns
    -------
    Field
        Per vertex, mm. NaN where there is no normal, or where the ray does not end (an open shell).
    """
    reading = probing.material
    return Field(
        NAME,
        Location.VERTEX,
        Unit.MM,
        frozen(np.where(np.isinf(reading.ray_mm), np.nan, reading.ray_mm)),
        probing.absolute_error_mm,
        probing.relative_error,
        frozen_ints(reading.ray_triangle),
    )
