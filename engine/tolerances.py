"""Tolerances that several files share, with the reason for each. Others stand in the file that uses them.

A comparison's tolerance scales with the smallest geometry that decides it, never with the part; angles
and ratios never scale. Thresholds of significance ("too small to matter") are shares of the part.
"""

import math
from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")

LENGTH_FLOOR_MM = 1e-6
"""Ten times the kernel's own confusion (1e-7 mm): below it two places are one."""

SAME_LENGTH = 1e-5
"""Two lengths are the same within this share of the smaller, plus the floor: exporters write radii and
positions with six or more digits."""

FIT_LENGTH = 1e-3
"""A face spelled as a B-spline, or two halves of a bore written by a careless exporter, agree within this
share of their radius (measured: axes of two quarters of one slot end differed by 0.02 mm at 20 mm)."""

SAME_SHARE = 1e-6
"""Sums of the same areas, added in another order or turned in space, agree within this share: what is reached
but for less is reached. Without it the half of an area that is drawn as two halves goes either way."""

PARALLEL_DEG = 0.1
"""Directions within this angle are parallel. Draft starts at 0.25 degrees in practice."""
PARALLEL_COSINE = math.cos(math.radians(PARALLEL_DEG))
PARALLEL_SINE = math.sin(math.radians(PARALLEL_DEG))
"""Of unit vectors: parallel ones have at least this scalar product, and at most this vector product."""

SMOOTH_DEG = 1.0
"""Faces that meet within this angle of tangent are smooth. Exporters leave up to half a degree at
blends; the shallowest chamfers in use are about five degrees."""

LOW_SHARE = 0.1
"""A low value of a face is the one that this share of its area falls below. A quarter round leaves the
vertical within 3° over a thirtieth of its area, a ball over a nineteenth: neither lacks draft."""


def at_least(value: float, least: float, share: float = FIT_LENGTH) -> bool:
    """Whether a value reaches a limit that parts are drawn at, such as twice a thickness: at it, it does.

    Compared as numbers, the last digit would decide, and a file written again has another one.
    """
    return value >= least - share * abs(least) - LENGTH_FLOOR_MM


def is_majority(part: float, whole: float) -> bool:
    """Whether a part is more than half of the whole; a half that rounding makes larger is none."""
    return part > (0.5 + SAME_SHARE) * whole


def largest(items: Iterable[T], size: Callable[[T], float]) -> T:
    """Return the item of the largest size, the first one of those whose sizes are the same but for rounding.

    Raises
    ------
    ValueError
        If there are no items.
    """
    sizes = [(size(item), item) for item in items]
    most = max(value for value, _ in sizes)
    return next(item for value, item in sizes if value >= most - SAME_SHARE * abs(most))


def same_length(a: float, b: float, share: float = SAME_LENGTH) -> bool:
    """Whether two lengths agree within `share` of the smaller, plus the floor."""
    return abs(a - b) <= share * min(abs(a), abs(b)) + LENGTH_FLOOR_MM
