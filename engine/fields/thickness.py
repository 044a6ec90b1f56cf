"""Thickness: the wall behind every point, as the largest ball that fits between it and the wall opposite.

The ball touches the point, grows along the inward normal and stops at the first wall that faces the point
within 41°; it never grows past the ray. Between parallel walls that is the distance. Behind a rib it is the
ball that fits the junction, where the ray alone would run up the rib. At sharp edges it is still the
wall's thickness, where a ball stopped by any wall, or the ray at an acute one, would taper to nothing; and
at rounded rims it is the ray, where the ball meets the round before the wall.
"""

import numpy as np

from engine.model.arrays import frozen, frozen_ints
from engine.model.field import Field, Location, Unit
from engine.raycast.probe import Probing

NAME = "thickness"


def measure(probing: Probing) -> Field:
    """Measure the thickness at every vertex.

    Returns
    -------
    Field
        Per vertex, mm. NaN where there is no normal, or where no wall stands opposite (an open shell, a
        bar whose sides all meet at 60°).
    """
    reading = probing.material
    by_ball = (reading.ball_mm < reading.ray_mm) | reading.rounds_edge
    values = np.where(by_ball, reading.ball_mm, reading.ray_mm)
    opposite = np.where(by_ball, reading.ball_triangle, reading.ray_triangle)
    values[np.isinf(values)] = np.nan
    return Field(
        NAME,
        Location.VERTEX,
        Unit.MM,
        frozen(values),
        probing.absolute_error_mm,
        probing.relative_error,
        frozen_ints(opposite),
    )
