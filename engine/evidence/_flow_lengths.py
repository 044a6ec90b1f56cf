"""How far cast metal has to flow in a thin wall before it is full.

Metal comes into a stretch of thin wall from where that becomes thicker. Where nothing is thicker, and where
it is nearer, it comes from a gate along the longer side, and runs across the breadth of the stretch. Walls
that stand on a stretch are as thin as it is and bring nothing.
"""

import numpy as np
from scipy.spatial import cKDTree

from engine.model.arrays import Bools, Floats, Ints


def lengths_mm(points: Floats, brings: Floats, breadth_mm: float) -> Floats:
    """Return (N,) how far metal runs to points of a stretch: from what brings it, or across its breadth."""
    if not len(brings):
        return np.full(len(points), breadth_mm)
    return np.asarray(np.minimum(cKDTree(brings).query(points)[0], breadth_mm))


def breadths_mm(middle: Floats, area_mm2: Floats, stretch_of_vertex: Ints, is_thin: Bools) -> Floats:
    """Return (S,) how broad each stretch is: the width of the flat strip whose middle spreads as widely.

    A bent stretch has about the breadth of the space it covers, and holes in it make no difference.
    """
    thin = np.flatnonzero(is_thin)
    found, stretch = np.unique(stretch_of_vertex[thin], return_inverse=True)
    weight, at = area_mm2[thin], middle[thin]

    def summed(values: Floats) -> Floats:
        return np.bincount(stretch, weight * values, minlength=len(found)).astype(np.float64)

    total = np.maximum(summed(np.ones(len(thin))), np.finfo(float).tiny)
    away = at - np.stack([summed(each) / total for each in at.T], axis=1)[stretch]
    spread = np.empty((len(found), 3, 3))
    for one in range(3):
        for other in range(one, 3):
            spread[:, one, other] = spread[:, other, one] = summed(away[:, one] * away[:, other]) / total
    breadth_mm = np.zeros(int(stretch_of_vertex.max()) + 1)
    breadth_mm[found] = np.sqrt(12.0 * np.maximum(np.linalg.eigvalsh(spread)[:, 1], 0.0))
    return breadth_mm
