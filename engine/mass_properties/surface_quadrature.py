"""Integrals over any surface, patch by smooth patch, by interpolation at Gauss points.

Each patch between two breaks along u and two along v is interpolated by Legendre polynomials through its
Gauss points; the antiderivative along v is then known everywhere without a further look at the surface.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np

from engine.mass_properties.gauss_points import Contour, cut_at, gauss
from engine.model.arrays import Floats, Ints

POINTS = ((4, 14), (8, 10), (math.inf, 5))
"""Gauss points a side of a patch where up to so many patches lie in a row: a third of a turn may be one."""
RULED = 4
"""Gauss points along straight rulings."""


@dataclass(frozen=True, slots=True, eq=False)
class SmoothPatches:
    """The patches on which a surface's formula is one."""

    u: Floats
    v: Floats
    """(B,) ascending, where the formula changes along u and along v; repeated a period to either side."""
    degree_u: int
    degree_v: int
    """Of a spline; a high one for other surfaces."""


def integrate_along_v(
    densities: Callable[[Floats, Floats], Floats], patches: SmoothPatches, border: Contour
) -> Floats:
    """Integrate densities along v, from the lowest v of a border to each of its points.

    Parameters
    ----------
    densities : callable
        (N,) and (M,) parameters along u and v -> (Q, N, M) values.
    patches : SmoothPatches
        Those of the surface.
    border : Contour
        K points; patches outside its box are left out. No points: no columns.

    Returns
    -------
    (Q, K) float64
    """
    if not len(border.u):
        return np.zeros((len(densities(border.u, border.v)), 0))
    u_breaks = cut_at(patches.u, float(border.u.min()), float(border.u.max()))
    v_breaks = cut_at(patches.v, float(border.v.min()), float(border.v.max()))
    n_u, n_v = _points(u_breaks, patches.degree_u), _points(v_breaks, patches.degree_v)
    u = (u_breaks[:-1, None] + np.diff(u_breaks)[:, None] * gauss(n_u)[0]).reshape(-1)
    v = (v_breaks[:-1, None] + np.diff(v_breaks)[:, None] * gauss(n_v)[0]).reshape(-1)
    values = densities(u, v).reshape(-1, len(u_breaks) - 1, n_u, len(v_breaks) - 1, n_v)

    spans = np.diff(v_breaks)
    whole = np.cumsum(values @ gauss(n_v)[1] * spans, axis=-1)
    before = np.concatenate([np.zeros_like(whole[..., :1]), whole[..., :-1]], axis=-1)
    i, x = _place(border.u, u_breaks)
    j, y = _place(border.v, v_breaks)
    at_u, up_to_v = _basis(n_u, x), _integrated_basis(n_v, y) * spans[j, None]
    # axes of indexed arrays: point, quantity, place along u (, place along v)
    partial = np.einsum("kqab,kb->kqa", values[:, i, :, j, :], up_to_v)
    found: Floats = np.einsum("kqa,ka->qk", before[:, i, :, j] + partial, at_u)
    return found


def _points(breaks: Floats, degree: int) -> int:
    if degree == 1:
        return RULED
    count = next(points for patches, points in POINTS if len(breaks) - 1 <= patches)
    return max(count, min(degree + 3, 16))


def _place(at: Floats, breaks: Floats) -> tuple[Ints, Floats]:
    """Which patch each place (K,) lies in, and where in it, in [0, 1]."""
    index = np.clip(np.searchsorted(breaks, at, side="right") - 1, 0, len(breaks) - 2)
    return index, (at - breaks[index]) / np.diff(breaks)[index]


def _basis(count: int, x: Floats) -> Floats:
    """(K, count) values at x of the polynomials that are 1 at one Gauss point and 0 at the others."""
    return _legendre(count, x)[:, :count] @ _coefficients(count).T


def _integrated_basis(count: int, x: Floats) -> Floats:
    """(K, count) their integrals from 0 to x."""
    p = _legendre(count + 1, x)
    order = np.arange(1, count)
    integrals = (p[:, 2 : count + 1] - p[:, : count - 1]) / (2.0 * (2.0 * order + 1.0))
    return np.column_stack([x, integrals]) @ _coefficients(count).T


@cache
def _coefficients(count: int) -> Floats:
    """(count, count) Legendre coefficients of the basis, by the quadrature's discrete orthogonality."""
    nodes, weights = gauss(count)
    return weights[:, None] * (2.0 * np.arange(count) + 1.0) * _legendre(count, nodes)[:, :count]


def _legendre(degree: int, x: Floats) -> Floats:
    """(K, degree + 1) Legendre polynomials of 2 x - 1."""
    z = 2.0 * x - 1.0
    columns = [np.ones_like(z), z]
    for k in range(1, degree):
        columns.append(((2 * k + 1) * z * columns[k] - k * columns[k - 1]) / (k + 1))
    return np.stack(columns[: degree + 1], axis=1)
