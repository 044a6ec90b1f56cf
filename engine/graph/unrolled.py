"""Unrolls a border on a surface of revolution into the plane.

Whether a border goes round a face from outside, or round a gap in it, is seen on the flat, wherever the
file begins and ends the surface. Rims of a band, which run once about the axis, or once about the tube of a
torus, enclose nothing: either is as outer as the other.
"""

from dataclasses import dataclass

import numpy as np

from engine.graph import coaxial
from engine.model.arrays import Floats, cross
from engine.model.surface import Surface, Torus


@dataclass(frozen=True, slots=True, eq=False)
class Unrolled:
    """A closed border, unrolled."""

    goes_round: bool
    """Whether it runs once about the axis."""
    goes_round_tube: bool
    """Whether it runs once about the tube of a torus."""
    area: float
    """What it encloses, positive where that lies on its left as seen against the surface's natural normal:
    in radians times mm, of a torus in square radians. NaN for a rim."""


def border(surface: Surface, outline: Floats) -> Unrolled | None:
    """Unroll a border of a cylinder, cone or torus; None of any other surface.

    Parameters
    ----------
    outline
        (N, 3) points along the border, the first repeated at the end.
    """
    axis = coaxial.axis_line(surface)
    if axis is None:
        return None
    away = outline - axis.origin
    height = away @ axis.direction
    away = away - np.outer(height, axis.direction)
    sines = cross(away[:-1], away[1:]) @ axis.direction
    around = _added_up(sines, np.einsum("nk,nk->n", away[:-1], away[1:]))
    along = height - height[0]
    if isinstance(surface, Torus):
        out = np.sqrt(np.einsum("nk,nk->n", away, away)) - surface.major_radius_mm
        sines = out[:-1] * height[1:] - height[:-1] * out[1:]
        along = _added_up(sines, out[:-1] * out[1:] + height[:-1] * height[1:])
    goes_round = _is_once_round(around)
    goes_round_tube = isinstance(surface, Torus) and _is_once_round(along)
    encloses = not (goes_round or goes_round_tube)
    area = float(around[:-1] @ along[1:] - around[1:] @ along[:-1]) / 2.0
    return Unrolled(goes_round, goes_round_tube, area if encloses else float("nan"))


def _added_up(sines: Floats, cosines: Floats) -> Floats:
    """Add up turns, beginning with 0."""
    return np.concatenate([[0.0], np.cumsum(np.arctan2(sines, cosines))])


def _is_once_round(turned: Floats) -> bool:
    """Whether an angle does not come back to where it began."""
    return bool(abs(turned[-1]) > np.pi)
