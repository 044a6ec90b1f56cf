"""Where a ray meets a surface of which only the distance is known."""

import math
from collections.abc import Callable

MOST_STEPS = 50
CONVERGED_MM = 1e-9
FIRST_STEP, LEAST_STEP_MM = 0.05, 1e-6
"""The first secant is so long, as a share of the reach."""


def length_to(off: Callable[[float], float], near_mm: float, reach_mm: float) -> float | None:
    """Follow a ray to the surface that it meets near a length, by secants.

    Parameters
    ----------
    off
        How far the point of the ray at a length lies off the surface, with a sign, in mm; NaN where that is
        not known.
    near_mm
        Length at which the triangles are met.
    reach_mm
        The surface may be met so much earlier or later.

    Returns
    -------
    float or None
        A positive length; None where the search ends elsewhere, or nowhere.
    """
    one, other = near_mm - max(FIRST_STEP * reach_mm, LEAST_STEP_MM), near_mm
    off_one, off_other = off(one), off(other)
    for _ in range(MOST_STEPS):
        if not math.isfinite(off_other):
            return None
        if abs(off_other) < CONVERGED_MM:
            return other if abs(other - near_mm) <= reach_mm + LEAST_STEP_MM and other > 0.0 else None
        if off_other == off_one or not math.isfinite(off_one):
            return None
        step = off_other * (other - one) / (off_other - off_one)
        one, off_one = other, off_other
        other -= step
        off_other = off(other)
    return None
