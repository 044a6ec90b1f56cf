"""Noise: how far a vertex of a mesh may stray from the surface it was sampled on.

Never less than what single precision leaves. More when the file's numbers were rounded to a grid of
decimals (a part that went through a text format), and the mesh shows it: flat faces that are flat only to
within that grid.
"""

import numpy as np

from engine.model.arrays import Floats, Ints

SINGLE = 2.0**-23
"""Single precision: half a step of rounding in the file, as much again in the transforms that converters
apply, and two axes of three adding up."""
GRIDS_MM = tuple(10.0**-power for power in range(1, 8))
"""Steps that text formats round to, in millimeters or in decimals of a meter."""
ON_GRID = 0.999
"""Share of the coordinates that lie on a grid where there is one; a weld may have moved a few."""
UNEVEN_SHARE = 0.05
"""Of the nearly flat pairs of neighbors, so many are uneven by about the grid where rounding did it."""


def estimate(vertices: Floats, triangles: Ints, neighbor: Ints) -> float:
    """Estimate the noise in millimeters; see the module.

    Parameters
    ----------
    vertices : (V, 3) float64
    triangles, neighbor : (T, 3) int64
        See `Facets`.
    """
    floor = SINGLE * float(np.abs(vertices).max())
    steps = [step for step in GRIDS_MM if step > 8.0 * floor and _is_on(vertices, step, floor)]
    if not steps:
        return floor
    rise = _rises(vertices, triangles, neighbor)
    step = steps[0]
    is_level = rise <= step
    is_uneven = is_level & (rise > 4.0 * floor)
    if is_uneven.sum() < UNEVEN_SHARE * max(int(is_level.sum()), 1) or not is_uneven.any():
        return floor
    return step


def _is_on(vertices: Floats, step: float, floor: float) -> bool:
    off = np.abs(vertices / step - np.round(vertices / step)) * step
    return bool((off <= 2.0 * floor).mean() >= ON_GRID)


def _rises(vertices: Floats, triangles: Ints, neighbor: Ints) -> Floats:
    """Return for each pair of neighbors how far the one's far corner rises over the larger one's plane."""
    one, side = np.nonzero(neighbor > np.arange(len(triangles))[:, None])
    other = neighbor[one, side]
    start, end = triangles[one, side], triangles[one, (side + 1) % 3]
    here = triangles[one, (side + 2) % 3]
    there = triangles[other].sum(axis=1) - start - end
    along, out, over = (vertices[x] - vertices[start] for x in (end, here, there))
    crossed = np.cross(along, out)
    doubled = np.maximum(np.linalg.norm(crossed, axis=1), np.linalg.norm(np.cross(along, over), axis=1))
    rise: Floats = np.abs(np.einsum("nk,nk->n", crossed, over)) / doubled
    return rise
