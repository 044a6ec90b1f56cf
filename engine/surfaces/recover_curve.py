"""Lines and circles recovered from curves that a file spells as something else."""

import numpy as np

from engine.model.arrays import Floats, frozen
from engine.model.part import Circle, Curve, Line, OtherCurve

CLOSE = 1e-4
"""A curve is what it seems within this share of its length (a line) or radius (a circle). At this share
a line turns by 0.05 degrees at most."""
FLOOR_MM = 1e-6
CLEAR = 10.0
"""A circle is kept only if the arc rises over its chord by this many tolerances."""
OF_RISE = 1e-3
"""Nor may it stray by more than this share of its rise: a flat parabola is near a circle, but none."""


def line_or_circle(points: Floats, length: float) -> Curve:
    """Return the `Line` or `Circle` that samples (N >= 5, 3) lie on, else `OtherCurve`.

    A line wins where both fit. Checked at every sample, not at a few.
    """
    chord = points[-1] - points[0]
    span = float(np.sqrt(chord @ chord))
    tolerance = CLOSE * length + FLOOR_MM
    if span > 0.9 * length > 0:
        direction = chord / span
        offset = points - points[0]
        rise = offset - (offset @ direction)[:, None] * direction
        deviation = float(np.sqrt((rise * rise).sum(1)).max())
        if deviation <= FLOOR_MM + 1e-6 * length:
            return Line(frozen(direction))
    else:
        deviation = np.inf
    circle = _circle(points)
    if circle is not None:
        center, axis, radius, off = circle
        exact = 1e-6 * radius + FLOOR_MM
        limit = exact if off <= exact else min(CLOSE * radius, OF_RISE * deviation) + FLOOR_MM
        if off <= limit and deviation >= CLEAR * limit:
            return Circle(frozen(center), frozen(axis), radius)
    if deviation <= tolerance:
        return Line(frozen(chord / span))
    return OtherCurve()


def _circle(points: Floats) -> tuple[Floats, Floats, float, float] | None:
    """Fit center, axis, radius and largest deviation of a circle; None when the points line up."""
    middle = points.mean(axis=0)
    offset = points - middle
    _, sizes, directions = np.linalg.svd(offset, full_matrices=False)
    if sizes[1] <= 1e-9 * sizes[0]:
        return None
    flat = offset @ directions[:2].T
    system = np.column_stack([2.0 * flat, np.ones(len(flat))])
    (a, b, c), *_ = np.linalg.lstsq(system, (flat * flat).sum(1), rcond=None)
    squared = c + a * a + b * b
    if not squared > 0:
        return None
    radius = float(np.sqrt(squared))
    apart = np.hypot(flat[:, 0] - a, flat[:, 1] - b) - radius
    height = offset @ directions[2]
    deviation = float(np.sqrt(apart**2 + height**2).max())
    return middle + a * directions[0] + b * directions[1], directions[2], radius, deviation
