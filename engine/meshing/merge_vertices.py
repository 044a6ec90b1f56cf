"""Merges vertices of one face that lie at the same place.

A hole that touches the border of its face does so in a vertex that some files write once for each. Repairs
merge such a pair; a border through both would cross itself.
"""

from dataclasses import replace

import numpy as np

from engine.meshing.divide import Curves
from engine.meshing.outlines import Coedges
from engine.model.arrays import Bools, Ints


def merge(curves: Curves, coedges: Coedges) -> tuple[Curves, Coedges]:
    """Merge vertices that lie in the very same place and bound the same face.

    All stay as they are where an edge would lose its length by it.
    """
    stands_for = _stand_ins(curves, coedges)
    if stands_for is None:
        return curves, coedges
    joined = stands_for[curves.ends]
    if ((joined[:, 0] == joined[:, 1]) & (curves.ends[:, 0] != curves.ends[:, 1])).any():
        return curves, coedges
    is_kept = stands_for == np.arange(len(stands_for))
    number = (np.cumsum(is_kept) - 1)[stands_for]
    vertex = np.where(coedges.vertex < 0, -1, number[coedges.vertex])
    return (
        replace(curves, ends=number[curves.ends], vertices=curves.vertices[is_kept]),
        replace(coedges, vertex=vertex),
    )


def _stand_ins(curves: Curves, coedges: Coedges) -> Ints | None:
    """Return the vertex (N,) that stands for each, the first of its place; None where each is its own."""
    spot = _spots(curves)
    if spot is None:
        return None
    count = len(spot)
    along = coedges.edge >= 0
    face, vertex = np.repeat(coedges.face[along], 2), curves.ends[coedges.edge[along]].ravel()
    passed = np.unique(face * count + vertex)
    meeting = passed // count * count + spot[passed % count]
    stands_for = np.arange(count)
    for each in np.unique(meeting[_is_repeated(meeting)]).tolist():
        met = stands_for[passed[meeting == each] % count]
        stands_for[np.isin(stands_for, met)] = met.min()
    return stands_for if (stands_for != np.arange(count)).any() else None


def _spots(curves: Curves) -> Ints | None:
    """Return the number of each vertex's place (N,); None where no two share one."""
    order = np.lexsort(curves.vertices.T)
    ordered = curves.vertices[order]
    is_new = np.ones(len(order), dtype=bool)
    is_new[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    if is_new.all():
        return None
    spot = np.empty(len(order), dtype=np.int64)
    spot[order] = np.cumsum(is_new) - 1
    return spot


def _is_repeated(values: Ints) -> Bools:
    _, place, times = np.unique(values, return_inverse=True, return_counts=True)
    return times[place.ravel()] > 1
